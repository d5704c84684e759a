/**
 * Samples of parts of clouds, in memory.
 *
 * @module
 */

import { SAMPLE_WORDS } from "./base/buckets.ts";
import { lodRows } from "./points.ts";
import type { LodTree } from "./base/tree.ts";

/** Numbers of {@linkcode Samples.sums} for each sample. */
export const SUMS = 5;

/** Most bytes that go along with a point. */
export const MOST_EXTRA_BYTES = 65_535;

/** Samples that a part is built from. */
export interface Samples {
  /** Coordinates, [n, 3]. */
  readonly places: Int32Array<ArrayBuffer>;
  /** Red, green, blue and alpha, [n, 4]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** By sample: sums of four channels, and how many points. */
  readonly sums: BigInt64Array<ArrayBuffer> | undefined;
  /** Bytes that go along with points, as many for each; empty if there are none. */
  readonly extras: Uint8Array<ArrayBuffer>;
  /** Numbers that are added up for voxels, as many for each; empty if there are none. */
  readonly tallies: Float64Array<ArrayBuffer>;
}

/** One after the other. */
export function joinSamples(parts: readonly Samples[]): Samples {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const count = parts.reduce((sum, { colors }) => sum + colors.length / 4, 0);
  const places = new Int32Array(count * 3);
  const colors = new Uint8Array(count * 4);
  const sums = first?.sums === undefined ? undefined : new BigInt64Array(count * SUMS);
  const extras = new Uint8Array(parts.reduce((sum, { extras }) => sum + extras.length, 0));
  const tallies = new Float64Array(parts.reduce((sum, { tallies }) => sum + tallies.length, 0));
  let [at, extraAt, tallyAt] = [0, 0, 0];
  for (const part of parts) {
    places.set(part.places, at * 3);
    colors.set(part.colors, at * 4);
    if (part.sums !== undefined) sums?.set(part.sums, at * SUMS);
    extras.set(part.extras, extraAt);
    at += part.colors.length / 4;
    extraAt += part.extras.length;
    tallies.set(part.tallies, tallyAt);
    tallyAt += part.tallies.length;
  }
  return { places, colors, sums, extras, tallies };
}

/** Samples of a store as they were packed; places become signed by adding `low`. */
export function unpackSamples(
  bytes: Uint8Array<ArrayBuffer>,
  low: number,
): Pick<Samples, "places" | "colors"> {
  const words = new Uint32Array(bytes.buffer);
  const count = words.length / SAMPLE_WORDS;
  const places = new Int32Array(count * 3);
  const colors = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    places[n * 3] = (words[n * 4] ?? 0) + low;
    places[n * 3 + 1] = (words[n * 4 + 1] ?? 0) + low;
    places[n * 3 + 2] = (words[n * 4 + 2] ?? 0) + low;
    colors[n] = words[n * 4 + 3] ?? 0;
  }
  return { places, colors: new Uint8Array(colors.buffer) };
}

/** Rows of points of a tree, of which parts have fewer than 2^32. */
export function rowsOf(
  tree: LodTree,
  range: { readonly first: number; readonly count: number },
): Uint32Array {
  using column = lodRows(tree, range);
  return new Uint32Array(column.readSync().buffer).filter((_, at) => at % 2 === 0);
}

/** Bytes of rows, as many for each. */
export function gatherExtras(
  extras: Uint8Array,
  rows: ArrayLike<number>,
  width: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(rows.length * width);
  let to = 0;
  for (let n = 0; n < rows.length; n++) {
    const from = (rows[n] ?? 0) * width;
    for (let k = 0; k < width; k++) out[to++] = extras[from + k] ?? 0;
  }
  return out;
}

/** Name of the bytes that go along with the points of a bucket. */
export function extrasName(name: string): string {
  return `${name} extras`;
}

/** Name of the numbers that are added up for the voxels of a bucket. */
export function talliesName(name: string): string {
  return `${name} tallies`;
}
