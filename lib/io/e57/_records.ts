/**
 * The binary sections of E57 files: packets of byte streams, one for each field of a record.
 *
 * @module
 */
import type { E57Pages } from "./_pages.ts";
import type { E57Field, E57Scan } from "./_scans.ts";
import { type Column, copyScalars } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";

const SECTION_BYTES = 32;
const VECTOR_SECTION = 1;
const INDEX_PACKET = 0;
const DATA_PACKET = 1;
const EMPTY_PACKET = 2;
const DATA_HEADER_BYTES = 6;
/** Bits that four bytes hold behind any first bit of a byte. */
const PART_BITS = 24;
const PART = 2 ** PART_BITS;
/** Integers of more bits are put together exactly before they are rounded. */
const EXACT_BITS = 53;

/** A part of a stream. */
interface Piece {
  readonly at: number;
  readonly length: number;
}

/**
 * Reads the wanted fields of all records of a scan.
 *
 * Source: ASTM E2807, section 9. A stream runs on from packet to packet, so that values may lie on both
 * sides of an end. Index packets are passed over.
 *
 * @param pages The file.
 * @param scan Where its records are and what they hold.
 * @param columnOf Makes room for a field, or says by undefined that it is not wanted; is asked once it is
 * known that the file holds all records.
 * @throws {FormatError} If packets are malformed, or hold fewer records than claimed.
 */
export function readE57Records(
  pages: E57Pages,
  scan: E57Scan,
  columnOf: (field: E57Field) => Column | undefined,
): void {
  const { fields, records } = scan;
  const pieces = locateStreams(pages, scan);
  fields.forEach((field, which) => {
    const column = field.kind === "string" ? undefined : columnOf(field);
    if (column === undefined) return;
    const stream = joinPieces(pages.logical, pieces[which] ?? []);
    if (field.kind === "integer") return unpackIntegers(stream, field, records, column);
    const view = new DataView(stream.buffer);
    const step = field.bits / 8;
    const type = field.kind === "f32" ? "f32" : "f64";
    copyScalars({ view, type, little: true, at: 0, step, count: records }, column);
  });
}

/** Finds the parts of every stream, and makes sure that they hold all records. */
function locateStreams(pages: E57Pages, { section, fields, records }: E57Scan): Piece[][] {
  const { logical } = pages;
  const fail = (problem: string, at: number): never => {
    throw new FormatError("E57", problem, { offset: pages.toPhysical(at) });
  };
  const view = new DataView(logical.buffer, logical.byteOffset, logical.length);
  if (section + SECTION_BYTES > logical.length) fail("a section is cut off", section);
  const kind = view.getUint8(section);
  if (kind !== VECTOR_SECTION) {
    fail(`a section has kind ${kind}, ${VECTOR_SECTION} expected`, section);
  }
  const needed = fields.map(({ bits }) => Math.ceil(records * bits / 8));
  const total = needed.reduce((sum, bytes) => sum + bytes, 0);
  // Records of no bits at all are bounded by the file as well, so that no claim takes all memory.
  if (Math.max(total, total === 0 ? records : 0) > logical.length) {
    fail(`${records} records take ${total} bytes, the file holds ${logical.length}`, section);
  }
  const end = section + Number(view.getBigUint64(section + 8, true));
  if (end > logical.length) fail(`a section ends at byte ${end} of ${logical.length}`, section + 8);
  const pieces: Piece[][] = fields.map(() => []);
  const held = fields.map(() => 0);
  const isShort = (): boolean => held.some((bytes, which) => bytes < (needed[which] ?? 0));
  if (!isShort()) return pieces;
  const start = Number(view.getBigUint64(section + 16, true));
  let at = pages.toLogical(start) ?? fail(`data start at byte ${start}`, section + 16);
  while (isShort()) {
    if (at + 4 > end) fail(`the packets of a section hold fewer than ${records} records`, section);
    const type = view.getUint8(at);
    const length = view.getUint16(at + 2, true) + 1;
    if (length % 4 !== 0 || at + length > end) fail(`a packet takes ${length} bytes`, at);
    if (type === DATA_PACKET) {
      const streams = length < DATA_HEADER_BYTES ? 0 : view.getUint16(at + 4, true);
      let from = at + DATA_HEADER_BYTES + streams * 2;
      if (streams !== fields.length || from > at + length) {
        fail(`a packet has ${streams} streams, ${fields.length} expected`, at);
      }
      for (let which = 0; which < streams; which++) {
        const bytes = view.getUint16(at + DATA_HEADER_BYTES + which * 2, true);
        if (from + bytes > at + length) fail("the streams of a packet reach beyond it", at);
        pieces[which]?.push({ at: from, length: bytes });
        held[which] = (held[which] ?? 0) + bytes;
        from += bytes;
      }
    } else if (type !== INDEX_PACKET && type !== EMPTY_PACKET) {
      fail(`a packet has type ${type}, 0 to 2 expected`, at);
    }
    at += length;
  }
  return pieces;
}

/** Joins the parts of a stream, with zeros behind them. */
function joinPieces(logical: Uint8Array, pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const stream = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 4));
  let to = 0;
  for (const { at, length } of pieces) {
    stream.set(logical.subarray(at, at + length), to);
    to += length;
  }
  return stream;
}

/** Unpacks integers of any width, the lowest bits first. */
function unpackIntegers(
  stream: Uint8Array,
  { bits, minimum, maximum, scale, offset }: E57Field,
  count: number,
  { values, first, stride }: Column,
): void {
  const least = Number(minimum);
  const exact = bits <= EXACT_BITS && Number.isSafeInteger(least) &&
    Number.isSafeInteger(Number(maximum));
  let at = 0;
  let shift = 0;
  for (let row = 0; row < count; row++) {
    let below = 0;
    let above = 0;
    let factor = 1;
    for (let left = bits; left > 0; left -= PART_BITS) {
      const width = left < PART_BITS ? left : PART_BITS;
      const word = (stream[at] ?? 0) | (stream[at + 1] ?? 0) << 8 | (stream[at + 2] ?? 0) << 16 |
        (stream[at + 3] ?? 0) << 24;
      const part = (word >>> shift) & ((1 << width) - 1);
      shift += width;
      at += shift >> 3;
      shift &= 7;
      if (factor < PART * PART) below += part * factor;
      else above = part;
      factor *= PART;
    }
    const value = exact
      ? least + (below + above * PART * PART)
      : Number(minimum + BigInt(below) + (BigInt(above) << 48n));
    values[first + row * stride] = value * scale + offset;
  }
}
