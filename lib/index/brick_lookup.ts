/**
 * Voxel lookup in bricked volumes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { computeTensor } from "../core/native_call.ts";
import { type BrickVolume, takePlaces } from "./base/bricks.ts";
import { checkFill, type VoxelType } from "./base/voxels.ts";

/**
 * Options for {@linkcode brickLookup}.
 *
 * @category Bricks
 */
export interface BrickLookupOptions {
  /**
   * Value of voxels in no filled brick, and of those outside the volume.
   *
   * @default {that of the volume}
   */
  readonly fill?: number;
}

const NAMES = optionNames<BrickLookupOptions>({ fill: true });

/**
 * Looks up voxels by their coordinates; values are those that {@linkcode brickToDense} would write.
 *
 * @typeParam D Element type of the voxels.
 * @param volume A bricked volume; borrowed.
 * @param ijk Coordinates, i32 [n, 3] (x, y, z), which may lie outside the volume; borrowed.
 * @param options The fill value.
 * @returns Voxels, [n]; the caller owns them.
 * @throws {IndexError} If the fill value is out of range of the voxel type, or not whole for integers (VALUE_RANGE).
 * @throws {RangeError} If `ijk` is not [n, 3].
 * @throws {TypeError} If `ijk` is not i32, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Bricks
 *
 * @example A stored voxel, one in an empty brick, and one outside
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickLookup, brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 5, 3, 3, 3, 3, 3, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 3, brick: 4, fill: 1 });
 * using ijk = tensor(Int32Array.of(7, 0, 0, 4, 0, 0, 8, 0, 0), { context, shape: [3, 3] });
 * using voxels = brickLookup(volume, ijk);
 * assertEquals([...await voxels.read()], [8, 1, 1]);
 * ```
 */
export function brickLookup<D extends VoxelType>(
  volume: BrickVolume<D>,
  ijk: Tensor<"i32">,
  options: BrickLookupOptions = {},
): Tensor<D> {
  const operator = "brickLookup";
  checkOptions(operator, options, NAMES);
  const { request, ...layout } = takePlaces(operator, volume, ["ijk", ijk, "i32"]);
  const { dtype } = volume;
  const background = checkFill(operator, dtype, options.fill ?? volume.fill);
  const given = { ...request, ijk: handleOf(ijk.buffer), background };
  return computeTensor(
    { ...layout, dtype },
    (native, { out }) => native.brickLookup({ ...given, out }),
  );
}
