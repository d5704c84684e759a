/**
 * Sums, means and products of tensors, along an axis or of all elements.
 *
 * @module
 */

import { Reduction } from "../../ffi/_generated/symbols.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import type { FloatOf } from "./arithmetic.ts";
import { disposeOnError } from "../core/ownership.ts";
import { planRuns } from "./_axes.ts";
import { meanDType, sumDType, type SumOf } from "./reduce.ts";

/**
 * Options of reductions of tensors.
 *
 * @category Arrays
 */
export interface AxisOptions {
  /**
   * The axis that is reduced; negative ones count from the last. Without one, all elements become one, and the shape
   * [].
   *
   * @default {undefined}
   */
  readonly axis?: number | undefined;
  /**
   * Whether reduced axes stay, with extent 1, so that the result can be broadcast against what it was computed from.
   *
   * @default {false}
   */
  readonly keepdims?: boolean;
}

/**
 * Sums the elements of a tensor, along an axis or all of them. {@linkcode jaggedSum} sums lists.
 *
 * Floats are summed in double precision and rounded once; integers wrap around in 64 bits. No elements give 0. Many
 * elements are summed in parallel, in an order that depends only on how many are summed.
 *
 * @typeParam D Element type.
 * @param x A tensor of any shape and element type; borrowed.
 * @param options The axis, and whether to keep it.
 * @returns A new tensor, i64 for integers and bool; the caller owns it.
 * @throws {RangeError} If there is no such axis.
 * @throws {TypeError} If `x` is not a tensor.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example Sums of all elements, of columns and of rows
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] });
 * using all = sum(x);
 * assertEquals([all.shape, ...await all.read()], [[], 21]);
 * using columns = sum(x, { axis: 0 });
 * assertEquals([...await columns.read()], [5, 7, 9]);
 * using rows = sum(x, { axis: -1, keepdims: true });
 * assertEquals([rows.shape, ...await rows.read()], [[2, 1], 6, 15]);
 * ```
 */
export function sum<D extends DType>(x: Tensor<D>, options: AxisOptions = {}): Tensor<SumOf<D>> {
  return reduce("sum", Reduction.SUM, x, options, sumDType<D>);
}

/**
 * Computes the mean of the elements of a tensor, along an axis or of all of them. Operands, options and errors are those
 * of {@linkcode sum}. {@linkcode jaggedMean} computes those of lists.
 *
 * Sums and quotients are computed in double precision and rounded once. No elements give NaN, as 0 / 0
 * does, where an empty list gives 0.
 *
 * @returns A new tensor, f32 for integers and bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example Columns without their means
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { mean, subtractInto } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3, 6], { context, shape: [2, 2] });
 * using means = mean(x, { axis: 0 });
 * subtractInto(x, x, means);
 * assertEquals([...await x.read()], [-1, -2, 1, 2]);
 * ```
 */
export function mean<D extends DType>(x: Tensor<D>, options: AxisOptions = {}): Tensor<FloatOf<D>> {
  return reduce("mean", Reduction.MEAN, x, options, meanDType<D>);
}

/**
 * Multiplies the elements of a tensor, along an axis or all of them. Operands, options, rounding and errors are those of
 * {@linkcode sum}; no elements give 1. {@linkcode jaggedProd} multiplies those of lists.
 *
 * @returns A new tensor, i64 for integers and bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arrays
 */
export function prod<D extends DType>(x: Tensor<D>, options: AxisOptions = {}): Tensor<SumOf<D>> {
  return reduce("prod", Reduction.PROD, x, options, sumDType<D>);
}

function reduce<D extends DType, R extends DType>(
  operator: string,
  reduction: Reduction,
  x: Tensor<D>,
  options: AxisOptions,
  dtypeOf: (dtype: D) => R,
): Tensor<R> {
  const { shape, extent, request } = planRuns(operator, x, options);
  const { context } = x;
  const dtype = dtypeOf(x.dtype);
  const made = { reduction, correction: 0, outDtype: dtypeCode(dtype) };
  const result = computeTensor(
    { operator, context, dtype, shape },
    (native, out) => native.reduceSegments({ ...request, ...made, ...out }),
  );
  if (extent > 0 || reduction !== Reduction.MEAN) return result;
  return disposeOnError(result, () => {
    result.fill(NaN);
    return result;
  });
}
