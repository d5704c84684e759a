/**
 * Pooling, upsampling and means per voxel.
 *
 * @module
 */

export type { Float, GridBatch, Tensor, Triple } from "../core/mod.ts";
export type { PoolOptions, WindowGrids } from "./_windows.ts";
export { averagePool, averagePoolBackward } from "./average_pool.ts";
export { maxPool, maxPoolBackward } from "./max_pool.ts";
export {
  upsampleNearest,
  upsampleNearestBackward,
  type UpsampleOptions,
} from "./upsample_nearest.ts";
export { type MeanInput, type MeanOf, voxelMean, voxelMeanBackward } from "./voxel_mean.ts";
