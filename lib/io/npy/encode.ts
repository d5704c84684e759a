/**
 * NumPy writer.
 *
 * @module
 */
import { cannot } from "../../../ffi/base/errors.ts";
import { type ArrayDType, bytesOfArray, type NamedArray } from "../base/arrays.ts";

/** Types as NumPy calls them; it has none for bf16. */
const TYPES: ReadonlyMap<ArrayDType, string> = new Map([
  ...[["bool", "|b1"], ["u8", "|u1"], ["i8", "|i1"], ["i16", "<i2"], ["u16", "<u2"]] as const,
  ...[["f16", "<f2"], ["i32", "<i4"], ["u32", "<u4"], ["f32", "<f4"], ["f64", "<f8"]] as const,
  ...[["i64", "<i8"], ["u64", "<u8"]] as const,
]);

const ALIGNMENT = 64;
/** A magic number, a version, and the length of the header in two bytes. */
const MARK = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
const MOST_HEADER = 0xffff;

/**
 * Writes an array as a file that `numpy.load` reads, the last axis varying fastest.
 *
 * @param array The array; its name is not in the file.
 * @returns The bytes of the file.
 * @throws {TypeError} If a part is of another kind, or if it is bf16, which NumPy does not have.
 * @throws {RangeError} If it has more or fewer values than its shape, or too many axes.
 * @category Files
 *
 * @example Two rows
 * ```ts
 * import { encodeNpy, readNumpy } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const values = Float32Array.of(1, 2, 3, 4);
 * const bytes = encodeNpy({ name: "", shape: [2, 2], dtype: "f32", values });
 * const [array] = await readNumpy(bytes);
 * assertEquals([array?.shape, array?.values], [[2, 2], values]);
 * ```
 */
export function encodeNpy(array: NamedArray): Uint8Array<ArrayBuffer> {
  return npyBytes("encodeNpy", array);
}

/** The bytes of an array, for an operator that refuses others by its name. */
export function npyBytes(
  operator: string,
  array: NamedArray,
  name = "array",
): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfArray(operator, array, name);
  const { shape, dtype } = array;
  const type = TYPES.get(dtype);
  if (type === undefined) {
    throw new TypeError(
      `${cannot(operator)}: "${array.name}" is ${dtype}, which NumPy does not have`,
    );
  }
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sides}), }`;
  const begin = MARK.length + 2;
  const end = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const length = end - begin;
  if (length > MOST_HEADER) {
    throw new RangeError(`${cannot(operator)}: "${array.name}" has ${shape.length} axes, too many`);
  }
  const file = new Uint8Array(end + bytes.length);
  file.set([...MARK, length & 0xff, length >> 8]);
  file.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), begin);
  file.set(bytes, end);
  return file;
}
