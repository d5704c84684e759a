/**
 * Valid calls of functions whose arguments are named, and calls that differ from them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { mayBeAbsent } from "../../ffi/_gen/choices.ts";
import { evaluate, type Expression, PRODUCT } from "../../ffi/_gen/expressions.ts";
import { ELEMENTS } from "../../ffi/_gen/handles.ts";
import type { Dimension, ElementType, FunctionType, Parameter } from "../../ffi/_gen/model.ts";
import { camelCase, passedParameters } from "../../ffi/_gen/names.ts";
import type { StatusCode } from "../../ffi/_generated/symbols.ts";
import { createBuffer, type DeviceBuffer } from "../../ffi/buffer.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, gridFromDense } from "../../mod.ts";
import { call, callAsync, choiceOf, DECLARATIONS, memory } from "./_calls.ts";
import { type Made, validCallOf } from "./_valid_calls.ts";

/** Elements of each dtype take so many bytes; words for types that are no dtype come last. */
const BYTES: ReadonlyMap<string, number> = new Map(
  [...ELEMENTS.keys()].map((word) => [
    word,
    word === "bool" ? 1 : Number(/\d+/.exec(word)?.[0] ?? 8) / 8,
  ]),
);

/** Values of arguments, by name. */
type Values = Readonly<Record<string, unknown>>;

/** A valid request, and what it is made of. */
export class Scene implements Disposable {
  /** Device on which it is called. */
  readonly context: Context;
  /** The function. */
  readonly type: FunctionType;
  readonly #valid: ReturnType<typeof validCallOf>;
  readonly #grids = new Map<string, GridBatch>();
  readonly #made: Readonly<Record<string, Made>>;

