/**
 * Questions to batches of grids: which row, whether active, and where in the world.
 *
 * @module
 */

export { coordsInGrid } from "./coords_in_grid.ts";
export { ijkToIndex, type RowOptions } from "./ijk_to_index.ts";
export { pointsInGrid } from "./points_in_grid.ts";
export { pointsToIndex } from "./points_to_index.ts";
export { rowMap, type RowMapNumber, type RowMapOptions } from "./row_map.ts";
export { voxelToWorld } from "./voxel_to_world.ts";
export { worldToVoxel } from "./world_to_voxel.ts";
