/**
 * Rows of one batch for the voxels of another.
 *
 * @module
 */

import type { GridBatch, Tensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { rowBase, type RowsOf } from "../core/row_base.ts";
import { mapRows } from "../core/voxel_rows.ts";
import { shareContext } from "../core/ownership.ts";
import { spreadTriple } from "../../ffi/base/numbers.ts";

/**
 * A 32-bit integer for all axes, or one per axis.
 *
 * @category Queries
 */
export type RowMapNumber = number | readonly [i: number, j: number, k: number];

/**
 * Options for {@linkcode rowMap}.
 *
 * @category Queries
 */
export interface RowMapOptions {
  /**
   * Factor by which coordinates are multiplied first.
   *
   * @default {1}
   */
  readonly scale?: RowMapNumber;
  /**
   * Offset that is then added, in voxels.
   *
   * @default {0}
   */
  readonly shift?: RowMapNumber;
  /**
   * Divisor of the sum, rounding down; positive.
   *
   * @default {1}
   */
  readonly divisor?: RowMapNumber;
  /**
   * Number of remainders of the division that are accepted, from 0 up; voxels with another remainder map to none.
   * Positive.
   *
   * @default {divisor}
   */
  readonly remainders?: RowMapNumber;
  /**
   * Whether rows are numbered over the whole batch or from each grid's first voxel.
   *
   * @default {"batch"}
   */
  readonly rows?: RowsOf;
}

const NAMES = optionNames<RowMapOptions>({
  scale: true,
  shift: true,
  divisor: true,
  remainders: true,
  rows: true,
});

/**
 * Finds, for each voxel of a batch, the row of a voxel of another batch.
 *
 * Voxel c of grid b maps to voxel `floor((c * scale + shift) / divisor)` of the other batch's grid b, computed in
 * 64-bit integers. So `{}` finds the rows of common voxels, `{ divisor: 2 }` those of the parents on a grid of half the
 * resolution, `{ divisor: 2, remainders: 1 }` those of the parents of even voxels only, and `{ shift: [0, 0, 1] }`
 * those of neighbors. Transforms are ignored.
 *
 * @param grid The batch whose voxels are mapped; borrowed.
 * @param other The batch whose rows are returned, with as many grids; borrowed.
 * @param options How coordinates map from one batch to the other, and how rows are numbered.
 * @returns Rows of `other`, i64 [voxels of `grid`]; -1 where a voxel maps to none. The caller owns them.
 * @throws {RangeError} If the batches differ in their number of grids, or if an option is not whole, does not fit 32
 * bits, or is a divisor or a number of remainders that is not positive.
 * @throws {TypeError} If contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The parents of two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { rowMap } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using children = tensor(new Int32Array([0, 0, -1, 0, 0, 5]), { context, shape: [2, 3] });
 * using parents = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using fine = gridFromIjk(children);
 * using coarse = gridFromIjk(parents);
 * using rows = rowMap(fine, coarse, { divisor: 2 });
 * // -1 / 2 rounds down to -1, where `coarse` has no voxel; the tile of (0, 0, -1) comes first.
 * assertEquals([...await rows.read()], [-1n, 1n]);
 * ```
 */
export function rowMap(
  grid: GridBatch,
  other: GridBatch,
  options: RowMapOptions = {},
): Tensor<"i64"> {
  const operator = "rowMap";
  const { scale = 1, shift = 0, divisor = 1, remainders = divisor, rows: from = "batch" } =
    checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  shareContext(operator, grid, other);
  if (other.gridCount !== grid.gridCount) {
    refuse(operator, `other has ${other.gridCount} grids, ${grid.gridCount} expected`);
  }
  const mapping = {
    scale: perAxis(scale, "scale"),
    divisor: perAxis(divisor, "divisor", 1),
    shift: perAxis(shift, "shift"),
    remainders: perAxis(remainders, "remainders", 1),
    rowBase: rowBase(operator, from),
  };
  return mapRows(operator, grid, other, mapping);
}

function perAxis(value: RowMapNumber, name: string, least = -Infinity): Int32Array<ArrayBuffer> {
  const numbers = spreadTriple({ operator: "rowMap", name }, value);
  const odd = numbers.find((number) => (number | 0) !== number);
  if (odd !== undefined) refuse("rowMap", `${name} ${odd} is not a whole number of 32 bits`);
  const small = numbers.find((number) => number < least);
  if (small !== undefined) refuse("rowMap", `${name} ${small} is not positive`);
  return Int32Array.from(numbers);
}
