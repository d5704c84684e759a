/**
 * Columns of LAS records besides those that all files have: near infrared, and the bytes behind the fields of a format,
 * which a record of the file describes.
 *
 * @see ASPRS LAS 1.4 R15, "Extra Bytes VLR"
 * @module
 */
import type { LasHeader } from "./header.ts";
import { LAS_RECORD_BYTES } from "./header.ts";
import type { ColumnValues, LasVlr, PointColumn } from "../cloud.ts";

/** The record that describes extra bytes, and the length of one description. */
const [SPEC, EXTRA_RECORD, DESCRIPTION_BYTES] = ["LASF_Spec", 4, 192];
/** Offsets of the parts of a description. */
const [TYPE_AT, OPTIONS_AT, NAME_AT, NO_DATA_AT] = [2, 3, 4, 40];
const [SCALE_AT, OFFSET_AT, TEXT_AT] = [112, 136, 160];
const TEXT_BYTES = 32;
/** Bits that say which parts of a description count. */
const [HAS_NO_DATA, HAS_SCALE, HAS_OFFSET] = [1, 8, 16];
/** Point formats with near infrared, and where it is. */
const INFRARED_AT: Readonly<Record<number, number>> = { 8: 36, 10: 36 };

/** The name of the column of near infrared. */
export const INFRARED = "near infrared";
/** The name of a column of bytes that nothing describes. */
export const UNDESCRIBED = "extra bytes";
/** The name of the column of colors that 8 bits round. */
export const WIDE_COLORS = "rgb";

type Read = (view: DataView, at: number) => number | bigint;

/** A type of numbers: how one is read, and how it is written. */
interface Kind {
  readonly make: (count: number) => ColumnValues;
  readonly read: Read;
  readonly write: (view: DataView, at: number, value: number | bigint) => void;
}

/** The types by their number in descriptions, less 1. */
const KINDS: readonly Kind[] = [
  kind(Uint8Array, (v, at) => v.getUint8(at), (v, at, one) => v.setUint8(at, one)),
  kind(Int8Array, (v, at) => v.getInt8(at), (v, at, one) => v.setInt8(at, one)),
  kind(Uint16Array, (v, at) => v.getUint16(at, true), (v, at, one) => v.setUint16(at, one, true)),
  kind(Int16Array, (v, at) => v.getInt16(at, true), (v, at, one) => v.setInt16(at, one, true)),
  kind(Uint32Array, (v, at) => v.getUint32(at, true), (v, at, one) => v.setUint32(at, one, true)),
  kind(Int32Array, (v, at) => v.getInt32(at, true), (v, at, one) => v.setInt32(at, one, true)),
  big(
    BigUint64Array,
    (v, at) => v.getBigUint64(at, true),
    (v, at, one) => v.setBigUint64(at, one, true),
  ),
  big(
    BigInt64Array,
    (v, at) => v.getBigInt64(at, true),
    (v, at, one) => v.setBigInt64(at, one, true),
  ),
  kind(
    Float32Array,
    (v, at) => v.getFloat32(at, true),
    (v, at, one) => v.setFloat32(at, one, true),
  ),
  kind(
    Float64Array,
    (v, at) => v.getFloat64(at, true),
    (v, at, one) => v.setFloat64(at, one, true),
  ),
];

function kind(
  Values: new (count: number) => ColumnValues,
  read: (view: DataView, at: number) => number,
  write: (view: DataView, at: number, value: number) => void,
): Kind {
  return {
    make: (count) => new Values(count),
    read,
    write: (view, at, value) => write(view, at, Number(value)),
  };
}

function big(
  Values: new (count: number) => ColumnValues,
  read: (view: DataView, at: number) => bigint,
  write: (view: DataView, at: number, value: bigint) => void,
): Kind {
  return {
    make: (count) => new Values(count),
    read,
    write: (view, at, value) => write(view, at, BigInt(value)),
  };
}

/** A column, and where it is in a record. */
export interface ExtraColumn {
  readonly column: PointColumn;
  readonly at: number;
  readonly kind: Kind;
}

