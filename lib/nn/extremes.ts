/**
 * Greatest and least elements on a tape. The gradient goes to the first element that was found.
 *
 * @module
 */

import { type Context, type Float, JaggedTensor, type Tensor, tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";
import { checkListsOptions, type ListsOptions } from "./base/lists.ts";

/** Numbers from 0 on. */
function counted(context: Context, count: number): Tensor<"i64"> {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return jagged.asType(tensor(numbers, { context }), "i64");
}

/** Where elements of rows are in all: `rows` [n, columns], or [n, 1] for all columns, as places of elements. */
function placesOf(rows: Tensor, columns: number): Tensor<"i64"> {
  const own = counted(rows.context, columns);
  const places = jagged.add(jagged.multiply(rows, columns), own.reshape([1, columns]));
  return places.reshape([places.length]) as Tensor as Tensor<"i64">;
}

/** Passes gradients to the elements that were found. */
function passTo<D extends Float>(
  gradient: Tensor<D>,
  places: Tensor<"i64">,
  { shape, length }: Pick<Tensor<D>, "shape" | "length">,
): Tensor<D> {
  const flat = gradient.reshape([gradient.length]);
  return jagged.takeRowsBackward(places, flat, { count: length }).reshape(shape);
}

function choose<D extends Float>(
  operator: "max" | "min",
  x: Operand<D>,
  options: jagged.AxisOptions,
): Value<D> {
  return apply(operator, [x], ([x]) => {
    const { shape, length } = x;
    const found = operator === "max" ? jagged.argmax(x, options) : jagged.argmin(x, options);
    const { axis } = options;
    const count = (axes: readonly number[]) => axes.reduce((product, one) => product * one, 1);
    const outer = axis === undefined ? 1 : count(shape.slice(0, axis));
    const inner = axis === undefined ? 1 : count(shape.slice(axis + 1));
    const extent = outer * inner === 0 ? 0 : length / (outer * inner);
    const first = jagged.multiply(counted(x.context, outer), extent).reshape([outer, 1]);
    const rows = jagged.add(found.reshape([outer, inner]), first);
    const places = placesOf(rows as Tensor, inner);
    const taken = jagged.takeRows(x.reshape([length]), places, { checked: false });
    return { result: taken.reshape(found.shape) as Tensor<D>, reads: [], saved: places };
  }, (gradient, { tensors: [x], saved }) => [passTo(gradient, saved, x)]);
}

/**
 * The greatest element along an axis, or of all, as `max` of `@denovdb/denovdb/jagged` finds it.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param options The axis, and whether to keep it.
 * @returns The greatest elements, [] without an axis; their tape owns them.
 * @throws {RangeError} If there is no such axis, or nothing to choose from.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example The first of two greatest elements gets the gradient
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { max, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 5, 5], { context });
 * using found = valueAndGrad({ x }, (p) => max(p.x));
 * assertEquals([...await found.gradients.x.read()], [0, 1, 0]);
 * ```
 */
export function max<D extends Float>(x: Operand<D>, options: jagged.AxisOptions = {}): Value<D> {
  return choose("max", x, options);
}

/**
 * The least element along an axis, or of all. Operands, options and errors are those of {@linkcode max}.
 *
 * @returns The least elements, [] without an axis; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function min<D extends Float>(x: Operand<D>, options: jagged.AxisOptions = {}): Value<D> {
  return choose("min", x, options);
}

function chooseOfLists<D extends Float>(
  operator: "jaggedMax" | "jaggedMin",
  rows: Operand<D>,
  options: ListsOptions,
): Value<D> {
  const { offsets = BigInt64Array.of(0n, BigInt(rows.shape[0] ?? 0)) } = checkListsOptions(
    operator,
    options,
  );
  return apply(operator, [rows], ([rows]) => {
    const { context, shape: [, ...rest] } = rows;
    const lists = new JaggedTensor(rows, offsets);
    const find = operator === "jaggedMax" ? jagged.jaggedMax : jagged.jaggedMin;
    const { values, indices } = find(lists as JaggedTensor<Float>);
    const columns = rest.reduce((product, one) => product * one, 1);
    const count = offsets.length - 1;
    const flat = (indices as Tensor<"i64">).reshape([count, columns]);
    const starts = tensor(offsets.slice(0, -1), { context }).reshape([count, 1]);
    const all = placesOf(jagged.add(flat, starts) as Tensor, columns);
    const isFound = jagged.greaterEqual(flat.reshape([count * columns]), 0);
    const places = jagged.where(isFound as Tensor<"bool">, all, -1) as Tensor as Tensor<"i64">;
    return { result: values as Tensor<Float> as Tensor<D>, reads: [], saved: places };
  }, (gradient, { tensors: [rows], saved }) => [passTo(gradient, saved, rows)]);
}

/**
 * The greatest rows of each list, column by column, as `jaggedMax` of `@denovdb/denovdb/jagged` finds them. An empty list
 * has what that says, and passes no gradient.
 *
 * @typeParam D Element type.
 * @param rows Rows of all lists, [n, ...]; a value.
 * @param options The offsets of the lists; without them, all rows are one list.
 * @returns A row for each list, [lists, ...]; their tape owns them.
 * @throws {RangeError} If offsets do not end at the number of rows.
 * @throws {TypeError} If the rows are no value.
 * @throws {DisposedError} If they have been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example The first of the greatest rows of each list gets the gradient
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { jaggedMax, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = tensor([1, 2, 2, 3], { context });
 * const offsets = BigInt64Array.of(0n, 3n, 4n);
 * using found = valueAndGrad({ rows }, (p) => sum(jaggedMax(p.rows, { offsets })));
 * assertEquals([...await found.gradients.rows.read()], [0, 1, 0, 1]);
 * ```
 */
export function jaggedMax<D extends Float>(
  rows: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  return chooseOfLists("jaggedMax", rows, options);
}

/**
 * The least rows of each list, column by column. Operands and errors are those of {@linkcode jaggedMax}.
 *
 * @returns A row for each list, [lists, ...]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function jaggedMin<D extends Float>(
  rows: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  return chooseOfLists("jaggedMin", rows, options);
}
