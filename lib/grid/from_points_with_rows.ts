/**
 * Grids from points, with the voxel of each point.
 *
 * @module
 */

import { RowBase } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridWithRows, Lists, Real } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { rowsOf } from "../core/checks.ts";
import { derive } from "../core/derive.ts";
import { computeTensor } from "../core/native_call.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError } from "../core/ownership.ts";
import { type GridFromPointsOptions, planFromPoints } from "./from_points.ts";

/**
 * Builds a batch of grids from points, and returns the row of each point's voxel.
 *
 * The grids are those of {@linkcode gridFromPoints}. Rows are numbered over the whole batch, so they index the feature
 * rows of all voxels; {@linkcode voxelMean} takes them as they are.
 *
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size and origin, in world units.
 * @returns A new batch and rows i64 [n]; the caller owns both. The input is borrowed.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `points` is not f16, f32 or f64.
 * @throws {NativeError} If points are not finite or lie beyond the int32 voxels ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example Which points share a voxel
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromPointsWithRows } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 5, 0, 0, 1, 0.2, 0, 5], { context, shape: [3, 3] });
 * using built = gridFromPointsWithRows(points, { voxelSize: 1 });
 * assertEquals([...await built.rows.read()], [1n, 0n, 1n]);
 * ```
 */
export function gridFromPointsWithRows(
  points: Lists<Real>,
  options: GridFromPointsOptions,
): GridWithRows {
  const operator = "gridFromPointsWithRows";
  const grid = derive(planFromPoints("gridFromPoints", operator, points, options));
  const { context, gridCount } = grid;
  return disposeOnError(grid, () => {
    const { data, count, offsets } = rowsOf(points);
    const rows = computeTensor(
      { operator, context, dtype: "i64", shape: [count] },
      (native, out) =>
        native.pointsToIndex({
          ...out,
          grid: handleOf(grid),
          points: handleOf(data.buffer),
          dtype: dtypeCode(data.dtype),
          n: count,
          offsets,
          nGrids: gridCount,
          rowBase: RowBase.IN_BATCH,
        }),
    );
    return bundle("GridWithRows", { grid, rows });
  });
}
