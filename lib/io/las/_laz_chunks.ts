/**
 * Places of the chunks of a LAZ file, checked before anything is decoded.
 *
 * @module
 */
import { IntegerModels, RangeDecoder } from "./_range_decoder.ts";
import { FormatError } from "../base/errors.ts";
import type { LasHeader } from "./header.ts";

/** One independently compressed run of points. */
export interface LazChunk {
  /** Byte offset in the file. */
  readonly at: number;
  /** Compressed length in bytes. */
  readonly length: number;
  /** Number of points. */
  readonly count: number;
}

const VARIABLE_CHUNKS = 0xffffffff;
/** Compressor number of chunked point formats 0 to 5, and of layered formats 6 to 10. */
const POINTWISE_CHUNKED = 2;
const LAYERED_CHUNKED = 3;
/**
 * More points than a compressed byte can hold.
 *
 * A point takes at least four adaptive symbols, of 64 and 33 letters; probabilities have 15 bits, so
 * the cheapest point costs over 0.007 bits. A larger claim is a lie that would allocate gigabytes.
 */
const POINTS_PER_BYTE = 2048;

/**
 * Reads the chunk table of a LAZ file.
 *
 * Source: LASzip specification; the table holds range-coded point counts (variable chunks only, as
 * in COPC) and byte lengths.
 *
 * @throws {FormatError} If the table is missing, truncated or contradicts the header or the file.
 */
export function readLazChunks(bytes: Uint8Array, header: LasHeader): LazChunk[] {
  const chunkPoints = readChunkPoints(header);
  const { pointOffset, count } = header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = pointOffset + 8;
  if (first > bytes.length) {
    fail(`chunk table position ends at byte ${first}, the file holds ${bytes.length}`, pointOffset);
  }
  let table = Number(view.getBigInt64(pointOffset, true));
  // Writers that cannot seek leave -1 here and put the position into the last eight bytes.
  if (table === -1) table = Number(view.getBigInt64(bytes.length - 8, true));
  if (table >= first && table + 8 > bytes.length && Number.isSafeInteger(table)) {
    const whole = pointsBefore(view, header, { first, table });
    fail(
      `the file is cut off after ${whole} of ${count} points: it holds ${bytes.length} bytes, its chunk table lies at ` +
        `byte ${table}`,
      bytes.length,
    );
  }
  if (table < first || table + 8 > bytes.length) {
    fail(
      `chunk table lies at byte ${table}, ${first} to ${bytes.length - 8} expected`,
      pointOffset,
    );
  }
  const version = view.getUint32(table, true);
  if (version !== 0) fail(`chunk table has version ${version}, 0 expected`, table);
  const chunkCount = view.getUint32(table + 4, true);
  const most = Math.floor((table - first) / header.recordLength);
  if (chunkCount > most) {
    fail(`chunk table claims ${chunkCount} chunks, at most ${most} fit before it`, table + 4);
  }
  const chunks: LazChunk[] = [];
  if (chunkCount > 0) {
    const decoder = new RangeDecoder(bytes, table + 8);
    const counts = new IntegerModels();
    const lengths = new IntegerModels(counts);
    let at = first;
    let left = count;
    let chunkCountSeen = 0;
    let length = 0;
    for (let which = 0; which < chunkCount; which++) {
      chunkCountSeen = chunkPoints === VARIABLE_CHUNKS
        ? decoder.integer(chunkCountSeen, counts)
        : Math.min(chunkPoints, left);
      length = decoder.integer(length, lengths);
      const chunk = { at, length, count: chunkCountSeen };
      if (at + length > table) {
        fail(`chunk ${which} ends at byte ${at + length}, the chunk table starts at ${table}`, at);
      }
      checkChunk(view, header, chunk);
      if (chunk.count > 0) chunks.push(chunk);
      at += length;
      left -= chunk.count;
    }
  }
  const held = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
  if (held !== count) {
    fail(`the chunks hold ${held} points, the header claims ${count}`, table);
  }
  return chunks;
}

/** Number of points in the rest of a file, in words: layered chunks say how long they are, others do not. */
function pointsBefore(
  view: DataView,
  { recordLength, pointFormat, count }: LasHeader,
  { first, table }: { readonly first: number; readonly table: number },
): string {
  const end = view.byteLength;
  if (pointFormat < 6) {
    const share = Math.max(0, Math.min(1, (end - first) / (table - first)));
    return `about ${Math.floor(share * count)}`;
  }
  const layers = layersOf(recordLength, pointFormat);
  let points = 0;
  for (let at = first; points < count;) {
    const sizes = at + recordLength;
    const head = sizes + 4 + 4 * layers;
    if (head > end) break;
    at = head;
    for (let layer = 0; layer < layers; layer++) at += view.getUint32(sizes + 4 + 4 * layer, true);
    if (at > end) break;
    points += view.getUint32(sizes, true);
  }
  return `${Math.min(points, count)}`;
}

