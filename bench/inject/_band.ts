/**
 * A narrow band around a sphere, and features of its voxels, for benchmarks of injections.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  type Tensor,
  tensor,
} from "../_api.ts";
import { typedArray } from "../../lib/core/dtype.ts";
import { sphereBand } from "../grid/_inputs.ts";

/** Radius of the sphere in voxels: 154 thousand voxels in 2.4 million cells. */
export const RADIUS = 64;

/** Voxel of cell (0, 0, 0) of the box around the band. */
export const LEAST: number = -RADIUS - 1;

/** Cells of the box along each axis. */
export const SIDE: number = 2 * RADIUS + 3;

/** Channel counts and element types that the benchmarks run. */
export const FORMS = [
  { channels: 1, dtype: "f32" },
  { channels: 16, dtype: "f32" },
  { channels: 64, dtype: "f16" },
  { channels: 3, dtype: "u8" },
] as const;

/** One of {@linkcode FORMS}. */
export type Form = typeof FORMS[number];

/** A band, shifted along z. */
export function band(context: Context, shift = 0): GridBatch {
  const voxels = sphereBand(RADIUS).map((value, at) => at % 3 === 2 ? value + shift : value);
  using ijk = tensor(voxels, { context, shape: [voxels.length / 3, 3] });
  return gridFromIjk(ijk);
}

/** Small whole numbers, none of them 0, and not periodic in the length of rows. */
export function features(
  context: Context,
  shape: readonly number[],
  dtype: Form["dtype"],
): Tensor {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const values = typedArray(dtype, length);
  for (let at = 0; at < length; at++) values[at] = at % 251 + 1;
  return tensor(values, { context, shape, dtype });
}

/** The cell of each voxel in the box around the band, z fastest. */
export function cellsOf(grid: GridBatch): Int32Array {
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  return Int32Array.from({ length: flat.length / 3 }, (_, row) => {
    const [x = 0, y = 0, z = 0] = flat.subarray(row * 3, row * 3 + 3).map((v) => v - LEAST);
    return (x * SIDE + y) * SIDE + z;
  });
}
