/**
 * Point records, packed from columns.
 *
 * @module
 */

import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { checkArray, checkParts, refuse } from "../../ffi/base/checks.ts";
import { dtypeBytes } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import type { Tensor } from "../core/tensor.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";

/**
 * A column of records.
 *
 * @category Level of detail
 */
export interface RecordField {
  /** Values of all rows, of any element type, [n] or [n, values]; borrowed. */
  readonly values: Tensor;
  /**
   * Bytes per value in the record, at most 8; bytes beyond the value's own are 0.
   *
   * @default {those of the element type}
   */
  readonly bytes?: number;
}

const OPERATOR = "packRecords";
const MOST_FIELDS = 32;

/**
 * Packs the rows of columns into records: for each row the values of the first column, then those of the second,
 * without gaps, little-endian.
 *
 * @param fields The columns, 1 to 32, all with as many rows.
 * @param rows Row of each record, i64 [m]; borrowed. If omitted, there is one record per row, in order.
 * @returns Records, u8 [m, bytes]; the caller owns them.
 * @throws {RangeError} If a shape or a number of bytes is wrong.
 * @throws {TypeError} If `rows` has another element type, or if contexts are mixed.
 * @throws {NativeError} If rows do not exist ("invalid-data", with their number).
 * @determinism Same bytes on every backend.
 * @category Level of detail
 *
 * @example Two of three rows
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { packRecords } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using places = tensor(new Int32Array([1, 2, 300]), { context });
 * using classes = tensor(new Uint8Array([7, 8, 9]), { context });
 * using rows = tensor(BigInt64Array.of(2n, 0n), { context });
 * using records = packRecords([{ values: places }, { values: classes, bytes: 2 }], rows);
 * assertEquals([...records.readSync()], [44, 1, 0, 0, 9, 0, 1, 0, 0, 0, 7, 0]);
 * ```
 */
export function packRecords(fields: readonly RecordField[], rows?: Tensor<"i64">): Tensor<"u8"> {
  checkArray({ operator: OPERATOR, name: "fields" }, fields);
  for (const [index, field] of fields.entries()) {
    checkParts({ operator: OPERATOR, name: `field ${index}` }, field);
  }
  const [first, ...others] = fields;
  if (first === undefined || fields.length > MOST_FIELDS) {
    refuse(OPERATOR, `${fields.length} fields, 1 to ${MOST_FIELDS} expected`);
  }
  const columns = [...others.map(({ values }) => values), ...(rows === undefined ? [] : [rows])];
  const context = shareContext(OPERATOR, first.values, ...columns);
  if (rows !== undefined) {
    checkDType({ operator: OPERATOR, name: "rows" }, rows, ["i64"]);
    checkShape({ operator: OPERATOR, name: "rows" }, rows, ["m"]);
  }
  checkTensor({ operator: OPERATOR, name: "field 0" }, first.values);
  const [count = 0] = first.values.shape;
  const numbers = fields.flatMap(({ values, bytes }, index) => {
    const name = `field ${index}`;
    checkTensor({ operator: OPERATOR, name }, values);
    const { shape, dtype } = values;
    checkShape({ operator: OPERATOR, name }, values, shape.length === 1 ? [count] : [count, "v"]);
    const own = dtypeBytes(dtype);
    const written = bytes ?? own;
    wholeNumber({ operator: OPERATOR, name: `bytes of ${name}` }, written, { least: own, most: 8 });
    const [, width = 1] = shape;
    if (width === 0) refuse(OPERATOR, `${name} has no values`);
    return [own, width, written];
  });
  let recordBytes = 0;
  for (let at = 0; at < numbers.length; at += 3) {
    recordBytes += (numbers[at + 1] ?? 0) * (numbers[at + 2] ?? 0);
  }
  const records = rows?.length ?? count;
  const shape = [records, recordBytes];
  const layout = { operator: OPERATOR, context, dtype: "u8", shape } as const;
  return computeTensor(layout, (native, request) =>
    native.packRecords({
      ...request,
      nColumns: fields.length,
      columns: Uint32Array.from(fields, ({ values }) => handleOf(values.buffer)),
      nFields: numbers.length,
      fields: BigInt64Array.from(numbers, BigInt),
      nRows: count,
      nRecords: records,
      rows: handleOrNone(rows?.buffer),
      recordBytes,
    }));
}
