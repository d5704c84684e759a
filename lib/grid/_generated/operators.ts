// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { concatenateGrids, concatenateGridsAsync } from "../concatenate.ts";
export { gridFromDense, gridFromDenseAsync, type GridFromDenseOptions } from "../from_dense.ts";
export {
  gridFromDenseAxisAlignedBounds,
  gridFromDenseAxisAlignedBoundsAsync,
  type GridFromDenseAxisAlignedBoundsOptions,
} from "../from_dense_axis_aligned_bounds.ts";
export {
  gridFromIjk,
  gridFromIjkAsync,
  type GridFromIjkOptions,
  type PerGrid,
  type TransformOptions,
} from "../from_ijk.ts";
export { gridFromMesh, gridFromMeshAsync, type GridFromMeshOptions } from "../from_mesh.ts";
export {
  type GridFromNearestVoxelsOptions,
  gridFromNearestVoxelsToPoints,
  gridFromNearestVoxelsToPointsAsync,
} from "../from_nearest_voxels.ts";
export {
  gridFromNvdb,
  type GridFromNvdbOptions,
  type GridWithValues,
  type NvdbNumbers,
  type NvdbVoxels,
} from "../from_nvdb.ts";
export { gridFromPoints, gridFromPointsAsync, type GridFromPointsOptions } from "../from_points.ts";
export { gridFromPointsWithRows } from "../from_points_with_rows.ts";
export { gridFromZeroGrids, type GridFromZeroGridsOptions } from "../from_zero_grids.ts";
export { gridFromZeroVoxels, type GridFromZeroVoxelsOptions } from "../from_zero_voxels.ts";
export { gridIjk } from "../ijk.ts";
export {
  gridAt,
  type GridIndex,
  type GridSlice,
  selectGrids,
  selectGridsAsync,
} from "../select.ts";
export {
  gridToNvdb,
  type GridToNvdbOptions,
  type NvdbClassOfGrid,
  type NvdbNumbersOfGrid,
  type NvdbOfGrid,
  type NvdbTypeOfGrid,
} from "../to_nvdb.ts";
