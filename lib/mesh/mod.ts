/**
 * Triangle meshes from fields on voxels, and what their vertices get from them.
 *
 * @module
 */

export { IsoSurface, marchingCubes, type MarchingCubesOptions } from "./marching_cubes.ts";
export { marchingCubesBackward } from "./marching_cubes_backward.ts";
export type { SurfaceInput } from "./_surface.ts";
export {
  SurfaceFeatureGradients,
  surfaceFeatures,
  surfaceFeaturesBackward,
  type SurfaceFeaturesInput,
} from "./surface_features.ts";
export { surfaceNormals } from "./surface_normals.ts";
