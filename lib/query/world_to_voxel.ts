/**
 * From world space to voxel space.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { askPoints } from "./_ask.ts";

/**
 * Maps points from world space to voxel space.
 *
 * The result is `(point - origin) / voxelSize`, computed in double precision and rounded once to the element type.
 * Coordinates that are not finite stay not finite. The backward pass is the division of gradients by the voxel size.
 *
 * @typeParam D Element type of the points and of the result.
 * @param grid The batch whose transforms are used; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid.
 * @returns Points in voxel space, [n, 3], in lists where `points` is; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `points` is not f16, f32 or f64, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Half a unit is one voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor, worldToVoxel } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 0.5, origin: [10, 0, 0] });
 * using points = tensor([10.5, 1, 0], { context, shape: [1, 3] });
 * using result = worldToVoxel(grid, points);
 * assertEquals([...await result.read()], [1, 2, 0]);
 * ```
 */
export function worldToVoxel<D extends Real>(grid: GridBatch, points: Tensor<D>): Tensor<D>;
/**
 * Maps points from world space to voxel space by the transform of their list's grid.
 *
 * @returns Points in voxel space, [n, 3], one list per grid; the caller owns them.
 * @category Queries
 */
export function worldToVoxel<D extends Real>(
  grid: GridBatch,
  points: JaggedTensor<D>,
): JaggedTensor<D>;
export function worldToVoxel<D extends Real>(grid: GridBatch, points: Lists<D>): Lists<D> {
  return askPoints("worldToVoxel", grid, points, { shape: [3] }, {});
}