/** Layers of a chunk of points of formats 6 to 8. */
function layersOf(recordLength: number, pointFormat: number): number {
  const extra = recordLength - ([30, 36, 38][pointFormat - 6] ?? recordLength);
  return 9 + (pointFormat - 6) + extra;
}

/** Reads how many points a chunk holds, and refuses what the decoder does not know. */
export function readChunkPoints(header: LasHeader): number {
  const vlr = header.vlrs.find((one) =>
    one.userId === "laszip encoded" && one.recordId === 22204 && !one.extended
  );
  if (vlr === undefined) {
    return fail('there is no "laszip encoded" record', header.headerSize);
  }
  const { data } = vlr;
  const at = header.headerSize;
  if (data.length < 34) {
    return fail(`the "laszip encoded" record holds ${data.length} bytes, 34 expected`, at);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const { pointFormat } = header;
  const layered = pointFormat >= 6;
  const wanted = layered ? LAYERED_CHUNKED : POINTWISE_CHUNKED;
  const compressor = view.getUint16(0, true);
  if (compressor !== wanted) {
    fail(`compressor ${compressor} with point format ${pointFormat}, ${wanted} expected`, at);
  }
  const coder = view.getUint16(2, true);
  if (coder !== 0) fail(`entropy coder ${coder} is unknown, 0 expected`, at);
  if (![0, 1, 2, 3, 6, 7, 8].includes(pointFormat)) {
    fail(`compressed point format ${pointFormat} is not supported, 0-3 or 6-8 expected`, 104);
  }
  checkItems(view, header);
  const chunkPoints = view.getUint32(12, true);
  if (chunkPoints === 0) fail("chunks of 0 points are claimed", at);
  return chunkPoints;
}

/** The items of a record must add up to its length and be of the versions that the decoder knows. */
function checkItems(view: DataView, header: LasHeader): void {
  const at = header.headerSize;
  const items = view.getUint16(32, true);
  if (view.byteLength < 34 + items * 6) {
    fail(`${items} compressed items need ${34 + items * 6} bytes, ${view.byteLength} held`, at);
  }
  const layered = header.pointFormat >= 6;
  let length = 0;
  for (let item = 0; item < items; item++) {
    length += view.getUint16(34 + item * 6 + 2, true);
    const version = view.getUint16(34 + item * 6 + 4, true);
    const known = layered ? version === 3 || version === 4 : version === 2;
    if (!known) fail(`compressed item ${item} has version ${version}, which is not supported`, at);
  }
  if (length !== header.recordLength) {
    fail(`compressed items take ${length} bytes, the record length is ${header.recordLength}`, at);
  }
}

/**
 * Checks the sizes that a chunk states about itself, so that decoding stays within its bytes.
 *
 * @param view The file, or a part of it that holds the chunk.
 * @param header The header of the file.
 * @param chunk The chunk.
 * @param start Byte offset in the file of the part.
 */
export function checkChunk(view: DataView, header: LasHeader, chunk: LazChunk, start = 0): void {
  const { at, length, count } = chunk;
  if (count === 0) return;
  const { recordLength, pointFormat } = header;
  // The first point is stored as it is, then come the coder's four bytes or the layers' sizes.
  const layered = pointFormat >= 6;
  const layers = layered ? layersOf(recordLength, pointFormat) : 0;
  const least = recordLength + 4 + layers * 4;
  if (length < least) fail(`a chunk of ${length} bytes, at least ${least} expected`, at);
  if (count > length * POINTS_PER_BYTE) {
    fail(`a chunk of ${length} bytes claims ${count} points, more than it can hold`, at);
  }
  if (!layered) return;
  const sizes = at - start + recordLength;
  const stated = view.getUint32(sizes, true);
  if (stated !== count) {
    fail(`a chunk states ${stated} points, the chunk table ${count}`, at + recordLength);
  }
  let end = least;
  for (let layer = 0; layer < layers; layer++) {
    end += view.getUint32(sizes + 4 + layer * 4, true);
  }
  if (end > length) fail(`the layers of a chunk take ${end} bytes, it holds ${length}`, at);
}

function fail(problem: string, offset: number): never {
  throw new FormatError("LAZ", problem, { offset });
}
