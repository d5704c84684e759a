/**
 * LAS point records taken apart into columns.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { packIntegerColors } from "../base/colors.ts";
import { LAS_RECORD_BYTES, type LasHeader } from "./header.ts";
import { crsOfRecords, PROJECTION } from "./crs.ts";
import { allocateExtras, type ExtraColumn, unpackExtras, WIDE_COLORS } from "./extra_bytes.ts";
import type { LasFacts, LasFields, PointCloud, PointColumn } from "../cloud.ts";

/**
 * The columns of a LAS file before scaling.
 *
 * @category Point clouds
 */
export interface LasColumns {
  /** X, Y, Z as stored, [points, 3]. */
  readonly coordinates: Int32Array;
  /** Pulse return magnitude, [points]. */
  readonly intensities: Uint16Array;
  /** Class of each point, flags removed, [points]. */
  readonly classifications: Uint8Array;
  /** Red, green, blue as stored, [points, 3]; absent for formats without color. */
  readonly rgb?: Uint16Array;
  /** The other fields, where they are asked for. */
  readonly fields?: LasFields & Required<Pick<LasFields, "flags" | "scanAngles" | "userData">>;
  /** Near infrared and extra bytes, where fields are asked for. */
  readonly columns?: readonly PointColumn[];
}

/** The columns of a file, with where those of its extra bytes are. */
export interface AllLasColumns extends LasColumns {
  readonly extras: readonly ExtraColumn[];
}

/** The fields that all formats have, and times. */
type AllFields = NonNullable<LasColumns["fields"]>;

/** Byte offset of red in a record of each format, 0 where there is no color. */
const RED_OFFSET: readonly number[] = [0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30];

/** Byte offset of the GPS time in a record of each format, 0 where there is none. */
const TIME_OFFSET: readonly number[] = [0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22];

/**
 * Which columns to read.
 *
 * @category Point clouds
 */
export interface LasColumnOptions {
  /** Whether to include the fields of {@linkcode LasFields}. */
  readonly fields?: boolean;
}

/** Allocates the columns for every point of a file. */
export function allocateLasColumns(
  header: LasHeader,
  { fields = false }: LasColumnOptions = {},
): AllLasColumns {
  const { count, pointFormat } = header;
  const extras = fields ? allocateExtras(header) : [];
  const columns = {
    extras,
    coordinates: new Int32Array(count * 3),
    intensities: new Uint16Array(count),
    classifications: new Uint8Array(count),
    ...(fields ? { fields: allocateFields(header) } : {}),
    ...(extras.length === 0 ? {} : { columns: extras.map(({ column }) => column) }),
  };
  const colored = (RED_OFFSET[pointFormat] ?? 0) > 0;
  return colored ? { ...columns, rgb: new Uint16Array(count * 3) } : columns;
}

function allocateFields({ count, pointFormat }: LasHeader): AllFields {
  const timed = (TIME_OFFSET[pointFormat] ?? 0) > 0;
  return {
    returnNumbers: new Uint8Array(count),
    returnCounts: new Uint8Array(count),
    pointSources: new Uint16Array(count),
    flags: new Uint8Array(count),
    scanAngles: new Int16Array(count),
    userData: new Uint8Array(count),
    ...(timed ? { gpsTimes: new Float64Array(count) } : {}),
  };
}

/** A run of uncompressed records and where they belong. */
export interface LasRecordRun {
  /** The records, `count` times the record length of the header. */
  readonly records: Uint8Array;
  /** Number of records. */
  readonly count: number;
  /** Row of the first record in the columns. */
  readonly first: number;
}

/**
 * Copies a run of records into the columns.
 *
 * Source: ASPRS LAS 1.4 R16, tables 7 to 17. Formats 0 to 5 keep the class in the low five bits.
 */
export function unpackLasRecords(
  header: LasHeader,
  run: LasRecordRun,
  columns: AllLasColumns,
): void {
  const { pointFormat, recordLength } = header;
  const { coordinates, intensities, classifications, rgb } = columns;
  const { records, count, first } = run;
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const classAt = pointFormat <= 5 ? 15 : 16;
  const classMask = pointFormat <= 5 ? 0x1f : 0xff;
  const redAt = RED_OFFSET[pointFormat] ?? 0;
  for (let record = 0; record < count; record++) {
    const at = record * recordLength;
    const row = first + record;
    coordinates[row * 3] = view.getInt32(at, true);
    coordinates[row * 3 + 1] = view.getInt32(at + 4, true);
    coordinates[row * 3 + 2] = view.getInt32(at + 8, true);
    intensities[row] = view.getUint16(at + 12, true);
    classifications[row] = view.getUint8(at + classAt) & classMask;
    if (rgb !== undefined) {
      rgb[row * 3] = view.getUint16(at + redAt, true);
      rgb[row * 3 + 1] = view.getUint16(at + redAt + 2, true);
      rgb[row * 3 + 2] = view.getUint16(at + redAt + 4, true);
    }
  }
  if (columns.fields !== undefined) unpackFields(header, view, run, columns.fields);
  unpackExtras(columns.extras, view, { first, count, recordLength });
}

