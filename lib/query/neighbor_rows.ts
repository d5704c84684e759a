/**
 * Rows of the voxels around a grid's own voxels.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type GridBatch, JaggedTensor } from "../core/mod.ts";
import { rowBase } from "../core/row_base.ts";
import { askGrid } from "./_ask.ts";
import { cellShape } from "./_cube.ts";
import type { RowOptions } from "./ijk_to_index.ts";

/**
 * Options for {@linkcode neighborRows}.
 *
 * @category Queries
 */
export interface NeighborRowOptions extends RowOptions {
  /** Number of cells on each side, from 0 to 8191. */
  readonly extent: number;
}

const NAMES = optionNames<NeighborRowOptions>({ rows: true, extent: true });

/**
 * Finds the rows of the voxels around every voxel: {@linkcode neighborIndexes} for all voxels of a batch, in row order.
 *
 * @param grid The batch; borrowed.
 * @param options The extent, and how rows are numbered.
 * @returns Rows, i64 [voxels, w, w, w] for w = 2 extent + 1, one list per grid; -1 for inactive voxels. The caller owns
 * them.
 * @throws {RangeError} If an option is out of range.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Two adjacent voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { neighborRows } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using rows = neighborRows(grid, { extent: 1 });
 * assertEquals(rows.data.shape, [2, 3, 3, 3]);
 * assertEquals([...await rows.data.read()].slice(12, 15), [-1n, 0n, 1n]);
 * ```
 */
export function neighborRows(grid: GridBatch, options: NeighborRowOptions): JaggedTensor<"i64"> {
  const operator = "neighborRows";
  const { extent, rows: from = "grid" } = checkOptions(operator, options, NAMES);
  const cells = cellShape(operator, extent);
  const rows = askGrid(operator, grid, "i64", ({ numVoxels }) => [numVoxels, ...cells], {
    extent,
    rowBase: rowBase(operator, from),
  });
  return new JaggedTensor(rows, grid.offsets);
}
