/**
 * Slow, obvious answers for grids: sets of coordinates as text, NanoVDB's order by comparing offsets.
 *
 * @module
 */

import { Random } from "../_arrays.ts";

/** An integer coordinate. */
export type Ijk = readonly [i: number, j: number, k: number];

/** Lists the coordinates of a flat [n, 3] array. */
export function triples(flat: Int32Array): Ijk[] {
  const list: Ijk[] = [];
  for (let at = 0; at + 2 < flat.length; at += 3) {
    list.push([flat[at] ?? 0, flat[at + 1] ?? 0, flat[at + 2] ?? 0]);
  }
  return list;
}

/** Flattens coordinates to [n, 3]. */
export function flatten(list: readonly Ijk[]): Int32Array<ArrayBuffer> {
  const flat = new Int32Array(list.length * 3);
  list.forEach((ijk, n) => flat.set(ijk, n * 3));
  return flat;
}

/** The key of a coordinate in a Map or Set. */
export function keyOf(ijk: Ijk): string {
  return `${ijk[0]},${ijk[1]},${ijk[2]}`;
}

/** The place of a coordinate in the tree: tile by sign, then the offset inside upper, lower and leaf. */
function treePath([i, j, k]: Ijk): number[] {
  const offset = (shift: number, bits: number): number => {
    const mask = (1 << bits) - 1;
    return (((i >> shift) & mask) << (2 * bits)) | (((j >> shift) & mask) << bits) |
      ((k >> shift) & mask);
  };
  return [i >> 12, j >> 12, k >> 12, offset(7, 5), offset(3, 4), offset(0, 3)];
}

/** Sorts coordinates into voxel order and drops repetitions. */
export function canonical(list: readonly Ijk[]): Ijk[] {
  const unique = new Map(list.map((ijk) => [keyOf(ijk), ijk]));
  return [...unique.values()]
    .map((ijk) => ({ ijk, path: treePath(ijk) }))
    .sort((a, b) => {
      for (let level = 0; level < a.path.length; level++) {
        const difference = (a.path[level] ?? 0) - (b.path[level] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    })
    .map(({ ijk }) => ijk);
}

/** Maps each active coordinate to its row. */
export function rowsOf(list: readonly Ijk[]): Map<string, number> {
  return new Map(canonical(list).map((ijk, row) => [keyOf(ijk), row]));
}

/** Counts the nodes of `2^log2`-sized cubes that hold coordinates. */
export function countNodes(list: readonly Ijk[], log2: number): number {
  return new Set(list.map(([i, j, k]) => keyOf([i >> log2, j >> log2, k >> log2]))).size;
}

/** The inclusive bounds of coordinates, [min, max]; zeros for none. */
export function boundsOf(list: readonly Ijk[]): number[] {
  if (list.length === 0) return [0, 0, 0, 0, 0, 0];
  const axis = (a: 0 | 1 | 2, pick: (x: number, y: number) => number): number =>
    list.reduce((best, ijk) => pick(best, ijk[a]), list[0]?.[a] ?? 0);
  return [
    ...([0, 1, 2] as const).map((a) => axis(a, Math.min)),
    ...([0, 1, 2] as const).map((a) => axis(a, Math.max)),
  ];
}

/** The voxel that holds a world coordinate, along one axis, in JavaScript's doubles. */
export function voxelOf(world: number, size: number, origin: number): number {
  return Math.floor((world - origin) / size + 0.5);
}

/** Three numbers, one per axis. */
export type Triple = readonly [x: number, y: number, z: number];

/** The voxels of points [n, 3], from JavaScript's doubles. */
export function voxelsOf(points: ArrayLike<number>, size: Triple, origin: Triple): Ijk[] {
  return Array.from({ length: points.length / 3 }, (_, n): Ijk => [
    voxelOf(points[n * 3] ?? NaN, size[0], origin[0]),
    voxelOf(points[n * 3 + 1] ?? NaN, size[1], origin[1]),
    voxelOf(points[n * 3 + 2] ?? NaN, size[2], origin[2]),
  ]);
}

/** Coordinates of points in a cube around the origin, [count, 3]. */
export function randomPoints(seed: number, count: number, reach: number): number[] {
  const random = randomSource(seed);
  return Array.from({ length: count * 3 }, () => (random() * 2 - 1) * reach);
}

/** A seeded source of uniform numbers in [0, 1). */
export function randomSource(seed: number): () => number {
  const random = new Random(seed);
  return () => random.number();
}

/** A whole number in [low, high]. */
export function randomInt(random: () => number, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Coordinates drawn from a cube [low, high]^3. */
export function randomIjk(random: () => number, count: number, low: number, high: number): Ijk[] {
  return Array.from({ length: count }, (): Ijk => [
    randomInt(random, low, high),
    randomInt(random, low, high),
    randomInt(random, low, high),
  ]);
}

/** The same items in another order. */
export function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = randomInt(random, 0, at);
    const kept = list[at] as T;
    list[at] = list[other] as T;
    list[other] = kept;
  }
  return list;
}

/** The smallest int32. */
export const INT32_MIN: number = -(2 ** 31);

/** The largest int32. */
export const INT32_MAX: number = 2 ** 31 - 1;

/** Coordinates and values of the published numbering example; value - 1 is the row. */
export const GOLDEN: readonly (readonly [ijk: Ijk, value: number])[] = [
  [[-5000, 3, 3], 1],
  [[-1, 0, 0], 2],
  [[0, -1, 0], 3],
  [[0, 0, -1], 4],
  [[0, 0, 0], 5],
  [[5, 5, 5], 6],
  [[0, 0, 8], 7],
  [[0, 8, 0], 8],
  [[128, 0, 0], 9],
  [[4096, 0, 0], 10],
];
