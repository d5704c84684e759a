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
export * from "./_generated/operators.ts";
