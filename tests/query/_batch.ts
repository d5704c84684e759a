/**
 * The batch that the query tests ask: three grids, one of them empty, with transforms of their own.
 *
 * @module
 */

import type { Context, GridBatch } from "../../mod.ts";
import { build } from "../grid/_grids.ts";
import {
  canonical,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  keyOf,
  randomIjk,
  randomSource,
  voxelOf,
} from "../grid/_oracle.ts";

/** Edge lengths of the voxels, per grid. */
export const SIZES: readonly (readonly [number, number, number])[] = [
  [0.5, 0.25, 2],
  [1, 1, 1],
  [0.1, 0.3, 0.7],
];

/** Centers of voxel (0, 0, 0), per grid. */
export const ORIGINS: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [5, 5, 5],
  [-1.5, 0.001, 1000],
];

/** The voxels of each grid. */
export const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(21), 800, -9, 9),
  [],
  [...randomIjk(randomSource(22), 400, -6, 6), [-(2 ** 31), 0, 2 ** 31 - 1], [4096, -4097, 0]],
];

/** Builds the batch. */
export function buildBatch(context: Context): GridBatch {
  return build(context, LISTS, { voxelSize: SIZES, origin: ORIGINS });
}

/** The row of a coordinate in grid b, or -1; over the whole batch when `inBatch`. */
export function rowOf(b: number, ijk: Ijk, inBatch = false): number {
  const row = ROWS[b]?.get(keyOf(ijk));
  if (row === undefined) return -1;
  return inBatch ? (FIRST_ROWS[b] ?? NaN) + row : row;
}

const ROWS = LISTS.map((list) =>
  new Map(canonical(list).map((ijk, row) => [keyOf(ijk), row] as const))
);
const FIRST_ROWS = ROWS.map((_, b) => ROWS.slice(0, b).reduce((sum, rows) => sum + rows.size, 0));

/** Coordinates to ask grid b about: its voxels, their neighbors, random and extreme ones. */
export function ijkQuestions(b: number): Ijk[] {
  const voxels = LISTS[b] ?? [];
  return [
    ...voxels,
    ...voxels.map(([i, j, k]): Ijk => [i, j, (k + 1) | 0]),
    ...randomIjk(randomSource(30 + b), 500, -12, 12),
    ...randomIjk(randomSource(40 + b), 200, INT32_MIN, INT32_MAX),
    [INT32_MIN, INT32_MIN, INT32_MIN],
    [INT32_MAX, INT32_MAX, INT32_MAX],
    [INT32_MIN, 0, INT32_MAX],
  ];
}

/** World points near grid b's voxels, some exactly on cell borders, some that are not numbers. */
export function pointQuestions(b: number): number[] {
  const random = randomSource(50 + b);
  const size = SIZES[b] ?? [1, 1, 1];
  const origin = ORIGINS[b] ?? [0, 0, 0];
  const world = (axis: 0 | 1 | 2, voxel: number): number => voxel * size[axis] + origin[axis];
  const list: number[] = [];
  for (let n = 0; n < 2000; n++) {
    for (const axis of [0, 1, 2] as const) {
      const voxel = (random() * 2 - 1) * 10;
      list.push(world(axis, n % 4 === 0 ? Math.round(voxel * 2) / 2 : voxel));
    }
  }
  const bad = [NaN, Infinity, -Infinity, 1e300, -1e300];
  for (const value of bad) list.push(value, 0, 0, 0, value, 0, 0, 0, value, value, value, value);
  // One voxel beyond the ends of int32, which must not wrap around.
  const beyond: readonly Ijk[] = [[INT32_MAX + 1, 0, 0], [0, INT32_MIN - 1, 0], [2 ** 32, 0, 0]];
  for (const [i, j, k] of beyond) list.push(world(0, i), world(1, j), world(2, k));
  return list;
}

/** The row that brute force gives for each point. */
export function pointAnswers(b: number, points: ArrayLike<number>, inBatch: boolean): number[] {
  const size = SIZES[b] ?? [1, 1, 1];
  const origin = ORIGINS[b] ?? [0, 0, 0];
  return Array.from({ length: points.length / 3 }, (_, n) =>
    rowOf(b, [
      voxelOf(points[n * 3] ?? NaN, size[0], origin[0]),
      voxelOf(points[n * 3 + 1] ?? NaN, size[1], origin[1]),
      voxelOf(points[n * 3 + 2] ?? NaN, size[2], origin[2]),
    ], inBatch));
}

/** Typed arrays of points, by element type. */
export interface RealArrays {
  readonly f16: typeof Float16Array;
  readonly f32: typeof Float32Array;
  readonly f64: typeof Float64Array;
}

/** Typed arrays of points, by element type. */
export const REAL_ARRAYS: RealArrays = { f16: Float16Array, f32: Float32Array, f64: Float64Array };

/** The cells around a coordinate, x slowest and z fastest, each as a row. */
export function neighborsOf(center: Ijk, extent: number, row: (near: Ijk) => number): number[] {
  const steps = Array.from({ length: 2 * extent + 1 }, (_, n) => n - extent);
  return steps.flatMap((i) =>
    steps.flatMap((j) => steps.map((k) => row([center[0] + i, center[1] + j, center[2] + k])))
  );
}
