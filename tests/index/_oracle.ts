/**
 * Spatial indexes worked out by definition, element by element.
 *
 * @module
 */

import type { SpatialIndex } from "../../lib/index/mod.ts";
import type { Context, Tensor } from "../../mod.ts";
import { tensor } from "../../mod.ts";

/** Elements with their extents, the first varying fastest. */
export interface Elements {
  readonly dims: readonly number[];
  readonly data: readonly number[];
}

/** The coordinates of an element. */
export function coordsOf(dims: readonly number[], k: number): number[] {
  return dims.map((extent) => {
    const own = k % extent;
    k = Math.floor(k / extent);
    return own;
  });
}

/** The place of coordinates. */
export function placeOf(dims: readonly number[], coords: readonly number[]): number {
  return dims.reduceRight((place, extent, axis) => place * extent + (coords[axis] ?? 0), 0);
}

/** Number of elements. */
export function sizeOf(dims: readonly number[]): number {
  return dims.reduce((size, extent) => size * extent, 1);
}

/** Sums a box [low, high) one element at a time. */
export function boxSum(
  { dims, data }: Elements,
  low: readonly number[],
  high: readonly number[],
): number {
  let sum = 0;
  for (let k = 0; k < data.length; k++) {
    const inside = coordsOf(dims, k).every((at, axis) =>
      at >= (low[axis] ?? 0) && at < (high[axis] ?? 0)
    );
    if (inside) sum += data[k] ?? 0;
  }
  return sum;
}

/** How many bits below the lowest clear one are set. */
export function trailingOnes(k: number): number {
  let count = 0;
  for (; k % 2 === 1; k = (k - 1) / 2) count++;
  return count;
}

/** What every node of the tree holds, by the place of the node's element. */
export function treeOf(elements: Elements): number[] {
  const { dims, data } = elements;
  return data.map((_, k) => {
    const coords = coordsOf(dims, k);
    const low = coords.map((at) => at - 2 ** trailingOnes(at) + 1);
    return boxSum(elements, low, coords.map((at) => at + 1));
  });
}

/** A level of a packed tree. */
export interface Level {
  readonly t: readonly number[];
  readonly counts: readonly number[];
  readonly width: number;
  readonly bitOffset: number;
}

/** The levels of a packed tree in order, the first axis innermost. */
export function levelsOf(dims: readonly number[], bits: number): Level[] {
  const depth = dims.map((extent) => extent.toString(2).length);
  const levels: Level[] = [];
  let bitOffset = 0;
  for (let level = 0; level < sizeOf(depth); level++) {
    const t = coordsOf(depth, level);
    const counts = dims.map((extent, axis) =>
      Math.floor((extent + 2 ** (t[axis] ?? 0)) / 2 ** ((t[axis] ?? 0) + 1))
    );
    const width = bits + t.reduce((sum, own) => sum + own, 0);
    levels.push({ t, counts, width, bitOffset });
    bitOffset += 32 * Math.ceil(sizeOf(counts) * width / 32);
  }
  return levels;
}

/** A packed tree, bit by bit. */
export function packTree(elements: Elements, bits: number): Uint8Array<ArrayBuffer> {
  const { dims } = elements;
  const tree = treeOf(elements);
  const levels = levelsOf(dims, bits);
  const last = levels.at(-1);
  if (last === undefined) throw new RangeError("a tree without levels");
  const end = last.bitOffset + 32 * Math.ceil(sizeOf(last.counts) * last.width / 32);
  const bytes = new Uint8Array(end / 8);
  for (const { t, counts, width, bitOffset } of levels) {
    for (let node = 0; node < sizeOf(counts); node++) {
      const coords = coordsOf(counts, node).map((place, axis) => {
        const own = t[axis] ?? 0;
        return place * 2 ** (own + 1) + 2 ** own - 1;
      });
      const value = BigInt(tree[placeOf(dims, coords)] ?? 0);
      for (let bit = 0; bit < width; bit++) {
        const at = bitOffset + node * width + bit;
        if (value >> BigInt(bit) & 1n) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | 1 << (at & 7);
      }
    }
  }
  return bytes;
}

