/**
 * Rows of the voxels around coordinates.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { rowBase } from "../core/row_base.ts";
import { askCoords } from "./_ask.ts";
import { cellShape } from "./_cube.ts";
import type { RowOptions } from "./ijk_to_index.ts";

/**
 * Options for {@linkcode neighborIndexes}.
 *
 * @category Queries
 */
export interface NeighborOptions extends RowOptions {
  /** Number of cells on each side, from 0 to 8191. */
  readonly extent: number;
  /**
   * Number of bits by which coordinates are shifted left first, from 0 to 31.
   *
   * @default {0}
   */
  readonly bitshift?: number;
}

const NAMES = optionNames<NeighborOptions>({ rows: true, extent: true, bitshift: true });

/**
 * Finds the rows of the voxels around each coordinate.
 *
 * Entry (a, b, c) of a result is the row of the voxel `ijk * 2^bitshift + (a, b, c) - extent`, computed without
 * overflow: -1 if that voxel is inactive or lies beyond int32.
 *
 * @param grid The batch to query; borrowed.
 * @param ijk Coordinates, i32 [n, 3], active or not; a tensor queries a batch of one, otherwise each list queries its
 * own grid.
 * @param options The extent, and how rows are numbered.
 * @returns Rows, i64 [n, w, w, w] for w = 2 extent + 1, in lists where `ijk` is; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid, or if an option is out of range.
 * @throws {TypeError} If `ijk` is not i32, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The column through a voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { neighborIndexes } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using asked = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using rows = neighborIndexes(grid, asked, { extent: 1 });
 * assertEquals(rows.shape, [1, 3, 3, 3]);
 * assertEquals([...await rows.read()].slice(12, 15), [-1n, 0n, 1n]);
 * ```
 */
export function neighborIndexes(
  grid: GridBatch,
  ijk: Tensor<"i32">,
  options: NeighborOptions,
): Tensor<"i64">;
/**
 * Finds the rows of the voxels around each coordinate in its list's grid.
 *
 * @returns Rows, i64 [n, w, w, w] for w = 2 extent + 1, one list per grid; the caller owns them.
 * @category Queries
 */
export function neighborIndexes(
  grid: GridBatch,
  ijk: JaggedTensor<"i32">,
  options: NeighborOptions,
): JaggedTensor<"i64">;
export function neighborIndexes(
  grid: GridBatch,
  ijk: Lists<"i32">,
  options: NeighborOptions,
): Lists<"i64"> {
  const operator = "neighborIndexes";
  const { extent, bitshift = 0, rows = "grid" } = checkOptions(operator, options, NAMES);
  const shape = cellShape(operator, extent);
  if (!Number.isInteger(bitshift) || bitshift < 0 || bitshift > 31) {
    refuse(operator, `bitshift ${bitshift} is not a whole number from 0 to 31`);
  }
  return askCoords(operator, grid, ijk, { dtype: "i64", shape }, {
    extent,
    bitshift,
    rowBase: rowBase(operator, rows),
  });
}
