/**
 * Answers questions about batches of grids: rows of coordinates and points, activity, neighbors and transforms. Codes
 * of space-filling curves order voxels and coordinates.
 *
 * @example Rows of coordinates
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromDense } from "@denovdb/denovdb/grid";
 * import { coordsInGrid, ijkToIndex } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [1, 1, 4] });
 * using ijk = tensor(Int32Array.of(0, 0, 2, 0, 0, 4), { context, shape: [2, 3] });
 * using rows = ijkToIndex(grid, ijk);
 * using active = coordsInGrid(grid, ijk);
 * assertEquals([...await rows.read()], [2n, -1n]);
 * assertEquals([...await active.read()], [1, 0]);
 * ```
 *
 * @module
 */

export type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export { coordsInGrid } from "./coords_in_grid.ts";
export { type CubeOptions, cubesInGrid, type Offset } from "./cubes_in_grid.ts";
export { cubesIntersectGrid } from "./cubes_intersect_grid.ts";
export { type EdgeNetwork, edgeNetwork, type EdgeNetworkOptions } from "./edge_network.ts";
export { gridHilbert, gridHilbertZyx, hilbert, hilbertZyx } from "./hilbert.ts";
export { ijkToIndex, type RowOptions } from "./ijk_to_index.ts";
export { ijkToInvIndex, type InvIndexOptions } from "./ijk_to_inv_index.ts";
export { leafGrids } from "./leaf_grids.ts";
export { leafNeighbors } from "./leaf_neighbors.ts";
export { leafOrigins } from "./leaf_origins.ts";
export { type CodeOptions, gridMorton, gridMortonZyx, morton, mortonZyx } from "./morton.ts";
export { neighborIndexes, type NeighborOptions } from "./neighbor_indexes.ts";
export { type NeighborRowOptions, neighborRows } from "./neighbor_rows.ts";
export { pointsInGrid } from "./points_in_grid.ts";
export { pointsToIndex } from "./points_to_index.ts";
export { rowGrids } from "./row_grids.ts";
export { rowMap, type RowMapNumber, type RowMapOptions } from "./row_map.ts";
export { voxelToWorld } from "./voxel_to_world.ts";
export { worldToVoxel } from "./world_to_voxel.ts";
