/**
 * A block of voxels, and points spread through it.
 *
 * @module
 */

import {
  type Context,
  fullTensor,
  type GridBatch,
  gridFromDense,
  type Tensor,
  tensor,
} from "../../mod.ts";

/** Voxels along an edge of the block. */
const SIDE = 96;
/** How many points there are. */
export const COUNT = 200_000;

/** Steps along x, y and z that spread points evenly: powers of the number with x^4 = x + 1. */
const STEPS = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703] as const;

/** What the benchmarks of sampling and splatting work on. */
export interface Scene {
  readonly grid: GridBatch;
  /** World positions, [COUNT, 3], two voxels and more inside. */
  readonly points: Tensor<"f32">;
  /** A number of channels of 2 for each voxel. */
  readonly values: (channels: number) => Tensor<"f32">;
  /** A number of channels of 2 for each point. */
  readonly data: (channels: number) => Tensor<"f32">;
}

/** Makes the block and the points. */
export function makeScene(context: Context): Scene {
  const grid = gridFromDense({ context, dims: SIDE });
  const flat = new Float32Array(COUNT * 3);
  for (let at = 0; at < flat.length; at++) {
    const turn = STEPS[at % 3] ?? NaN;
    flat[at] = 2 + (Math.floor(at / 3) * turn % 1) * (SIDE - 5);
  }
  const points = tensor(flat, { context, shape: [COUNT, 3] });
  const filled = (count: number) => (channels: number): Tensor<"f32"> =>
    fullTensor([count, channels], 2, { context, dtype: "f32" });
  return { grid, points, values: filled(grid.numVoxels), data: filled(COUNT) };
}

/** Whether all numbers are about the same. */
export function allNear(numbers: ArrayLike<number>, value: number): boolean {
  const room = 1e-4 * Math.abs(value) + 1e-5;
  for (let at = 0; at < numbers.length; at++) {
    if (!(Math.abs((numbers[at] ?? NaN) - value) <= room)) return false;
  }
  return true;
}

/** Whether numbers sum to about a total. */
export function sumsTo(numbers: ArrayLike<number>, total: number): boolean {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] ?? NaN;
  return Math.abs(sum / total - 1) < 1e-3;
}
