/**
 * The coordinates of a grid's voxels.
 *
 * @module
 */

import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type GridBatch, JaggedTensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { disposeOnError } from "../core/ownership.ts";

/**
 * Lists the coordinates of all active voxels, in row order.
 *
 * @param grid The batch; borrowed.
 * @returns Coordinates, i32 [voxels, 3], one list per grid; the caller owns them.
 * @throws {DisposedError} If `grid` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example The order of voxels
 * ```ts
 * import { gridFromIjk, gridIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using input = tensor(new Int32Array([0, 0, 8, 5, 5, 5]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(input);
 * using ijk = gridIjk(grid);
 * // The leaf of (5, 5, 5) comes before that of (0, 0, 8).
 * assertEquals([...await ijk.data.read()], [5, 5, 5, 0, 0, 8]);
 * ```
 */
export function gridIjk(grid: GridBatch): JaggedTensor<"i32"> {
  const operator = "gridIjk";
  checkGrid(operator, grid);
  const { context } = grid;
  const ijk = emptyTensor([grid.numVoxels, 3], { context, dtype: "i32" });
  return disposeOnError(ijk, () => {
    const status = nativeOf(context).gridIjk({
      context: handleOf(context),
      grid: handleOf(grid),
      out: handleOf(ijk.buffer),
    });
    checkStatus(context, status, operator);
    return new JaggedTensor(ijk, grid.offsets);
  });
}
