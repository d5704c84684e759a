/**
 * Whether points in world space lie in active voxels.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { askPoints } from "./_ask.ts";

/**
 * Tests which points lie in active voxels of their grid.
 *
 * A point belongs to the voxel `floor((point - origin) / voxelSize + 1/2)`, computed in double precision. Points that
 * are not finite lie in none.
 *
 * @param grid The batch to query; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid.
 * @returns 1 for inside and 0 for outside, bool [n], in lists where `points` is; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `points` is not f16, f32 or f64, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The cell around the origin
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { pointsInGrid } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 2 });
 * using points = tensor([-1, 0.9, 0, 1, 0, 0], { context, shape: [2, 3] });
 * using inside = pointsInGrid(grid, points);
 * assertEquals([...await inside.read()], [1, 0]);
 * ```
 */
export function pointsInGrid(grid: GridBatch, points: Tensor<Real>): Tensor<"bool">;
/**
 * Tests which points lie in active voxels of their list's grid.
 *
 * @returns 1 for inside and 0 for outside, bool [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function pointsInGrid(grid: GridBatch, points: JaggedTensor<Real>): JaggedTensor<"bool">;
export function pointsInGrid(grid: GridBatch, points: Lists<Real>): Lists<"bool"> {
  return askPoints("pointsInGrid", grid, points, { dtype: "bool", shape: [] }, {});
}