/** Allocates the columns that the records of a file have besides. */
export function allocateExtras(header: LasHeader): ExtraColumn[] {
  const { pointFormat, recordLength, count } = header;
  const extras: ExtraColumn[] = [];
  const [bytes, , shorts] = KINDS;
  if (bytes === undefined || shorts === undefined) return extras;
  const infrared = INFRARED_AT[pointFormat];
  if (infrared !== undefined) {
    extras.push({
      column: { name: INFRARED, values: shorts.make(count), width: 1 },
      at: infrared,
      kind: shorts,
    });
  }
  let at = LAS_RECORD_BYTES[pointFormat] ?? recordLength;
  for (const { kind, width, ...about } of descriptionsOf(header.vlrs)) {
    const size = kind.make(1).BYTES_PER_ELEMENT * width;
    if (at + size > recordLength) break; // more is described than there is
    if (size > 0) {
      extras.push({ column: { ...about, width, values: kind.make(count * width) }, at, kind });
    }
    at += size;
  }
  const width = recordLength - at;
  if (width > 0) {
    const column = { name: UNDESCRIBED, values: bytes.make(count * width), width };
    extras.push({ column, at, kind: bytes });
  }
  return extras;
}

/** Copies the extra columns of a run of records. */
export function unpackExtras(
  extras: readonly ExtraColumn[],
  view: DataView,
  { first, count, recordLength }: {
    readonly first: number;
    readonly count: number;
    readonly recordLength: number;
  },
): void {
  for (const { column: { values, width }, at, kind: { read } } of extras) {
    const step = values.BYTES_PER_ELEMENT;
    for (let record = 0; record < count; record++) {
      for (let part = 0; part < width; part++) {
        values[(first + record) * width + part] = read(
          view,
          record * recordLength + at + part * step,
        );
      }
    }
  }
}

/** Descriptions of the extra bytes of a file. */
function* descriptionsOf(
  vlrs: readonly LasVlr[],
): Generator<Omit<PointColumn, "values"> & { readonly kind: Kind }> {
  const record = vlrs.find(({ userId, recordId }) => userId === SPEC && recordId === EXTRA_RECORD);
  const data = record?.data ?? new Uint8Array(0);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const text = (at: number): string => {
    const field = data.subarray(at, at + TEXT_BYTES);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end)).trim();
  };
  for (let at = 0; at + DESCRIPTION_BYTES <= data.length; at += DESCRIPTION_BYTES) {
    const [type, options] = [view.getUint8(at + TYPE_AT), view.getUint8(at + OPTIONS_AT)];
    const name = text(at + NAME_AT);
    const description = text(at + TEXT_AT);
    const about = description === "" ? { name } : { name, description };
    const [bytes] = KINDS;
    if (type === 0 && bytes !== undefined) {
      yield { ...about, kind: bytes, width: options };
      continue;
    }
    const kind = KINDS[(type - 1) % KINDS.length];
    const width = Math.ceil(type / KINDS.length);
    if (kind === undefined || width > 3) return; // of what follows nobody knows where it is
    const triple = (place: number, read: Read): number[] =>
      Array.from({ length: width }, (_, part) => Number(read(view, at + place + 8 * part)));
    const doubles: Read = (view, at) => view.getFloat64(at, true);
    yield {
      ...about,
      kind,
      width,
      ...((options & HAS_SCALE) === 0 ? {} : { scale: triple(SCALE_AT, doubles) }),
      ...((options & HAS_OFFSET) === 0 ? {} : { offset: triple(OFFSET_AT, doubles) }),
      ...((options & HAS_NO_DATA) === 0 ? {} : { noData: triple(NO_DATA_AT, noDataOf(kind)) }),
    };
  }
}

/** Values that stand for none are stored in eight bytes: integers with their sign, and doubles. */
function noDataOf({ make }: Kind): Read {
  const values = make(0);
  if (values instanceof Float32Array || values instanceof Float64Array) {
    return (view, at) => view.getFloat64(at, true);
  }
  const isSigned = !/^(Big)?Uint/.test(values.constructor.name);
  return (view, at) => isSigned ? view.getBigInt64(at, true) : view.getBigUint64(at, true);
}

/** Extra bytes to write: where each of them is behind the fields of the format. */
export interface ExtraLayout {
  /** Bytes of all in a record. */
  readonly bytes: number;
  /** The records of the file that describe them. */
  readonly records: readonly LasVlr[];
  /** Writes those of all points. */
  readonly write: (view: DataView, pointsAt: number, recordBytes: number, count: number) => void;
}

