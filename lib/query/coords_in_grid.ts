/**
 * Whether coordinates are active.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { askCoords } from "./_ask.ts";

/**
 * Tests which coordinates are active voxels of their grid.
 *
 * @param grid The batch to query; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor queries a batch of one, otherwise each list queries its own grid.
 * @returns 1 for active and 0 for inactive, bool [n], in lists where `ijk` is; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `ijk` is not i32, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example An active voxel and an inactive one
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { coordsInGrid } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([1, 2, 3]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using asked = tensor(new Int32Array([1, 2, 3, 3, 2, 1]), { context, shape: [2, 3] });
 * using active = coordsInGrid(grid, asked);
 * assertEquals([...await active.read()], [1, 0]);
 * ```
 */
export function coordsInGrid(grid: GridBatch, ijk: Tensor<"i32">): Tensor<"bool">;
/**
 * Tests which coordinates are active voxels of their list's grid.
 *
 * @returns 1 for active and 0 for inactive, bool [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function coordsInGrid(grid: GridBatch, ijk: JaggedTensor<"i32">): JaggedTensor<"bool">;
export function coordsInGrid(grid: GridBatch, ijk: Lists<"i32">): Lists<"bool"> {
  return askCoords("coordsInGrid", grid, ijk, { dtype: "bool", shape: [] }, {});
}
