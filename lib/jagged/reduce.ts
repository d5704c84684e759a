/**
 * Sums, products, means and logical reductions of lists.
 *
 * @module
 */

import { Reduction } from "../../ffi/_generated/symbols.ts";
import type { DType, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { reduceLists } from "./_reduce.ts";
import type { FloatOf } from "./arithmetic.ts";

/**
 * Options of reductions.
 *
 * @category Reductions of lists
 */
export interface ReduceOptions<Dim extends number = number> {
  /**
   * 0 reduces the rows of each list to one row. Another number reduces an axis of the elements, [rows, 1st axis, 2nd
   * axis, ...]; negative ones count from the last, and do not reach the rows.
   *
   * @default {0}
   */
  readonly dim?: Dim;
  /**
   * Whether to keep the reduced axis, with extent 1.
   *
   * @default {false}
   */
  readonly keepdim?: boolean;
}

/**
 * Result of a reduction: a tensor with a row for each list, or as many rows as before, in lists where they were.
 *
 * @category Reductions of lists
 */
export type Reduced<L extends Lists<DType>, D extends DType, Dim extends number> = number extends
  Dim ? Lists<D>
  : Dim extends 0 ? Tensor<D>
  : L extends JaggedTensor<DType> ? JaggedTensor<D>
  : Tensor<D>;

/**
 * Element type of sums and products: unchanged for floats, i64 for integers and bool.
 *
 * @category Reductions of lists
 */
export type SumOf<D extends DType> = D extends "i16" | "i32" | "u8" | "u16" | "bool" ? "i64" : D;

const WHOLE: readonly DType[] = ["i16", "i32", "i64", "u8", "u16", "bool"];

/** Element type of sums, by that of the elements. */
export function sumDType<D extends DType>(dtype: D): SumOf<D> {
  return (WHOLE.includes(dtype) ? "i64" : dtype) as SumOf<D>;
}

/** Element type of means, by that of the elements. */
export function meanDType<D extends DType>(dtype: D): FloatOf<D> {
  return (WHOLE.includes(dtype) ? "f32" : dtype) as FloatOf<D>;
}

const NAMES = optionNames<ReduceOptions>({ dim: true, keepdim: "boolean" });

/**
 * Sums the rows of each list, or the elements along an axis.
 *
 * Floats are summed in double precision and rounded once; integers wrap around in 64 bits. An empty list gives 0.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is. The caller owns
 * the result.
 * @throws {RangeError} If there is no such axis.
 * @determinism Same bits on every backend; the order of additions depends only on the length of a list.
 * @category Reductions of lists
 *
 * @example Sums of two lists
 * ```ts
 * import { jaggedFromList, jaggedSum, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [], [4, 5]], { context });
 * using sums = jaggedSum(lists);
 * assertEquals([...await sums.read()], [6, 0, 9]);
 * ```
 */
export function jaggedSum<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, SumOf<L["dtype"]>, Dim> {
  return reduce("jaggedSum", Reduction.SUM, lists, options, sumDType<L["dtype"]>);
}

/**
 * Multiplies the rows of each list, or the elements along an axis. Operands, types, rounding and errors are those of
 * {@linkcode jaggedSum}. An empty list gives 1.
 *
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is. The caller owns
 * the result.
 * @determinism Same bits on every backend; the order of products depends only on the length of a list.
 * @category Reductions of lists
 */
export function jaggedProd<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, SumOf<L["dtype"]>, Dim> {
  return reduce("jaggedProd", Reduction.PROD, lists, options, sumDType<L["dtype"]>);
}

/**
 * Computes the mean of the rows of each list, or of the elements along an axis. Operands and errors are those of
 * {@linkcode jaggedSum}.
 *
 * Sums and quotients are computed in double precision and rounded once. An empty list gives 0.
 *
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is; f32 for
 * integers. The caller owns the result.
 * @determinism Same bits on every backend; the order of additions depends only on the length of a list.
 * @category Reductions of lists
 *
 * @example The center of two points, and of one
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedMean } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = jaggedFromList([[0, 0, 0, 2, 4, 6], [5, 5, 5]], { context, shape: [3] });
 * using centers = jaggedMean(points);
 * assertEquals([...await centers.read()], [1, 2, 3, 5, 5, 5]);
 * ```
 */
export function jaggedMean<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, FloatOf<L["dtype"]>, Dim> {
  return reduce("jaggedMean", Reduction.MEAN, lists, options, meanDType<L["dtype"]>);
}

/**
 * Tests whether any element is nonzero, in each list or along an axis. Operands and errors are those of
 * {@linkcode jaggedSum}. An empty list gives false; NaN counts as nonzero.
 *
 * @returns A row for each list, bool [lists, ...], or the rows without the axis, in lists where `lists` is. The caller
 * owns the result.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 *
 * @example Lists with a nonzero element, and without a zero
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedAll, jaggedAny } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[0, 2, 0], [], [3]], { context });
 * using any = jaggedAny(lists);
 * assertEquals([...await any.read()], [1, 0, 1]);
 * using all = jaggedAll(lists);
 * assertEquals([...await all.read()], [0, 1, 1]);
 * ```
 */
export function jaggedAny<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, "bool", Dim> {
  return reduce("jaggedAny", Reduction.ANY, lists, options, () => "bool");
}

/**
 * Tests whether all elements are nonzero, as {@linkcode jaggedAny} tests for any. An empty list gives true; NaN counts
 * as nonzero.
 *
 * @returns A row for each list, bool [lists, ...], or the rows without the axis, in lists where `lists` is. The caller
 * owns the result.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 */
export function jaggedAll<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, "bool", Dim> {
  return reduce("jaggedAll", Reduction.ALL, lists, options, () => "bool");
}

function reduce<L extends Lists<DType>, Dim extends number, D extends DType>(
  operator: string,
  reduction: Reduction,
  lists: L,
  options: ReduceOptions<Dim>,
  dtypeOf: (dtype: L["dtype"]) => D,
): Reduced<L, D, Dim> {
  checkOptions(operator, options, NAMES);
  return reduceLists(lists, options, { operator, reduction, dtypeOf });
}
