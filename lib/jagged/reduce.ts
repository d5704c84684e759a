/**
 * Sums, products, means and logical reductions of lists.
 *
 * @module
 */

import { Reduction } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import { checkLists, checkOptions, checkResource, optionNames } from "../core/checks.ts";
import type { FloatOf } from "./_elements.ts";
import { type Reduced, reduceLists, type ReduceOptions } from "./_reduce.ts";

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
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  checkOptions("jaggedSum", options, NAMES);
  checkResource("jaggedSum", lists);
  checkLists({ operator: "jaggedSum", name: "lists" }, lists);
  const dtype = sumDType<L["dtype"]>(lists.dtype);
  return reduceLists(lists, options, { operator: "jaggedSum", reduction: Reduction.SUM, dtype });
}

/**
 * Multiplies the rows of each list, or the elements along an axis.
 *
 * Floats are multiplied in double precision and rounded once; integers wrap around in 64 bits. An empty list gives 1.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is. The caller owns
 * the result.
 * @throws {RangeError} If there is no such axis.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend; the order of products depends only on the length of a list.
 * @category Reductions of lists
 *
 * @example Products of two lists
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedProd } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4, 5]], { context });
 * using products = jaggedProd(lists);
 * assertEquals([...await products.read()], [6, 20]);
 * ```
 */
export function jaggedProd<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, SumOf<L["dtype"]>, Dim> {
  checkOptions("jaggedProd", options, NAMES);
  checkResource("jaggedProd", lists);
  checkLists({ operator: "jaggedProd", name: "lists" }, lists);
  const dtype = sumDType<L["dtype"]>(lists.dtype);
  return reduceLists(lists, options, { operator: "jaggedProd", reduction: Reduction.PROD, dtype });
}

/**
 * Computes the mean of the rows of each list, or of the elements along an axis.
 *
 * Sums and quotients are computed in double precision and rounded once. An empty list gives 0.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns A row for each list, [lists, ...], or the rows without the axis, in lists where `lists` is; f32 for
 * integers. The caller owns the result.
 * @throws {RangeError} If there is no such axis.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  checkOptions("jaggedMean", options, NAMES);
  checkResource("jaggedMean", lists);
  checkLists({ operator: "jaggedMean", name: "lists" }, lists);
  const dtype = meanDType<L["dtype"]>(lists.dtype);
  return reduceLists(lists, options, { operator: "jaggedMean", reduction: Reduction.MEAN, dtype });
}

/**
 * Tests whether any element is nonzero, in each list or along an axis. An empty list gives false; NaN counts as
 * nonzero.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns A row for each list, bool [lists, ...], or the rows without the axis, in lists where `lists` is. The caller
 * owns the result.
 * @throws {RangeError} If there is no such axis.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 *
 * @example Lists with a nonzero element
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedAny } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[0, 2, 0], [], [0]], { context });
 * using any = jaggedAny(lists);
 * assertEquals([...await any.read()], [1, 0, 0]);
 * ```
 */
export function jaggedAny<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, "bool", Dim> {
  checkOptions("jaggedAny", options, NAMES);
  const fold = { operator: "jaggedAny", reduction: Reduction.ANY, dtype: "bool" } as const;
  return reduceLists(lists, options, fold);
}

/**
 * Tests whether all elements are nonzero, in each list or along an axis. An empty list gives true; NaN counts as
 * nonzero.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns A row for each list, bool [lists, ...], or the rows without the axis, in lists where `lists` is. The caller
 * owns the result.
 * @throws {RangeError} If there is no such axis.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 *
 * @example Lists without a zero
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedAll } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[0, 2, 0], [], [3]], { context });
 * using all = jaggedAll(lists);
 * assertEquals([...await all.read()], [0, 1, 1]);
 * ```
 */
export function jaggedAll<L extends Lists<DType>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Reduced<L, "bool", Dim> {
  checkOptions("jaggedAll", options, NAMES);
  const fold = { operator: "jaggedAll", reduction: Reduction.ALL, dtype: "bool" } as const;
  return reduceLists(lists, options, fold);
}
