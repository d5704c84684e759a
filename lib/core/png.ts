/**
 * PNG encoder.
 *
 * @module
 */

import { joinBytes } from "./bytes.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { continueCrc32 } from "./crc32.ts";
import { refuseKind } from "../../ffi/base/checks.ts";

/**
 * The shape of the pixels given to {@linkcode encodePng}.
 *
 * @category Images
 */
export interface PngOptions {
  /** Width in pixels. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
  /** Bytes per pixel: 1 gray, 3 red green blue, 4 red green blue opacity. */
  readonly channels: 1 | 3 | 4;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOR_TYPES: Readonly<Record<1 | 3 | 4, number>> = { 1: 0, 3: 2, 4: 6 };
/** Length of one IDAT chunk, and of the runs of rows handed to the compressor. */
const RUN_BYTES = 1 << 16;

const NAMES = optionNames<PngOptions>({ width: true, height: true, channels: true });

/**
 * Encodes 8-bit pixels as a PNG file.
 *
 * Each row gets the filter with the smallest sum of absolute differences, the usual heuristic.
 *
 * @param pixels Rows from top to bottom, [height, width, channels].
 * @param options Width, height and channels.
 * @returns The bytes of the file.
 * @throws {RangeError} If the shape is not one of an image or does not match the pixels.
 * @throws {TypeError} If the pixels or an option are of another kind.
 * @see W3C, Portable Network Graphics (PNG) Specification, third edition
 * @category Images
 *
 * @example Two gray pixels
 * ```ts
 * import { encodePng } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const file = await encodePng(Uint8Array.of(0, 255), { width: 2, height: 1, channels: 1 });
 * assertEquals([...file.subarray(1, 4)], [0x50, 0x4e, 0x47]);
 * ```
 */
export async function encodePng(
  pixels: Uint8Array | Uint8ClampedArray,
  options: PngOptions,
): Promise<Uint8Array> {
  checkOptions("encodePng", options, NAMES);
  const { width, height, channels } = options;
  if (COLOR_TYPES[channels] === undefined) {
    throw new RangeError(`Cannot encode PNG: ${channels} channels given, 1, 3 or 4 expected`);
  }
  for (const [name, size] of [["width", width], ["height", height]] as const) {
    if (!Number.isInteger(size) || size < 1 || size > 2 ** 31 - 1) {
      throw new RangeError(`Cannot encode PNG: ${name} is ${size}, 1 to 2147483647 expected`);
    }
  }
  if (!(pixels instanceof Uint8Array || pixels instanceof Uint8ClampedArray)) {
    refuseKind({ operator: "encode PNG", name: "pixels" }, pixels, "a Uint8Array");
  }
  const needed = width * height * channels;
  if (pixels.length !== needed) {
    throw new RangeError(
      `Cannot encode PNG: ${width} x ${height} pixels of ${channels} channels take ${needed} ` +
        `bytes, ${pixels.length} given`,
    );
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  header[9] = COLOR_TYPES[channels];
  const parts: Uint8Array[] = [SIGNATURE, ...chunk("IHDR", header)];
  for (const run of await compress(pixels, options)) parts.push(...chunk("IDAT", run));
  parts.push(...chunk("IEND", new Uint8Array(0)));
  return joinBytes(parts);
}

/** Filters and compresses the rows, and cuts the result into runs of one IDAT chunk each. */
async function compress(
  pixels: Uint8Array | Uint8ClampedArray,
  options: PngOptions,
): Promise<Uint8Array[]> {
  const compressed = ReadableStream.from(filteredRows(pixels, options))
    .pipeThrough(new CompressionStream("deflate"));
  const pieces: Uint8Array[] = [];
  for await (const piece of compressed) pieces.push(piece);
  const bytes = joinBytes(pieces);
  const runs: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += RUN_BYTES) {
    runs.push(bytes.subarray(at, at + RUN_BYTES));
  }
  return runs;
}

/** Yields runs of rows, each row led by the number of its filter. */
function* filteredRows(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height, channels }: PngOptions,
): Generator<Uint8Array<ArrayBuffer>> {
  const rowBytes = width * channels;
  const rowsPerRun = Math.max(1, Math.floor(RUN_BYTES / (rowBytes + 1)));
  // Zero bytes fill the last word of a row; they add nothing to its cost.
  const words = FILTERS.map(() => new Uint32Array(Math.ceil(rowBytes / 4)));
  const candidates = words.map((row) => new Uint8Array(row.buffer, 0, rowBytes));
  const nothing = new Uint8Array(rowBytes);
  for (let first = 0; first < height; first += rowsPerRun) {
    const rows = Math.min(rowsPerRun, height - first);
    const run = new Uint8Array(rows * (rowBytes + 1));
    for (let row = 0; row < rows; row++) {
      const at = (first + row) * rowBytes;
      const line = pixels.subarray(at, at + rowBytes);
      const above = at === 0 ? nothing : pixels.subarray(at - rowBytes, at);
      let best = 0;
      let least = Infinity;
      FILTERS.forEach((filter, which) => {
        const candidate = candidates[which] ?? nothing;
        filter(line, above, channels, candidate);
        const cost = sumOfMagnitudes(words[which] ?? new Uint32Array(0));
        if (cost < least) {
          least = cost;
          best = which;
        }
      });
      run[row * (rowBytes + 1)] = best;
      run.set(candidates[best] ?? nothing, row * (rowBytes + 1) + 1);
    }
    yield run;
  }
}

