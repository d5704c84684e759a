/**
 * The header of LAS and LAZ files, versions 1.0 to 1.5.
 *
 * @module
 */
import { checkNumber } from "../../../ffi/base/checks.ts";
import { checkBytes, textOf } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import type { LasVlr, PointBounds, Triple } from "../cloud.ts";

/**
 * The header of a LAS file.
 *
 * Source: ASPRS LAS 1.4 R16, table 3.
 *
 * @category Point clouds
 */
export interface LasHeader {
  /** Major version, always 1. */
  readonly versionMajor: number;
  /** Minor version, 0 to 5. */
  readonly versionMinor: number;
  /** File source id. */
  readonly sourceId: number;
  /** Global encoding bits: bit 0 GPS time type, bit 4 WKT coordinate system. */
  readonly globalEncoding: number;
  /** System that made the points. */
  readonly systemIdentifier: string;
  /** Software that wrote the file. */
  readonly generatingSoftware: string;
  /** Day of the year the file was made, counted from 1; 0 when unknown. */
  readonly creationDay: number;
  /** Year the file was made; 0 when unknown. */
  readonly creationYear: number;
  /** Length of the header in bytes. */
  readonly headerSize: number;
  /** Byte offset of the point data. */
  readonly pointOffset: number;
  /** Point data record format, 0 to 10. */
  readonly pointFormat: number;
  /** Whether the point data is compressed (LAZ). */
  readonly compressed: boolean;
  /** Length of one uncompressed point record in bytes, extra bytes included. */
  readonly recordLength: number;
  /** Number of points. */
  readonly count: number;
  /** Factors that turn integer coordinates into x, y, z. */
  readonly scale: Triple;
  /** Offsets added after scaling. */
  readonly offset: Triple;
  /** The box stated by the header, often wrong; readers compute their own. */
  readonly declaredBounds: PointBounds;
  /** The variable length records, extended ones last. */
  readonly vlrs: readonly LasVlr[];
}

/** Smallest record of each point format in bytes (ASPRS LAS 1.4 R16, tables 7 to 17). */
export const LAS_RECORD_BYTES: readonly number[] = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

const HEADER_BYTES = 227;
const HEADER_BYTES_1_4 = 375;
const VLR_BYTES = 54;
const EVLR_BYTES = 60;
const COMPRESSED_BIT = 0x80;
const OLD_COMPRESSED_BIT = 0x40;

/**
 * Returns the number of bytes of a LAS or LAZ file before its points.
 *
 * @param bytes The first 100 bytes of the file, or more.
 * @returns The minimum number of bytes that {@linkcode readLasStart} needs.
 * @throws {FormatError} If it is not such a file.
 * @category Point clouds
 */
export function lasFrontBytes(bytes: Uint8Array): number {
  checkBytes(bytes);
  if (bytes.length < 100 || text(bytes, 0, 4) !== "LASF") {
    throw new FormatError("LAS", 'the file does not start with "LASF"', { offset: 0 });
  }
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(96, true);
}

/**
 * Reads the header and the variable length records of a LAS or LAZ file.
 *
 * The 64-bit point count is used where the header has one (LAS 1.4), unless it is 0.
 *
 * @param bytes The whole file.
 * @returns The header; the point data itself is not read.
 * @throws {FormatError} If the header is truncated, or inconsistent with itself or the file.
 * @category Point clouds
 */
export function readLasHeader(bytes: Uint8Array): LasHeader {
  checkBytes(bytes);
  const header = readLasStart(bytes, bytes.length);
  const { versionMinor, headerSize, vlrs } = header;
  if (!isWide(versionMinor, headerSize)) return header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const label = header.compressed ? "LAZ" : "LAS";
  const at = Number(view.getBigUint64(235, true));
  const count = view.getUint32(243, true);
  return { ...header, vlrs: [...vlrs, ...readVlrs(bytes, { label, at, count, extended: true })] };
}

/** Whether a header has the fields of LAS 1.4. */
function isWide(versionMinor: number, headerSize: number): boolean {
  return versionMinor >= 4 && headerSize >= HEADER_BYTES_1_4;
}

/**
 * Reads the header and the variable length records before the points.
 *
 * @param bytes The start of the file, at least up to its points.
 * @param fileLength Length of the whole file.
 * @throws {FormatError} If the header is truncated, or inconsistent with itself or the file.
 * @throws {TypeError} If the bytes are no bytes, or the length is no finite number.
 * @category Point clouds
 */