/** Consecutive values of the points of a column that one description is of. */
interface Piece {
  readonly column: PointColumn;
  readonly first: number;
  readonly width: number;
}

/** Most values of a description: those of a vector, or bytes that it gives no meaning. */
const [MOST_VECTOR, MOST_BYTES] = [3, 255];

function piecesOf(column: PointColumn): Piece[] {
  const { values, width } = column;
  const most = values instanceof Uint8Array ? MOST_BYTES : MOST_VECTOR;
  if (width <= most) return [{ column, first: 0, width }];
  return Array.from({ length: width }, (_, first) => ({ column, first, width: 1 }));
}

/** Plans the extra bytes of columns; more values of a point than a description takes become as many columns. */
export function layoutOf(columns: readonly PointColumn[]): ExtraLayout {
  const described = columns.filter(({ name }) => name !== UNDESCRIBED).flatMap(piecesOf);
  const others = columns.filter(({ name }) => name === UNDESCRIBED)
    .map((column): Piece => ({ column, first: 0, width: column.width }));
  const data = new Uint8Array(described.length * DESCRIPTION_BYTES);
  described.forEach((piece, n) => {
    describe(data.subarray(n * DESCRIPTION_BYTES, (n + 1) * DESCRIPTION_BYTES), piece);
  });
  const all = [...described, ...others];
  const sizeOf = ({ column, width }: Piece): number => column.values.BYTES_PER_ELEMENT * width;
  const bytes = all.reduce((sum, piece) => sum + sizeOf(piece), 0);
  const record = { userId: SPEC, recordId: EXTRA_RECORD, description: "Extra Bytes", data };
  return {
    bytes,
    records: described.length === 0 ? [] : [{ ...record, extended: false }],
    write(view, pointsAt, recordBytes, count): void {
      let at = pointsAt + recordBytes - bytes;
      for (const piece of all) {
        const { column: { values, width: stride }, first, width } = piece;
        const write = KINDS[codeOf(values) - 1]?.write;
        for (let point = 0; point < count; point++) {
          for (let part = 0; part < width; part++) {
            const value = values[point * stride + first + part] ?? 0;
            write?.(view, at + point * recordBytes + part * values.BYTES_PER_ELEMENT, value);
          }
        }
        at += sizeOf(piece);
      }
    },
  };
}

/** The number of the type of values; 0 for none of them. */
export function codeOf(values: ColumnValues): number {
  return 1 + KINDS.findIndex(({ make }) => make(0).constructor === values.constructor);
}

function describe(to: Uint8Array, { column, first, width }: Piece): void {
  const { name, values, description = "", scale, offset, noData } = column;
  const view = new DataView(to.buffer, to.byteOffset, to.byteLength);
  const text = (at: number, words: string, end = ""): void => {
    const encoder = new TextEncoder();
    to.set(encoder.encode(words).subarray(0, TEXT_BYTES - end.length), at);
    const length = Math.min(TEXT_BYTES - end.length, encoder.encode(words).length);
    to.set(encoder.encode(end), at + length);
  };
  text(NAME_AT, name, width === column.width ? "" : `[${first}]`);
  text(TEXT_AT, description);
  if (width > MOST_VECTOR) {
    to[OPTIONS_AT] = width;
    return;
  }
  let options = 0;
  const isWhole = !(values instanceof Float32Array || values instanceof Float64Array);
  const numbers = (at: number, bit: number, list: readonly number[] | undefined): void => {
    if (list === undefined) return;
    options |= bit;
    for (let part = 0; part < width; part++) {
      const [place, value] = [at + 8 * part, list[first + part] ?? 0];
      if (bit === HAS_NO_DATA && isWhole) {
        view.setBigInt64(place, BigInt(Number.isFinite(value) ? Math.trunc(value) : 0), true);
      } else view.setFloat64(place, value, true);
    }
  };
  numbers(SCALE_AT, HAS_SCALE, scale);
  numbers(OFFSET_AT, HAS_OFFSET, offset);
  numbers(NO_DATA_AT, HAS_NO_DATA, noData);
  to[TYPE_AT] = codeOf(values) + KINDS.length * (width - 1);
  to[OPTIONS_AT] = options;
}
