/**
 * Dense volumes from bricked ones.
 *
 * @module
 */

import { VoxelOrder } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { checkUsable } from "../../ffi/base/checks.ts";
import { BrickVolume, nativeBricks } from "./base/bricks.ts";
import { checkFill, orderOf, type VoxelAxes, type VoxelType } from "./base/voxels.ts";

/**
 * Options for {@linkcode brickToDense}.
 *
 * @category Bricks
 */
export interface BrickToDenseOptions {
  /**
   * Value of voxels in no filled brick.
   *
   * @default {that of the volume}
   */
  readonly fill?: number;
  /**
   * Axes of the result, the last one varying fastest.
   *
   * @default {"zyx"}
   */
  readonly axes?: VoxelAxes;
}

const NAMES = optionNames<BrickToDenseOptions>({ fill: true, axes: true });

/**
 * Writes all voxels of a bricked volume: those in filled bricks with their original values, whether above the threshold
 * or not, and the fill value elsewhere.
 *
 * A voxel belongs to the brick in which it is not padding.
 *
 * @typeParam D Element type of the voxels.
 * @param volume A bricked volume; borrowed.
 * @param options Fill value and axes.
 * @returns Voxels, [z, y, x] or [x, y, z]; the caller owns them.
 * @throws {IndexError} If the fill value is out of range of the voxel type, or not whole for integers (VALUE_RANGE).
 * @throws {TypeError} If the axes are unknown.
 * @determinism Same bits on every backend.
 * @category Bricks
 *
 * @example What is not stored gets the fill value
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickToDense, brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 3, 3, 3, 3, 3, 3, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 3, brick: 4 });
 * using again = brickToDense(volume);
 * assertEquals([...await again.read()], [9, 3, 3, 0, 0, 0, 3, 8]);
 * ```
 */
export function brickToDense<D extends VoxelType>(
  volume: BrickVolume<D>,
  options: BrickToDenseOptions = {},
): Tensor<D> {
  const operator = "brickToDense";
  checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "volume" }, volume, BrickVolume);
  const { fill = volume.fill, axes = "zyx" } = options;
  const { context, dims: [x, y, z], dtype } = volume;
  const order = orderOf(operator, axes);
  const background = checkFill(operator, dtype, fill);
  const shape = order === VoxelOrder.Z_FASTEST ? [x, y, z] : [z, y, x];
  return computeTensor(
    { operator, context, dtype, shape },
    (native, { out }) => native.brickToDense({ ...nativeBricks(volume), order, background, out }),
  );
}
