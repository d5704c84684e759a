/**
 * Interpolation of bricked volumes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { computeTensor } from "../core/native_call.ts";
import { checkAnyNumber } from "../../ffi/base/checks.ts";
import { type BrickVolume, takePlaces } from "./base/bricks.ts";
import type { VoxelType } from "./base/voxels.ts";

/**
 * Options for {@linkcode brickSample}.
 *
 * @category Bricks
 */
export interface BrickSampleOptions {
  /**
   * Value of samples in empty bricks.
   *
   * @default {that of the volume}
   */
  readonly fill?: number;
}

const NAMES = optionNames<BrickSampleOptions>({ fill: true });

/**
 * Samples a bricked volume by trilinear interpolation in single precision.
 *
 * Voxel (i, j, k) has its center at (i + 0.5, j + 0.5, k + 0.5); outside the box of the centers, samples are clamped to
 * it. The brick of a sample is that of the lowest of its eight voxels, and holds all of them.
 *
 * @param volume A bricked volume; borrowed.
 * @param points Positions in voxels, f32 [n, 3] (x, y, z); NaN is clamped to the lower side. Borrowed.
 * @param options The fill value.
 * @returns Samples, f32 [n]; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3].
 * @throws {TypeError} If `points` is not f32, or if contexts are mixed.
 * @determinism Same bits on every backend: multiplications and additions are fused in the same way.
 * @category Bricks
 *
 * @example Halfway between two voxels, and in an empty brick
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickSample, brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 5, 3, 3, 3, 3, 3, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 3, brick: 4, fill: 1 });
 * using points = tensor(Float32Array.of(1, 0.5, 0.5, 4.5, 0.5, 0.5), { context, shape: [2, 3] });
 * using samples = brickSample(volume, points);
 * assertEquals([...await samples.read()], [7, 1]);
 * ```
 */
export function brickSample<D extends VoxelType>(
  volume: BrickVolume<D>,
  points: Tensor<"f32">,
  options: BrickSampleOptions = {},
): Tensor<"f32"> {
  const operator = "brickSample";
  checkOptions(operator, options, NAMES);
  const { request, ...layout } = takePlaces(operator, volume, ["points", points, "f32"]);
  const { fill: background = volume.fill } = options;
  checkAnyNumber({ operator, name: "fill" }, background);
  const given = { ...request, points: handleOf(points.buffer), background };
  return computeTensor(
    { ...layout, dtype: "f32" },
    (native, { out }) => native.brickSample({ ...given, out }),
  );
}
