/**
 * Elements to make spatial indexes of, and quick ways to make them.
 *
 * @module
 */

import fc from "fast-check";
import {
  indexFromBits,
  indexFromValues,
  type IndexLayout,
  type SpatialIndex,
} from "../../lib/index/mod.ts";
import { type Context, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { type Elements, levelsOf, packBits, prefixesOf, sizeOf, trailingOnes } from "./_oracle.ts";

/** All layouts. */
export const LAYOUTS: readonly IndexLayout[] = ["paper", "wide", "rank96", "rank224"];

/** Sizes at and around words, blocks and groups. */
export const SIZES: readonly number[] = [
  ...[1, 2, 3, 31, 32, 33, 63, 64, 65, 95, 96, 97, 223, 224, 225],
  ...[255, 256, 257, 4095, 4096, 4097],
];

/** Bits of which a share is set. */
export function someBits(n: number, share: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: n }, () => random.number() < share ? 1 : 0);
}

/** An index along one axis of bits. */
export function indexOf(
  context: Context,
  data: readonly number[],
  layout: IndexLayout,
): SpatialIndex {
  using bits = tensor(packBits(data), { context });
  return indexFromBits(bits, { dims: [data.length], layout });
}

/** A tree of any shape. */
export function treeIndex(context: Context, { dims, data }: Elements, bits: number): SpatialIndex {
  using values = tensor(BigInt64Array.from(data, BigInt), { context });
  return indexFromValues(values, { dims, bits });
}

/** Shapes of one to four axes, widths, and elements that are often 0. */
export interface Shaped extends Elements {
  readonly bits: number;
}

/** Trees of any shape. */
export function shapes(
  { most = 12, bits = 32 }: { most?: number; bits?: number } = {},
): fc.Arbitrary<
  Shaped
> {
  const extents = fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 4 });
  return fc.tuple(
    extents,
    fc.integer({ min: 1, max: bits }),
    fc.nat(),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
    .map(([dims, width, seed, share]) => {
      const random = new Random(seed);
      const data = Array.from(
        { length: sizeOf(dims) },
        () => random.number() < share ? Math.floor(random.number() * 2 ** width) : 0,
      );
      return { dims, bits: width, data };
    });
}

/** The packed tree of many bits: nodes as differences of running sums. */
export function packLine(data: readonly number[]): Uint8Array<ArrayBuffer> {
  const sums = prefixesOf(data);
  const levels = levelsOf([data.length], 1);
  const end = levels.reduce(
    (bits, { counts, width }) => bits + 32 * Math.ceil((counts[0] ?? 0) * width / 32),
    0,
  );
  const bytes = new Uint8Array(end / 8);
  for (let k = 0; k < data.length; k++) {
    const t = trailingOnes(k);
    const { bitOffset = 0, width = 0 } = levels[t] ?? {};
    const place = Math.floor(k / 2 ** (t + 1));
    const value = (sums[k + 1] ?? 0) - (sums[k + 1 - 2 ** t] ?? 0);
    for (let bit = 0; bit < width; bit++) {
      const at = bitOffset + place * width + bit;
      const byte = Math.floor(at / 8);
      if (value >> bit & 1) bytes[byte] = (bytes[byte] ?? 0) | 1 << at % 8;
    }
  }
  return bytes;
}

/** How often properties are tried, and from where. */
export const RUNS = { seed: 7, numRuns: 60 } as const;
