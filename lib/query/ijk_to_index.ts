/**
 * Rows of coordinates.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { GridBatch, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { rowBase, type RowsOf } from "../core/row_base.ts";
import { askCoords } from "./_ask.ts";

/**
 * Options for operators that return rows, such as {@linkcode ijkToIndex}.
 *
 * @category Queries
 */
export interface RowOptions {
  /**
   * Whether rows are numbered over the whole batch or from each grid's first voxel.
   *
   * @default {"grid"}
   */
  readonly rows?: RowsOf;
}

const NAMES = optionNames<RowOptions>({ rows: true });

/**
 * Finds the row of each coordinate in its grid.
 *
 * @param grid The batch to query; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor queries a batch of one, otherwise each list queries its own grid.
 * @param options How rows are numbered.
 * @returns Rows, i64 [n], in lists where `ijk` is; -1 for inactive voxels. The caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `ijk` is not i32, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example An active voxel and an inactive one
 * ```ts
 * import { gridFromIjk, ijkToIndex, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using asked = tensor(new Int32Array([0, 0, 1, 7, 7, 7]), { context, shape: [2, 3] });
 * using rows = ijkToIndex(grid, asked);
 * assertEquals([...await rows.read()], [1n, -1n]);
 * ```
 */
export function ijkToIndex(
  grid: GridBatch,
  ijk: Tensor<"i32">,
  options?: RowOptions,
): Tensor<"i64">;
/**
 * Finds the row of each coordinate in its list's grid.
 *
 * @returns Rows, i64 [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function ijkToIndex(
  grid: GridBatch,
  ijk: JaggedTensor<"i32">,
  options?: RowOptions,
): JaggedTensor<"i64">;
export function ijkToIndex(
  grid: GridBatch,
  ijk: Lists<"i32">,
  options: RowOptions = {},
): Lists<"i64"> {
  const { rows = "grid" } = checkOptions("ijkToIndex", options, NAMES);
  const answer = { dtype: "i64", shape: [] } as const;
  return askCoords("ijkToIndex", grid, ijk, answer, { rowBase: rowBase("ijkToIndex", rows) });
}
