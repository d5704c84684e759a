/**
 * Blosc frames: blocks whose bytes, or bits, are sorted by their place in a number, then compressed. NanoVDB itself has LZ4.
 *
 * @module
 */
import { zlibFor } from "../base/platform.ts";
import { unpackBloscLz, unpackLz4 } from "./_lz.ts";

/** Bytes before the blocks of a frame. */
const HEADER_BYTES = 16;
/** Format version of Blosc 1. */
const VERSION = 2;
const SHUFFLED = 1;
const COPIED = 2;
const BIT_SHUFFLED = 4;
const UNSPLIT = 16;
const COMPRESSORS = ["blosclz", "lz4", "snappy", "zlib", "zstd"];

/** A way to compress parts of blocks. */
interface Compressor {
  /** A byte becomes no more than these. */
  readonly mostInflation: number;
  /** Unpacks a part; false if it does not fill the target, or is wrong before. */
  readonly unpack: (from: Uint8Array, to: Uint8Array) => boolean;
}

const READ: Readonly<Record<string, Compressor>> = {
  blosclz: { mostInflation: 255, unpack: unpackBloscLz },
  lz4: { mostInflation: 255, unpack: unpackLz4 },
  zlib: { mostInflation: 1032, unpack: unpackBy("inflateSync") },
  // Blocks of 128 KiB of one byte take four.
  zstd: { mostInflation: 2 ** 15, unpack: unpackBy("zstdDecompressSync") },
};
/** Blocks of fewer numbers are compressed as a whole. */
const LEAST_SPLIT = 128;
const MOST_SPLITS = 16;

/** A byte of any frame becomes no more than these. */
export const MOST_BLOSC: number = 2 ** 15;

/** Says what is wrong, and where in the frame. */
export type FailBlosc = (problem: string, at: number) => never;

/**
 * Unpacks a frame.
 *
 * @param frame Exactly one frame.
 * @param out Takes the bytes; the frame has to hold as many.
 * @param fail Throws for a frame that is wrong.
 * @see F. Alted, "Blosc chunk format", README_CHUNK_FORMAT of c-blosc 1.21; Y. Collet, "LZ4 block format description".
 */
export function unpackBlosc(frame: Uint8Array, out: Uint8Array, fail: FailBlosc): void {
  if (frame.length < HEADER_BYTES) fail(`a Blosc frame of ${frame.length} bytes has no header`, 0);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint8(2);
  const typeSize = Math.max(1, view.getUint8(3));
  const length = view.getUint32(4, true);
  const blockBytes = view.getUint32(8, true);
  const packed = view.getUint32(12, true);
  if (view.getUint8(0) !== VERSION) fail(`Blosc version is ${view.getUint8(0)}, 2 expected`, 0);
  if (length !== out.length) fail(`a Blosc frame holds ${length} bytes, ${out.length} expected`, 4);
  if (packed !== frame.length) {
    fail(`a Blosc frame takes ${packed} bytes, ${frame.length} are there`, 12);
  }
  if ((flags & COPIED) !== 0) {
    if (packed !== HEADER_BYTES + length) fail(`a copied Blosc frame takes ${packed} bytes`, 12);
    return out.set(frame.subarray(HEADER_BYTES));
  }
  const name = COMPRESSORS[flags >>> 5] ?? `of compressor ${flags >>> 5}`;
  const compressor = READ[name] ??
    fail(`a Blosc frame is ${name}, ${Object.keys(READ).join(", ")} expected`, 2);
  if (blockBytes === 0 || length > packed * compressor.mostInflation) {
    fail(`a Blosc frame of ${packed} bytes has ${length} in blocks of ${blockBytes}`, 8);
  }
  const blocks = Math.ceil(length / blockBytes);
  if (HEADER_BYTES + 4 * blocks > frame.length) fail(`${blocks} Blosc blocks do not fit`, 8);
  const plain = new Uint8Array(Math.min(length, blockBytes));
  for (let block = 0; block < blocks; block++) {
    const target = out.subarray(block * blockBytes, (block + 1) * blockBytes);
    const whole = target.length === blockBytes;
    const splits = whole && (flags & UNSPLIT) === 0 && typeSize <= MOST_SPLITS &&
        blockBytes / typeSize >= LEAST_SPLIT
      ? typeSize
      : 1;
    const shuffled = (flags & SHUFFLED) !== 0 && typeSize > 1;
    const isSorted = shuffled || (flags & BIT_SHUFFLED) !== 0;
    const block0 = isSorted ? plain.subarray(0, target.length) : target;
    let at = view.getUint32(HEADER_BYTES + 4 * block, true);
    const each = Math.floor(target.length / splits);
    for (let split = 0; split < splits; split++) {
      if (at + 4 > frame.length) fail(`Blosc block ${block} starts beyond its frame`, at);
      const bytes = view.getUint32(at, true);
      at += 4;
      if (at + bytes > frame.length) fail(`Blosc block ${block} ends beyond its frame`, at);
      const source = frame.subarray(at, at + bytes);
      const part = block0.subarray(split * each, (split + 1) * each);
      if (bytes === each) part.set(source);
      else if (!compressor.unpack(source, part)) fail(`Blosc block ${block} is damaged`, at);
      at += bytes;
    }
    if (shuffled) unshuffle(block0, target, typeSize);
    else if (isSorted) unshuffleBits(block0, target, typeSize);
  }
}

