/**
 * Compaction of bricked volumes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkOptions, optionNames, pickOptions } from "../../ffi/base/options.ts";
import { callNative } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { BrickVolume, nativeBricks } from "./base/bricks.ts";
import type { Tensor } from "../core/mod.ts";
import type { VoxelType } from "./base/voxels.ts";
import {
  assemble,
  type BrickVolumeOptions,
  checkPlan,
  emptyBrickBits,
  emptyPool,
} from "./brick_volume.ts";
import { indexToBits } from "./to_bits.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode brickCompact}.
 *
 * @category Bricks
 */
export type BrickCompactOptions = Pick<BrickVolumeOptions, "layout" | "slots">;

const NAMES = optionNames<BrickCompactOptions>({ layout: true, slots: true });

/**
 * Copies a bricked volume so that its bricks lie in the pool in numerical order without gaps: after edits, the copy is
 * compact and needs no table; a volume without a table gets one to become editable.
 *
 * @typeParam D Element type of the voxels.
 * @param volume A bricked volume; borrowed.
 * @param options Layout of the index, and whether to use a table; without one, bricks are found by rank.
 * @returns A new volume; the caller owns it.
 * @throws {IndexError} If a layout other than `wide` is requested with a table (CAPABILITY).
 * @throws {TypeError} If an option is unknown.
 * @determinism Same bits on every backend.
 * @category Bricks
 *
 * @example After the last edit
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickCompact, brickSetBox, brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
 * using none = tensor(Uint8Array.of(0), { context, shape: [1, 1, 1] });
 * brickSetBox(volume, none, { ijkMin: [0, 0, 0] });
 * using small = brickCompact(volume);
 * assertEquals([volume.pool.shape[0], small.pool.shape[0]], [2, 1]);
 * ```
 */
export function brickCompact<D extends VoxelType>(
  volume: BrickVolume<D>,
  options: BrickCompactOptions = {},
): BrickVolume<D> {
  const operator = "brickCompact";
  checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "volume" }, volume, BrickVolume);
  const { context, dtype, edge, filled, threshold, fill } = volume;
  const plan = checkPlan(operator, dtype, {
    ...pickOptions(options, NAMES.keys()),
    threshold,
    fill,
    brick: edge,
  });
  using own = bitsOf(volume);
  using pool = emptyPool(context, dtype, filled, edge);
  callNative(operator, context, (native) =>
    native.brickCompact({
      ...nativeBricks(volume),
      bits: handleOf(own.buffer),
      filled,
      outPool: handleOf(pool.buffer),
    }));
  return assemble(operator, volume, { own, pool, filled, plan });
}

/** The bits of the bricks, in whole blocks. */
function bitsOf<D extends VoxelType>({ context, grid, index }: BrickVolume<D>): Tensor<"u8"> {
  if (index.layout === "wide") return index.data.copy();
  const own = emptyBrickBits(context, grid);
  return disposeOnError(own, () => {
    using bits = indexToBits(index);
    using some = own.slice(0, bits.length);
    some.buffer.copyFrom(bits.buffer);
    return own;
  });
}
