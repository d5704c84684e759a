/**
 * Lists to measure on: two million rows of four numbers, in lists of very different lengths.
 *
 * @module
 */

import { type Context, jagged, type JaggedTensor, tensor } from "../../mod.ts";

/** Rows of all lists. */
export const ROWS: number = 1 << 21;

/** Numbers of a row. */
export const WIDTH: number = 4;

/** Half of the rows in one list, the others in lists of 0 to 126. */
export function unequalOffsets(): BigInt64Array<ArrayBuffer> {
  const offsets = [0, ROWS / 2];
  for (let nth = 0; (offsets.at(-1) ?? 0) < ROWS; nth++) {
    offsets.push(Math.min(ROWS, (offsets.at(-1) ?? 0) + (nth * 37) % 127));
  }
  return BigInt64Array.from(offsets, BigInt);
}

/** Whole numbers below 1024, so that sums of them are exact. */
export function benchLists(context: Context): JaggedTensor<"f32"> {
  const values = Float32Array.from({ length: ROWS * WIDTH }, (_, at) => (at * 7919) % 1021);
  using data = tensor(values, { context, shape: [ROWS, WIDTH] });
  return jagged(data, { offsets: unequalOffsets() });
}
