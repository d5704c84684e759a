/**
 * Points of Potree's nodes: records, or compressed columns.
 *
 * @module
 */
import { bytesOf, type PointAttribute, type PointValues } from "../base/attributes.ts";
import { zlibFor } from "../base/platform.ts";

/** Quality of the compression of points. */
export const POTREE_QUALITY = 6;

/** Copies values of rows to places that are a stride apart. */
export function gatherColumn(
  { values, width }: PointAttribute,
  rows: Uint32Array,
  out: Uint8Array<ArrayBuffer>,
  { at, stride }: { readonly at: number; readonly stride: number },
): void {
  const view = new DataView(out.buffer, at);
  const { buffer, byteOffset, byteLength } = values;
  const size = bytesOf(values);
  if (size === 1) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let n = 0; n < rows.length; n++) {
      const from = (rows[n] ?? 0) * width;
      for (let k = 0; k < width; k++) out[at + n * stride + k] = bytes[from + k] ?? 0;
    }
  } else if (size === 2) {
    const halves = new Uint16Array(buffer, byteOffset, byteLength / 2);
    let to = 0;
    for (let n = 0; n < rows.length; n++, to += stride) {
      const from = (rows[n] ?? 0) * width;
      for (let k = 0; k < width; k++) view.setUint16(to + k * 2, halves[from + k] ?? 0, true);
    }
  } else {
    const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
    const own = width * size / 4;
    let to = 0;
    for (let n = 0; n < rows.length; n++, to += stride) {
      const from = (rows[n] ?? 0) * own;
      for (let k = 0; k < own; k++) view.setUint32(to + k * 4, words[from + k] ?? 0, true);
    }
  }
}

/** Compresses joined columns. */
export function compressColumns(
  columns: readonly PointAttribute[],
  rows: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const { brotliCompressSync, constants } = zlibFor("encode Potree");
  const params = { [constants.BROTLI_PARAM_QUALITY]: POTREE_QUALITY };
  return new Uint8Array(brotliCompressSync(joinColumns(columns, rows), { params }));
}

/** Columns one after the other: positions and colors as Morton codes, whose like bytes lie together. */
export function joinColumns(
  columns: readonly PointAttribute[],
  rows: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const parts = columns.map((column): Uint8Array<ArrayBuffer> => {
    if (column.name === "position") return codePositions(column.values, rows);
    if (column.name === "rgb") return codeColors(column.values, rows);
    const stride = bytesOf(column.values) * column.width;
    const out = new Uint8Array(rows.length * stride);
    gatherColumn(column, rows, out, { at: 0, stride });
    return out;
  });
  const raw = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    raw.set(part, at);
    at += part.length;
  }
  return raw;
}

/** The code of the upper 16 bits of x, y and z, then that of the lower ones. */
function codePositions(values: PointValues, rows: Uint32Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(rows.length * 4);
  for (let n = 0; n < rows.length; n++) {
    const from = (rows[n] ?? 0) * 3;
    const [x, y, z] = [values[from] ?? 0, values[from + 1] ?? 0, values[from + 2] ?? 0];
    interleave(x >>> 16, y >>> 16, z >>> 16, words, n * 4);
    interleave(x & 0xffff, y & 0xffff, z & 0xffff, words, n * 4 + 2);
  }
  return new Uint8Array(words.buffer);
}

function codeColors(values: PointValues, rows: Uint32Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(rows.length * 2);
  for (let n = 0; n < rows.length; n++) {
    const from = (rows[n] ?? 0) * 3;
    interleave(values[from] ?? 0, values[from + 1] ?? 0, values[from + 2] ?? 0, words, n * 2);
  }
  return new Uint8Array(words.buffer);
}

/** Bits of a byte, each followed by two zeros. */
const SPREAD: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let code = 0;
  for (let bit = 0; bit < 8; bit++) code |= (byte >> bit & 1) << (3 * bit);
  return code;
});

/** Writes the 48 bits of three times 16 interleaved ones, x the lowest of each triple. */
function interleave(x: number, y: number, z: number, words: Uint32Array, at: number): void {
  const spread = (shift: number): number =>
    (SPREAD[x >> shift & 255] ?? 0) | (SPREAD[y >> shift & 255] ?? 0) << 1 |
    (SPREAD[z >> shift & 255] ?? 0) << 2;
  const low = spread(0);
  const high = spread(8);
  words[at] = low | high << 24;
  words[at + 1] = high >>> 8;
}