  /** Makes grids for all handles of grids. */
  constructor(context: Context, type: FunctionType) {
    const valid = validCallOf(type);
    this.context = context;
    this.type = type;
    this.#valid = valid;
    this.#made = valid.make?.(context) ?? {};
    for (const { name, type: kind, direction } of type.parameters) {
      if (kind !== "dvdb_grid" || direction !== "value" || camelCase(name) in this.#made) continue;
      const dims = 2 + this.#grids.size; // each of another size, so that none stands for another
      this.#grids.set(name, gridFromDense({ context, dims }));
    }
  }

  /** Disposes what the valid call needs. */
  [Symbol.dispose](): void {
    this.#grids.forEach((grid) => grid.dispose());
    Object.values(this.#made).forEach((one) => one[Symbol.dispose]());
  }

  /** What a number, an element of an array or a quantity of a grid is. */
  #valueOf(leaf: Expression, values: Values): number {
    if (leaf.kind === "quantity" && leaf.name === PRODUCT) {
      const extents = [...values[camelCase(leaf.of ?? "")] as BigInt64Array];
      return extents.reduce((all, extent) => all * Number(extent), Math.min(extents.length, 1));
    }
    if (leaf.kind === "quantity") {
      const made = this.#made[camelCase(leaf.of ?? "")];
      if (made !== undefined) return made.quantities?.[leaf.name] ?? NaN;
      const grid = this.#grids.get(leaf.of ?? "");
      const known: Record<string, number | undefined> = {
        ["n_voxels"]: grid?.numVoxels,
        ["n_grids"]: grid?.gridCount,
        ["n_leaves"]: 1,
      };
      return known[leaf.name] ?? NaN;
    }
    if (leaf.kind === "element") {
      const array = values[camelCase(leaf.name)] as Int32Array;
      return Number(array[leaf.place]);
    }
    if (leaf.kind !== "name") return NaN;
    return choiceOf(leaf.name) ?? Number(values[camelCase(leaf.name)]);
  }

  /** The word for a buffer's elements. */
  wordOf({ buffer }: Parameter, values: Values): string {
    const element: ElementType = buffer?.element ?? { cases: [] };
    const number = (name: string, place?: number): number => {
      const value = values[camelCase(name)];
      return Number(place === undefined ? value : (value as Uint32Array)[place]);
    };
    const nameOf = (code: number): string =>
      DECLARATIONS.enums.find((one) => one.name === "dvdb_dtype")?.values
        .find((one) => one.value === code)?.name ?? "";
    const found = element.cases.find((one) => one.values.includes(nameOf(number(one.parameter))));
    if (found !== undefined) return found.word;
    if (element.word !== undefined) return element.word;
    const dtype = nameOf(number(element.parameter ?? "", element.place));
    return [...ELEMENTS].find(([, one]) => one.dtype === dtype)?.[0] ?? "f32";
  }

  /** Bytes of an element of a buffer, and of all. */
  bytesOf(parameter: Parameter, values: Values): { readonly one: number; readonly all: number } {
    const one = BYTES.get(this.wordOf(parameter, values)) ?? NaN;
    const dimensions = parameter.buffer?.dimensions ?? [];
    const all = dimensions.reduce(
      (product, dimension) => product * evaluate(dimension, (leaf) => this.#valueOf(leaf, values)),
      one,
    );
    return { one, all };
  }

  /** Elements of a host array. */
  lengthOf({ shape }: Parameter, values: Values): number {
    const size = ({ name, plus }: Dimension): number =>
      name === undefined
        ? plus
        : (choiceOf(name) ?? this.#valueOf({ kind: "name", name }, values)) + plus;
    return shape.reduce((product, dimension) => product * size(dimension), 1);
  }

  /**
   * Calls the function with some values other than the valid ones.
   *
   * @param other Values of numbers and arrays, from which the sizes of buffers follow.
   * @param handles Handles in the place of the valid ones.
   * @returns The status, and the message that belongs to it.
   */
  call(other: Values = {}, handles: Values = {}): readonly [status: number, message: string] {
    const buffers: DeviceBuffer[] = [];
    try {
      const list = this.#list(other, handles, buffers);
      const status = call(nativeOf(this.context), this.type, list);
      return [status, this.#message(status)];
    } finally {
      buffers.forEach((buffer) => buffer.dispose());
    }
  }

  /** Calls the asynchronous twin with the valid arguments. */
  async callAsync(): Promise<number> {
    const buffers: DeviceBuffer[] = [];
    try {
      return await callAsync(nativeOf(this.context), this.type, this.#list({}, {}, buffers));
    } finally {
      buffers.forEach((buffer) => buffer.dispose());
    }
  }

  #list(other: Values, handles: Values, buffers: DeviceBuffer[]): unknown[] {
    const values: Values = { ...this.#valid.values, ...other };
    return passedParameters(this.type).map((parameter) => {
      const name = camelCase(parameter.name);
      if (name in handles) return handles[name];
      if (name in values) return values[name];
      if (name in this.#made) return this.#made[name]?.handle;
      if (parameter.type === "dvdb_context") return handleOf(this.context);
      if (parameter.direction === "out") {
        return memory(parameter.type, this.lengthOf(parameter, values));
      }
      const grid = this.#grids.get(parameter.name);
      if (grid !== undefined) return handleOf(grid);
      const isUnsized = parameter.buffer === undefined;
      if (isUnsized && mayBeAbsent(parameter)) return 0;
      assert(!isUnsized, `${this.type.name} has no value for ${name}`);
      const valid: Values = this.#valid.values;
      const { all } = this.bytesOf(parameter, values);
      const bytes = Number.isSafeInteger(all) && all >= 0 && all < 2 ** 20
        ? all
        : this.bytesOf(parameter, valid).all;
      const buffer = this.makeBuffer(name, bytes);
      buffers.push(buffer);
      return handleOf(buffer);
    });
  }

  /** Makes a buffer of zeros, or of what a valid call says of the argument. */
  makeBuffer(name: string, bytes: number): DeviceBuffer {
    const buffer = createBuffer(this.context, bytes);
    if (bytes > 0) buffer.fill(Uint8Array.of(0));
    const contents = this.#valid.contents?.[name];
    if (contents !== undefined && contents.byteLength <= bytes) buffer.write(contents);
    return buffer;
  }

  /** Numbers and arrays of the valid call. */
  get valid(): Values {
    return this.#valid.values;
  }

  #message(status: number): string {
    try {
      checkStatus(this.context, status as StatusCode, camelCase(this.type.name));
      return "";
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return error.message;
    }
  }
}
