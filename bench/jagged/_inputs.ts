/**
 * Lists to measure on: two million rows of four numbers, in lists of very different lengths.
 *
 * @module
 */

import { type Context, jagged, type JaggedTensor, tensor } from "../_api.ts";

/** Rows of all lists. */
export const ROWS: number = 1 << 21;

/** Numbers of a row. */
export const WIDTH: number = 4;

/** Half of the rows in one list, the others in lists of 0 to 126. */
function unequalOffsets(): BigInt64Array<ArrayBuffer> {
  const offsets = [0, ROWS / 2];
  for (let nth = 0; (offsets.at(-1) ?? 0) < ROWS; nth++) {
    offsets.push(Math.min(ROWS, (offsets.at(-1) ?? 0) + (nth * 37) % 127));
  }
  return BigInt64Array.from(offsets, BigInt);
}

/** What the rows are, in words. */
export const SHAPE: string = `f32 [${ROWS}, ${WIDTH}]`;

/** Bytes of all numbers. */
export const BYTES: number = ROWS * WIDTH * 4;

/** Lists on the device, and what is in them. */
export interface Lists {
  readonly lists: JaggedTensor<"f32">;
  readonly values: Float32Array;
  /** The numbers of the lists, the last one first. */
  readonly backwards: readonly number[];
}

/** Makes lists of whole numbers below 1024, so that sums of them are exact. */
export function lists(context: Context): Lists {
  const values = Float32Array.from({ length: ROWS * WIDTH }, (_, at) => (at * 7919) % 1021);
  using data = tensor(values, { context, shape: [ROWS, WIDTH] });
  const all = jagged(data, { offsets: unequalOffsets() });
  const backwards = Array.from({ length: all.length }, (_, list) => all.length - 1 - list);
  return { lists: all, values, backwards };
}
