/**
 * LAS writer.
 *
 * @module
 */
import { checkParts } from "../../../ffi/base/checks.ts";
import { joinBytes } from "../base/mesh.ts";
import { checkReals } from "../base/operands.ts";
import { checkKinds, checkLengths, OPERATOR, refuse } from "./_check_input.ts";
import { roundedPlaces } from "./_places.ts";
import { recordsInWkt } from "./crs.ts";
import { INFRARED, layoutOf, WIDE_COLORS } from "./extra_bytes.ts";
import { LAS_RECORD_BYTES } from "./header.ts";
import type { LasInput } from "./input.ts";
import type { LasFields, LasVlr, PointColumn, Triple } from "../cloud.ts";

const HEADER_BYTES = 375;
/** Points of formats 6 and 7, without and with colors: bytes from the start of a record. */
const [RETURNS_AT, FLAGS_AT, CLASS_AT, USER_AT, ANGLE_AT] = [14, 15, 16, 17, 18];
const [SOURCE_AT, TIME_AT, RED_AT, INFRARED_AT] = [20, 22, 30, 36];
const MOST_RECORD = 65535;
/** Bits of the global encoding. */
const [STANDARD_TIMES, WKT] = [1, 16];
/** Bytes before the payload of a record, of one before the points and of one behind them. */
const [VLR_BYTES, EVLR_BYTES] = [54, 60];
/** Larger payloads go behind the points. */
const MOST_VLR_BYTES = 65535;
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];
const MOST_SOURCE = 2 ** 16 - 1;

/**
 * Encodes points as LAS 1.4, in point format 7 with colors, 8 with near infrared besides, or 6 without colors.
 *
 * Coordinates are stored as integers with a scale and an offset. Points that were read from a LAS file keep their
 * integers, so that coordinates are preserved exactly, and their coordinate system. These formats have it in WKT: where
 * a file has keys of GeoTIFF alone, WKT is added for systems that {@linkcode crsOfEpsg} knows. Columns become extra bytes.
 *
 * @param points The points to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If arrays do not match, a coordinate is not finite, the scale is too fine, the source has more than
 * 16 bits, or a coordinate system has no definition in WKT.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @see ASPRS LAS 1.4 R16
 * @category Point clouds
 *
 * @example Two points
 * ```ts
 * import { encodeLas, readLas } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = Float64Array.of(500000.25, 10, 0, 500001, 11.5, 2.5);
 * const cloud = readLas(encodeLas({ positions, colors: Uint8Array.of(1, 2, 3, 255, 0, 9) }));
 * assertEquals([...cloud.positions], [...positions]);
 * assertEquals([...cloud.colors ?? []], [1, 2, 3, 255, 0, 9]);
 * ```
 */
export function encodeLas(points: LasInput): Uint8Array<ArrayBuffer> {
  checkParts({ operator: OPERATOR, name: "the points" }, points, "an object with positions");
  const { positions, colors, lasFields } = points;
  checkReals({ operator: OPERATOR, name: "positions" }, positions);
  checkKinds(points);
  if (positions.length % 3 !== 0) {
    refuse(`positions has ${positions.length} numbers, three for each point expected`);
  }
  const count = positions.length / 3;
  checkLengths(points, count);
  const { coordinates, scale, offset } = points.lasIntegers ?? roundedPlaces(points);
  const { wide, infrared, others } = specialOf(points);
  const isColored = colors !== undefined || wide !== undefined;
  const format = infrared !== undefined ? 8 : isColored ? 7 : 6;
  const extras = layoutOf(others);
  const recordBytes = (LAS_RECORD_BYTES[format] ?? 0) + extras.bytes;
  if (recordBytes > MOST_RECORD) {
    refuse(`points with all columns take ${recordBytes} bytes, ${MOST_RECORD} at most expected`);
  }
  const { standardTimes = false, sourceId = 0 } = points.lasFacts ?? {};
  if (!(Number.isInteger(sourceId) && sourceId >= 0 && sourceId <= MOST_SOURCE)) {
    refuse(`sourceId is ${sourceId}, a whole number from 0 to ${MOST_SOURCE} expected`);
  }
  const records = [
    ...recordsInWkt(points.lasFacts?.projection ?? [], points.crs),
    ...extras.records,
  ];
  const isLong = ({ data }: LasVlr): boolean => data.length > MOST_VLR_BYTES;
  const front = joinBytes(records.filter((vlr) => !isLong(vlr)).map(vlrBytes));
  const behind = joinBytes(records.filter(isLong).map(vlrBytes));
  const pointsAt = HEADER_BYTES + front.length;
  const file = new Uint8Array(pointsAt + count * recordBytes + behind.length);
  file.set(front, HEADER_BYTES);
  file.set(behind, file.length - behind.length);
  const view = new DataView(file.buffer);
  writeHeader(view, { count, format, recordBytes, scale, offset, coordinates, lasFields });
  view.setUint16(4, sourceId, true);
  view.setUint16(6, WKT | (standardTimes ? STANDARD_TIMES : 0), true);
  view.setUint32(96, pointsAt, true);
  const extended = records.filter(isLong).length;
  view.setUint32(100, records.length - extended, true);
  if (extended > 0) view.setBigUint64(235, BigInt(file.length - behind.length), true);
  view.setUint32(243, extended, true);
  const intensities = points.intensities ?? new Uint16Array(count);
  const { classifications } = points;
  for (let point = 0; point < count; point++) {
    const at = pointsAt + point * recordBytes;
    view.setInt32(at, coordinates[3 * point] ?? 0, true);
    view.setInt32(at + 4, coordinates[3 * point + 1] ?? 0, true);
    view.setInt32(at + 8, coordinates[3 * point + 2] ?? 0, true);
    const strength = Math.round(intensities[point] ?? 0);
    view.setUint16(at + 12, strength < 0 ? 0 : strength > 65535 ? 65535 : strength, true);
    view.setUint8(at + RETURNS_AT, 0x11);
    if (classifications !== undefined) {
      view.setUint8(at + CLASS_AT, classifications[point] ?? 0);
    }
    if (infrared !== undefined) {
      view.setUint16(at + INFRARED_AT, Number(infrared.values[point] ?? 0), true);
    }
    if (!isColored) continue;
    for (let channel = 0; channel < 3; channel++) {
      const place = 3 * point + channel;
      const shade = Number(wide?.values[place] ?? (colors?.[place] ?? 0) * 257);
      view.setUint16(at + RED_AT + 2 * channel, shade, true);
    }
  }
  extras.write(view, pointsAt, recordBytes, count);
  if (lasFields !== undefined) writeFields(view, lasFields, { count, pointsAt, recordBytes });
  return file;
}

