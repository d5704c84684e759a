/**
 * Numbers of any type in binary rows, copied into columns.
 *
 * @module
 */

import type { PointValues } from "./attributes.ts";

/** The types of numbers in files. */
export type ScalarType =
  | "i8"
  | "u8"
  | "i16"
  | "u16"
  | "i32"
  | "u32"
  | "i64"
  | "u64"
  | "f32"
  | "f64";

/** Bytes of each type. */
export const SCALAR_BYTES: Readonly<Record<ScalarType, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f32: 4,
  f64: 8,
};

/** Reads one number; 64-bit integers are rounded to float64. */
export type ScalarReader = (view: DataView, at: number, little: boolean) => number;

/** Reader of each type. */
export const SCALAR_READERS: Readonly<Record<ScalarType, ScalarReader>> = {
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at, little) => view.getInt16(at, little),
  u16: (view, at, little) => view.getUint16(at, little),
  i32: (view, at, little) => view.getInt32(at, little),
  u32: (view, at, little) => view.getUint32(at, little),
  i64: (view, at, little) => Number(view.getBigInt64(at, little)),
  u64: (view, at, little) => Number(view.getBigUint64(at, little)),
  f32: (view, at, little) => view.getFloat32(at, little),
  f64: (view, at, little) => view.getFloat64(at, little),
};

/** Destination of the values of one property. */
export interface Column {
  readonly values: PointValues | Uint8ClampedArray;
  /** Index of the first row's value. */
  readonly first: number;
  /** Distance between the values of two rows. */
  readonly stride: number;
}

/** Place of the values of one property. */
export interface ScalarRun {
  readonly view: DataView;
  readonly type: ScalarType;
  readonly little: boolean;
  /** Byte offset of the first row's value. */
  readonly at: number;
  /** Bytes from row to row. */
  readonly step: number;
  readonly count: number;
}

/** Copies one property of every row. */
export function copyScalars(run: ScalarRun, { values, first, stride }: Column): void {
  const { view, type, little, at, step, count } = run;
  const read = SCALAR_READERS[type];
  for (let row = 0; row < count; row++) {
    values[first + row * stride] = read(view, at + row * step, little);
  }
}
