/**
 * Rows that tie new grids to those that they were made of.
 *
 * @module
 */

import { RowBase } from "../../ffi/_generated/symbols.ts";
import { emptyTensor, type GridBatch, GridWithRows, type Triple } from "../core/mod.ts";
import { disposeOnError } from "../core/ownership.ts";
import { wholeTriple } from "../core/triples.ts";

/**
 * Asks an operator for rows along with the grids; {@linkcode rowMap} finds them for other pairs of batches, and for what
 * the asynchronous functions make.
 */
export interface WithRows {
  /** Whether rows are wanted. */
  readonly rows: true;
}

/** Which rows are looked for. */
export interface Tie {
  /** Name of the function that was called. */
  readonly operator: string;
  /** The new batch. */
  readonly made: GridBatch;
  /** The batch whose voxels get rows. */
  readonly from: GridBatch;
  /** The batch that the rows belong to. */
  readonly to: GridBatch;
  /** Voxel c leads to floor(c / divisor); 1 when left out. */
  readonly divisor?: number | Triple;
}

/** Finds rows; the caller owns them and the new batch, which is gone if this throws. */
export function tieRows({ operator, made, from, to, divisor = 1 }: Tie): GridWithRows {
  return disposeOnError(made, () => {
    const { context } = made;
    const by = wholeTriple({ operator, name: "factor" }, divisor, { least: 1 });
    const rows = emptyTensor([from.numVoxels], { context, dtype: "i64" });
    return disposeOnError(rows, () => {
      const status = context.native.rowMap(
        context.handle,
        from.handle,
        to.handle,
        Int32Array.of(1, 1, 1),
        by,
        Int32Array.of(0, 0, 0),
        RowBase.IN_BATCH,
        rows.buffer.handle,
      );
      context.check(status, operator);
      return new GridWithRows(made, rows);
    });
  });
}
