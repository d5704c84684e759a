/**
 * Minima and maxima of columns.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { callNative } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";

/**
 * The minimum and maximum of each column.
 *
 * @category Level of detail
 */
export interface ColumnExtremes {
  /** The minimum, [columns]. */
  readonly min: Float64Array<ArrayBuffer>;
  /** The maximum, [columns]. */
  readonly max: Float64Array<ArrayBuffer>;
}

const OPERATOR = "columnExtremes";
const DTYPES: readonly DType[] = ["u8", "u16", "i16", "i32", "f32", "f64"];
const MOST_COLUMNS = 4096;

/**
 * Finds the minimum and maximum of each column, such as the bounding box of points.
 *
 * @param values Rows, u8, u16, i16, i32, f32 or f64 [n] or [n, columns]; borrowed.
 * @returns The extremes. NaN is ignored; if there is no number both are 0.
 * @throws {RangeError} If the shape is wrong.
 * @throws {TypeError} If the element type is wrong.
 * @determinism Same bits on every backend; -0 is less than 0.
 * @category Level of detail
 *
 * @example A box
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { columnExtremes } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Float32Array([1, NaN, 3, 4, -5, 0]), { context, shape: [2, 3] });
 * const { min, max } = columnExtremes(points);
 * assertEquals([...min], [1, -5, 0]);
 * assertEquals([...max], [4, -5, 3]);
 * ```
 */
export function columnExtremes(values: Tensor): ColumnExtremes {
  const context = shareContext(OPERATOR, values);
  checkDType({ operator: OPERATOR, name: "values" }, values, DTYPES);
  const [rows, columns = 1, ...rest] = values.shape;
  if (rows === undefined || rest.length > 0 || columns < 1 || columns > MOST_COLUMNS) {
    refuse(OPERATOR, `values shape is [${values.shape}], 1 to ${MOST_COLUMNS} columns expected`);
  }
  const min = new Float64Array(columns);
  const max = new Float64Array(columns);
  callNative(OPERATOR, context, (native, context) =>
    native.columnExtremes({
      context,
      values: handleOf(values.buffer),
      dtype: dtypeCode(values.dtype),
      nRows: rows,
      channels: columns,
      outLeast: min,
      outMost: max,
    }));
  return { min, max };
}