/** Columns that have a place of their own in a record, and those that have none. */
function specialOf({ colors, columns = [] }: LasInput): {
  readonly wide: PointColumn | undefined;
  readonly infrared: PointColumn | undefined;
  readonly others: readonly PointColumn[];
} {
  const find = (name: string, width: number): PointColumn | undefined =>
    columns.find((one) =>
      one.name === name && one.width === width && one.values instanceof Uint16Array
    );
  const wide = find(WIDE_COLORS, 3);
  const infrared = colors === undefined && wide === undefined ? undefined : find(INFRARED, 1);
  const others = columns.filter((one) => one !== wide && one !== infrared);
  return { wide, infrared, others };
}

/** A record with its header. */
function vlrBytes({ userId, recordId, description, data }: LasVlr): Uint8Array {
  const isLong = data.length > MOST_VLR_BYTES;
  const bytes = new Uint8Array((isLong ? EVLR_BYTES : VLR_BYTES) + data.length);
  const view = new DataView(bytes.buffer);
  const start = bytes.length - data.length;
  const text = (at: number, words: string, most: number): void =>
    bytes.set(Uint8Array.from(words.slice(0, most), (letter) => letter.charCodeAt(0)), at);
  text(2, userId, 16);
  view.setUint16(18, recordId, true);
  if (isLong) view.setBigUint64(20, BigInt(data.length), true);
  else view.setUint16(20, data.length, true);
  text(start - 32, description, 32);
  bytes.set(data, start);
  return bytes;
}

function writeHeader(
  view: DataView,
  { count, format, recordBytes, scale, offset, coordinates, lasFields }: {
    readonly count: number;
    readonly format: number;
    readonly recordBytes: number;
    readonly scale: Triple;
    readonly offset: Triple;
    readonly coordinates: Int32Array;
    readonly lasFields: LasFields | undefined;
  },
): void {
  const text = (at: number, words: string): void =>
    new Uint8Array(view.buffer).set(new TextEncoder().encode(words), at);
  text(0, "LASF");
  view.setUint8(24, 1);
  view.setUint8(25, 4);
  text(26, "OTHER");
  text(58, "denovdb");
  view.setUint16(94, HEADER_BYTES, true);
  view.setUint8(104, format);
  view.setUint16(105, recordBytes, true);
  const low = [MOST, MOST, MOST];
  const high = [LEAST, LEAST, LEAST];
  for (let at = 0; at < coordinates.length; at++) {
    const value = coordinates[at] ?? 0;
    const axis = at % 3;
    if (value < (low[axis] ?? 0)) low[axis] = value;
    if (value > (high[axis] ?? 0)) high[axis] = value;
  }
  for (const axis of [0, 1, 2] as const) {
    view.setFloat64(131 + 8 * axis, scale[axis], true);
    view.setFloat64(155 + 8 * axis, offset[axis], true);
    if (count === 0) continue;
    view.setFloat64(179 + 16 * axis, (high[axis] ?? 0) * scale[axis] + offset[axis], true);
    view.setFloat64(187 + 16 * axis, (low[axis] ?? 0) * scale[axis] + offset[axis], true);
  }
  view.setBigUint64(247, BigInt(count), true);
  const returns = new Float64Array(15);
  if (lasFields === undefined) returns[0] = count;
  for (const one of lasFields?.returnNumbers ?? []) {
    if (one >= 1 && one <= 15) returns[one - 1] = (returns[one - 1] ?? 0) + 1;
  }
  returns.forEach((one, n) => view.setBigUint64(255 + 8 * n, BigInt(one), true));
}

function writeFields(
  view: DataView,
  { returnNumbers, returnCounts, pointSources, flags, scanAngles, userData, gpsTimes }: LasFields,
  { count, pointsAt, recordBytes }: {
    readonly count: number;
    readonly pointsAt: number;
    readonly recordBytes: number;
  },
): void {
  for (let point = 0; point < count; point++) {
    const at = pointsAt + point * recordBytes;
    const returns = (returnNumbers[point] ?? 0) & 15 | ((returnCounts[point] ?? 0) & 15) << 4;
    view.setUint8(at + RETURNS_AT, returns);
    view.setUint16(at + SOURCE_AT, pointSources[point] ?? 0, true);
    if (flags !== undefined) view.setUint8(at + FLAGS_AT, flags[point] ?? 0);
    if (userData !== undefined) view.setUint8(at + USER_AT, userData[point] ?? 0);
    if (scanAngles !== undefined) view.setInt16(at + ANGLE_AT, scanAngles[point] ?? 0, true);
    if (gpsTimes !== undefined) view.setFloat64(at + TIME_AT, gpsTimes[point] ?? 0, true);
  }
}
