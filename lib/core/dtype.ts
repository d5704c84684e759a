/**
 * Element types and their typed arrays.
 *
 * @module
 */

import { Dtype } from "../../ffi/_generated/symbols.ts";
import { refuseKind } from "../../ffi/base/checks.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { toBf16 } from "./bf16.ts";
import { float16Arrays, isFloat16Array } from "../../ffi/base/float16.ts";

/**
 * Typed array on the host for each element type.
 *
 * @category Tensors
 */
export interface TypedArrays {
  /** IEEE binary32. */
  readonly f32: Float32Array<ArrayBuffer>;
  /** IEEE binary16. */
  readonly f16: Float16Array<ArrayBuffer>;
  /** bfloat16, as raw bits; see {@linkcode toBf16} and {@linkcode fromBf16}. */
  readonly bf16: Uint16Array<ArrayBuffer>;
  /** IEEE binary64. */
  readonly f64: Float64Array<ArrayBuffer>;
  /** Signed 32-bit integer. */
  readonly i32: Int32Array<ArrayBuffer>;
  /** Signed 64-bit integer. */
  readonly i64: BigInt64Array<ArrayBuffer>;
  /** Unsigned 8-bit integer. */
  readonly u8: Uint8Array<ArrayBuffer>;
  /** One byte, 0 or 1. */
  readonly bool: Uint8Array<ArrayBuffer>;
  /** Unsigned 16-bit integer. */
  readonly u16: Uint16Array<ArrayBuffer>;
  /** Signed 16-bit integer. */
  readonly i16: Int16Array<ArrayBuffer>;
}

/**
 * Element type of a tensor.
 *
 * @category Tensors
 */
export type DType = keyof TypedArrays;

/**
 * Element type of points.
 *
 * @category Tensors
 */
export type Real = "f16" | "f32" | "f64";

/**
 * Element type of features.
 *
 * @category Tensors
 */
export type Float = Real | "bf16";

/**
 * Typed array that holds elements of a type on the host.
 *
 * @category Tensors
 */
export type TypedArrayOf<D extends DType> = TypedArrays[D];

/**
 * Numbers on the host: a typed array, or a plain array.
 *
 * @category Tensors
 */
export type HostArray =
  | Float32Array
  | Float16Array
  | Float64Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | readonly (number | bigint | boolean)[];

/**
 * Default element type of a host array; a `Uint16Array` has none, because it may hold bf16 or u16.
 *
 * @category Tensors
 */
export type DTypeOf<A extends HostArray> = A extends Float32Array ? "f32"
  : A extends Float16Array ? "f16"
  : A extends Float64Array ? "f64"
  : A extends Int16Array ? "i16"
  : A extends Int32Array ? "i32"
  : A extends BigInt64Array ? "i64"
  : A extends Uint8Array ? "u8"
  : A extends Uint16Array ? never
  : "f32";

interface DTypeInfo<D extends DType> {
  readonly code: Dtype;
  readonly bytes: number;
  readonly make: (length: number) => TypedArrayOf<D>;
}

const INFO: { readonly [D in DType]: DTypeInfo<D> } = {
  f32: { code: Dtype.F32, bytes: 4, make: (length) => new Float32Array(length) },
  f16: { code: Dtype.F16, bytes: 2, make: (length) => new (float16Arrays())(length) },
  bf16: { code: Dtype.BF16, bytes: 2, make: (length) => new Uint16Array(length) },
  f64: { code: Dtype.F64, bytes: 8, make: (length) => new Float64Array(length) },
  i32: { code: Dtype.I32, bytes: 4, make: (length) => new Int32Array(length) },
  i64: { code: Dtype.I64, bytes: 8, make: (length) => new BigInt64Array(length) },
  u8: { code: Dtype.U8, bytes: 1, make: (length) => new Uint8Array(length) },
  bool: { code: Dtype.BOOL, bytes: 1, make: (length) => new Uint8Array(length) },
  u16: { code: Dtype.U16, bytes: 2, make: (length) => new Uint16Array(length) },
  i16: { code: Dtype.I16, bytes: 2, make: (length) => new Int16Array(length) },
};