/** Elements of one bit as bytes, least significant bit first. */
export function packBits(data: readonly number[], length?: number): Uint8Array<ArrayBuffer> {
  const bytes = length ?? Math.ceil(data.length / 8);
  const packed = new Uint8Array(bytes);
  for (const [k, value] of data.entries()) {
    if (value !== 0) packed[k >> 3] = (packed[k >> 3] ?? 0) | 1 << (k & 7);
  }
  return packed;
}

/** The first bits of bytes. */
export function unpackBits(bytes: Uint8Array, n: number): number[] {
  return Array.from({ length: n }, (_, k) => (bytes[k >> 3] ?? 0) >> (k & 7) & 1);
}

/** How the published vectors make numbers. */
export interface Generator {
  readonly seed: number;
  readonly num: number;
  readonly den: number;
}

/** Bits of a linear congruential generator. */
export function generate({ seed, num, den }: Generator, n: number): number[] {
  let state = seed;
  return Array.from({ length: n }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % den < num ? 1 : 0;
  });
}

/** Sums before each element, and of all. */
export function prefixesOf(data: readonly number[]): number[] {
  const sums = [0];
  for (const value of data) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

/** The counters of a `wide` index. */
export interface WideCounters {
  readonly g0: Uint16Array<ArrayBuffer>;
  readonly g1: Uint16Array<ArrayBuffer>;
  readonly top: BigInt64Array<ArrayBuffer>;
}

/** Counters by definition. */
export function wideCounters(data: readonly number[]): WideCounters {
  const sums = prefixesOf(data);
  const n = data.length;
  const before = (k: number): number => sums[Math.min(k, n)] ?? 0;
  const groups = Math.ceil(n / 4096);
  const supers = Math.ceil(n / 65536);
  const g0 = Uint16Array.from(
    { length: groups * 16 },
    (_, block) => before(block * 256) - before(Math.floor(block / 16) * 4096),
  );
  const g1 = Uint16Array.from(
    { length: supers * 16 },
    (_, group) => before(group * 4096) - before(Math.floor(group / 16) * 65536),
  );
  const top = BigInt64Array.from({ length: supers + 1 }, (_, at) => BigInt(before(at * 65536)));
  return { g0, g1, top };
}

/** The counters that a `wide` index holds. */
export function readCounters({ size, counters }: SpatialIndex): WideCounters {
  const bytes = counters?.readSync() ?? new Uint8Array(0);
  const groups = Math.ceil(size / 4096);
  const supers = Math.ceil(size / 65536);
  const g1At = groups * 32;
  const topAt = g1At + supers * 32;
  return {
    g0: new Uint16Array(bytes.buffer, 0, groups * 16),
    g1: new Uint16Array(bytes.buffer, g1At, supers * 16),
    top: new BigInt64Array(bytes.buffer, topAt, supers + 1),
  };
}

/** A number as an element of any dtype. */
export function numbersOf(values: Tensor): number[] {
  return Array.from(values.readSync() as ArrayLike<number | bigint>, Number);
}

/** A tensor of keys, [n]. */
export function keysOf(context: Context, keys: readonly number[]): Tensor<"i64"> {
  return tensor(BigInt64Array.from(keys, BigInt), { context });
}

/** A tensor of coordinates, [n, axes], or [n] along one axis. */
export function coordKeys(
  context: Context,
  coords: readonly (readonly number[])[],
  axes: number,
): Tensor<"i64"> {
  const flat = BigInt64Array.from(coords.flat(), BigInt);
  return tensor(flat, { context, shape: axes === 1 ? [coords.length] : [coords.length, axes] });
}

/** SHA-256 in hexadecimal. */
export async function sha256(bytes: ArrayBufferView<ArrayBuffer>): Promise<string> {
  const { buffer, byteOffset, byteLength } = bytes;
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", view)).toHex();
}
