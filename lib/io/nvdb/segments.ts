/**
 * The parts of a NanoVDB file: segments with headers and packed grids, or grids as they are in memory.
 *
 * @module
 */
import { type BloscFrame, checkBlosc, unpackBlosc } from "./_blosc.ts";
import { checkBytes } from "../base/bytes.ts";
import { zlibFor } from "../base/platform.ts";
import { failNvdb, NvdbBytes } from "./_bytes.ts";
import {
  FILE_GRID_BYTES,
  FILE_HEADER_BYTES,
  GRID_BYTES,
  MAJOR,
  NANO,
  NVDB_CODECS,
  type NvdbCodec,
  ROOT_AT,
  VDB0,
  VDB1,
  VDB2,
} from "./layout.ts";

/** A segment's header of one of its grids. */
export interface FileGrid {
  /** The bytes of it. */
  readonly bytes: NvdbBytes;
  /** Its start in them. */
  readonly at: number;
  readonly codec: NvdbCodec;
  /** Bytes of the unpacked grid, or of several that were written as one. */
  readonly gridBytes: number;
  /** Bytes in the file. */
  readonly fileBytes: number;
  readonly nameAt: number;
  readonly nameBytes: number;
}

/** One grid of a file, unpacked. */
export interface GridSource {
  readonly bytes: NvdbBytes;
  readonly codec: NvdbCodec;
  /** Bytes that it takes in the file, compressed or not. */
  readonly fileBytes: number;
  /** The file's header of it, if it has one, and if it is the only grid or the first one that has this header. */
  readonly said: FileGrid | undefined;
}

/** The first bytes of OpenVDB's own format. */
const OPEN_VDB = 0x56444220;
/** Deflate makes no more of a byte. */
const MOST_DEFLATION = 1032;
/** Bytes of a grid in one Blosc frame; larger grids have several. */
const BLOSC_PART = 2 ** 30;

/**
 * Tells whether bytes are a NanoVDB file, or something that was meant to be one.
 *
 * @param head The first seven bytes, or more.
 * @throws {TypeError} If it is not an array of bytes.
 * @category Sparse grids
 */
export function isNvdb(head: Uint8Array): boolean {
  checkBytes(head);
  return String.fromCharCode(...head.subarray(0, 7)) === "NanoVDB";
}

/** Takes the grids out of a file, one after the other. */
export function* gridsOfFile(file: Uint8Array): Generator<GridSource> {
  checkBytes(file);
  if (file.length === 0) failNvdb("the file is empty", 0);
  const bytes = new NvdbBytes(file, { what: "file", offset: 0, packed: false });
  if (file.length >= 4 && bytes.u32(0) === OPEN_VDB) {
    failNvdb(
      "this is an OpenVDB file (.vdb), convert it to .nvdb with NanoVDB's nanovdb_convert",
      0,
    );
  }
  if (String.fromCharCode(...file.subarray(1, 8)) === "BDVonaN") {
    failNvdb("the file was written on a big-endian machine, little-endian numbers expected", 0);
  }
  if (!isNvdb(file)) failNvdb('the file does not start with "NanoVDB"', 0);
  if (isRaw(bytes)) yield* gridsOfBuffer(bytes.bytes, "none", 0, undefined);
  else for (let at = 0; at < file.length;) at = yield* gridsOfSegment(bytes, at);
}

/** Whether a file has grids and no headers before them. */
function isRaw(bytes: NvdbBytes): boolean {
  if (bytes.length < 8 || bytes.u32(4) === VDB1) return true;
  if (bytes.u32(4) !== VDB0 || bytes.length < GRID_BYTES) return false;
  return bytes.u32(16) >>> 21 === MAJOR && bytes.u32(24) < bytes.u32(28) && bytes.u32(632) < 16 &&
    bytes.u32(636) < 32;
}

function* gridsOfSegment(bytes: NvdbBytes, start: number): Generator<GridSource, number> {
  bytes.need("the header of a segment", start, FILE_HEADER_BYTES);
  const magic = bytes.u32(start + 4);
  if (bytes.u32(start) !== NANO || (magic !== VDB2 && magic !== VDB0)) {
    bytes.fail('a segment does not start with "NanoVDB2" or "NanoVDB0"', start);
  }
  checkMajor(bytes, start + 8);
  const count = bytes.view.getUint16(start + 12, true);
  const codec = NVDB_CODECS[bytes.view.getUint16(start + 14, true)] ??
    bytes.fail(
      `codec ${bytes.view.getUint16(start + 14, true)} is unknown, 0 to 2 expected`,
      start,
    );
  if (count === 0) bytes.fail("a segment has no grids", start + 12);
  const said: FileGrid[] = [];
  let at = start + FILE_HEADER_BYTES;
  for (let grid = 0; grid < count; grid++) {
    bytes.need(`what is said of grid ${grid} of ${count}`, at, FILE_GRID_BYTES);
    const nameBytes = bytes.u32(at + 136);
    const nameAt = at + FILE_GRID_BYTES;
    bytes.need(`the name of grid ${grid}`, nameAt, nameBytes);
    const [gridBytes, fileBytes] = [bytes.u64(at), bytes.u64(at + 8)];
    said.push({ bytes, at, codec, gridBytes, fileBytes, nameAt, nameBytes });
    at = nameAt + nameBytes;
  }
  for (const [which, one] of said.entries()) {
    bytes.need(`grid ${which} of a segment of ${count}`, at, one.fileBytes);
    const packed = bytes.bytes.subarray(at, at + one.fileBytes);
    yield* gridsOfBuffer(unpack(one, packed, at), codec, at, one);
    at += one.fileBytes;
  }
  return at;
}

