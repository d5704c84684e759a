/**
 * LAS writer.
 *
 * @module
 */
import { joinBytes } from "../base/mesh.ts";
import { checkFinites, checkReals, checkWhole } from "../base/operands.ts";
import { LAS_RECORD_BYTES } from "./header.ts";
import {
  type Argument,
  checkArray,
  checkClass,
  checkParts,
  checkText,
} from "../../core/operands.ts";
import type { LasFacts, LasFields, LasIntegers, LasVlr, Triple } from "../cloud.ts";

/**
 * Points to write, as {@linkcode readPointCloud} returns them.
 *
 * @category Point clouds
 */
export interface LasInput {
  /** x, y, z interleaved, [points, 3]; finite. */
  readonly positions: Float64Array;
  /**
   * The integer coordinates of `positions`, which are then written as they are.
   *
   * @default {undefined} Positions are rounded to multiples of `scale`.
   */
  readonly lasIntegers?: LasIntegers;
  /**
   * Resolution to which positions are rounded.
   *
   * @default {undefined} 0.001, or the nearest power of ten for which the extent is at least a hundred thousand steps
   * and fits 32 bits.
   */
  readonly scale?: number;
  /**
   * Red, green, blue interleaved, [points, 3]; they are widened to 16 bits.
   *
   * @default {undefined} None.
   */
  readonly colors?: Uint8Array;
  /**
   * Strength of each return, [points]; rounded, and clamped to 16 bits.
   *
   * @default {undefined} 0.
   */
  readonly intensities?: Uint16Array | Float32Array;
  /**
   * ASPRS class of each point, [points].
   *
   * @default {undefined} 0, never classified.
   */
  readonly classifications?: Uint8Array;
  /**
   * Return numbers, sources, flags, angles and times.
   *
   * @default {undefined} One return each.
   */
  readonly lasFields?: LasFields;
  /**
   * The coordinate system, the source of the points and the kind of GPS times.
   *
   * @default {undefined} Unknown, and GPS week times.
   */
  readonly lasFacts?: Pick<LasFacts, "projection" | "sourceId" | "standardTimes">;
}

const OPERATOR = "encode LAS";
const HEADER_BYTES = 375;
/** Points of formats 6 and 7, without and with colors: bytes from the start of a record. */
const [RETURNS_AT, FLAGS_AT, CLASS_AT, USER_AT, ANGLE_AT] = [14, 15, 16, 17, 18];
const [SOURCE_AT, TIME_AT, RED_AT] = [20, 22, 30];
/** Bits of the global encoding. */
const [STANDARD_TIMES, WKT] = [1, 16];
/** What comes before the payload of a record, of one before the points and of one behind them. */
const [VLR_BYTES, EVLR_BYTES] = [54, 60];
/** Larger payloads go behind the points. */
const MOST_VLR_BYTES = 65535;
/** The records with the keys of GeoTIFF, and with a coordinate system in WKT. */
const [GEO_KEYS, WKT_RECORD] = [34735, 2112];
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];
const MOST_SOURCE = 2 ** 16 - 1;
/** Steps across the extent of points, unless the scale is given: small objects keep their shape. */
const LEAST_STEPS = 1e5;
/** Digits behind the point that a scale has at most: powers of ten end soon after. */
const MOST_DIGITS = 300;

/**
 * Encodes points as LAS 1.4, in point format 7 with colors or 6 without.
 *
 * Coordinates are stored as integers with a scale and an offset. Points that were read from a LAS file keep their
 * integers, so that coordinates are preserved exactly, and their coordinate system.
 *
 * @param points The points to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If arrays do not match, a coordinate is not finite, the scale is too fine, or the source has
 * more than 16 bits.
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
  const format = colors === undefined ? 6 : 7;
  const recordBytes = LAS_RECORD_BYTES[format] ?? 0;
  const { projection = [], standardTimes = false, sourceId = 0 } = points.lasFacts ?? {};
  if (!(Number.isInteger(sourceId) && sourceId >= 0 && sourceId <= MOST_SOURCE)) {
    refuse(`sourceId is ${sourceId}, a whole number from 0 to ${MOST_SOURCE} expected`);
  }
  const isLong = ({ data }: LasVlr): boolean => data.length > MOST_VLR_BYTES;
  const front = joinBytes(projection.filter((vlr) => !isLong(vlr)).map(vlrBytes));
  const behind = joinBytes(projection.filter(isLong).map(vlrBytes));
  const pointsAt = HEADER_BYTES + front.length;
  const file = new Uint8Array(pointsAt + count * recordBytes + behind.length);
  file.set(front, HEADER_BYTES);
  file.set(behind, file.length - behind.length);
  const view = new DataView(file.buffer);
  writeHeader(view, { count, format, recordBytes, scale, offset, coordinates, lasFields });
  view.setUint16(4, sourceId, true);
  view.setUint16(6, encodingOf(projection, standardTimes), true);
  view.setUint32(96, pointsAt, true);
  const extended = projection.filter(isLong).length;
  view.setUint32(100, projection.length - extended, true);
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
    if (colors === undefined) continue;
    for (let channel = 0; channel < 3; channel++) {
      view.setUint16(at + RED_AT + 2 * channel, (colors[3 * point + channel] ?? 0) * 257, true);
    }
  }
  if (lasFields !== undefined) writeFields(view, lasFields, { count, pointsAt, recordBytes });
  return file;
}

/**
 * The global encoding: these point formats ask for a coordinate system in WKT. Where a file of an older format has it as
 * keys of GeoTIFF alone, these stay, and the bit says so.
 */
