/**
 * The coordinates of a grid's voxels.
 *
 * @module
 */

import { type GridBatch, JaggedTensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { listVoxels } from "../core/voxel_rows.ts";

/**
 * Lists the coordinates of all active voxels, in row order.
 *
 * @param grid The batch; borrowed.
 * @returns Coordinates, i32 [voxels, 3], one list per grid; the caller owns them.
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
  return new JaggedTensor(listVoxels(operator, grid), grid.offsets);
}
