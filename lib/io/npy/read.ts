/**
 * NumPy reader: points as an array with one row each.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { checkBytes } from "../base/bytes.ts";
import { isNpy, npyNumbers, readNpyArray, readNpyHeader } from "./array.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

const TYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"] as const;

/**
 * Reads points written by `numpy.save`.
 *
 * The array is [points, 3] with x, y and z, or [points, 4] with an intensity after them, of any type of up to 32 bits,
 * i8, u8 or f8, in row-major or column-major order. Numbers of i8 and u8 round to f64, which is exact up to 2^53. NaN
 * and infinite coordinates are kept, but excluded from the bounds.
 *
 * @param bytes The whole file.
 * @returns The points, with the fourth column as `intensities` in float32.
 * @throws {FormatError} If the array has another shape or type, or the file is damaged.
 * @category Point clouds
 *
 * @example Two points
 * ```ts
 * import { readNpy } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }\n";
 * const text = new TextEncoder().encode(`NUMPY\x01\x00${String.fromCharCode(header.length)}\x00${header}`);
 * const cloud = readNpy(Uint8Array.of(0x93, ...text, 1, 2, 3, 4, 5, 6));
 * assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6]);
 * ```
 */
export function readNpy(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  const { rows: count, columns, type, isFortran, data } = readNpyArray(bytes, TYPES);
  if (columns !== 3 && columns !== 4) {
    throw new FormatError("NPY", `the array is [${count}, ${columns}], [points, 3] or 4 expected`);
  }
  const numbers = npyNumbers(data, type, TYPES);
  const [step, next] = isFortran ? [1, count] : [columns, 1];
  const positions = new Float64Array(3 * count);
  const intensities = new Float32Array(columns === 4 ? count : 0);
  for (let point = 0; point < count; point++) {
    const [from, to] = [point * step, 3 * point];
    positions[to] = numbers[from] ?? NaN;
    positions[to + 1] = numbers[from + next] ?? NaN;
    positions[to + 2] = numbers[from + 2 * next] ?? NaN;
    if (columns === 4) intensities[point] = numbers[from + 3 * next] ?? NaN;
  }
  return {
    format: "npy",
    count,
    positions,
    ...(columns === 4 ? { intensities } : {}),
    ...extentOf(positions),
  };
}

/** NPY among the formats of point clouds; other arrays of that extension are depth images. */
export const FORMAT: CloudFileFormat<"npy"> = {
  name: "npy",
  title: "NPY",
  detail: "with 3 or 4 columns",
  extensions: [],
  matches: (start) => isNpy(start) && [3, 4].includes(readNpyHeader(start)?.columns ?? 0),
  claims: isNpy,
  read: readNpy,
};
