/**
 * The least and greatest numbers of columns.
 *
 * @module
 */

import type { DType, Tensor } from "../core/mod.ts";
import { checkDType, refuse } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";

/** The least and greatest number of each column. */
export interface ColumnExtremes {
  /** The least, [columns]. */
  readonly least: Float64Array<ArrayBuffer>;
  /** The greatest, [columns]. */
  readonly most: Float64Array<ArrayBuffer>;
}

const OPERATOR = "columnExtremes";
const DTYPES: readonly DType[] = ["u8", "u16", "i16", "i32", "f32", "f64"];
const MOST_COLUMNS = 4096;

/**
 * Finds the least and the greatest number of each column, such as the box of points.
 *
 * @param values Rows, u8, u16, i16, i32, f32 or f64 [n] or [n, columns]; borrowed.
 * @returns The extremes. NaN is passed over; where there is no number both are 0.
 * @throws {RangeError} If the shape is wrong.
 * @throws {TypeError} If the element type is wrong.
 * @throws {DisposedError} If `values` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend; -0 is less than 0.
 *
 * @example A box
 * ```ts
 * import { columnExtremes, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Float32Array([1, NaN, 3, 4, -5, 0]), { context, shape: [2, 3] });
 * const { least, most } = columnExtremes(points);
 * assertEquals([...least], [1, -5, 0]);
 * assertEquals([...most], [4, -5, 3]);
 * ```
 */
export function columnExtremes(values: Tensor): ColumnExtremes {
  const context = shareContext(OPERATOR, values);
  checkDType({ operator: OPERATOR, name: "values" }, values, DTYPES);
  const [rows, columns = 1, ...rest] = values.shape;
  if (rows === undefined || rest.length > 0 || columns < 1 || columns > MOST_COLUMNS) {
    refuse(OPERATOR, `values shape is [${values.shape}], 1 to ${MOST_COLUMNS} columns expected`);
  }
  const least = new Float64Array(columns);
  const most = new Float64Array(columns);
  const status = context.native.columnExtremes(
    context.handle,
    values.buffer.handle,
    dtypeCode(values.dtype),
    rows,
    columns,
    least,
    most,
  );
  context.check(status, OPERATOR);
  return { least, most };
}
