/**
 * Arrays of numbers with names, as files of parameters have them.
 *
 * @module
 */
import { cannot } from "../../../ffi/base/errors.ts";
import { checkArray, checkParts, checkText, refuseKind } from "../../../ffi/base/checks.ts";
import { describeValue, oneOf } from "../../../ffi/base/words.ts";
import { float16Arrays } from "../../../ffi/base/float16.ts";

/**
 * Arrays of the host, by the names of their element types.
 *
 * @category Files
 */
export interface ArrayKinds {
  /** Bytes, 0 or 1. */
  readonly bool: Uint8Array<ArrayBuffer>;
  /** Bytes. */
  readonly u8: Uint8Array<ArrayBuffer>;
  /** Signed bytes. */
  readonly i8: Int8Array<ArrayBuffer>;
  /** Integers of 16 bits. */
  readonly i16: Int16Array<ArrayBuffer>;
  /** Unsigned integers of 16 bits. */
  readonly u16: Uint16Array<ArrayBuffer>;
  /** Half precision. */
  readonly f16: Float16Array<ArrayBuffer>;
  /** The upper halves of f32, as bits. */
  readonly bf16: Uint16Array<ArrayBuffer>;
  /** Integers of 32 bits. */
  readonly i32: Int32Array<ArrayBuffer>;
  /** Unsigned integers of 32 bits. */
  readonly u32: Uint32Array<ArrayBuffer>;
  /** Single precision. */
  readonly f32: Float32Array<ArrayBuffer>;
  /** Double precision. */
  readonly f64: Float64Array<ArrayBuffer>;
  /** Integers of 64 bits. */
  readonly i64: BigInt64Array<ArrayBuffer>;
  /** Unsigned integers of 64 bits. */
  readonly u64: BigUint64Array<ArrayBuffer>;
}

/**
 * Name of an element type of arrays in files.
 *
 * @category Files
 */
export type ArrayDType = keyof ArrayKinds;

/**
 * An array of numbers with a name: a parameter of a network, for example.
 *
 * @category Files
 */
export interface NamedArray {
  /** Its name, unique in a file. */
  readonly name: string;
  /** The extents of its axes, the last one varying fastest; none for a single number. */
  readonly shape: readonly number[];
  /** Element type. */
  readonly dtype: ArrayDType;
  /** Its values; bool are bytes, bf16 the upper halves of f32. */
  readonly values: ArrayKinds[ArrayDType];
}

/** Bytes of an element of each type. */
export const ARRAY_BYTES: Readonly<Record<ArrayDType, number>> = {
  ...{ bool: 1, u8: 1, i8: 1, i16: 2, u16: 2, f16: 2, bf16: 2 },
  ...{ i32: 4, u32: 4, f32: 4, f64: 8, i64: 8, u64: 8 },
};

const MAKE: { readonly [D in ArrayDType]: (buffer: ArrayBuffer) => ArrayKinds[D] } = {
  bool: (buffer) => new Uint8Array(buffer),
  u8: (buffer) => new Uint8Array(buffer),
  i8: (buffer) => new Int8Array(buffer),
  i16: (buffer) => new Int16Array(buffer),
  u16: (buffer) => new Uint16Array(buffer),
  f16: (buffer) => new (float16Arrays())(buffer),
  bf16: (buffer) => new Uint16Array(buffer),
  i32: (buffer) => new Int32Array(buffer),
  u32: (buffer) => new Uint32Array(buffer),
  f32: (buffer) => new Float32Array(buffer),
  f64: (buffer) => new Float64Array(buffer),
  i64: (buffer) => new BigInt64Array(buffer),
  u64: (buffer) => new BigUint64Array(buffer),
};

/** The values of an element type that little-endian bytes hold; the bytes are copied. */
export function valuesOf(dtype: ArrayDType, bytes: Uint8Array): ArrayKinds[ArrayDType] {
  return MAKE[dtype](bytes.slice().buffer as ArrayBuffer);
}

/**
 * The bytes of an array.
 *
 * @throws {TypeError} If a part of it is something else.
 * @throws {RangeError} If it has more or fewer values than its shape.
 */
export function bytesOfArray(operator: string, array: NamedArray, name: string): Uint8Array {
  checkParts({ operator, name }, array);
  const { dtype, shape, values } = array;
  checkText({ operator, name: `the name of ${name}` }, array.name);
  const isKnown: boolean = Object.hasOwn(ARRAY_BYTES, dtype);
  if (!isKnown) {
    const given = describeValue(dtype);
    const expected = `${oneOf(Object.keys(ARRAY_BYTES))} expected`;
    throw new TypeError(`${cannot(operator)}: dtype of "${array.name}" is ${given}, ${expected}`);
  }
  const kind = MAKE[dtype](new ArrayBuffer(0)).constructor;
  if (!ArrayBuffer.isView(values) || values.constructor !== kind) {
    refuseKind({ operator, name: `values of "${array.name}"` }, values, `a ${kind.name}`);
  }
  checkArray({ operator, name: `shape of "${array.name}"` }, shape, "a list of extents");
  const isShape = shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0);
  const count = isShape ? shape.reduce((product, extent) => product * extent, 1) : NaN;
  if (count !== values.length) {
    throw new RangeError(
      `${cannot(operator)}: "${array.name}" has ${values.length} values, its shape is ` +
        `[${shape.join(", ")}]`,
    );
  }
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
