/**
 * Axes of tensors in another order.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { checkArray, refuse } from "../../ffi/base/checks.ts";
import { formatShape } from "../core/shape.ts";
import { axisIn, checkDense } from "./_axes.ts";
import { axesOf, copyStrided } from "./_strided.ts";

/**
 * Puts the axes of a tensor in another order. Axis i of the result is axis `order[i]` of `x`. Tensors are row-major, so
 * the elements are copied.
 *
 * @typeParam D Element type.
 * @param x A tensor of at most 8 axes; borrowed.
 * @param order Every axis of `x`, once; negative ones count from the last.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If `order` does not list every axis once, or there are more than 8.
 * @throws {TypeError} If `x` is not a tensor, or `order` not a list.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example Channels before pixels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { permute } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using image = tensor([1, 10, 2, 20, 3, 30], { context, shape: [1, 3, 2] });
 * using planes = permute(image, [2, 0, 1]);
 * assertEquals([planes.shape, ...await planes.read()], [[2, 1, 3], 1, 2, 3, 10, 20, 30]);
 * ```
 */
export function permute<D extends DType>(x: Tensor<D>, order: readonly number[]): Tensor<D> {
  const operator = "permute";
  checkDense(operator, x);
  checkArray({ operator, name: "order" }, order, "a list of axes");
  const places = order.map((axis) => {
    if (typeof axis === "number") return axisIn(operator, axis, x.shape);
    refuse(operator, `order has ${describeValue(axis)}, axes expected`);
  });
  if (places.length !== x.shape.length || new Set(places).size !== places.length) {
    const shape = formatShape(x.shape);
    refuse(operator, `order is ${formatShape(order)}, each axis of ${shape} once expected`);
  }
  const axes = axesOf(x);
  return copyStrided(operator, x, places.flatMap((place) => axes[place] ?? []));
}

/**
 * Swaps the last two axes of a tensor, as {@linkcode permute} does.
 *
 * @typeParam D Element type.
 * @param x A tensor of 2 to 8 axes: a matrix, or a batch of them; borrowed.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If there are fewer than 2 axes, or more than 8.
 * @throws {TypeError} If `x` is not a tensor.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example A matrix
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { transpose } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] });
 * using turned = transpose(x);
 * assertEquals([...await turned.read()], [1, 4, 2, 5, 3, 6]);
 * ```
 */
export function transpose<D extends DType>(x: Tensor<D>): Tensor<D> {
  const operator = "transpose";
  checkDense(operator, x);
  const [last, other, ...rest] = axesOf(x).toReversed();
  if (last === undefined || other === undefined) {
    refuse(operator, `x shape is ${formatShape(x.shape)}, two axes or more expected`);
  }
  return copyStrided(operator, x, [...rest.toReversed(), last, other]);
}
