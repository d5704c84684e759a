/**
 * The arrays of NPY and NPZ files.
 *
 * @module
 */
import { checkBytes } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import {
  isNpy,
  type NumpyArray,
  OtherArray,
  readStored,
  type StoredArray,
  valuesOfStored,
} from "../npy/array.ts";
import { readEntry, zipEntries } from "./_zip.ts";

/**
 * Reads all arrays of a file written by `numpy.save`, `numpy.savez` or `numpy.savez_compressed`.
 *
 * Numbers of any type and order of bytes are read, in arrays of any axes, single numbers and empty arrays included;
 * booleans become bytes.
 *
 * @param bytes The whole file.
 * @returns The arrays, in the order of the file; that of an NPY file has no name.
 * @throws {FormatError} If an array does not hold numbers, such as one of Python objects, or the file is damaged.
 * @see NumPy enhancement proposal 1, "A simple file format for NumPy arrays"
 * @category Files
 *
 * @example A single number
 * ```ts
 * import { readNumpy } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const header = "{'descr': '|u1', 'fortran_order': False, 'shape': (), }\n";
 * const text = new TextEncoder().encode(`NUMPY\x01\x00${String.fromCharCode(header.length)}\x00${header}`);
 * const [array] = await readNumpy(Uint8Array.of(0x93, ...text, 7));
 * assertEquals([array?.shape, [...array?.values ?? []]], [[], [7]]);
 * ```
 */
export async function readNumpy(bytes: Uint8Array): Promise<NumpyArray[]> {
  checkBytes(bytes);
  const arrays = isNpy(bytes) ? [readStored(bytes)] : await storedArrays(bytes);
  return arrays.map((array) => {
    const { name, shape, type } = array;
    return { name, shape, type, values: valuesOfStored(array) };
  });
}

/**
 * The arrays of an NPZ file.
 *
 * @param bytes The whole file.
 * @param skipped Takes arrays that do not hold numbers; without it, there must be none.
 */
export async function storedArrays(
  bytes: Uint8Array,
  skipped?: OtherArray[],
): Promise<StoredArray[]> {
  const entries = zipEntries(bytes).filter(({ name }) => name.endsWith(".npy"));
  if (entries.length === 0) throw new FormatError("NPZ", "it holds no arrays", { offset: 0 });
  const arrays: StoredArray[] = [];
  for (const entry of entries) {
    const plain = await readEntry(bytes, entry);
    const name = entry.name.slice(0, -".npy".length);
    try {
      arrays.push(readStored(plain, name, "NPZ"));
    } catch (error) {
      if (!(error instanceof OtherArray) || skipped === undefined) throw error;
      skipped.push(error);
    }
  }
  return arrays;
}

/** Contents of a file in words, for messages. */
export function describeArrays(
  arrays: readonly StoredArray[],
  skipped: readonly OtherArray[],
): string {
  return [
    ...arrays.map(({ name, shape, type }) => `${name} [${shape.join(", ")}] of ${type}`),
    ...skipped.map(({ array, problem }) => `${array}, of which ${problem}`),
  ].join("; ");
}