/** Refuses files of other major versions. */
export function checkMajor(bytes: NvdbBytes, at: number): void {
  const version = bytes.u32(at);
  const major = version >>> 21;
  if (major === MAJOR) return;
  bytes.fail(`version is ${formatVersion(version)}, ${MAJOR}.x expected`, at);
}

/** A version as people write it. */
export function formatVersion(version: number): string {
  return `${version >>> 21}.${version >>> 10 & 0x7ff}.${version & 0x3ff}`;
}

/** Grids that follow each other in memory. */
function* gridsOfBuffer(
  buffer: Uint8Array,
  codec: NvdbCodec,
  offset: number,
  said: FileGrid | undefined,
): Generator<GridSource> {
  const packed = codec !== "none";
  for (let at = 0; at < buffer.length;) {
    const where = { what: at === 0 ? "grid" : "next grid", offset: offset + at, packed };
    const rest = new NvdbBytes(buffer.subarray(at), where);
    rest.need("the header of a grid", 0, ROOT_AT);
    const magic = rest.u32(4);
    if (rest.u32(0) !== NANO || (magic !== VDB0 && magic !== VDB1)) {
      rest.fail('it does not start with "NanoVDB1" or "NanoVDB0"', 0);
    }
    const gridBytes = rest.u64(32);
    if (gridBytes < ROOT_AT) rest.fail(`its size is ${gridBytes}, ${ROOT_AT} or more expected`, 32);
    rest.need("all of it", 0, gridBytes);
    const bytes = new NvdbBytes(rest.bytes.subarray(0, gridBytes), where);
    const fileBytes = packed
      ? Math.round((said?.fileBytes ?? 0) / buffer.length * gridBytes)
      : gridBytes;
    yield { bytes, codec, fileBytes, said: at === 0 ? said : undefined };
    at += gridBytes;
  }
}

/** Unpacks what a segment says is one grid. */
function unpack(
  { codec, gridBytes, bytes, at }: FileGrid,
  packed: Uint8Array,
  offset: number,
): Uint8Array {
  if (gridBytes < ROOT_AT) {
    bytes.fail(`a grid of ${gridBytes} bytes, ${ROOT_AT} or more expected`, at);
  }
  const fail = (problem: string, place = 0, cause?: unknown): never =>
    failNvdb(problem, offset + place, cause);
  const most = codec === "zip" ? MOST_DEFLATION : codec === "blosc" ? Infinity : 1; // its frames say
  if (gridBytes > packed.length * most || (codec === "none" && gridBytes !== packed.length)) {
    bytes.fail(`a grid of ${gridBytes} bytes takes ${packed.length} in the file (${codec})`, at);
  }
  if (codec === "none") return packed;
  const parts = new NvdbBytes(packed, { what: "file", offset, packed: false });
  const next = (place: number): Uint8Array => {
    parts.need("a packed part", place, 8);
    const length = parts.u64(place);
    parts.need("a packed part", place + 8, length);
    return packed.subarray(place + 8, place + 8 + length);
  };
  if (codec === "zip") {
    const stream = next(0);
    if (stream.length + 8 !== packed.length) {
      fail(`zip takes ${stream.length + 8} bytes, ${packed.length} expected`);
    }
    return inflateGrid(stream, gridBytes, fail);
  }
  const frames: { readonly frame: BloscFrame; readonly fail: FailAt }[] = [];
  let place = 0;
  for (let done = 0; done < gridBytes; done += BLOSC_PART) {
    const bytes = next(place);
    const from = place + 8;
    const failHere: FailAt = (problem, where) => fail(problem, from + where);
    const frame = checkBlosc(bytes, Math.min(BLOSC_PART, gridBytes - done), failHere);
    frames.push({ frame, fail: failHere });
    place = from + bytes.length;
  }
  if (place !== packed.length) fail(`Blosc takes ${place} bytes, ${packed.length} expected`, place);
  const out = allocate(gridBytes, fail);
  frames.forEach(({ frame, fail }, part) => {
    unpackBlosc(frame, out.subarray(part * BLOSC_PART, (part + 1) * BLOSC_PART), fail);
  });
  return out;
}

/** Says what is wrong, and where. */
type FailAt = (problem: string, at: number) => never;

/** Makes room for an unpacked grid, of which a file may say what it likes. */
function allocate(
  length: number,
  fail: (problem: string, at: number, cause: unknown) => never,
): Uint8Array {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    return fail(`there is no memory for a grid of ${length} bytes`, 0, cause);
  }
}

function inflateGrid(
  stream: Uint8Array,
  length: number,
  fail: (problem: string, at: number, cause: unknown) => never,
): Uint8Array {
  const { inflateSync } = zlibFor("read NanoVDB");
  let out: Uint8Array;
  try {
    const chunkSize = Math.min(length + 64, 2 ** 22);
    out = inflateSync(stream, {
      maxOutputLength: length,
      chunkSize,
    });
  } catch (cause) {
    return fail(`zip data does not unpack to ${length} bytes`, 0, cause);
  }
  if (out.length === length) return new Uint8Array(out.buffer, out.byteOffset, out.length);
  return fail(`zip data unpacks to ${out.length} bytes, ${length} expected`, 0, undefined);
}
