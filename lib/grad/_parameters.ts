/**
 * Parameters on a tape: their leaves, and their copies in the type that is computed in.
 *
 * @module
 */

import { isPlain, refuseKind } from "../../ffi/base/checks.ts";
import { checkDType } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import { type Conversion, convertElements, convertTensors } from "../core/elements.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { heldOutside } from "../core/scope.ts";
import { assertFinite } from "./_finite.ts";
import type { Recording } from "./_recording.ts";
import { Share, Slot } from "./_slot.ts";
import { type Cell, cellOf, type Value } from "./value.ts";

/** Types of less precision to compute in. */
export type Compute = "bf16" | "f16";

/** A parameter: its path, and what the tape knows of it. */
export interface Leaf {
  readonly path: string;
  readonly tensor: Tensor<Float>;
  readonly cell: Cell;
  /** Whether it belongs to a norm: to what has a scale and a shift. */
  readonly isOfNorm: boolean;
  /** What the function gets in its place. */
  value: Value<Float>;
}

/** Lists the parameters of a tree in the order of its leaves, and makes values of them. */
export function listParameters(
  operator: string,
  params: unknown,
  recording: Recording,
): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (node: unknown, path: string, isOfNorm: boolean): void => {
    if (node === undefined) return;
    if (node instanceof Tensor) {
      const label = path === "" ? "the parameter" : path;
      checkDType({ operator, name: label }, node, FLOATS);
      node.assertUsable(operator, label);
      const tensor = node as Tensor<Float>;
      const value = recording.leaf(tensor, label);
      leaves.push({ path: label, tensor, cell: cellOf(value), isOfNorm, value });
      return;
    }
    const below = path === "" ? "" : `${path}.`;
    if (Array.isArray(node)) {
      for (let at = 0; at < node.length; at++) visit(node[at], `${below}${at}`, isOfNorm);
      return;
    }
    if (!isNode(node)) refuseKind({ operator, name: path || "params" }, node, "a tensor");
    const isNorm = isOfNorm || node.scale instanceof Tensor && node.shift instanceof Tensor;
    for (const name of Object.keys(node)) visit(node[name], `${below}${name}`, isNorm);
  };
  if (typeof params !== "object" || params === null) {
    refuseKind({ operator, name: "params" }, params, "a tree of tensors");
  }
  visit(params, "", false);
  return leaves;
}

function isNode(node: unknown): node is Readonly<Record<string, unknown>> {
  if (!isPlain(node)) return false;
  const prototype = Object.getPrototypeOf(node);
  return prototype === Object.prototype || prototype === null;
}

/** Converts tensors for the tape, which owns what is made. */
function convert(operator: string, conversions: readonly Conversion[]): Tensor<Float>[] {
  return heldOutside(() => convertTensors(operator, conversions), (made) => made);
}

/** A parameter that was converted, and the tape's record of the copy. */
interface Copy {
  readonly leaf: Leaf;
  readonly cell: Cell;
}

/** Copies of parameters in another type, all of them made by one launch, as their gradients are converted by another. */
export class Copies {
  readonly #operator: string;
  readonly #copies: Copy[] = [];

  /** Converts what is of another type and belongs to no norm; the function gets the copies. */
  constructor(
    operator: string,
    recording: Recording,
    leaves: readonly Leaf[],
    dtype: Compute,
  ) {
    this.#operator = operator;
    const wide = leaves.filter(({ tensor, isOfNorm }) => !isOfNorm && tensor.dtype !== dtype);
    const made = convert(operator, wide.map(({ tensor }) => [tensor, dtype]));
    for (let at = 0; at < wide.length; at++) {
      const [leaf, tensor] = [wide[at] as Leaf, made[at] as Tensor<Float>];
      const label = `the result of convert ${leaf.path}`;
      const slot = new Slot(tensor, true);
      const value = recording.add(slot, label, recording.isRecording);
      const cell = cellOf(value);
      cell.gradientDType = leaf.tensor.dtype;
      leaf.value = value;
      if (recording.isRecording && recording.recompute) {
        const run = ([x]: readonly Tensor<Float>[]): Tensor<Float> =>
          convertElements(operator, x as Tensor<Float>, dtype);
        slot.offer({ operands: [leaf.tensor], run });
      }
      this.#copies.push({ leaf, cell });
    }
    if (!recording.debug) return;
    for (const { leaf: { path }, cell } of this.#copies) {
      assertFinite(`convert ${path}`, "the result", cell.slot.tensor);
    }
  }

  /** Gives the gradients of copies to parameters, in the types of these. */
  passBack(): void {
    const narrow = this.#copies.filter(({ leaf, cell }) =>
      cell.gradient !== undefined && cell.gradient.tensor.dtype !== leaf.tensor.dtype
    );
    const made = convert(
      this.#operator,
      narrow.map(({ leaf, cell }) => [(cell.gradient as Share).tensor, leaf.tensor.dtype]),
    );
    for (let at = 0; at < narrow.length; at++) {
      const { cell } = narrow[at] as Copy;
      cell.gradient?.drop();
      cell.gradient = new Share(made[at] as Tensor<Float>);
    }
    for (const { leaf, cell } of this.#copies) {
      leaf.cell.gradient = cell.gradient;
      cell.gradient = undefined;
    }
  }

  /** Frees gradients that were not given away. */
  end(): void {
    for (const { cell } of this.#copies) {
      cell.gradient?.drop();
      cell.gradient = undefined;
    }
  }
}
