/**
 * Writer of several arrays of NumPy in one file.
 *
 * @module
 */
import { checkArray } from "../../../ffi/base/checks.ts";
import { cannot } from "../../../ffi/base/errors.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import type { NamedArray } from "../base/arrays.ts";
import { crc32, zlibFor } from "../base/platform.ts";
import { npyBytes } from "../npy/encode.ts";

/**
 * Options for {@linkcode encodeNpz}.
 *
 * @category Files
 */
export interface EncodeNpzOptions {
  /**
   * Whether arrays are deflated, as by `numpy.savez_compressed`.
   *
   * @default {false}
   */
  readonly compressed?: boolean;
}

const NAMES = optionNames<EncodeNpzOptions>({ compressed: "boolean" });

/** First words of the parts of a file, and their bytes without names. */
const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_BYTES, ENTRY_BYTES, END_BYTES] = [30, 46, 22];
/** The version that readers have to know, a flag for names of UTF-8, and the first of January 1980. */
const [VERSION, UTF8, DAY] = [20, 0x800, 0x21];
const [STORED, DEFLATED] = [0, 8];
const MOST_BYTES = 0xffffffff;
const MOST_ENTRIES = 0xffff;

/** Entry of an array in a file. */
interface Entry {
  readonly name: Uint8Array;
  readonly data: Uint8Array;
  readonly length: number;
  readonly checksum: number;
}

/**
 * Writes arrays as a file that `numpy.load` reads by their names.
 *
 * @param arrays The arrays, with names of their own.
 * @param options Whether to compress.
 * @returns The bytes of the file; the same arrays give the same bytes.
 * @throws {TypeError} If a part is of another kind, or if an array is bf16, which NumPy does not have.
 * @throws {RangeError} If a name is there twice, if an array has more or fewer values than its shape, or if the file gets
 * larger than 4 GiB.
 * @category Files
 *
 * @example Two arrays
 * ```ts
 * import { encodeNpz, readNumpy } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = encodeNpz([
 *   { name: "points", shape: [1, 3], dtype: "f32", values: Float32Array.of(1, 2, 3) },
 *   { name: "labels", shape: [1], dtype: "u8", values: Uint8Array.of(4) },
 * ], { compressed: true });
 * assertEquals((await readNumpy(bytes)).map(({ name }) => name), ["points", "labels"]);
 * ```
 */
export function encodeNpz(
  arrays: readonly NamedArray[],
  options: EncodeNpzOptions = {},
): Uint8Array<ArrayBuffer> {
  const operator = "encodeNpz";
  const { compressed = false } = checkOptions(operator, options, NAMES);
  checkArray({ operator, name: "arrays" }, arrays);
  const names = new Set<string>();
  const entries = arrays.map((array, place): Entry => {
    const plain = npyBytes(operator, array, `array ${place}`);
    if (names.has(array.name)) {
      throw new RangeError(`${cannot(operator)}: the name "${array.name}" is there twice`);
    }
    names.add(array.name);
    const data = compressed ? zlibFor("write NPZ").deflateRawSync(plain) : plain;
    const name = new TextEncoder().encode(`${array.name}.npy`);
    return { name, data, length: plain.length, checksum: crc32(plain) };
  });
  const sizes = entries.map(({ name, data }) => LOCAL_BYTES + name.length + data.length);
  const start = sizes.reduce((sum, size) => sum + size, 0);
  const listed = entries.reduce((sum, { name }) => sum + ENTRY_BYTES + name.length, 0);
  const total = start + listed + END_BYTES;
  if (total > MOST_BYTES || entries.length > MOST_ENTRIES) {
    throw new RangeError(
      `${cannot(operator)}: ${entries.length} arrays take ${total} bytes, at most ` +
        `${MOST_ENTRIES} arrays and 4 GiB expected`,
    );
  }
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  const method = compressed ? DEFLATED : STORED;
  const put = (at: number, words: readonly (readonly [bytes: 2 | 4, value: number])[]): number => {
    for (const [bytes, value] of words) {
      if (bytes === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += bytes;
    }
    return at;
  };
  let [at, list] = [0, start];
  for (const { name, data, length, checksum } of entries) {
    const facts = [
      ...[[2, VERSION], [2, UTF8], [2, method], [2, 0], [2, DAY], [4, checksum]] as const,
      ...[[4, data.length], [4, length], [2, name.length], [2, 0]] as const,
    ] as const;
    const place = at;
    at = put(at, [[4, LOCAL], ...facts]);
    file.set(name, at);
    file.set(data, at += name.length);
    at += data.length;
    list = put(list, [[4, ENTRY], [2, VERSION], ...facts]);
    list = put(list, [[2, 0], [2, 0], [2, 0], [4, 0], [4, place]]);
    file.set(name, list);
    list += name.length;
  }
  const count = entries.length;
  put(list, [
    ...[[4, END], [2, 0], [2, 0], [2, count], [2, count]] as const,
    ...[[4, listed], [4, start], [2, 0]] as const,
  ]);
  return file;
}
