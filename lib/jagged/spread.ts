/**
 * Norms, variances and standard deviations of lists.
 *
 * @module
 */

import { Reduction } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { reduceLists } from "./_reduce.ts";
import type { FloatOf } from "./arithmetic.ts";
import { meanDType, type Reduced, type ReduceOptions } from "./reduce.ts";

/**
 * Options for {@linkcode jaggedNorm}.
 *
 * @category Reductions of lists
 */
export interface NormOptions<Dim extends number = number> extends ReduceOptions<Dim> {
  /**
   * 1 sums absolute values, 2 takes the root of the sum of squares, Infinity the largest absolute value.
   *
   * @default {2}
   */
  readonly order?: 1 | 2 | typeof Infinity;
}

/**
 * Options for {@linkcode jaggedVar} and {@linkcode jaggedStd}.
 *
 * @category Reductions of lists
 */
export interface SpreadOptions<Dim extends number = number> extends ReduceOptions<Dim> {
  /**
   * Subtracted from the count by which the sum of squares is divided.
   *
   * @default {1}
   */
  readonly correction?: number;
}

const NORM_NAMES = optionNames<NormOptions>({ dim: true, keepdim: "boolean", order: true });
const SPREAD_NAMES = optionNames<SpreadOptions>({
  dim: true,
  keepdim: "boolean",
  correction: true,
});

/**
 * Computes a norm of the rows of each list, or of the elements along an axis.
 *
 * Everything is computed in double precision and rounded once. An empty list gives 0.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, whether to keep it, and the norm.
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is; f32 for
 * integers. The caller owns the result.
 * @throws {RangeError} If there is no such axis or norm.
 * @determinism Same bits on every backend; the order of additions depends only on the length of a list.
 * @category Reductions of lists
 *
 * @example Lengths of vectors
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedNorm } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using vectors = jaggedFromList([[3, 4], [0, 0, 5, 12]], { context, shape: [2] });
 * using lengths = jaggedNorm(vectors, { dim: 1 });
 * assertEquals([...await lengths.data.read()], [5, 0, 13]);
 * ```
 */
export function jaggedNorm<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: NormOptions<Dim> = {},
): Reduced<L, FloatOf<L["dtype"]>, Dim> {
  const operator = "jaggedNorm";
  const { order = 2 } = checkOptions(operator, options, NORM_NAMES);
  const reductions = new Map([
    [1, Reduction.NORM_1],
    [2, Reduction.NORM_2],
    [Infinity, Reduction.NORM_MAX],
  ]);
  const reduction = reductions.get(order) ??
    refuse(operator, `order is ${order}, 1, 2 or Infinity expected`);
  return reduceLists(lists, options, { operator, reduction, dtypeOf: meanDType<L["dtype"]> });
}

/**
 * Variance of the rows of each list, or of the elements along an axis: the sum of squared deviations from the mean,
 * divided by the count minus a correction.
 *
 * Everything is computed in double precision in two passes, and rounded once. If the count does not exceed the
 * correction, the variance is NaN.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, whether to keep it, and the correction.
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is; f32 for
 * integers. The caller owns the result.
 * @throws {RangeError} If there is no such axis, or if the correction is not a number.
 * @determinism Same bits on every backend; the order of additions depends only on the length of a list.
 * @category Reductions of lists
 *
 * @example Variances of two lists
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedVar } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 3], [4, 4, 4]], { context });
 * using variances = jaggedVar(lists);
 * assertEquals([...await variances.read()], [2, 0]);
 * ```
 */
export function jaggedVar<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: SpreadOptions<Dim> = {},
): Reduced<L, FloatOf<L["dtype"]>, Dim> {
  return spread(lists, options, "jaggedVar", Reduction.VAR);
}

/**
 * Standard deviation of the rows of each list, or of the elements along an axis: the root of {@linkcode jaggedVar},
 * with the same operands, options, determinism and errors.
 *
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is; f32 for
 * integers. The caller owns the result.
 * @category Reductions of lists
 */
export function jaggedStd<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: SpreadOptions<Dim> = {},
): Reduced<L, FloatOf<L["dtype"]>, Dim> {
  return spread(lists, options, "jaggedStd", Reduction.STD);
}

function spread<L extends Lists<DType>, Dim extends number>(
  lists: L,
  options: SpreadOptions<Dim>,
  operator: string,
  reduction: Reduction,
): Reduced<L, FloatOf<L["dtype"]>, Dim> {
  const { correction = 1 } = checkOptions(operator, options, SPREAD_NAMES);
  if (!Number.isFinite(correction)) refuse(operator, `correction is ${correction}`);
  const fold = { operator, reduction, dtypeOf: meanDType<L["dtype"]>, correction };
  return reduceLists(lists, options, fold);
}
