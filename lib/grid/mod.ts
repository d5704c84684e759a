/**
 * Builds batches of sparse voxel grids from points, coordinates, meshes, boxes and files. Batches are joined, split and
 * described here, and their voxels are listed.
 *
 * @example A batch of one grid
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromPoints, gridIjk, totalBbox } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0.01, 0, 0, 0.02, 0, 0, 0.3, 0, 0], { context, shape: [3, 3] });
 * using grid = gridFromPoints(points, { voxelSize: 0.1 });
 * using ijk = gridIjk(grid);
 * assertEquals([...await ijk.data.read()], [0, 0, 0, 3, 0, 0]);
 * assertEquals([...totalBbox(grid)], [0, 0, 0, 3, 0, 0]);
 * ```
 *
 * @module
 */

export type {
  Cancelable,
  Context,
  DType,
  GridBatch,
  GridWithRows,
  HostArray,
  JaggedTensor,
  Lists,
  Real,
  Tensor,
  Triple,
  TypedArrayOf,
} from "../core/mod.ts";
export {
  cumVoxels,
  cumVoxelsAt,
  dualBbox,
  dualBboxes,
  gridJaggedLike,
  hasZeroVoxelsAt,
  isSame,
  numVoxelsAt,
  originAt,
  totalBbox,
  totalDualBbox,
  voxelSizeAt,
  voxelToWorldMatrices,
  worldToVoxelMatrices,
} from "../core/grid_info.ts";
export { concatenateGrids, concatenateGridsAsync } from "./concatenate.ts";
export { gridFromDense, gridFromDenseAsync, type GridFromDenseOptions } from "./from_dense.ts";
export {
  gridFromDenseAxisAlignedBounds,
  gridFromDenseAxisAlignedBoundsAsync,
  type GridFromDenseAxisAlignedBoundsOptions,
} from "./from_dense_axis_aligned_bounds.ts";
export {
  gridFromIjk,
  gridFromIjkAsync,
  type GridFromIjkOptions,
  type PerGrid,
  type TransformOptions,
} from "./from_ijk.ts";
export { gridFromMesh, gridFromMeshAsync, type GridFromMeshOptions } from "./from_mesh.ts";
export {
  type GridFromNearestVoxelsOptions,
  gridFromNearestVoxelsToPoints,
  gridFromNearestVoxelsToPointsAsync,
} from "./from_nearest_voxels.ts";
export {
  gridFromNvdb,
  type GridFromNvdbOptions,
  type GridWithValues,
  type NvdbNumbers,
  type NvdbVoxels,
} from "./from_nvdb.ts";
export { gridFromPoints, gridFromPointsAsync, type GridFromPointsOptions } from "./from_points.ts";
export { gridFromPointsWithRows } from "./from_points_with_rows.ts";
export { gridFromZeroGrids, type GridFromZeroGridsOptions } from "./from_zero_grids.ts";
export { gridFromZeroVoxels, type GridFromZeroVoxelsOptions } from "./from_zero_voxels.ts";
export { gridIjk } from "./ijk.ts";
export { gridAt, type GridIndex, type GridSlice, selectGrids, selectGridsAsync } from "./select.ts";
export {
  gridToNvdb,
  type GridToNvdbOptions,
  type NvdbClassOfGrid,
  type NvdbNumbersOfGrid,
  type NvdbOfGrid,
  type NvdbTypeOfGrid,
} from "./to_nvdb.ts";
