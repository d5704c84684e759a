/**
 * Reductions of many values to one per voxel.
 *
 * @module
 */

export { type MeanInput, type MeanOf, voxelMean } from "./voxel_mean.ts";
