/**
 * Windows of consecutive rows.
 *
 * @module
 */

import { Tails } from "../../ffi/_generated/symbols.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Lists } from "../core/mod.ts";
import type { RowOrder } from "./base/row_order.ts";
import { checkExtent, cutWindows } from "./_windows.ts";

/**
 * Options for {@linkcode patchWindows}.
 *
 * @category Attention
 */
export interface PatchWindowsOptions {
  /** Rows of a window, up to 2^24. */
  readonly size: number;
  /**
   * What the last window of a list does that has fewer rows: with "borrow" it ends with those rows of the window before
   * that have the same places there, as in Point Transformer v3; with "short" it has fewer rows.
   *
   * @default {"borrow"}
   */
  readonly tails?: "borrow" | "short";
}

const TAILS = { borrow: Tails.BORROW, short: Tails.SHORT } as const;

const NAMES = optionNames<PatchWindowsOptions>({ size: true, tails: true });

/**
 * Cuts the rows of each list into windows of consecutive rows: the patches of point transformers.
 *
 * A list of at most `size` rows is one window. Of rows that are borrowed, `inverse` has the place in their own window, so
 * results of the other places are discarded. Nothing waits.
 *
 * @param order Row numbers, i64 [n], each once, such as `orderByCode(codes).rows`; a tensor is one list; borrowed.
 * @param options Size of windows, and what the last ones do.
 * @returns The rows of the windows, a list for each; the caller owns them.
 * @throws {RangeError} If the row numbers are not [n], or an option is out of range.
 * @throws {TypeError} If they are not i64.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Wu et al., "Point Transformer V3: Simpler, Faster, Stronger", 2024.
 * @category Attention
 *
 * @example Ten rows in windows of four
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { patchWindows } from "@denovdb/denovdb/attention";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using order = tensor(BigInt64Array.from({ length: 10 }, (_, row) => BigInt(row)), { context });
 * using patches = patchWindows(order, { size: 4 });
 * assertEquals([...patches.rows.offsets], [0n, 4n, 8n, 12n]);
 * assertEquals((await patches.rows.data.read()).slice(8), BigInt64Array.of(8n, 9n, 6n, 7n));
 * ```
 */
export function patchWindows(order: Lists<"i64">, options: PatchWindowsOptions): RowOrder {
  const operator = "patchWindows";
  const { size, tails = "borrow" } = checkOptions(operator, options, NAMES);
  checkExtent(operator, "size", size);
  const kind = Object.hasOwn(TAILS, tails) ? TAILS[tails] : undefined;
  if (kind === undefined) {
    refuse(operator, `tails is ${describeValue(tails)}, ${oneOf(Object.keys(TAILS))} expected`);
  }
  return cutWindows(operator, order, {
    size,
    dilation: 1,
    borrows: kind === Tails.BORROW,
    tails: kind,
  });
}
