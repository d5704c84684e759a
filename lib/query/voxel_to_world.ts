/**
 * From voxel space to world space.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { askPoints } from "./_ask.ts";

/**
 * Maps points from voxel space to world space.
 *
 * The result is `point * voxelSize + origin`, computed in double precision and rounded once to the element type.
 * In f32 that is off by up to 2^-24 of the distance from the world's origin, a quarter of a unit at four million: pass
 * f64 for grids that are far away. Coordinates that are not finite stay not finite. The backward pass is the
 * multiplication of gradients by the voxel size.
 *
 * @typeParam D Element type of the points and of the result.
 * @param grid The batch whose transforms are used; borrowed.
 * @param points Points in voxel space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid.
 * @returns Points in world space, [n, 3], in lists where `points` is; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `points` is not f16, f32 or f64, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The position of a voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor, voxelToWorld } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 0.5, origin: [10, 0, 0] });
 * using points = tensor([1, 2, 0], { context, shape: [1, 3] });
 * using result = voxelToWorld(grid, points);
 * assertEquals([...await result.read()], [10.5, 1, 0]);
 * ```
 */
export function voxelToWorld<D extends Real>(grid: GridBatch, points: Tensor<D>): Tensor<D>;
/**
 * Maps points from voxel space to world space by the transform of their list's grid.
 *
 * @returns Points in world space, [n, 3], one list per grid; the caller owns them.
 * @category Queries
 */
export function voxelToWorld<D extends Real>(
  grid: GridBatch,
  points: JaggedTensor<D>,
): JaggedTensor<D>;
export function voxelToWorld<D extends Real>(grid: GridBatch, points: Lists<D>): Lists<D> {
  return askPoints("voxelToWorld", grid, points, { shape: [3] }, {});
}
