/**
 * Building batches of grids and listing their voxels.
 *
 * @module
 */

export type { PerGrid, TransformOptions, Triple } from "./_transforms.ts";
export { gridFromIjk, gridFromIjkAsync, type GridFromIjkOptions } from "./from_ijk.ts";
export { gridFromPoints, gridFromPointsAsync, type GridFromPointsOptions } from "./from_points.ts";
export { gridFromPointsWithRows, GridWithRows } from "./from_points_with_rows.ts";
export { gridIjk } from "./ijk.ts";
