/**
 * Rays through batches of grids.
 *
 * @module
 */

export { firstActiveVoxel, type RayHits, type RayRange } from "./first_active_voxel.ts";
export {
  type RayCrossings,
  rayImplicitIntersection,
  type RayImplicitOptions,
} from "./ray_implicit_intersection.ts";
export { type RayMeetOptions, raysIntersectVoxels } from "./rays_intersect_voxels.ts";
export { type RaySegmentOptions, segmentsAlongRays } from "./segments_along_rays.ts";
export { type RaySampleOptions, uniformRaySamples } from "./uniform_ray_samples.ts";
export { type RayVoxelOptions, type RayVoxels, voxelsAlongRays } from "./voxels_along_rays.ts";
