/**
 * NPY files of NumPy, each with one array.
 *
 * @see NumPy enhancement proposal 1, "A simple file format for NumPy arrays".
 * @module
 */
import { oneOf } from "../../../ffi/base/words.ts";
import type { ColumnValues } from "../cloud.ts";
import { type NumberArrays, toHostOrder } from "../base/samples.ts";
import { FormatError } from "../base/errors.ts";
import { float16Arrays } from "../../../ffi/base/float16.ts";

const NPY_MARK = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Header of an NPY file's array, and the bytes behind it. */
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

/** Whether the first bytes of a file say that its array has not two axes. */
export function hasOtherAxes(head: Uint8Array): boolean {
  const sides = sidesOf(head);
  return sides !== undefined && sides.length !== 2;
}

/** The extents of the axes of an array, as the first bytes of its file say; undefined where they do not. */
function sidesOf(head: Uint8Array): string[] | undefined {
  const start = String.fromCharCode(...head.subarray(0, 512));
  const [, sides] = /'shape':\s*\(([\d\s,L]*)\)/.exec(start) ?? [];
  return sides?.split(",").map((side) => side.replace("L", "").trim()).filter((side) =>
    side !== ""
  );
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
  if (array === undefined) {
    const sides = sidesOf(bytes);
    const held = sides === undefined ? "" : `the array is [${sides.join(", ")}], `;
    throw new FormatError("NPY", `${held}an array of two axes expected`);
  }
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

/**
 * An array of any axes, as {@linkcode readNumpy} returns it.
 *
 * @category Files
 */
export interface NumpyArray {
  /** Its name in an NPZ file; empty for that of an NPY file. */
  readonly name: string;
  /** The extents of its axes; none for a single number. */
  readonly shape: readonly number[];
  /** The type as NumPy calls it, such as "<f4". */
  readonly type: string;
  /** Its values, the last axis varying fastest. */
  readonly values: ColumnValues | Float16Array<ArrayBuffer>;
}

/** An array as a file has it. */
export interface StoredArray extends Omit<NumpyArray, "values"> {
  /** Whether the first axis varies fastest. */
  readonly isFortran: boolean;
  /** The bytes of the numbers, in the order of this machine. */
  readonly bytes: Uint8Array;
  /** The type without the order of its bytes; "b1" for booleans. */
  readonly kind: StoredKind;
}

/** Types of numbers, and booleans. */
export type StoredKind = NpyType | "b1";

/** Says that an array holds something else than numbers: texts, records or Python objects. */
export class OtherArray extends FormatError {
  /** Its name. */
  readonly array: string;
  /** Its contents, for messages. */
  readonly problem: string;

  constructor(format: string, array: string, problem: string) {
    super(format, array === "" ? problem : `array "${array}": ${problem}`);
    this.array = array;
    this.problem = problem;
  }
}

/** Bytes of a magic number and of a version. */
const MARK_BYTES = 8;

/**
 * Reads an array of any axes.
 *
 * @throws {FormatError} If it does not hold numbers, or more or fewer bytes than it says.
 */
export function readStored(bytes: Uint8Array, name = "", format = "NPY"): StoredArray {
  const where = name === "" ? "" : `array "${name}": `;
  const fail = (problem: string): never => {
    throw new FormatError(format, `${where}${problem}`);
  };
  const failKind = (problem: string): never => {
    throw new OtherArray(format, name, problem);
  };
  if (!isNpy(bytes)) fail("it does not begin as arrays of NumPy do");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const major = bytes[6] ?? 0;
  const sizeBytes = major === 1 ? 2 : 4;
  if (bytes.length < MARK_BYTES + sizeBytes) fail("the header ends too soon");
  if (major < 1 || major > 3) fail(`version ${major} is unknown, 1 to 3 expected`);
  const length = major === 1 ? view.getUint16(MARK_BYTES, true) : view.getUint32(MARK_BYTES, true);
  const start = MARK_BYTES + sizeBytes + length;
  if (start > bytes.length) fail("the header ends too soon");
  const header = new TextDecoder().decode(bytes.subarray(MARK_BYTES + sizeBytes, start));
  const [, type] = /'descr':\s*'([^']*)'/.exec(header) ?? [];
  const [, order] = /'fortran_order':\s*(True|False)/.exec(header) ?? [];
  const [, sides] = /'shape':\s*\(([\d\s,L]*)\)/.exec(header) ?? [];
  if (type === undefined && /'descr':\s*\[/.test(header)) {
    failKind("records of several fields are held, an array of one type of numbers expected");
  }
  if (type === undefined || order === undefined || sides === undefined) {
    return fail("the header has no type, order and shape of an array");
  }
  if (/O/.test(type)) {
    failKind("Python objects are held, which only Python reads, numbers expected");
  }
  const kind = STORED.find((one) => one === type.slice(1));
  if (kind === undefined || !/^[<>|=]/.test(type)) {
    return failKind(`type ${type} is not ${oneOf(STORED)}`);
  }
  const shape = sides.split(",").map((side) => side.replace("L", "").trim())
    .filter((side) => side !== "").map(Number);
  const width = Number(kind.slice(1));
  const needed = shape.reduce((product, side) => product * side, width);
  const data = bytes.subarray(start);
  if (data.length !== needed) {
    fail(`[${shape.join(", ")}] of type ${type} take ${needed} bytes, ${data.length} held`);
  }
  const endian = type.startsWith(">") ? "big" : "little";
  return {
    name,
    type,
    shape,
    kind,
    isFortran: order === "True",
    bytes: toHostOrder(data, width, endian),
  };
}

/** The values of an array, the last axis varying fastest. */
export function valuesOfStored(array: StoredArray): NumpyArray["values"] {
  const { kind, shape, isFortran, bytes } = array;
  const width = Number(kind.slice(1));
  const ordered = isFortran && shape.length > 1 ? transposed(bytes, width, shape) : bytes.slice();
  const buffer = ordered.buffer as ArrayBuffer;
  if (kind === "i8") return new BigInt64Array(buffer);
  if (kind === "u8") return new BigUint64Array(buffer);
  return kind === "b1" ? new Uint8Array(buffer) : KINDS[kind](buffer);
}

/** Items of which the first axis varies fastest, brought to the order in which the last one does. */
function transposed(bytes: Uint8Array, width: number, shape: readonly number[]): Uint8Array {
  const out = new Uint8Array(bytes.length);
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((a, b) => a * b, width));
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < out.length; to += width) {
    for (let byte = 0; byte < width; byte++) out[to + byte] = bytes[from + byte] ?? 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      from += strides[axis] ?? 0;
      if ((index[axis] ?? 0) < (shape[axis] ?? 0)) break;
      from -= (strides[axis] ?? 0) * (shape[axis] ?? 0);
      index[axis] = 0;
    }
  }
  return out;
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
  f2: (buffer: ArrayBuffer): NpyNumbers => new (float16Arrays())(buffer),
  f4: (buffer: ArrayBuffer): NpyNumbers => new Float32Array(buffer),
  f8: (buffer: ArrayBuffer): NpyNumbers => new Float64Array(buffer),
};

/** All types that are read. */
const STORED: readonly StoredKind[] = ["b1", ...Object.keys(KINDS) as NpyType[]];
