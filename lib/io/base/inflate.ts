/**
 * Unpacking what gzip or zlib compressed.
 *
 * @module
 */
import { FormatError } from "./errors.ts";
import { findModule } from "./platform.ts";

/** Deflate makes no more of a byte (Deutsch, RFC 1951: 258 bytes from two bits). */
const MOST_INFLATION = 1032;
const SLICE_BYTES = 1 << 14;
const PIECE_BYTES = 1 << 16;

/** Wrapper of compressed bytes. */
type Wrapper = "gzip" | "deflate" | "raw";

/** Expected size and wrapper of compressed data. */
export interface InflateOptions {
  /** The format, for errors. */
  readonly format: string;
  /** Bytes that are needed: neither more nor fewer may be compressed. */
  readonly needed: number;
  /**
   * Wrapper of the compressed bytes: the headers of gzip, whose files may have several parts one behind the other
   * (Deutsch, RFC 1952), the header of zlib, or nothing.
   *
   * @default {"gzip"}
   */
  readonly wrapper?: Wrapper;
}

/**
 * Unpacks data of a known length.
 *
 * @throws {FormatError} If another length is compressed, or the data are damaged.
 */
export async function inflate(
  data: Uint8Array,
  { format, needed, wrapper = "gzip" }: InflateOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (needed > (data.length + 1) * MOST_INFLATION) {
    fail(format, `${data.length} compressed bytes cannot hold the ${needed} that are needed`);
  }
  const bytes = await inflateUpTo(data, { format, needed: needed + 1, wrapper });
  if (bytes.length > needed) fail(format, `the samples take ${needed} bytes, more are compressed`);
  if (bytes.length < needed) {
    fail(format, `the samples take ${needed} bytes, ${bytes.length} are compressed`);
  }
  return bytes;
}

/**
 * Unpacks the first bytes of data, all of them if they are not as many.
 *
 * @throws {FormatError} If the data are damaged or cut off before these end.
 */
export async function inflateUpTo(
  data: Uint8Array,
  { format, needed, wrapper = "gzip" }: InflateOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let held = 0;
  try {
    for await (const piece of piecesOf(data, wrapper)) {
      pieces.push(piece);
      held += piece.length;
      if (held >= needed) break; // ends the stream
    }
  } catch (error) {
    const isCut = error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
    const what = isCut ? "cut off" : "damaged";
    fail(format, `the compressed data is ${what} after ${held} bytes`, error);
  }
  const bytes = new Uint8Array(Math.min(held, needed));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += piece.length;
  }
  return bytes;
}

/** Most bytes that a file is unpacked to; a few kilobytes may hold a thousand times as many. */
const MOST_UNPACKED = 2 ** 32;

/**
 * Unpacks a whole file that gzip compressed.
 *
 * @param title The format of what is compressed, for messages.
 * @throws {FormatError} If it is damaged, cut off, or would be too large.
 */
export async function gunzip(data: Uint8Array, title: string): Promise<Uint8Array<ArrayBuffer>> {
  const needed = Math.min(MOST_UNPACKED, (data.length + 1) * MOST_INFLATION);
  const bytes = await inflateUpTo(data, { format: title, needed: needed + 1 });
  if (bytes.length <= needed) return bytes;
  return fail(title, `more than ${needed} bytes are compressed`);
}

/** The first bytes that are compressed in the beginning of a gzip file; none where that takes a stream. */
export function startOfGzip(start: Uint8Array): Uint8Array {
  const zlib = findModule("node:zlib");
  if (zlib === undefined) return new Uint8Array(0);
  try {
    const finishFlush = zlib.constants.Z_SYNC_FLUSH; // what is there, and no complaint about what is not
    return zlib.gunzipSync(start.subarray(0, SLICE_BYTES), { finishFlush });
  } catch {
    return new Uint8Array(0);
  }
}

/** Inflated bytes, as they come. */
function piecesOf(data: Uint8Array, wrapper: Wrapper): AsyncIterable<Uint8Array> {
  const [zlib, stream] = [findModule("node:zlib"), findModule("node:stream")];
  // DecompressionStream takes the second part of a gzip file for damage, so it is only for browsers.
  if (zlib === undefined || stream === undefined) return readStream(data, wrapper);
  const { createGunzip, createInflate, createInflateRaw } = zlib;
  const unpack = { gzip: createGunzip, deflate: createInflate, raw: createInflateRaw }[wrapper];
  return stream.Readable.from(slices(data)).pipe(unpack({ chunkSize: PIECE_BYTES }));
}

async function* readStream(
  data: Uint8Array,
  wrapper: Wrapper,
): AsyncGenerator<Uint8Array> {
  const parts = slices(data);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller): void {
      const { value } = parts.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  const reader = source.pipeThrough(
    new DecompressionStream(wrapper === "raw" ? "deflate-raw" : wrapper),
  ).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Small parts of the compressed bytes, so that no more is inflated than is asked for, and one part's worth. */
function* slices(data: Uint8Array): Generator<Uint8Array, undefined> {
  for (let at = 0; at < data.length; at += SLICE_BYTES) yield data.subarray(at, at + SLICE_BYTES);
}

function fail(format: string, problem: string, cause?: unknown): never {
  throw new FormatError(format, problem, cause === undefined ? {} : { cause });
}
