// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { firstActiveVoxel, type RayHits, type RayRange } from "../first_active_voxel.ts";
export { pointsOnRays } from "../points_on_rays.ts";
export {
  pointsOnRaysBackward,
  type PointsOnRaysBackwardOptions,
  type RayPointGradients,
  type RayPointInputName,
} from "../points_on_rays_backward.ts";
export {
  rayImplicitIntersection,
  type RayImplicitOptions,
  type RayLevel,
} from "../ray_implicit_intersection.ts";
export {
  type RayCrossings,
  rayTrilinearIntersection,
  rayTrilinearIntersectionWithNormals,
  type RayTrilinearOptions,
} from "../ray_trilinear_intersection.ts";
export { type RayMeetOptions, raysIntersectVoxels } from "../rays_intersect_voxels.ts";
export { type RaySegmentOptions, segmentsAlongRays } from "../segments_along_rays.ts";
export { type RaySampleOptions, uniformRaySamples } from "../uniform_ray_samples.ts";
export {
  type RayVoxelOptions,
  type RayVoxelRowOptions,
  type RayVoxels,
  voxelRowsAlongRays,
  voxelsAlongRays,
} from "../voxels_along_rays.ts";