export function readLasStart(bytes: Uint8Array, fileLength: number): LasHeader {
  checkBytes(bytes);
  checkNumber({ operator: "read LAS", name: "fileLength" }, fileLength);
  const label = ((bytes[104] ?? 0) & COMPRESSED_BIT) === 0 ? "LAS" : "LAZ";
  const fail: Fail = (problem, offset) => {
    throw new FormatError(label, problem, { offset });
  };
  if (bytes.length === 0) fail("the file is empty", 0);
  if (text(bytes, 0, 4) !== "LASF") fail('the file does not start with "LASF"', 0);
  if (bytes.length < HEADER_BYTES) {
    const held = `the file holds ${bytes.length}: it is cut off`;
    fail(`header ends at byte ${HEADER_BYTES}, ${held}`, bytes.length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const versionMajor = view.getUint8(24);
  const versionMinor = view.getUint8(25);
  if (versionMajor !== 1 || versionMinor > 5) {
    fail(`version ${versionMajor}.${versionMinor} is unknown, 1.0 to 1.5 expected`, 24);
  }
  const headerSize = view.getUint16(94, true);
  if (headerSize < HEADER_BYTES) {
    fail(`header size is ${headerSize} bytes, at least ${HEADER_BYTES} expected`, 94);
  }
  if (headerSize > bytes.length) {
    fail(`header ends at byte ${headerSize}, the file holds ${bytes.length}`, 94);
  }
  const pointOffset = view.getUint32(96, true);
  const held = `the file holds ${fileLength}`;
  if (pointOffset > fileLength) {
    fail(`point data starts at byte ${pointOffset}, ${held}: it is cut off`, 96);
  }
  if (pointOffset < headerSize) {
    fail(`point data starts at byte ${pointOffset}, ${headerSize} to ${fileLength} expected`, 96);
  }
  const formatByte = view.getUint8(104);
  if ((formatByte & OLD_COMPRESSED_BIT) !== 0) {
    fail("the compression is older than LASzip 1.0, which is not supported", 104);
  }
  const pointFormat = formatByte & 0x3f;
  const leastRecord = LAS_RECORD_BYTES[pointFormat];
  if (leastRecord === undefined) {
    fail(`point format ${pointFormat} is unknown, 0 to 10 expected`, 104);
  }
  const recordLength = view.getUint16(105, true);
  if (recordLength < leastRecord) {
    fail(
      `record length is ${recordLength} bytes, format ${pointFormat} takes ${leastRecord} or more`,
      105,
    );
  }
  const wide = isWide(versionMinor, headerSize);
  const wideCount = wide ? view.getBigUint64(247, true) : 0n;
  const scale = triple(view, 131);
  const offset = triple(view, 155);
  checkTransform(scale, offset, fail);
  const vlrs = readVlrs(bytes, { label, at: headerSize, count: view.getUint32(100, true) });
  return {
    versionMajor,
    versionMinor,
    sourceId: view.getUint16(4, true),
    globalEncoding: view.getUint16(6, true),
    systemIdentifier: text(bytes, 26, 32),
    generatingSoftware: text(bytes, 58, 32),
    creationDay: view.getUint16(90, true),
    creationYear: view.getUint16(92, true),
    headerSize,
    pointOffset,
    pointFormat,
    compressed: label === "LAZ",
    recordLength,
    count: wideCount === 0n ? view.getUint32(107, true) : Number(wideCount),
    scale,
    offset,
    declaredBounds: {
      min: [view.getFloat64(187, true), view.getFloat64(203, true), view.getFloat64(219, true)],
      max: [view.getFloat64(179, true), view.getFloat64(195, true), view.getFloat64(211, true)],
    },
    vlrs,
  };
}

type Fail = (problem: string, offset: number) => never;

/** Every int32 coordinate must become a finite number. */
function checkTransform(scale: Triple, offset: Triple, fail: Fail): void {
  for (let axis = 0; axis < 3; axis++) {
    const factor = scale[axis] ?? NaN;
    const shift = offset[axis] ?? NaN;
    const name = "xyz"[axis];
    if (!Number.isFinite(factor) || factor === 0) {
      fail(`scale of ${name} is ${factor}, a finite number other than 0 expected`, 131 + axis * 8);
    }
    if (!Number.isFinite(Math.abs(factor) * 2 ** 31 + Math.abs(shift))) {
      fail(`offset of ${name} is ${shift} with scale ${factor}, which overflows`, 155 + axis * 8);
    }
  }
}

interface VlrRun {
  readonly label: string;
  readonly at: number;
  readonly count: number;
  readonly extended?: boolean;
}

function readVlrs(bytes: Uint8Array, run: VlrRun): LasVlr[] {
  const { label, count, extended = false } = run;
  const kind = extended ? "extended variable length record" : "variable length record";
  const headerBytes = extended ? EVLR_BYTES : VLR_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vlrs: LasVlr[] = [];
  let at = run.at;
  for (let which = 0; which < count; which++) {
    const start = at + headerBytes;
    const fits = start <= bytes.length;
    const length = !fits
      ? 0
      : extended
      ? Number(view.getBigUint64(at + 20, true))
      : view.getUint16(at + 20, true);
    if (start + length > bytes.length) {
      const end = start + length;
      throw new FormatError(
        label,
        `${kind} ${which} of ${count} ends at byte ${end}, the file holds ${bytes.length}`,
        { offset: at },
      );
    }
    vlrs.push({
      userId: text(bytes, at + 2, 16),
      recordId: view.getUint16(at + 18, true),
      description: text(bytes, start - 32, 32),
      extended,
      data: bytes.subarray(start, start + length),
    });
    at = start + length;
  }
  return vlrs;
}

/** Reads Latin-1 text that ends at the first NUL. */
function text(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return String.fromCharCode(...(end < 0 ? field : field.subarray(0, end)));
}

function triple(view: DataView, at: number): Triple {
  return [view.getFloat64(at, true), view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)];
}

/** The byte of a header whose highest bit says that points are compressed. */
const COMPRESSION_AT = 104;

/** Whether bytes begin as LAS and LAZ files do. */
export function isLasf(start: Uint8Array): boolean {
  return textOf(start, 4) === "LASF";
}

/** Whether bytes end before they tell LAZ from LAS. */
export function isCut(start: Uint8Array): boolean {
  return start.length <= COMPRESSION_AT;
}

/** Whether points are compressed, as far as the bytes tell. */
export function isCompressed(start: Uint8Array): boolean {
  return ((start[COMPRESSION_AT] ?? 0) & 0x80) !== 0;
}
