/**
 * Attributes of points besides places and colors, as records of bytes that go along with them.
 *
 * @module
 */

import {
  bytesOf,
  type PointAttribute,
  typeOfValues,
  valuesOf,
} from "../../../io/base/attributes.ts";
import { gatherColumn } from "../../../io/potree/records.ts";

/** A column without its values. */
export interface ExtraField extends Pick<PointAttribute, "name" | "width"> {
  /** Type of a value, as {@linkcode typeOfValues} names it. */
  readonly type: string;
  /** Bytes of a point. */
  readonly bytes: number;
}

/** Which columns there are, one after the other in each record. */
export class ExtraLayout {
  /** The columns. */
  readonly fields: readonly ExtraField[];
  /** Bytes of a record. */
  readonly bytes: number;

  /**
   * Describes columns.
   *
   * @param columns Columns of any length.
   */
  constructor(columns: readonly PointAttribute[]) {
    this.fields = columns.map(({ name, width, values }) => ({
      name,
      width,
      type: typeOfValues(values),
      bytes: bytesOf(values) * width,
    }));
    this.bytes = this.fields.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Records of points; the columns are those of the layout. */
  pack(columns: readonly PointAttribute[], count: number): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(count * this.bytes);
    const rows = Uint32Array.from({ length: count }, (_, row) => row);
    let at = 0;
    columns.forEach((column, index) => {
      gatherColumn(column, rows, out, { at, stride: this.bytes });
      at += this.fields[index]?.bytes ?? 0;
    });
    return out;
  }

  /** Columns of records. */
  unpack(records: Uint8Array): PointAttribute[] {
    const count = this.bytes === 0 ? 0 : records.length / this.bytes;
    let at = 0;
    return this.fields.map(({ name, width, type, bytes }) => {
      const own = new Uint8Array(count * bytes);
      for (let n = 0; n < count; n++) {
        for (let k = 0; k < bytes; k++) own[n * bytes + k] = records[n * this.bytes + at + k] ?? 0;
      }
      at += bytes;
      return { name, width, values: valuesOf(type, own) ?? own };
    });
  }
}
