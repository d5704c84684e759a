/**
 * LAS point clouds, written.
 *
 * @module
 */
import { LAS_RECORD_BYTES } from "./las_header.ts";
import type { LasFields, LasIntegers, Triple } from "./point_cloud.ts";

/** Points that are to be written: what {@linkcode readPointCloud} gives has all of it. */
export interface LasInput {
  /** x, y, z interleaved, [points, 3]; finite. */
  readonly positions: Float64Array;
  /**
   * The whole numbers that `positions` are multiples of, which are then written as they are.
   *
   * @default {undefined} Positions are rounded to multiples of `scale`.
   */
  readonly lasIntegers?: LasIntegers;
  /**
   * What the place of points is rounded to.
   *
   * @default {undefined} A thousandth, or the least power of ten at which 32 bits hold the extent.
   */
  readonly scale?: number;
  /**
   * Red, green, blue interleaved, [points, 3]; they become 16 bits wide.
   *
   * @default {undefined} None.
   */
  readonly colors?: Uint8Array;
  /**
   * Strength of each return, [points]; rounded, and kept within 16 bits.
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
   * Returns, sources and times.
   *
   * @default {undefined} One return each.
   */
  readonly lasFields?: LasFields;
}

const HEADER_BYTES = 375;
/** Points of formats 6 and 7, without and with colours: bytes from the start of a record. */
const [RETURNS_AT, CLASS_AT, SOURCE_AT, TIME_AT, RED_AT] = [14, 16, 20, 22, 30];
const WKT = 16;
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * Encodes points as LAS 1.4, in point format 7 with colours or 6 without.
 *
 * Coordinates are whole multiples of a scale from an offset. What was read of a LAS file keeps its own, so that no bit of
 * a coordinate changes.
 *
 * @param points What to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If arrays do not fit together, a coordinate is not finite, or the scale is too fine.
 * @see ASPRS LAS 1.4 R16
 *
 * @example Two points
 * ```ts
 * import { encodeLas, readLas } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = Float64Array.of(500000.25, 10, 0, 500001, 11.5, 3);
 * const cloud = readLas(encodeLas({ positions, colors: Uint8Array.of(1, 2, 3, 255, 0, 9) }));
 * assertEquals([...cloud.positions], [...positions]);
 * assertEquals([...cloud.colors ?? []], [1, 2, 3, 255, 0, 9]);
 * ```
 */
export function encodeLas(points: LasInput): Uint8Array<ArrayBuffer> {
  const { positions, colors, lasFields } = points;
  if (positions.length % 3 !== 0) {
    refuse(`positions has ${positions.length} numbers, three for each point expected`);
  }
  const count = positions.length / 3;
  checkLengths(points, count);
  const { coordinates, scale, offset } = points.lasIntegers ?? roundedPlaces(points);
  const format = colors === undefined ? 6 : 7;
  const recordBytes = LAS_RECORD_BYTES[format] ?? 0;
  const file = new Uint8Array(HEADER_BYTES + count * recordBytes);
  const view = new DataView(file.buffer);
  writeHeader(view, { count, format, recordBytes, scale, offset, coordinates, lasFields });
  const intensities = points.intensities ?? new Uint16Array(count);
  const { classifications } = points;
  for (let point = 0; point < count; point++) {
    const at = HEADER_BYTES + point * recordBytes;
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
  if (lasFields !== undefined) writeFields(view, lasFields, count, recordBytes);
  return file;
}

function refuse(problem: string): never {
  throw new RangeError(`Cannot encode LAS: ${problem}`);
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
    ["gpsTimes", lasFields?.gpsTimes, count],
  ];
  for (const [name, array, length] of arrays) {
    if (array !== undefined && array.length !== length) {
      refuse(`${name} has ${array.length} numbers, ${length} expected`);
    }
  }
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
  const offset = low.map((value) => isEmpty ? 0 : Math.floor(value));
  const reach = isEmpty ? 0 : Math.max(...high.map((value, axis) => value - (offset[axis] ?? 0)));
  let scale = wanted ?? 0.001;
  while (wanted === undefined && reach / scale > MOST) scale *= 10;
  if (reach / scale > MOST) {
    refuse(`scale is ${scale}, with which 32 bits do not hold an extent of ${reach}`);
  }
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
  view.setUint16(6, WKT, true); // as these point formats ask for, although no record says where the points lie
  view.setUint8(24, 1);
  view.setUint8(25, 4);
  text(26, "OTHER");
  text(58, "denovdb");
  view.setUint16(94, HEADER_BYTES, true);
  view.setUint32(96, HEADER_BYTES, true);
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
  { returnNumbers, returnCounts, pointSources, gpsTimes }: LasFields,
  count: number,
  recordBytes: number,
): void {
  for (let point = 0; point < count; point++) {
    const at = HEADER_BYTES + point * recordBytes;
    const returns = (returnNumbers[point] ?? 0) & 15 | ((returnCounts[point] ?? 0) & 15) << 4;
    view.setUint8(at + RETURNS_AT, returns);
    view.setUint16(at + SOURCE_AT, pointSources[point] ?? 0, true);
    if (gpsTimes !== undefined) view.setFloat64(at + TIME_AT, gpsTimes[point] ?? 0, true);
  }
}