/** Brings the bytes of numbers together again; bytes behind the last whole number stay where they are. */
function unshuffle(from: Uint8Array, to: Uint8Array, typeSize: number): void {
  const numbers = Math.floor(from.length / typeSize);
  if (typeSize === 4 && to.byteOffset % 4 === 0) {
    const words = new Uint32Array(to.buffer, to.byteOffset, numbers);
    for (let n = 0; n < numbers; n++) {
      words[n] = (from[n] ?? 0) | (from[numbers + n] ?? 0) << 8 |
        (from[2 * numbers + n] ?? 0) << 16 | (from[3 * numbers + n] ?? 0) << 24;
    }
    return to.set(from.subarray(4 * numbers), 4 * numbers);
  }
  for (let byte = 0; byte < typeSize; byte++) {
    let source = byte * numbers;
    for (let at = byte; at < numbers * typeSize; at += typeSize) to[at] = from[source++] ?? 0;
  }
  to.set(from.subarray(numbers * typeSize), numbers * typeSize);
}

/** Brings the bits of numbers together again, which come in eights; other blocks are as they were. */
function unshuffleBits(from: Uint8Array, to: Uint8Array, typeSize: number): void {
  const numbers = Math.floor(from.length / typeSize);
  if (numbers % 8 !== 0) return to.set(from);
  const rowBytes = numbers / 8;
  for (let byte = 0; byte < typeSize; byte++) {
    for (let eight = 0; eight < rowBytes; eight++) {
      for (let n = 0; n < 8; n++) {
        let value = 0;
        for (let bit = 0; bit < 8; bit++) {
          const row = from[(byte * 8 + bit) * rowBytes + eight] ?? 0;
          value |= (row >>> n & 1) << bit;
        }
        to[(eight * 8 + n) * typeSize + byte] = value;
      }
    }
  }
  to.set(from.subarray(numbers * typeSize), numbers * typeSize);
}

/** Unpacks with what the platform has. */
function unpackBy(name: "inflateSync" | "zstdDecompressSync"): Compressor["unpack"] {
  return (from, to) => {
    const zlib = zlibFor("read NanoVDB");
    let out: Uint8Array;
    try {
      out = zlib[name](from, { maxOutputLength: to.length });
    } catch {
      return false;
    }
    if (out.length !== to.length) return false;
    to.set(out);
    return true;
  };
}
