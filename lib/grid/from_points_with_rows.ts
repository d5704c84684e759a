/**
 * Grids from points, with the voxel of each point.
 *
 * @module
 */

import { RowBase } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type GridWithRows, type Lists, type Real } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { checkOptions, optionNames, rowsOf } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError } from "../core/ownership.ts";
import { buildFromPoints, type GridFromPointsOptions } from "./from_points.ts";

const NAMES = optionNames<GridFromPointsOptions>({ voxelSize: true, origin: true });

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
 * @throws {DisposedError} If `points` has been disposed.
 * @throws {NativeError} If points are not finite or lie beyond the int32 voxels ("invalid-data", with their number),
 * or if device memory runs out.
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
  checkOptions(operator, options, NAMES);
  const grid = buildFromPoints(points, options, operator);
  return disposeOnError(grid, () => {
    const { context } = grid;
    const { data, count, offsets } = rowsOf(points);
    const rows = emptyTensor([count], { context, dtype: "i64" });
    return disposeOnError(rows, () => {
      const status = nativeOf(context).pointsToIndex({
        context: handleOf(context),
        grid: handleOf(grid),
        points: handleOf(data.buffer),
        dtype: dtypeCode(data.dtype),
        n: count,
        offsets,
        nGrids: grid.gridCount,
        rowBase: RowBase.IN_BATCH,
        out: handleOf(rows.buffer),
      });
      checkStatus(context, status, operator);
      return bundle("GridWithRows", { grid, rows });
    });
  });
}
