/**
 * Rays through batches of grids.
 *
 * @module
 */

export type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export { firstActiveVoxel, RayHits, type RayRange } from "./first_active_voxel.ts";
export {
  RayCrossings,
  rayImplicitIntersection,
  type RayImplicitOptions,
} from "./ray_implicit_intersection.ts";
export { type RayMeetOptions, raysIntersectVoxels } from "./rays_intersect_voxels.ts";
export { type RaySegmentOptions, segmentsAlongRays } from "./segments_along_rays.ts";
export { type RaySampleOptions, uniformRaySamples } from "./uniform_ray_samples.ts";
export { type RayVoxelOptions, RayVoxels, voxelsAlongRays } from "./voxels_along_rays.ts";
