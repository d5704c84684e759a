/**
 * The neighbors of leaves.
 *
 * @module
 */

import type { GridBatch, Tensor } from "../core/mod.ts";
import { askGrid } from "./_ask.ts";

/**
 * Finds the 27 leaves around each leaf node: the table that stencils use to look up neighbors.
 *
 * Leaves are blocks of 8^3 voxels, numbered over the whole batch in the order of their rows. Entry
 * `9 (dx + 1) + 3 (dy + 1) + dz + 1` is the leaf that lies dx, dy and dz leaves away in the same grid; entry 13 is the
 * leaf itself.
 *
 * @param grid The batch; borrowed.
 * @returns Indices of leaves, i64 [leaves, 27], -1 where there is no leaf; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Two leaves beside each other
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { leafNeighbors } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 8]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using leaves = leafNeighbors(grid);
 * assertEquals(leaves.shape, [2, 27]);
 * assertEquals([...await leaves.read()].slice(12, 15), [-1n, 0n, 1n]);
 * ```
 */
export function leafNeighbors(grid: GridBatch): Tensor<"i64"> {
  return askGrid("leafNeighbors", grid, "i64", ({ counts }) => [counts.leaves, 27], {});
}