/** Scan angles of formats 0 to 5, bytes of whole degrees, in the steps of 0.006 degrees of later ones. */
const DEGREES = Int16Array.from(
  { length: 256 },
  (_, byte) => Math.round((byte << 24 >> 24) / 0.006),
);

/** Formats 0 to 5 have three bits for each number of a return, later ones four. */
function unpackFields(
  { pointFormat, recordLength }: LasHeader,
  view: DataView,
  { count, first }: LasRecordRun,
  fields: AllFields,
): void {
  const { returnNumbers, returnCounts, pointSources, flags, scanAngles, userData } = fields;
  const { gpsTimes } = fields;
  const isOld = pointFormat <= 5;
  const bits = isOld ? 3 : 4;
  const mask = (1 << bits) - 1;
  const sourceAt = isOld ? 18 : 20;
  const timeAt = TIME_OFFSET[pointFormat] ?? 0;
  for (let record = 0; record < count; record++) {
    const at = record * recordLength;
    const row = first + record;
    const returns = view.getUint8(at + 14);
    returnNumbers[row] = returns & mask;
    returnCounts[row] = returns >> bits & mask;
    pointSources[row] = view.getUint16(at + sourceAt, true);
    const second = view.getUint8(at + 15);
    flags[row] = isOld ? returns & 0xc0 | second >> 5 : second;
    userData[row] = view.getUint8(at + 17);
    scanAngles[row] = isOld ? DEGREES[view.getUint8(at + 16)] ?? 0 : view.getInt16(at + 18, true);
    if (gpsTimes !== undefined) gpsTimes[row] = view.getFloat64(at + timeAt, true);
  }
}

/** Ends of the integers. */
const MOST = 2 ** 31 - 1;
const LEAST = -(2 ** 31);

/** Bit of the global encoding: whether times are seconds of GPS less 10^9; older versions have no such bits. */
const STANDARD_TIMES = 1;

/** Facts of a header about all points. */
export function lasFactsOf(header: LasHeader): LasFacts {
  const { versionMinor, pointFormat, recordLength, sourceId, globalEncoding, vlrs } = header;
  return {
    versionMinor,
    pointFormat,
    extraBytes: recordLength - (LAS_RECORD_BYTES[pointFormat] ?? 0),
    sourceId,
    standardTimes: versionMinor >= 2 && (globalEncoding & STANDARD_TIMES) !== 0,
    projection: vlrs.filter(({ userId }) => userId === PROJECTION)
      .map((vlr) => ({ ...vlr, data: vlr.data.slice() })),
  };
}

/** Scales the coordinates, narrows the colors and gives the point cloud. */
export function finishLas(header: LasHeader, columns: LasColumns): PointCloud {
  const { coordinates, intensities, classifications, rgb, fields } = columns;
  const { scale, offset, count } = header;
  const packed = rgb === undefined ? undefined : packIntegerColors(rgb);
  const wide = fields !== undefined && rgb !== undefined && packed?.colorsRounded === true
    ? [{ name: WIDE_COLORS, values: rgb, width: 3 }]
    : [];
  const others = [...wide, ...columns.columns ?? []];
  const positions = new Float64Array(coordinates.length);
  const [sx, sy, sz] = scale;
  const [ox, oy, oz] = offset;
  let [x0, y0, z0, x1, y1, z1] = [MOST, MOST, MOST, LEAST, LEAST, LEAST];
  // All axes at once: each number is met once on its way.
  for (let at = 0; at + 2 < coordinates.length; at += 3) {
    const x = coordinates[at] ?? 0;
    const y = coordinates[at + 1] ?? 0;
    const z = coordinates[at + 2] ?? 0;
    positions[at] = x * sx + ox;
    positions[at + 1] = y * sy + oy;
    positions[at + 2] = z * sz + oz;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  // Rounding keeps the order of what it rounds: the ends are those of the integers.
  const ends = extentOf(Float64Array.of(
    ...[x0 * sx + ox, y0 * sy + oy, z0 * sz + oz],
    ...[x1 * sx + ox, y1 * sy + oy, z1 * sz + oz],
  ));
  const crs = crsOfRecords(header.vlrs);
  const extent = count > 0 && ends.nonFinite === 0 ? ends : extentOf(positions);
  return {
    format: header.compressed ? "laz" : "las",
    count,
    positions,
    intensities,
    classifications,
    ...packed,
    ...extent,
    lasIntegers: { coordinates, scale, offset },
    ...(crs === undefined ? {} : { crs }),
    lasFacts: lasFactsOf(header),
    ...(fields === undefined ? {} : { lasFields: fields }),
    ...(others.length === 0 ? {} : { columns: others }),
  };
}
