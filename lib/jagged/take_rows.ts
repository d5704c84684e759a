/**
 * Gathering rows by index.
 *
 * @module
 */

import type { DType, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkDType, checkShape, inListsOf, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { shareContext } from "../core/ownership.ts";
import { convert } from "./_elements.ts";
import { checkHasRows, gatherRows } from "./_lists.ts";

/**
 * Options for {@linkcode takeRows}.
 *
 * @category Lists
 */
export interface TakeRowsOptions {
  /**
   * Value of all elements of rows with index -1.
   *
   * @default {0}
   */
  readonly fill?: number | bigint | boolean;
  /**
   * Whether indices other than -1 that are out of range are an error, which the calling thread waits for. If false,
   * they count as -1, and nothing waits.
   *
   * @default {true}
   */
  readonly checked?: boolean;
}

const NAMES = optionNames<TakeRowsOptions>({ fill: true, checked: "boolean" });

/**
 * Gathers rows of a tensor: row i of the result is row `rows[i]` of the source.
 *
 * This transfers features to the rows of another grid: queries return the rows, with -1 where a voxel has none.
 *
 * @typeParam D Element type.
 * @param source The rows to gather from, [n, ...], of any element type; borrowed.
 * @param rows Indices of rows, i32 or i64 [m], as returned by queries or {@linkcode listOfRows}; repetitions are
 * allowed.
 * @param options The value of rows with index -1, and whether other indices are checked.
 * @returns Rows, [m, ...], in lists where `rows` are. The caller owns them.
 * @throws {RangeError} If `rows` is not [m], the source has no axes, or `fill` does not fit an integer type.
 * @throws {TypeError} If `rows` is not i32 or i64, or if contexts are mixed.
 * @throws {NativeError} If indices are neither -1 nor in the source ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Features of voxels, and of a missing one
 * ```ts
 * import { openContext, takeRows, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * using rows = tensor(BigInt64Array.of(1n, -1n, 0n), { context });
 * using taken = takeRows(features, rows, { fill: 9 });
 * assertEquals([...await taken.read()], [3, 4, 9, 9, 1, 2]);
 * ```
 */
export function takeRows<D extends DType>(
  source: Tensor<D>,
  rows: Tensor<"i32" | "i64">,
  options?: TakeRowsOptions,
): Tensor<D>;
/**
 * Gathers rows of a tensor into lists.
 *
 * @returns Rows, [m, ...], in lists where `rows` are; the caller owns them.
 * @category Lists
 */
export function takeRows<D extends DType>(
  source: Tensor<D>,
  rows: JaggedTensor<"i32" | "i64">,
  options?: TakeRowsOptions,
): JaggedTensor<D>;
export function takeRows<D extends DType>(
  source: Tensor<D>,
  rows: Lists<"i32" | "i64">,
  options: TakeRowsOptions = {},
): Lists<D> {
  const operator = "takeRows";
  const { fill = 0, checked = true } = checkOptions(operator, options, NAMES);
  shareContext(operator, source, rows);
  const { data } = rowsOf(rows);
  checkDType({ operator, name: "rows" }, data, ["i32", "i64"]);
  checkShape({ operator, name: "rows" }, data, ["m"]);
  checkHasRows({ operator, name: "source" }, source);
  const { shape } = data;
  const gathering = { operator, shape, fill, checked };
  if (data.dtype === "i64") {
    return inListsOf(rows, gatherRows(source, data as Tensor<"i64">, gathering));
  }
  using wide = convert(operator, data, "i64") as Tensor<"i64">;
  return inListsOf(rows, gatherRows(source, wide, gathering));
}