/**
 * All element types.
 *
 * @category Tensors
 */
export const DTYPES: readonly DType[] = Object.freeze(Object.keys(INFO) as DType[]);

/** The element types of points. */
export const REALS: readonly Real[] = ["f16", "f32", "f64"];

/** The element types of features. */
export const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];

/** The same by name: faster than to ask whether an object has it. */
const BY_NAME: ReadonlyMap<string, DTypeInfo<DType>> = new Map(Object.entries(INFO));

/** Rejects strings that are not the name of an element type. */
export function assertDType(dtype: string): asserts dtype is DType {
  if (!BY_NAME.has(dtype)) {
    const own = FOREIGN.get(dtype);
    const meant = own === undefined ? "" : `; "${own}" is what others call so`;
    throw new TypeError(
      `Cannot use dtype "${dtype}": it must be one of ${DTYPES.join(", ")}${meant}`,
    );
  }
}

/** Names of element types elsewhere. */
const FOREIGN: ReadonlyMap<string, DType> = new Map([
  ["float16", "f16"],
  ["half", "f16"],
  ["bfloat16", "bf16"],
  ["float32", "f32"],
  ["float", "f32"],
  ["float64", "f64"],
  ["double", "f64"],
  ["int16", "i16"],
  ["int32", "i32"],
  ["int", "i32"],
  ["int64", "i64"],
  ["long", "i64"],
  ["uint8", "u8"],
  ["byte", "u8"],
  ["uint16", "u16"],
  ["boolean", "bool"],
]);

function infoOf(dtype: DType): DTypeInfo<DType> {
  const info = BY_NAME.get(dtype);
  if (info !== undefined) return info;
  assertDType(dtype);
  return INFO[dtype];
}

/** Bytes of one element. */
export function dtypeBytes(dtype: DType): number {
  return infoOf(dtype).bytes;
}

/** Number by which the native library knows an element type. */
export function dtypeCode(dtype: DType): Dtype {
  return infoOf(dtype).code;
}

/** Makes a typed array of zeros for an element type. */
export function typedArray<D extends DType>(dtype: D, length: number): TypedArrayOf<D> {
  assertDType(dtype);
  return INFO[dtype].make(length);
}

/** Default element type of a host array. */
export function inferDType(data: HostArray): DType {
  if (data instanceof Float32Array) return "f32";
  if (isFloat16Array(data)) return "f16";
  if (data instanceof Float64Array) return "f64";
  if (data instanceof Int16Array) return "i16";
  if (data instanceof Int32Array) return "i32";
  if (data instanceof BigInt64Array) return "i64";
  if (data instanceof Uint8Array) return "u8";
  if (Array.isArray(data)) return "f32";
  const given: unknown = data;
  if (!ArrayBuffer.isView(given)) {
    refuseKind(
      { operator: "make tensor", name: "data" },
      given,
      "a list or typed array of numbers",
    );
  }
  throw new TypeError(`Cannot infer dtype: ${describeValue(data)} needs the dtype option`);
}

/**
 * Converts numbers to the typed array of an element type.
 *
 * An array that is already of that kind is returned as it is. Floats round to nearest even; numbers out of range of an
 * integer type are an error. A `Uint16Array` holds bf16 bits, or u16 numbers.
 *
 * @throws {RangeError} If a number is not whole, or out of range, for an integer type.
 * @throws {TypeError} If the array cannot be converted to the type.
 */
