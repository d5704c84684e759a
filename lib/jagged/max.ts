/**
 * Minima and maxima of tensors and where they are, along an axis or of all elements.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { callNative } from "../core/native_call.ts";
import { formatShape } from "../core/shape.ts";
import { planRuns } from "./_axes.ts";
import { ORDERED, type Ordered } from "./extremes.ts";
import type { AxisOptions } from "./sum.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Finds the greatest elements of a tensor, along an axis or of all. {@linkcode jaggedMax} finds those of lists, and
 * {@linkcode maximum} the greater of two elements.
 *
 * NaN takes precedence over every number.
 *
 * @typeParam D Element type.
 * @param x A tensor of any shape and any element type but bool; borrowed.
 * @param options The axis, and whether to keep it.
 * @returns A new tensor of the same element type; the caller owns it.
 * @throws {RangeError} If there is no such axis, or it has no elements to choose from.
 * @throws {TypeError} If `x` is bool, or not a tensor.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example The greatest element, and those of rows
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { max } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 5, 3, 4], { context, shape: [2, 2] });
 * using greatest = max(x);
 * assertEquals([...await greatest.read()], [5]);
 * using rows = max(x, { axis: 1 });
 * assertEquals([...await rows.read()], [5, 4]);
 * ```
 */
export function max<D extends Ordered>(x: Tensor<D>, options: AxisOptions = {}): Tensor<D> {
  return valuesOf(find("max", x, options));
}

/**
 * Finds the least elements of a tensor, along an axis or of all. Operands, options and errors are those of
 * {@linkcode max}, as is NaN.
 *
 * @returns A new tensor of the same element type; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arrays
 */
export function min<D extends Ordered>(x: Tensor<D>, options: AxisOptions = {}): Tensor<D> {
  return valuesOf(find("min", x, options));
}

/**
 * Finds where the greatest elements of a tensor are, along an axis or among all. Operands, options and errors are those
 * of {@linkcode max}, as is NaN. Of equal elements the first counts.
 *
 * @returns Positions along the axis, or without one in row-major order: i64. The caller owns them.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example The class with the best score
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { argmax } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using scores = tensor([0.1, 0.7, 0.2, 0.5, 0.1, 0.5], { context, shape: [2, 3] });
 * using classes = argmax(scores, { axis: -1 });
 * assertEquals([...await classes.read()], [1n, 0n]);
 * ```
 */
export function argmax(x: Tensor<Ordered>, options: AxisOptions = {}): Tensor<"i64"> {
  return placesOf(find("argmax", x, options));
}

/**
 * Finds where the least elements of a tensor are, as {@linkcode argmax} finds the greatest.
 *
 * @returns Positions along the axis, or without one in row-major order: i64. The caller owns them.
 * @determinism Same bits on every backend.
 * @category Arrays
 */
export function argmin(x: Tensor<Ordered>, options: AxisOptions = {}): Tensor<"i64"> {
  return placesOf(find("argmin", x, options));
}

/** Elements that were found, and where they are. */
interface Found<D extends Ordered> {
  readonly values: Tensor<D>;
  readonly places: Tensor<"i64">;
}

/** Keeps what was found, not where. */
function valuesOf<D extends Ordered>({ values, places }: Found<D>): Tensor<D> {
  places.dispose();
  return values;
}

/** Keeps where something was found, not what. */
function placesOf({ values, places }: Found<Ordered>): Tensor<"i64"> {
  values.dispose();
  return places;
}

function find<D extends Ordered>(
  operator: "max" | "min" | "argmax" | "argmin",
  x: Tensor<D>,
  options: AxisOptions,
): Found<D> {
  const { shape, extent, request } = planRuns(operator, x, options);
  checkDType({ operator, name: "x" }, x, ORDERED);
  const { context, dtype } = x;
  if (extent === 0 && !shape.includes(0)) {
    refuse(operator, `x shape is ${formatShape(x.shape)}, there is nothing to choose from`);
  }
  using stack = new DisposableStack();
  const values = stack.use(emptyTensor(shape, { context, dtype }));
  const places = stack.use(emptyTensor(shape, { context, dtype: "i64" }));
  callNative(operator, context, (native, context) =>
    native.findExtremes({
      ...request,
      context,
      greatest: operator.endsWith("max") ? 1 : 0,
      outValues: handleOf(values.buffer),
      outRows: handleOf(places.buffer),
    }));
  stack.move();
  return { values, places };
}
