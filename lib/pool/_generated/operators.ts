// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  averagePool,
  averagePoolBackward,
  type PoolOptions,
  type WindowGrids,
} from "../average_pool.ts";
export { maxPool, maxPoolBackward } from "../max_pool.ts";
export {
  upsampleNearest,
  upsampleNearestBackward,
  type UpsampleOptions,
} from "../upsample_nearest.ts";
export { type MeanInput, type MeanOf, voxelMean, voxelMeanBackward } from "../voxel_mean.ts";
