/**
 * Windows of every n-th row.
 *
 * @module
 */

import { Tails } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Lists } from "../core/mod.ts";
import type { RowOrder } from "./base/row_order.ts";
import { checkExtent, cutWindows } from "./_windows.ts";

/**
 * Options for {@linkcode dilatedWindows}.
 *
 * @category Attention
 */
export interface DilatedWindowsOptions {
  /** Rows of a window, up to 2^24. */
  readonly size: number;
  /** From which row of the order to which a window steps, up to 2^24. */
  readonly dilation: number;
}

const NAMES = optionNames<DilatedWindowsOptions>({ size: true, dilation: true });

/**
 * Cuts the rows of each list into windows of every `dilation`-th row: the dilated groups of OctFormer.
 *
 * Blocks of `size * dilation` rows have `dilation` windows each. The rows that are left at the end of a list are dealt to
 * windows in the same way, which have fewer rows; there are no empty ones. With a dilation of 1 these are the patches of
 * {@linkcode patchWindows} with short tails. Nothing waits.
 *
 * @param order Row numbers, i64 [n], each once, such as `orderByCode(codes).rows`; a tensor is one list; borrowed.
 * @param options Size of windows, and their step.
 * @returns The rows of the windows, a list for each; the caller owns them.
 * @throws {RangeError} If the row numbers are not [n], or an option is out of range.
 * @throws {TypeError} If they are not i64.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Wang, "OctFormer: Octree-based Transformers for 3D Point Clouds", 2023.
 * @category Attention
 *
 * @example Seven rows in windows of two
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { dilatedWindows } from "@denovdb/denovdb/attention";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using order = tensor(BigInt64Array.from({ length: 7 }, (_, row) => BigInt(row)), { context });
 * using windows = dilatedWindows(order, { size: 2, dilation: 2 });
 * assertEquals([...await windows.rows.data.read()], [0n, 2n, 1n, 3n, 4n, 6n, 5n]);
 * assertEquals([...windows.rows.offsets], [0n, 2n, 4n, 6n, 7n]);
 * ```
 */
export function dilatedWindows(order: Lists<"i64">, options: DilatedWindowsOptions): RowOrder {
  const operator = "dilatedWindows";
  const { size, dilation } = checkOptions(operator, options, NAMES);
  checkExtent(operator, "size", size);
  checkExtent(operator, "dilation", dilation);
  const cut = { size, dilation, borrows: false, tails: Tails.SHORT };
  return cutWindows(operator, order, cut);
}
