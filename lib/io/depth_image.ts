/**
 * Depth images: one number per pixel, from PNG, NPY and raw files.
 *
 * @module
 */
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkBytes } from "./base/bytes.ts";
import { hasOtherAxes, isNpy, npyNumbers, readNpyArray } from "./npy/array.ts";
import { inflate } from "./base/inflate.ts";
import { FormatError } from "./base/errors.ts";

/**
 * One number per pixel.
 *
 * @category Trees of points
 */
export interface DepthImage {
  /** Pixels in a row. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
  /** The numbers as stored in the file, rows from top to bottom, [height, width]. */
  readonly values: Float32Array<ArrayBuffer>;
}

/**
 * Properties of raw files, which have no header.
 *
 * @category Trees of points
 */
export interface ReadDepthImageOptions {
  /** Pixels in a row. */
  readonly width?: number;
  /** Number of rows. */
  readonly height?: number;
}

/** Types of NPY files that hold depths. */
const TYPES = ["u1", "u2", "f2", "f4", "f8"] as const;

const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Tells from its first bytes whether a file is a PNG or NPY file, which may hold a depth image.
 *
 * @param head The first eight bytes, or more.
 * @throws {TypeError} If it is not an array of bytes.
 * @category Trees of points
 */
export function isDepthImage(head: Uint8Array): boolean {
  checkBytes(head);
  return starts(head, PNG_MARK) || isNpy(head) && !hasOtherAxes(head);
}

function starts(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

const NAMES = optionNames<ReadDepthImageOptions>({ width: true, height: true });

/**
 * Reads a depth image of any supported format.
 *
 * PNG files must be gray with 8 or 16 bits and not interlaced. NPY files must hold one array of two axes, rows first,
 * of the types u1, u2, f2, f4 or f8. Anything else is raw: little-endian u16 or f32, as determined by its size.
 *
 * @param bytes The whole file.
 * @param options The size of raw images; if given, other files must match it.
 * @returns The numbers; the caller owns them.
 * @throws {FormatError} If the bytes hold something else, are damaged, or have another size.
 * @category Trees of points
 *
 * @example Raw numbers
 * ```ts
 * import { readDepthImage } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const image = await readDepthImage(Uint8Array.of(1, 0, 0, 1), { width: 2, height: 1 });
 * assertEquals([...image.values], [1, 256]);
 * ```
 */
export async function readDepthImage(
  bytes: Uint8Array,
  options: ReadDepthImageOptions = {},
): Promise<DepthImage> {
  checkOptions("readDepthImage", options, NAMES);
  checkBytes(bytes);
  if (starts(bytes, PNG_MARK)) return checked("PNG", await readPng(bytes), options);
  if (isNpy(bytes)) return checked("NPY", readNpy(bytes), options);
  return readRaw(bytes, options);
}

function checked(format: string, image: DepthImage, options: ReadDepthImageOptions): DepthImage {
  const { width = image.width, height = image.height } = options;
  if (width === image.width && height === image.height) return image;
  throw new FormatError(
    format,
    `the image is ${image.width} by ${image.height} pixels, ${width} by ${height} expected`,
  );
}

function readRaw(bytes: Uint8Array, { width, height }: ReadDepthImageOptions): DepthImage {
  const format = "raw depth image";
  if (width === undefined || height === undefined) {
    throw new FormatError(format, "nothing says how large it is");
  }
  const bytesEach = bytes.length / (width * height);
  const type = bytesEach === 2 ? "<u2" : bytesEach === 4 ? "<f4" : undefined;
  if (type === undefined) {
    const problem =
      `${width} by ${height} pixels of 2 or 4 bytes expected, ${bytes.length} bytes held`;
    throw new FormatError(format, problem);
  }
  return { width, height, values: depthsOf(bytes, type) };
}

function readNpy(bytes: Uint8Array): DepthImage {
  const { rows, columns, type, isFortran, data } = readNpyArray(bytes, TYPES);
  if (isFortran) throw new FormatError("NPY", "an array of two axes, rows first, expected");
  return { width: columns, height: rows, values: depthsOf(data, type) };
}

/** Reads depths of a type as NumPy calls it. */
function depthsOf(bytes: Uint8Array, type: string): Float32Array<ArrayBuffer> {
  const numbers = npyNumbers(bytes, type, TYPES);
  return numbers instanceof Float32Array ? numbers : new Float32Array(numbers);
}

async function readPng(bytes: Uint8Array): Promise<DepthImage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Uint8Array[] = [];
  let [width, height, depth] = [0, 0, 0];
  for (let at = PNG_MARK.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (at + 12 + length > bytes.length) break;
    if (name === "IHDR" && length >= 13) {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      const [bits = 0, color, , , interlaced] = data.subarray(8);
      depth = bits;
      if ((bits !== 8 && bits !== 16) || color !== 0 || interlaced !== 0) {
        throw new FormatError("PNG", "gray pixels of 8 or 16 bits, not interlaced, expected");
      }
    }
    if (name === "IDAT") parts.push(data);
    at += 12 + length;
  }
  if (width === 0 || height === 0 || parts.length === 0) {
    throw new FormatError("PNG", "the file ends before its pixels do");
  }
  const pitch = width * depth / 8;
  const packed = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
  const needed = height * (pitch + 1);
  const rows = await inflate(packed, { format: "PNG", needed, wrapper: "deflate" });
  const plain = unfilter(rows, height, pitch, depth / 8);
  return { width, height, values: depthsOf(plain, depth === 16 ? ">u2" : "|u1") };
}

/** Undoes the filters of rows. W3C, Portable Network Graphics Specification, third edition, section 9. */
function unfilter(rows: Uint8Array, height: number, pitch: number, step: number): Uint8Array {
  const plain = new Uint8Array(height * pitch);
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (pitch + 1)] ?? 0;
    if (filter > 4) throw new FormatError("PNG", `filter ${filter} is unknown`);
    for (let at = 0; at < pitch; at++) {
      const here = row * pitch + at;
      const left = at < step ? 0 : plain[here - step] ?? 0;
      const above = row === 0 ? 0 : plain[here - pitch] ?? 0;
      const corner = at < step || row === 0 ? 0 : plain[here - pitch - step] ?? 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      plain[here] = (rows[row * (pitch + 1) + 1 + at] ?? 0) + guess;
    }
  }
  return plain;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [guess - left, guess - above, guess - corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
