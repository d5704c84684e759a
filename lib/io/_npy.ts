/**
 * NPY files of NumPy that hold one array of two axes.
 *
 * @see NumPy enhancement proposal 1, "A simple file format for NumPy arrays".
 * @module
 */
import { toHostOrder } from "./_samples.ts";
import { FormatError } from "./errors.ts";

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
export type NpyNumbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float16Array
  | Float32Array
  | Float64Array;

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
 * @throws {FormatError} If it has no array of two axes, or more or fewer bytes than it says.
 */
export function readNpyArray(bytes: Uint8Array): NpyArray {
  if (bytes.length < 12) throw new FormatError("NPY", "the header ends too soon");
  const array = readNpyHeader(bytes);
  if (array === undefined) throw new FormatError("NPY", "an array of two axes expected");
  const { type, rows, columns, data } = array;
  const bytesEach = Number(/^[<>|=]\w([1248])$/.exec(type)?.[1]);
  if (data.length !== rows * columns * bytesEach) {
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
  accepted: readonly (keyof typeof KINDS)[],
): NpyNumbers {
  const kind = accepted.find((one) => one === type.slice(1));
  if (kind === undefined) {
    const known = accepted.join(", ").replace(/, (\w+)$/, " or $1");
    throw new FormatError("NPY", `type ${type} is not ${known}`);
  }
  const width = Number(type.slice(2));
  const { buffer } = toHostOrder(bytes, width, type.startsWith(">") ? "big" : "little").slice();
  return KINDS[kind](buffer as ArrayBuffer);
}

const KINDS = {
  i1: (buffer: ArrayBuffer): NpyNumbers => new Int8Array(buffer),
  u1: (buffer: ArrayBuffer): NpyNumbers => new Uint8Array(buffer),
  i2: (buffer: ArrayBuffer): NpyNumbers => new Int16Array(buffer),
  u2: (buffer: ArrayBuffer): NpyNumbers => new Uint16Array(buffer),
  i4: (buffer: ArrayBuffer): NpyNumbers => new Int32Array(buffer),
  u4: (buffer: ArrayBuffer): NpyNumbers => new Uint32Array(buffer),
  f2: (buffer: ArrayBuffer): NpyNumbers => new Float16Array(buffer),
  f4: (buffer: ArrayBuffer): NpyNumbers => new Float32Array(buffer),
  f8: (buffer: ArrayBuffer): NpyNumbers => new Float64Array(buffer),
};
