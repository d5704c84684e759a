/**
 * Colors by height of points that come a part at a time: those that all at once would have.
 *
 * @module
 */

import { HEIGHT_SHARES, type HeightRange, rankOf } from "../../input/cloud.ts";

/** Places of points, x, y, z interleaved, some at a time; they can be read more than once. */
export type IntegerParts = () => AsyncIterable<Int32Array>;

/** Bins of a count of heights. */
const BINS = 1 << 16;

/**
 * Finds the heights at which the ramp of colors begins and ends.
 *
 * @param parts The points.
 * @param span How many there are, and their least and greatest height.
 */
export async function heightRange(
  parts: IntegerParts,
  { count, low, high }: { readonly count: number; readonly low: number; readonly high: number },
): Promise<HeightRange> {
  const ranks = HEIGHT_SHARES.map((share) => rankOf(count, share));
  const width = Math.ceil((high - low + 1) / BINS);
  const binOf = (height: number): number => Math.floor((height - low) / width);
  const coarse = new Float64Array(BINS);
  for await (const places of parts()) {
    for (let at = 2; at < places.length; at += 3) {
      const bin = binOf(places[at] ?? 0);
      coarse[bin] = (coarse[bin] ?? 0) + 1;
    }
  }
  const found = ranks.map((rank) => binAt(coarse, rank));
  // Heights of each bin that holds a rank, one by one.
  const fine = new Map(found.map(({ bin }) => [bin, new Float64Array(width)]));
  for await (const places of width === 1 ? [] : parts()) {
    for (let at = 2; at < places.length; at += 3) {
      const height = places[at] ?? 0;
      const bin = binOf(height);
      const counts = fine.get(bin);
      const own = height - low - bin * width;
      if (counts !== undefined) counts[own] = (counts[own] ?? 0) + 1;
    }
  }
  const [first = 0, last = 0] = found.map(({ bin, rank }) => {
    const counts = fine.get(bin);
    const own = width === 1 || counts === undefined ? 0 : binAt(counts, rank).bin;
    // All at once, heights are f32.
    return Math.fround(low + bin * width + own);
  });
  return { low: first, high: last };
}

/** The bin that holds a rank, and the rank among what is in it. */
function binAt(
  counts: Float64Array,
  rank: number,
): { readonly bin: number; readonly rank: number } {
  let before = 0;
  for (const [bin, count] of counts.entries()) {
    if (rank < before + count) return { bin, rank: rank - before };
    before += count;
  }
  return { bin: counts.length - 1, rank: 0 };
}
