// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { indexBox, indexLinearRank } from "../box.ts";
export { brickCompact, type BrickCompactOptions } from "../brick_compact.ts";
export {
  brickFromSlabs,
  type BrickFromSlabsOptions,
  type VoxelSlabs,
} from "../brick_from_slabs.ts";
export { brickLookup, type BrickLookupOptions } from "../brick_lookup.ts";
export { brickSample, type BrickSampleOptions } from "../brick_sample.ts";
export { type BrickChanges, brickSetBox, type BrickSetBoxOptions } from "../brick_set_box.ts";
export {
  type BrickCost,
  type BrickStats,
  brickStats,
  type BrickStatsOptions,
} from "../brick_stats.ts";
export { brickToDense, type BrickToDenseOptions } from "../brick_to_dense.ts";
export { brickVolume, type BrickVolumeOptions } from "../brick_volume.ts";
export {
  freezeIndex,
  type FreezeOptions,
  type FromPaperOptions,
  indexFromPaper,
  indexToPaper,
  thawIndex,
} from "../convert.ts";
export { type EditOptions, indexClear, indexSet, indexToggle, indexUpdate } from "../edit.ts";
export {
  chooseIndexLayout,
  estimateIndex,
  type EstimateOptions,
  type IndexUse,
} from "../estimate.ts";
export {
  adoptBits,
  type AdoptBitsOptions,
  indexFromBits,
  type IndexFromBitsOptions,
} from "../from_bits.ts";
export { indexFromBytes, type IndexFromBytesOptions } from "../from_bytes.ts";
export { indexFromKeys, type IndexFromKeysOptions } from "../from_keys.ts";
export { indexFromValues, type IndexFromValuesOptions } from "../from_values.ts";
export { indexLookup } from "../lookup.ts";
export { marchIsoSurface, type MarchIsoSurfaceOptions } from "../march_iso_surface.ts";
export {
  marchTransparent,
  type MarchTransparentOptions,
  type TransferFunction,
} from "../march_transparent.ts";
export { indexOfRank } from "../of_rank.ts";
export { indexOccupied, indexPoint } from "../point.ts";
export { indexPrefix, indexRange } from "../prefix.ts";
export { indexToBits, indexToValues, type IndexToValuesOptions } from "../to_bits.ts";
