/**
 * Minima and maxima of lists.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type DType, emptyTensor, type Lists } from "../core/mod.ts";
import { checkDType, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { callNative } from "../core/native_call.ts";
import { planSegments, settle } from "./_reduce.ts";
import type { Reduced, ReduceOptions } from "./reduce.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Element types that have an order: all but bool.
 *
 * @category Reductions of lists
 */
export type Ordered = Exclude<DType, "bool">;

/** Them all, for checks. */
export const ORDERED: readonly Ordered[] = [
  "f16",
  "bf16",
  "f32",
  "f64",
  "i16",
  "i32",
  "i64",
  "u8",
  "u16",
];

/**
 * Minima or maxima, and their positions; each is disposed separately.
 *
 * @category Reductions of lists
 */
export interface Extremes<L extends Lists<DType>, Dim extends number> extends Disposable {
  /** The values, with the element type of the lists. */
  readonly values: Reduced<L, L["dtype"], Dim>;
  /** Their positions in their list or along their axis, i64; -1 where there is no element. */
  readonly indices: Reduced<L, "i64", Dim>;
}

const NAMES = optionNames<ReduceOptions>({ dim: true, keepdim: "boolean" });

/**
 * Finds the minimum of each list, column by column, or of the elements along an axis.
 *
 * Of equal elements the first is taken, and NaN takes precedence over every number. An empty list gives 0 and the index
 * -1.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Dim The axis, if known at compile time.
 * @param lists Rows [n, ...] of any element type but bool; borrowed. A tensor is one list.
 * @param options The axis, and whether to keep it.
 * @returns Values and indices: a row for each list, [lists, ...], or the rows without the axis, in lists where `lists`
 * is. The caller owns both; disposing the pair disposes them.
 * @throws {RangeError} If there is no such axis.
 * @throws {TypeError} If `lists` is bool.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 *
 * @example Minima and their positions
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedMin } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[3, 1, 2, 1], []], { context });
 * using least = jaggedMin(lists);
 * assertEquals([...await least.values.read()], [1, 0]);
 * assertEquals([...await least.indices.read()], [1n, -1n]);
 * ```
 */
export function jaggedMin<L extends Lists<Ordered>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Extremes<L, Dim> {
  return findExtremes(lists, options, "jaggedMin");
}

/**
 * Finds the maximum of each list, column by column, or of the elements along an axis. Ties, NaN, empty lists, operands
 * and errors are as for {@linkcode jaggedMin}.
 *
 * @returns Values and indices, as {@linkcode jaggedMin} returns them; the caller owns both.
 * @determinism Same bits on every backend.
 * @category Reductions of lists
 *
 * @example The strongest channel of each row
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedMax } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = jaggedFromList([[0, 7, 7], [3, 2, 1, 4, 5, 6]], { context, shape: [3] });
 * using greatest = jaggedMax(rows, { dim: -1 });
 * assertEquals([...await greatest.values.data.read()], [7, 3, 6]);
 * assertEquals([...await greatest.indices.data.read()], [1n, 0n, 2n]);
 * ```
 */
export function jaggedMax<L extends Lists<Ordered>, const Dim extends number = 0>(
  lists: L,
  options: ReduceOptions<Dim> = {},
): Extremes<L, Dim> {
  return findExtremes(lists, options, "jaggedMax");
}

function findExtremes<L extends Lists<Ordered>, Dim extends number>(
  lists: L,
  options: ReduceOptions<Dim>,
  operator: "jaggedMin" | "jaggedMax",
): Extremes<L, Dim> {
  checkOptions(operator, options, NAMES);
  checkDType({ operator, name: "lists" }, rowsOf(lists).data, ORDERED);
  const segments = planSegments(operator, lists, options);
  const { data: { context }, shape, request } = segments;
  using stack = new DisposableStack();
  const values = stack.use(emptyTensor<L["dtype"]>(shape, { context, dtype: lists.dtype }));
  const indices = stack.use(emptyTensor(shape, { context, dtype: "i64" }));
  callNative(operator, context, (native, context) =>
    native.findExtremes({
      ...request,
      context,
      greatest: operator === "jaggedMax" ? 1 : 0,
      outValues: handleOf(values.buffer),
      outRows: handleOf(indices.buffer),
    }));
  stack.move();
  return {
    values: settle<L, L["dtype"], Dim>(lists, segments, values),
    indices: settle<L, "i64", Dim>(lists, segments, indices),
    [Symbol.dispose](): void {
      values.dispose();
      indices.dispose();
    },
  };
}
