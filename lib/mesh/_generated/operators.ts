// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { type IsoSurface, marchingCubes, type MarchingCubesOptions } from "../marching_cubes.ts";
export { marchingCubesBackward } from "../marching_cubes_backward.ts";
export {
  type MeshDistanceOptions,
  type MeshDistances,
  meshDistances,
  signedMeshDistances,
} from "../mesh_distances.ts";
export { meshDistancesBackward, signedMeshDistancesBackward } from "../mesh_distances_backward.ts";
export {
  type SurfaceFeatureGradients,
  surfaceFeatures,
  surfaceFeaturesBackward,
} from "../surface_features.ts";
export { surfaceNormals } from "../surface_normals.ts";
export { surfaceNormalsBackward } from "../surface_normals_backward.ts";
