/**
 * Spatial indexes: which elements are occupied, their ranks, and sums, in little more than one bit per element. Bricked
 * volumes are based on them, and are rendered by ray marching.
 *
 * @example Ranks of cells
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromKeys, indexLinearRank, indexOccupied } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cells = tensor(Int32Array.of(1, 0, 2, 3, 1, 0), { context, shape: [2, 3] });
 * using index = indexFromKeys(cells, { dims: [4, 3, 5], layout: "paper" });
 * using ranks = indexLinearRank(index, cells);
 * using occupied = indexOccupied(index, cells);
 * assertEquals([...await ranks.read()], [1n, 0n]);
 * assertEquals([...await occupied.read()], [1, 1]);
 * ```
 *
 * @module
 */

export type { Context, Movable, Tensor, Triple, TypedArrayOf } from "../core/mod.ts";
export type { AnswerOptions, Key } from "./base/ask.ts";
export {
  type BrickCoverage,
  type BrickFrame,
  type BrickMemory,
  BrickVolume,
} from "./base/bricks.ts";
export { IndexError, type IndexErrorCode } from "./base/errors.ts";
export {
  type CheckOptions,
  type IndexCapability,
  type IndexStats,
  SpatialIndex,
} from "./base/index.ts";
export { type MarchOptions, VolumePicture } from "./base/march.ts";
export type { IndexLayout, IndexShape } from "./base/shape.ts";
export type { ThresholdOptions, VoxelAxes, VoxelType } from "./base/voxels.ts";
export {
  type BrickCost,
  type BrickStats,
  brickStats,
  type BrickStatsOptions,
} from "./brick_stats.ts";
export { brickCompact, type BrickCompactOptions } from "./brick_compact.ts";
export { brickFromSlabs, type BrickFromSlabsOptions, type VoxelSlabs } from "./brick_from_slabs.ts";
export { brickLookup, type BrickLookupOptions } from "./brick_lookup.ts";
export { brickSample, type BrickSampleOptions } from "./brick_sample.ts";
export { type BrickChanges, brickSetBox, type BrickSetBoxOptions } from "./brick_set_box.ts";
export { brickToDense, type BrickToDenseOptions } from "./brick_to_dense.ts";
export { brickVolume, type BrickVolumeOptions } from "./brick_volume.ts";
export { indexBox, indexLinearRank } from "./box.ts";
export {
  freezeIndex,
  type FreezeOptions,
  type FromPaperOptions,
  indexFromPaper,
  indexToPaper,
  thawIndex,
} from "./convert.ts";
export { type EditOptions, indexClear, indexSet, indexToggle, indexUpdate } from "./edit.ts";
export {
  chooseIndexLayout,
  estimateIndex,
  type EstimateOptions,
  type IndexUse,
} from "./estimate.ts";
export {
  adoptBits,
  type AdoptBitsOptions,
  indexFromBits,
  type IndexFromBitsOptions,
} from "./from_bits.ts";
export { indexFromBytes, type IndexFromBytesOptions } from "./from_bytes.ts";
export { indexFromKeys, type IndexFromKeysOptions } from "./from_keys.ts";
export { indexFromValues, type IndexFromValuesOptions } from "./from_values.ts";
export { indexLookup } from "./lookup.ts";
export { indexOccupied, indexPoint } from "./point.ts";
export { indexPrefix, indexRange } from "./prefix.ts";
export { indexOfRank } from "./of_rank.ts";
export { indexToBits, indexToValues, type IndexToValuesOptions } from "./to_bits.ts";
export { marchIsoSurface, type MarchIsoSurfaceOptions } from "./march_iso_surface.ts";
export {
  marchTransparent,
  type MarchTransparentOptions,
  type TransferFunction,
} from "./march_transparent.ts";
