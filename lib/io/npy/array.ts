/**
 * NPY files of NumPy that hold one array of two axes.
 *
 * @see NumPy enhancement proposal 1, "A simple file format for NumPy arrays".
 * @module
 */
import { oneOf } from "../../core/words.ts";
import { type NumberArrays, toHostOrder } from "../base/samples.ts";
import { FormatError } from "../base/errors.ts";

const NPY_MARK = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** What an NPY file says of its array, and the bytes behind that. */
export interface NpyArray {
  /** The type of its numbers as NumPy calls it, such as "<f4". */
  readonly type: string;
  /** Extent of the first axis. */
  readonly rows: number;
  /** Extent of the second axis. */
  readonly columns: number;
  /** Whether the first axis varies fastest. */
  readonly isFortran: boolean;
  /** The numbers, perhaps not all of them. */
  readonly data: Uint8Array;
}

/** Numbers of a type of NumPy. */
export type NpyNumbers = NumberArrays | Float16Array<ArrayBuffer>;

/** Tells an NPY file from its first bytes. */
export function isNpy(head: Uint8Array): boolean {
  return NPY_MARK.every((byte, at) => head[at] === byte);
}

/** Reads the header of a file, or of the beginning of one; undefined if it has no array of two axes. */
export function readNpyHeader(bytes: Uint8Array): NpyArray | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [major] = bytes.subarray(6);
  const start = major === 1 ? 10 : 12;
  if (bytes.length < start) return undefined;
  const end = start + (major === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  const header = new TextDecoder().decode(bytes.subarray(start, end));
  const [, type] = /'descr':\s*'([^']*)'/.exec(header) ?? [];
  const [, order] = /'fortran_order':\s*(True|False)/.exec(header) ?? [];
  const [, rows, columns] = /'shape':\s*\((\d+),\s*(\d+)\)/.exec(header) ?? [];
  if (type === undefined || order === undefined || rows === undefined) return undefined;
  return {
    type,
    rows: Number(rows),
    columns: Number(columns),
    isFortran: order === "True",
    data: bytes.subarray(end),
  };
}

/**
 * Reads the array of a file.
 *
 * @throws {FormatError} If it has no array of two axes, none of the `accepted` types, or more or fewer bytes than it says.
 */
export function readNpyArray(bytes: Uint8Array, accepted: readonly NpyType[]): NpyArray {
  if (bytes.length < 12) throw new FormatError("NPY", "the header ends too soon");
  const array = readNpyHeader(bytes);
  if (array === undefined) throw new FormatError("NPY", "an array of two axes expected");
  const { type, rows, columns, data } = array;
  // Of a type that is not known, nobody can say how many bytes there have to be.
  const kind = kindOf(type, accepted);
  if (data.length !== rows * columns * Number(kind.slice(1))) {
    throw new FormatError(
      "NPY",
      `${rows} rows of ${columns} numbers of type ${type} expected, ${data.length} bytes held`,
    );
  }
  return array;
}

/**
 * Reads numbers of a type as NumPy calls it.
 *
 * @throws {FormatError} If there is no such type among `accepted`, which are without the order of bytes.
 */
export function npyNumbers(
  bytes: Uint8Array,
  type: string,
  accepted: readonly NpyType[],
): NpyNumbers {
  const kind = kindOf(type, accepted);
  const width = Number(kind.slice(1));
  const { buffer } = toHostOrder(bytes, width, type.startsWith(">") ? "big" : "little").slice();
  return KINDS[kind](buffer as ArrayBuffer);
}

/** A type without the order of its bytes. */
export type NpyType = keyof typeof KINDS;

function kindOf(type: string, accepted: readonly NpyType[]): NpyType {
  const kind = /^[<>|=]/.test(type) ? accepted.find((one) => one === type.slice(1)) : undefined;
  if (kind !== undefined) return kind;
  throw new FormatError("NPY", `type ${type} is not ${oneOf(accepted)}`);
}

const KINDS = {
  i1: (buffer: ArrayBuffer): NpyNumbers => new Int8Array(buffer),
  u1: (buffer: ArrayBuffer): NpyNumbers => new Uint8Array(buffer),
  i2: (buffer: ArrayBuffer): NpyNumbers => new Int16Array(buffer),
  u2: (buffer: ArrayBuffer): NpyNumbers => new Uint16Array(buffer),
  i4: (buffer: ArrayBuffer): NpyNumbers => new Int32Array(buffer),
  u4: (buffer: ArrayBuffer): NpyNumbers => new Uint32Array(buffer),
  i8: (buffer: ArrayBuffer): NpyNumbers => Float64Array.from(new BigInt64Array(buffer), Number),
  u8: (buffer: ArrayBuffer): NpyNumbers => Float64Array.from(new BigUint64Array(buffer), Number),
  f2: (buffer: ArrayBuffer): NpyNumbers => new Float16Array(buffer),
  f4: (buffer: ArrayBuffer): NpyNumbers => new Float32Array(buffer),
  f8: (buffer: ArrayBuffer): NpyNumbers => new Float64Array(buffer),
};
