// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { coordsInGrid } from "../coords_in_grid.ts";
export { type CubeOptions, cubesInGrid, type Offset } from "../cubes_in_grid.ts";
export { cubesIntersectGrid } from "../cubes_intersect_grid.ts";
export { type EdgeNetwork, edgeNetwork, type EdgeNetworkOptions } from "../edge_network.ts";
export {
  gridHilbert,
  gridHilbertYxz,
  gridHilbertZyx,
  hilbert,
  hilbertYxz,
  hilbertZyx,
} from "../hilbert.ts";
export { ijkToIndex, type RowOptions } from "../ijk_to_index.ts";
export { ijkToInvIndex, type InvIndexOptions } from "../ijk_to_inv_index.ts";
export { leafGrids } from "../leaf_grids.ts";
export { leafNeighbors } from "../leaf_neighbors.ts";
export { leafOrigins } from "../leaf_origins.ts";
export {
  type CodeOptions,
  gridMorton,
  gridMortonZxy,
  gridMortonZyx,
  morton,
  mortonZxy,
  mortonZyx,
} from "../morton.ts";
export { neighborIndexes, type NeighborOptions } from "../neighbor_indexes.ts";
export { type NeighborRowOptions, neighborRows } from "../neighbor_rows.ts";
export { pointsInGrid } from "../points_in_grid.ts";
export { pointsToIndex } from "../points_to_index.ts";
export { rowGrids } from "../row_grids.ts";
export { rowMap, type RowMapNumber, type RowMapOptions } from "../row_map.ts";
export { voxelToWorld } from "../voxel_to_world.ts";
export { worldToVoxel } from "../world_to_voxel.ts";
