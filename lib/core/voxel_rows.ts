/**
 * The voxels of batches and their rows, as several operators look them up.
 *
 * @module
 */

import { RowBase } from "../../ffi/_generated/symbols.ts";
import type { RowMapRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch } from "./grid_batch.ts";
import { computeTensor } from "./native_call.ts";
import type { Tensor } from "./tensor.ts";

/** Map from the coordinates of one batch to those of another, and the numbering of rows. */
export type RowMapping = Pick<
  RowMapRequest,
  "scale" | "divisor" | "shift" | "remainders" | "rowBase"
>;

const ONE = Int32Array.of(1, 1, 1);

/** The same coordinates, and rows over the whole batch. */
const SAME: RowMapping = {
  scale: ONE,
  divisor: ONE,
  shift: new Int32Array(3),
  remainders: ONE,
  rowBase: RowBase.IN_BATCH,
};

/** Rows in another batch of the voxels of a batch, i64 [voxels of `grid`], -1 for none; the caller owns them. */
export function mapRows(
  operator: string,
  grid: GridBatch,
  other: GridBatch,
  mapping: RowMapping = SAME,
): Tensor<"i64"> {
  const { context, numVoxels } = grid;
  return computeTensor(
    { operator, context, dtype: "i64", shape: [numVoxels] },
    (native, out) =>
      native.rowMap({ ...out, grid: handleOf(grid), other: handleOf(other), ...mapping }),
  );
}

/** Coordinates of all voxels of a batch in row order, i32 [voxels, 3]; the caller owns them. */
export function listVoxels(operator: string, grid: GridBatch): Tensor<"i32"> {
  const { context, numVoxels } = grid;
  return computeTensor(
    { operator, context, dtype: "i32", shape: [numVoxels, 3] },
    (native, out) => native.gridIjk({ ...out, grid: handleOf(grid) }),
  );
}
