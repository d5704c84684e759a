/**
 * Valid calls of operators on records of points.
 *
 * @module
 */

import { Dtype } from "../../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../../ffi/buffer.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Made, ValidCall } from "./_call.ts";

/** Two columns of three rows: one byte each, and pairs of two bytes. */
function makeColumns(context: Context): Readonly<Record<string, Made>> {
  const columns = [3, 12].map((bytes) => createBuffer(context, bytes));
  return {
    columns: {
      handle: Uint32Array.from(columns, (column) => handleOf(column)),
      [Symbol.dispose]: () => columns.forEach((column) => column.dispose()),
    },
  };
}

/** The calls, by the name of the method. */
export const RECORDS_CALLS: Readonly<Record<string, ValidCall>> = {
  decodeLas: {
    values: {
      nRecords: 3,
      recordLength: 34,
      format: 3,
      transform: new Float64Array(6),
      colorBits: 0,
    },
  },
  packRecords: {
    values: {
      nColumns: 2,
      nFields: 6,
      fields: BigInt64Array.of(1n, 1n, 1n, 2n, 2n, 4n),
      nRows: 3,
      nRecords: 3,
      recordBytes: 9,
    },
    make: makeColumns,
  },
  columnExtremes: { values: { dtype: Dtype.F32, nRows: 3, channels: 2 } },
};
