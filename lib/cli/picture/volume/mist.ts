/**
 * Volumes as mist: the samples above a threshold in a grid, drawn by emission and absorption.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../../../core/mod.ts";
import { gridFromDense } from "../../../grid/mod.ts";
import { injectFromDenseCminor } from "../../../inject/mod.ts";
import { asType, greater, minimum, multiply, subtract } from "../../../jagged/mod.ts";
import { marchField } from "./march.ts";
import type { SeenValues, VolumeScene } from "./scene.ts";
import { type SlopedVoxels, slopedVoxels } from "../slopes.ts";
import type { LoadedVolume } from "../../input/volume_file.ts";

/** Makes a scene of a volume whose z is fastest; the caller owns it. */
export function mistScene(context: Context, volume: LoadedVolume, seen: SeenValues): VolumeScene {
  const voxels = buildVoxels(context, volume, seen);
  const { grid, values, slopes } = voxels;
  const { counts } = grid;
  const voxelSize = Math.min(...volume.spacing);
  return {
    parts: {
      leaves: counts.leaves,
      gridBytes: counts.bytes,
      bytesPerVoxel: counts.bytes / Math.max(1, counts.voxels),
    },
    draw: (view, options) => marchField({ grid, values, slopes, voxelSize, ...view }, options),
    [Symbol.dispose]: () => voxels[Symbol.dispose](),
  };
}

/**
 * Puts samples above a threshold, those that are not air, into a grid.
 *
 * Values go from 0 at the threshold to 1, so that what is not in the grid, which counts as 0, joins on without a step.
 */
function buildVoxels(
  context: Context,
  volume: LoadedVolume,
  { threshold, brightest }: SeenValues,
): SlopedVoxels {
  const { dims: [x, y, z], spacing } = volume;
  return slopedVoxels(spacing, (own) => {
    const dense = own(tensor(deviceNumbers(volume), { context, shape: [x, y, z] }));
    const mask = own(greater(dense, threshold)) as Tensor<"bool">;
    const options = { context, dims: [x, y, z], mask, voxelSize: spacing } as const;
    const grid = own(gridFromDense(options));
    const samples = own(injectFromDenseCminor(grid, own(dense.reshape([1, x, y, z]))));
    const above = own(subtract(own(asType(samples, "f64")), threshold));
    const scale = brightest > threshold ? 1 / (brightest - threshold) : Number.MAX_VALUE;
    const values = own(asType(own(minimum(own(multiply(above, scale)), 1)), "f32"));
    return { grid, values };
  });
}

/** Samples as numbers that a device compares; those of 64 bits in double precision. */
export function deviceNumbers(
  { values }: LoadedVolume,
): Uint8Array | Int32Array | Float32Array | Float64Array {
  if (
    values instanceof Uint8Array || values instanceof Int32Array ||
    values instanceof Float32Array || values instanceof Float64Array
  ) return values;
  if (
    values instanceof Uint32Array || values instanceof BigInt64Array ||
    values instanceof BigUint64Array
  ) {
    const doubles = new Float64Array(values.length);
    for (let at = 0; at < doubles.length; at++) doubles[at] = Number(values[at]);
    return doubles;
  }
  return new Int32Array(values);
}
