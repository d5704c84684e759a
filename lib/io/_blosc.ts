/**
 * Blosc frames as NanoVDB has them: LZ4 in blocks whose bytes are sorted by their place in a number.
 *
 * @module
 */

/** Bytes before the blocks of a frame. */
const HEADER_BYTES = 16;
/** Format version of Blosc 1. */
const VERSION = 2;
const SHUFFLED = 1;
const COPIED = 2;
const BIT_SHUFFLED = 4;
const UNSPLIT = 16;
const COMPRESSORS = ["blosclz", "lz4", "snappy", "zlib", "zstd"];
const LZ4 = 1;
/** A byte of LZ4 becomes no more than these. */
const MOST_INFLATION = 255;
/** Blocks of fewer numbers are compressed as a whole. */
const LEAST_SPLIT = 128;
const MOST_SPLITS = 16;

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
  const compressor = flags >>> 5;
  if (compressor !== LZ4 || (flags & BIT_SHUFFLED) !== 0) {
    const bits = (flags & BIT_SHUFFLED) !== 0 ? ", shuffled by bits" : "";
    fail(`a Blosc frame is ${COMPRESSORS[compressor] ?? "unknown"}${bits}, lz4 expected`, 2);
  }
  if (blockBytes === 0 || length > packed * MOST_INFLATION) {
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
    const block0 = shuffled ? plain.subarray(0, target.length) : target;
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
      else if (!unpackLz4(source, part)) fail(`Blosc block ${block} is damaged`, at);
      at += bytes;
    }
    if (shuffled) unshuffle(block0, target, typeSize);
  }
}

/** Brings the bytes of numbers together again; bytes behind the last whole number stay where they are. */
function unshuffle(from: Uint8Array, to: Uint8Array, typeSize: number): void {
  const numbers = Math.floor(from.length / typeSize);
  for (let byte = 0; byte < typeSize; byte++) {
    let source = byte * numbers;
    for (let at = byte; at < numbers * typeSize; at += typeSize) to[at] = from[source++] ?? 0;
  }
  to.set(from.subarray(numbers * typeSize), numbers * typeSize);
}

/** Unpacks one block of LZ4; false if it does not end where the target does, or is wrong before. */
function unpackLz4(from: Uint8Array, to: Uint8Array): boolean {
  let [at, out] = [0, 0];
  while (at < from.length) {
    const token = from[at++] ?? 0;
    let literals = token >>> 4;
    if (literals === 15) {
      for (let byte = 255; byte === 255;) {
        if (at >= from.length) return false;
        byte = from[at++] ?? 0;
        literals += byte;
      }
    }
    if (at + literals > from.length || out + literals > to.length) return false;
    for (const end = at + literals; at < end;) to[out++] = from[at++] ?? 0;
    if (at === from.length) return out === to.length; // the last part has literals only
    if (at + 2 > from.length) return false;
    const distance = (from[at] ?? 0) | (from[at + 1] ?? 0) << 8;
    at += 2;
    let match = (token & 15) + 4;
    if (match === 19) {
      for (let byte = 255; byte === 255;) {
        if (at >= from.length) return false;
        byte = from[at++] ?? 0;
        match += byte;
      }
    }
    if (distance === 0 || distance > out || out + match > to.length) return false;
    for (const end = out + match; out < end; out++) to[out] = to[out - distance] ?? 0;
  }
  return false;
}
