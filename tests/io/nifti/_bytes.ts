/**
 * NIfTI files written by hand, of both versions and byte orders.
 *
 * @module
 */
import type { NrrdType } from "../../../lib/io/mod.ts";
import { TYPES } from "../nrrd/_bytes.ts";

/** What to write; what is left out is a file of one byte at the place (0, 0, 0). */
export interface NiftiBytes {
  readonly version?: 1 | 2;
  readonly little?: boolean;
  readonly type?: NrrdType;
  readonly dims?: readonly number[];
  readonly samples?: readonly (number | bigint)[];
  readonly pixdim?: readonly number[];
  readonly slope?: number;
  readonly intercept?: number;
  /** Three rows of four. */
  readonly srows?: readonly number[];
  /** Quaternion b, c, d, then the offsets along x, y and z. */
  readonly quatern?: readonly number[];
  readonly voxOffset?: number;
}

const CODES: Readonly<Record<NrrdType, number>> = {
  u8: 2,
  i16: 4,
  i32: 8,
  f32: 16,
  f64: 64,
  i8: 256,
  u16: 512,
  u32: 768,
  i64: 1024,
  u64: 1280,
};

/** Writes a file. */
export function niftiBytes(file: NiftiBytes = {}): Uint8Array<ArrayBuffer> {
  const { version = 1, little = true, type = "u8", dims = [1, 1, 1], samples = [7] } = file;
  const { pixdim = [1, 1, 1, 1], slope = 0, intercept = 0, srows, quatern } = file;
  const { voxOffset = version === 1 ? 352 : 544 } = file;
  const { bytes: width, write } = TYPES[type];
  const bytes = new Uint8Array(voxOffset + samples.length * width);
  const view = new DataView(bytes.buffer);
  const mark = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  const all = [dims.length, ...dims];
  if (version === 1) {
    const float = (at: number, value: number): void => view.setFloat32(at, value, little);
    view.setInt32(0, 348, little);
    all.forEach((size, axis) => view.setInt16(40 + 2 * axis, size, little));
    view.setInt16(70, CODES[type], little);
    view.setInt16(72, width * 8, little);
    pixdim.forEach((one, axis) => float(76 + 4 * axis, one));
    float(108, voxOffset);
    float(112, slope);
    float(116, intercept);
    view.setInt16(252, quatern === undefined ? 0 : 1, little);
    view.setInt16(254, srows === undefined ? 0 : 1, little);
    quatern?.forEach((one, at) => float(256 + 4 * at, one));
    srows?.forEach((one, at) => float(280 + 4 * at, one));
    mark(344, "n+1\0");
  } else {
    const double = (at: number, value: number): void => view.setFloat64(at, value, little);
    view.setInt32(0, 540, little);
    mark(4, "n+2\0\r\n\x1a\n");
    view.setInt16(12, CODES[type], little);
    view.setInt16(14, width * 8, little);
    all.forEach((size, axis) => view.setBigInt64(16 + 8 * axis, BigInt(size), little));
    pixdim.forEach((one, axis) => double(104 + 8 * axis, one));
    view.setBigInt64(168, BigInt(voxOffset), little);
    double(176, slope);
    double(184, intercept);
    view.setInt32(344, quatern === undefined ? 0 : 1, little);
    view.setInt32(348, srows === undefined ? 0 : 1, little);
    quatern?.forEach((one, at) => double(352 + 8 * at, one));
    srows?.forEach((one, at) => double(400 + 8 * at, one));
  }
  samples.forEach((one, at) => write(view, voxOffset + at * width, one, little));
  return bytes;
}
