/**
 * The positions of leaves.
 *
 * @module
 */

import type { GridBatch, Tensor } from "../core/mod.ts";
import { askGrid } from "./_ask.ts";

/**
 * Lists the minimum corner of each leaf node, a multiple of 8 on every axis, with leaves in the order of their rows.
 *
 * @param grid The batch; borrowed.
 * @returns Coordinates, i32 [leaves, 3]; the caller owns them. {@linkcode leafGrids} returns the grid of each leaf.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The leaf of a voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { leafOrigins } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([-1, 3, 100]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using origins = leafOrigins(grid);
 * assertEquals([...await origins.read()], [-8, 0, 96]);
 * ```
 */
export function leafOrigins(grid: GridBatch): Tensor<"i32"> {
  return askGrid("leafOrigins", grid, "i32", ({ counts }) => [counts.leaves, 3], {});
}