export function toTypedArray<D extends DType>(dtype: D, data: HostArray): TypedArrayOf<D>;
export function toTypedArray(dtype: DType, data: HostArray): TypedArrayOf<DType> {
  assertDType(dtype);
  if (!Array.isArray(data) && !isTypedArray(data)) {
    throw new TypeError(
      `Cannot convert to ${dtype}: ${describeValue(data)} is no array of numbers`,
    );
  }
  if (data instanceof Uint16Array && dtype !== "bf16" && dtype !== "u16") {
    throw new TypeError(`Cannot convert to ${dtype}: a Uint16Array holds bf16 bits or u16 numbers`);
  }
  if (isTypedArray(data) && dtype !== "bool" && isOwnKind(dtype, data)) return data;
  if (Array.isArray(data)) checkNumbers(dtype, data);
  switch (dtype) {
    case "f32":
      return fillFloats(new Float32Array(data.length), data);
    case "f16":
      return fillFloats(new (float16Arrays())(data.length), data);
    case "f64":
      return fillFloats(new Float64Array(data.length), data);
    case "bf16":
      return toBf16(fillFloats(new Float64Array(data.length), data));
    case "i64":
      return toBigInts(data);
    case "i32":
      return toIntegers(dtype, data, -0x80000000, 0x7fffffff);
    case "u8":
      return toIntegers(dtype, data, 0, 255);
    case "bool":
      return toIntegers(dtype, data, 0, 1);
    case "u16":
      return toIntegers(dtype, data, 0, 0xffff);
    case "i16":
      return toIntegers(dtype, data, -0x8000, 0x7fff);
  }
  return dtype satisfies never;
}

/** Refuses what is no number in a plain array, such as the rows of a nested one. */
function checkNumbers(dtype: DType, data: readonly unknown[]): void {
  for (let place = 0; place < data.length; place++) {
    const value = data[place];
    if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
      continue;
    }
    const rows = Array.isArray(value) || ArrayBuffer.isView(value);
    throw new TypeError(
      `Cannot convert to ${dtype}: element ${place} is ${describeValue(value)}, a number expected` +
        (rows ? ": give all numbers one after another, and a shape" : ""),
    );
  }
}

/** Whether a typed array is the one that an element type uses. */
export function isOwnKind<D extends DType>(dtype: D, data: unknown): data is TypedArrayOf<D> {
  return ArrayBuffer.isView(data) && data.constructor === typedArray(dtype, 0).constructor;
}

function isTypedArray(data: unknown): data is Exclude<HostArray, readonly unknown[]> {
  return ArrayBuffer.isView(data) && !(data instanceof DataView);
}

/** Converts numbers one by one: `from` makes a list of them first, and a hundred million are too many for one. */
function fillFloats<A extends Float16Array | Float32Array | Float64Array>(
  result: A,
  data: HostArray,
): A {
  for (let place = 0; place < data.length; place++) result[place] = Number(data[place]);
  return result;
}

function toIntegers(
  dtype: "i32" | "u8" | "bool" | "u16" | "i16",
  data: HostArray,
  least: number,
  most: number,
): TypedArrays["i32" | "u8" | "u16" | "i16"] {
  const result = typedArray(dtype, data.length);
  for (let place = 0; place < data.length; place++) {
    const value = Number(data[place]);
    if (!(value >= least && value <= most && Number.isInteger(value))) refuse(dtype, data, place);
    result[place] = value;
  }
  return result;
}

function toBigInts(data: HostArray): BigInt64Array<ArrayBuffer> {
  const result = new BigInt64Array(data.length);
  for (let place = 0; place < data.length; place++) {
    const value = data[place] ?? NaN;
    if (typeof value === "number" && !Number.isSafeInteger(value)) refuse("i64", data, place);
    const whole = BigInt(value);
    if (BigInt.asIntN(64, whole) !== whole) refuse("i64", data, place);
    result[place] = whole;
  }
  return result;
}

function refuse(dtype: DType, data: HostArray, place: number): never {
  throw new RangeError(
    `Cannot convert to ${dtype}: element ${place} is ${data[place]}, which it does not hold`,
  );
}

/**
 * Turns a value into the two words of an element's bytes, as native functions take it.
 *
 * @throws {RangeError} If the value does not fit the element type.
 */
export function fillWords(
  dtype: DType,
  value: number | bigint | boolean,
): readonly [low: number, high: number] {
  const { buffer, byteOffset, byteLength } = toTypedArray(dtype, [value]);
  const words = new Uint32Array(2);
  new Uint8Array(words.buffer).set(new Uint8Array(buffer, byteOffset, byteLength));
  return [words[0] ?? 0, words[1] ?? 0];
}