function encodingOf(projection: readonly LasVlr[], standardTimes: boolean): number {
  const has = (id: number): boolean => projection.some(({ recordId }) => recordId === id);
  return (has(GEO_KEYS) && !has(WKT_RECORD) ? 0 : WKT) | (standardTimes ? STANDARD_TIMES : 0);
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

function refuse(problem: string): never {
  throw new RangeError(`Cannot encode LAS: ${problem}`);
}

/** Fields of points that all records have, and the others. */
const FIELDS = ["returnNumbers", "returnCounts", "pointSources"] as const;
const MORE_FIELDS = ["flags", "scanAngles", "userData", "gpsTimes"] as const;

/** Refuses parts of another kind, such as tensors, of which no number is on the host. */
function checkKinds(points: LasInput): void {
  const { lasIntegers, lasFields, lasFacts } = points;
  for (const name of ["colors", "intensities", "classifications"] as const) {
    if (points[name] !== undefined) checkReals({ operator: OPERATOR, name }, points[name]);
  }
  if (lasIntegers !== undefined) {
    checkParts({ operator: OPERATOR, name: "lasIntegers" }, lasIntegers);
    const part = (name: string): Argument => ({
      operator: OPERATOR,
      name: `${name} of lasIntegers`,
    });
    checkReals(part("coordinates"), lasIntegers.coordinates);
    checkFinites(part("scale"), lasIntegers.scale, 3);
    checkFinites(part("offset"), lasIntegers.offset, 3);
  }
  if (lasFields !== undefined) {
    checkParts({ operator: OPERATOR, name: "lasFields" }, lasFields);
    for (const name of FIELDS) checkReals({ operator: OPERATOR, name }, lasFields[name]);
    for (const name of MORE_FIELDS) {
      if (lasFields[name] !== undefined) {
        checkReals({ operator: OPERATOR, name }, lasFields[name]);
      }
    }
  }
  if (lasFacts === undefined) return;
  checkParts({ operator: OPERATOR, name: "lasFacts" }, lasFacts);
  const { projection } = lasFacts;
  checkArray({ operator: OPERATOR, name: "projection" }, projection);
  for (const [at, vlr] of projection.entries()) {
    const name = `record ${at} of projection`;
    checkParts({ operator: OPERATOR, name }, vlr);
    checkText({ operator: OPERATOR, name: `userId of ${name}` }, vlr.userId);
    checkText({ operator: OPERATOR, name: `description of ${name}` }, vlr.description);
    checkWhole({ operator: OPERATOR, name: `recordId of ${name}` }, vlr.recordId, [0, 65535]);
    checkClass({ operator: OPERATOR, name: `data of ${name}` }, vlr.data, Uint8Array);
  }
}

function checkLengths(points: LasInput, count: number): void {
  const { colors, intensities, classifications, lasIntegers, lasFields } = points;
  const arrays: readonly (readonly [string, ArrayLike<number> | undefined, number])[] = [
    ["colors", colors, 3 * count],
    ["intensities", intensities, count],
    ["classifications", classifications, count],
    ["coordinates of lasIntegers", lasIntegers?.coordinates, 3 * count],
    ["returnNumbers", lasFields?.returnNumbers, count],
    ["returnCounts", lasFields?.returnCounts, count],
    ["pointSources", lasFields?.pointSources, count],
    ["flags", lasFields?.flags, count],
    ["scanAngles", lasFields?.scanAngles, count],
    ["userData", lasFields?.userData, count],
    ["gpsTimes", lasFields?.gpsTimes, count],
  ];
  for (const [name, array, length] of arrays) {
    if (array !== undefined && array.length !== length) {
      refuse(`${name} has ${array.length} numbers, ${length} expected`);
    }
  }
}

/** A thousandth, or the power of ten next to it at which an extent has enough steps, and not too many. */
function scaleFor(extent: number): number {
  let scale = 0.001;
  while (extent / scale > MOST) scale *= 10;
  if (extent === 0 || extent / scale >= LEAST_STEPS) return scale;
  // A quotient: products of 0.1 are not the numbers that they stand for.
  return 1 / 10 ** Math.min(Math.ceil(Math.log10(LEAST_STEPS / extent)), MOST_DIGITS);
}

/** Whole numbers near the places of points. */
function roundedPlaces({ positions, scale: wanted }: LasInput): LasIntegers {
  if (wanted !== undefined && !(wanted > 0 && wanted < Infinity)) {
    refuse(`scale is ${wanted}, a positive number expected`);
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const value = positions[at] ?? NaN;
    const axis = at % 3;
    if (!Number.isFinite(value)) {
      refuse(`positions holds ${value} at ${at}, finite numbers expected`);
    }
    if (value < (low[axis] ?? 0)) low[axis] = value;
    if (value > (high[axis] ?? 0)) high[axis] = value;
  }
  const isEmpty = positions.length === 0;
  const extent = isEmpty ? 0 : Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  const scale = wanted ?? scaleFor(extent);
  if (!(extent / scale <= MOST)) {
    refuse(`scale is ${scale}, with which 32 bits do not hold an extent of ${extent}`);
  }
  // From the whole number below if 32 bits hold that: what is a multiple of the scale remains the number that it is.
  const offset = low.map((value, axis) => {
    const whole = Math.floor(value);
    return isEmpty ? 0 : ((high[axis] ?? 0) - whole) / scale <= MOST ? whole : value;
  });
  const [x = 0, y = 0, z = 0] = offset;
  const coordinates = new Int32Array(positions.length);
  for (let at = 0; at + 2 < positions.length; at += 3) {
    coordinates[at] = Math.round(((positions[at] ?? 0) - x) / scale);
    coordinates[at + 1] = Math.round(((positions[at + 1] ?? 0) - y) / scale);
    coordinates[at + 2] = Math.round(((positions[at + 2] ?? 0) - z) / scale);
  }
  return { coordinates, scale: [scale, scale, scale], offset: [x, y, z] };
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