type Bytes = Uint8Array | Uint8ClampedArray;
/** Writes what remains of a row after prediction from the pixel before and the row above. */
type Filter = (line: Bytes, above: Bytes, pixelBytes: number, out: Uint8Array) => void;

/** The five filters by number (PNG specification, section 9.2). */
const FILTERS: readonly Filter[] = [
  (line, _above, _pixelBytes, out) => out.set(line),
  (line, _above, pixelBytes, out) => {
    for (let at = 0; at < out.length; at++) {
      out[at] = (line[at] ?? 0) - (at < pixelBytes ? 0 : line[at - pixelBytes] ?? 0);
    }
  },
  (line, above, _pixelBytes, out) => {
    for (let at = 0; at < out.length; at++) out[at] = (line[at] ?? 0) - (above[at] ?? 0);
  },
  (line, above, pixelBytes, out) => {
    for (let at = 0; at < out.length; at++) {
      const before = at < pixelBytes ? 0 : line[at - pixelBytes] ?? 0;
      out[at] = (line[at] ?? 0) - ((before + (above[at] ?? 0)) >> 1);
    }
  },
  (line, above, pixelBytes, out) => {
    for (let at = 0; at < out.length; at++) {
      const inside = at >= pixelBytes;
      const left = inside ? line[at - pixelBytes] ?? 0 : 0;
      const corner = inside ? above[at - pixelBytes] ?? 0 : 0;
      const up = above[at] ?? 0;
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      out[at] = (line[at] ?? 0) - nearest;
    }
  },
];

/** Sums the bytes, taken as signed numbers, without their signs; four at a time. */
function sumOfMagnitudes(words: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const signs = (word >>> 7) & 0x01010101;
    // Negating a byte inverts it and adds 1; the largest result, 128, stays within the byte.
    const magnitudes = (word ^ Math.imul(signs, 255)) + signs;
    const pairs = (magnitudes & 0x00ff00ff) + ((magnitudes >>> 8) & 0x00ff00ff);
    sum += (pairs & 0xffff) + (pairs >>> 16);
  }
  return sum;
}

/** The parts of one chunk: length and name, data, checksum over name and data. */
function chunk(name: string, data: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, data.length);
  for (let letter = 0; letter < 4; letter++) head[4 + letter] = name.charCodeAt(letter);
  const tail = new Uint8Array(4);
  const checksum = continueCrc32(data, continueCrc32(head.subarray(4), 0xffffffff));
  new DataView(tail.buffer).setUint32(0, ~checksum >>> 0);
  return [head, data, tail];
}
