/**
 * Rows of points in world space.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { rowBase } from "../core/row_base.ts";
import { askPoints } from "./_ask.ts";
import type { RowOptions } from "./ijk_to_index.ts";

const NAMES = optionNames<RowOptions>({ rows: true });

/**
 * Finds the row of the voxel that contains each point.
 *
 * A point belongs to the voxel `floor((point - origin) / voxelSize + 1/2)`, computed in double precision.
 *
 * @param grid The batch to query; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid.
 * @param options How rows are numbered.
 * @returns Rows, i64 [n], in lists where `points` is; -1 if the voxel is inactive or the point is not finite. The
 * caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `points` is not f16, f32 or f64, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example A point in an active voxel and one outside
 * ```ts
 * import { gridFromIjk, openContext, pointsToIndex, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 0.5 });
 * using points = tensor([0.1, 0, 0.6, 0.3, 0, 0], { context, shape: [2, 3] });
 * using rows = pointsToIndex(grid, points);
 * assertEquals([...await rows.read()], [1n, -1n]);
 * ```
 */
export function pointsToIndex(
  grid: GridBatch,
  points: Tensor<Real>,
  options?: RowOptions,
): Tensor<"i64">;
/**
 * Finds the row of the voxel of the list's grid that contains each point.
 *
 * @returns Rows, i64 [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function pointsToIndex(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  options?: RowOptions,
): JaggedTensor<"i64">;
export function pointsToIndex(
  grid: GridBatch,
  points: Lists<Real>,
  options: RowOptions = {},
): Lists<"i64"> {
  const { rows = "grid" } = checkOptions("pointsToIndex", options, NAMES);
  const base = rowBase("pointsToIndex", rows);
  return askPoints("pointsToIndex", grid, points, { dtype: "i64", shape: [] }, { rowBase: base });
}
