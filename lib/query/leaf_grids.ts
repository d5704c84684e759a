/**
 * The grid of each leaf.
 *
 * @module
 */

import type { GridBatch, Tensor } from "../core/mod.ts";
import { askGrid } from "./_ask.ts";

/**
 * Lists the index of each leaf node's grid, with leaves in the order of their rows.
 *
 * @param grid The batch; borrowed.
 * @returns Indices of grids, i32 [leaves]; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Two grids
 * ```ts
 * import { gridFromIjk, jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { leafGrids } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const lists = [new Int32Array([0, 0, 0, 0, 0, 8]), new Int32Array([0, 0, 0])];
 * using voxels = jaggedFromList(lists, { context, shape: [3] });
 * using grid = gridFromIjk(voxels);
 * using grids = leafGrids(grid);
 * assertEquals([...await grids.read()], [0, 0, 1]);
 * ```
 */
export function leafGrids(grid: GridBatch): Tensor<"i32"> {
  return askGrid("leafGrids", grid, "i32", ({ counts }) => [counts.leaves], {});
}
