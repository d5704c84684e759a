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
  /** An upper bound of the bytes that a part becomes. */
  readonly most: (part: Uint8Array) => number;
  /** Unpacks a part; false if it does not fill the target, or is wrong before. */
  readonly unpack: (from: Uint8Array, to: Uint8Array) => boolean;
}

const READ: Readonly<Record<string, Compressor>> = {
  // A byte of a length adds at most 255.
  blosclz: { most: ({ length }) => 255 * length, unpack: unpackBloscLz },
  lz4: { most: ({ length }) => 255 * length, unpack: unpackLz4 },
  // 258 bytes from two bits (Deutsch, RFC 1951).
  zlib: { most: ({ length }) => 1032 * length, unpack: unpackBy("inflateSync") },
  zstd: { most: mostZstd, unpack: unpackBy("zstdDecompressSync") },
};
/** Blocks of fewer numbers are compressed as a whole. */
const LEAST_SPLIT = 128;
const MOST_SPLITS = 16;

/** Says what is wrong, and where in the frame. */
export type FailBlosc = (problem: string, at: number) => never;

/** A frame whose parts lie within it, and whose parts may hold what they have to. */
export interface BloscFrame {
  /** Bytes that it unpacks to. */
  readonly length: number;
  readonly blockBytes: number;
  readonly typeSize: number;
  /** Order of the numbers' bytes or bits, if they are sorted. */
  readonly order: "bytes" | "bits" | undefined;
  readonly compressor: Compressor | undefined;
  /** The parts of each block. */
  readonly blocks: readonly (readonly Uint8Array[])[];
}

/**
 * Looks at a frame before room is made for what it holds: each of its parts has to be long enough for its bytes.
 *
 * @param frame Exactly one frame.
 * @param expected Bytes that it has to hold.
 * @param fail Throws for a frame that is wrong.
 * @see F. Alted, "Blosc chunk format", README_CHUNK_FORMAT of c-blosc 1.21; Y. Collet, "LZ4 block format description".
 */
export function checkBlosc(frame: Uint8Array, expected: number, fail: FailBlosc): BloscFrame {
  if (frame.length < HEADER_BYTES) fail(`a Blosc frame of ${frame.length} bytes has no header`, 0);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint8(2);
  const typeSize = Math.max(1, view.getUint8(3));
  const length = view.getUint32(4, true);
  const blockBytes = view.getUint32(8, true);
  const packed = view.getUint32(12, true);
  if (view.getUint8(0) !== VERSION) fail(`Blosc version is ${view.getUint8(0)}, 2 expected`, 0);
  if (length !== expected) fail(`a Blosc frame holds ${length} bytes, ${expected} expected`, 4);
  if (packed !== frame.length) {
    fail(`a Blosc frame takes ${packed} bytes, ${frame.length} are there`, 12);
  }
  if ((flags & COPIED) !== 0) {
    if (packed !== HEADER_BYTES + length) fail(`a copied Blosc frame takes ${packed} bytes`, 12);
    const blocks = [[frame.subarray(HEADER_BYTES)]];
    const blockBytes = Math.max(1, length);
    return { length, blockBytes, typeSize, order: undefined, compressor: undefined, blocks };
  }
  const name = COMPRESSORS[flags >>> 5] ?? `of compressor ${flags >>> 5}`;
  const compressor = READ[name] ??
    fail(`a Blosc frame is ${name}, ${Object.keys(READ).join(", ")} expected`, 2);
  if (blockBytes === 0) fail(`a Blosc frame of ${packed} bytes has ${length} in blocks of 0`, 8);
  const count = Math.ceil(length / blockBytes);
  if (HEADER_BYTES + 4 * count > frame.length) fail(`${count} Blosc blocks do not fit`, 8);
  const canSplit = (flags & UNSPLIT) === 0 && typeSize <= MOST_SPLITS &&
    blockBytes / typeSize >= LEAST_SPLIT;
  const blocks: Uint8Array[][] = [];
  for (let block = 0; block < count; block++) {
    const bytes = Math.min(blockBytes, length - block * blockBytes);
    const splits = bytes === blockBytes && canSplit ? typeSize : 1;
    const each = Math.floor(bytes / splits);
    const parts: Uint8Array[] = [];
    let at = view.getUint32(HEADER_BYTES + 4 * block, true);
    for (let split = 0; split < splits; split++) {
      if (at + 4 > frame.length) fail(`Blosc block ${block} starts beyond its frame`, at);
      const held = view.getUint32(at, true);
      at += 4;
      if (at + held > frame.length) fail(`Blosc block ${block} ends beyond its frame`, at);
      const part = frame.subarray(at, at + held);
      if (held !== each && each > compressor.most(part)) {
        fail(`${held} bytes of Blosc block ${block} cannot hold ${each}`, at);
      }
      parts.push(part);
      at += held;
    }
    blocks.push(parts);
  }
  const order = (flags & SHUFFLED) !== 0 && typeSize > 1
    ? "bytes"
    : (flags & BIT_SHUFFLED) !== 0
    ? "bits"
    : undefined;
  return { length, blockBytes, typeSize, order, compressor, blocks };
}

/**
 * Unpacks a frame that has been checked.
 *
 * @param out Takes the bytes.
 * @param fail Throws for a frame that is wrong.
 */
export function unpackBlosc(
  { blockBytes, typeSize, order, compressor, blocks }: BloscFrame,
  out: Uint8Array,
  fail: FailBlosc,
): void {
  const plain = new Uint8Array(Math.min(out.length, blockBytes));
  blocks.forEach((parts, block) => {
    const target = out.subarray(block * blockBytes, (block + 1) * blockBytes);
    const unsorted = order === undefined ? target : plain.subarray(0, target.length);
    const each = Math.floor(target.length / parts.length);
    parts.forEach((source, split) => {
      const part = unsorted.subarray(split * each, (split + 1) * each);
      if (source.length === each) part.set(source);
      else if (!compressor?.unpack(source, part)) fail(`Blosc block ${block} is damaged`, 0);
    });
    if (order === "bytes") unshuffle(unsorted, target, typeSize);
    else if (order === "bits") unshuffleBits(unsorted, target, typeSize);
  });
}

/** First bytes of a Zstandard frame. */
const ZSTD_MARK = 0xfd2fb528;
/** A block of Zstandard has no more bytes. */
const MOST_ZSTD_BLOCK = 2 ** 17;

/**
 * Most bytes in the blocks of a Zstandard frame, of which one of four bytes may stand for 128 KiB; 0 if it is damaged.
 *
 * Source: Y. Collet, M. Kucherawy, RFC 8878, section 3.1.1.
 */
function mostZstd(part: Uint8Array): number {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  if (part.length < 6 || view.getUint32(0, true) !== ZSTD_MARK) return 0;
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  let most = 0;
  for (let at = 5 + (isSingle ? 0 : 1) + dictionary + sizeBytes; at + 3 <= part.length;) {
    const head = view.getUint16(at, true) | view.getUint8(at + 2) << 16;
    const [kind, size] = [head >>> 1 & 3, head >>> 3];
    // Raw, one byte for all, compressed; no more blocks behind the last one.
    most += kind === 2 ? MOST_ZSTD_BLOCK : Math.min(size, MOST_ZSTD_BLOCK);
    if ((head & 1) !== 0) break;
    at += 3 + (kind === 1 ? 1 : size);
  }
  return most;
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
