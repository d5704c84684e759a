/**
 * The grid of each row.
 *
 * @module
 */

import type { GridBatch, Tensor } from "../core/mod.ts";
import { askGrid } from "./_ask.ts";

/**
 * Lists the index of each voxel's grid, in row order.
 *
 * @param grid The batch; borrowed.
 * @returns Indices of grids, i32 [voxels]; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Two grids
 * ```ts
 * import { gridFromIjk, jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { rowGrids } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const lists = [new Int32Array([0, 0, 0, 0, 0, 1]), new Int32Array([0, 0, 0])];
 * using voxels = jaggedFromList(lists, { context, shape: [3] });
 * using grid = gridFromIjk(voxels);
 * using grids = rowGrids(grid);
 * assertEquals([...await grids.read()], [0, 0, 1]);
 * ```
 */
export function rowGrids(grid: GridBatch): Tensor<"i32"> {
  return askGrid("rowGrids", grid, "i32", ({ numVoxels }) => [numVoxels], {});
}
