/**
 * LAS files written by hand, byte by byte as ASPRS LAS 1.4 R16 lays them out.
 *
 * @module
 */

/** One point; what the format has no field for is left out. */
export interface LasPoint {
  readonly at: readonly [number, number, number];
  readonly intensity?: number;
  /** The whole class byte, flags included for formats 0 to 5. */
  readonly classByte?: number;
  readonly rgb?: readonly [number, number, number];
}

/** A variable length record. */
export interface VlrBytes {
  readonly userId: string;
  readonly recordId: number;
  readonly data: Uint8Array;
}

/** What {@linkcode lasBytes} writes. */
export interface LasBytes {
  readonly format: number;
  readonly minor?: number;
  readonly points: readonly LasPoint[];
  readonly scale?: readonly [number, number, number];
  readonly offset?: readonly [number, number, number];
  /** Bytes behind the fields of the format, in every record. */
  readonly extraBytes?: number;
  /** What the 32-bit count says; the true count by default. */
  readonly legacyCount?: number;
  readonly vlrs?: readonly VlrBytes[];
  readonly evlrs?: readonly VlrBytes[];
}

const HEADER_SIZES = [227, 227, 227, 235, 375];

/** The fields of each format: record length, class byte, red. */
const FIELDS: readonly (readonly [number, number, number])[] = [
  [20, 15, 0],
  [28, 15, 0],
  [26, 15, 20],
  [34, 15, 28],
  [57, 15, 0],
  [63, 15, 28],
  [30, 16, 0],
  [36, 16, 30],
  [38, 16, 30],
  [59, 16, 0],
  [67, 16, 30],
];

/** Writes a LAS file. */
export function lasBytes(file: LasBytes): Uint8Array {
  const { format, minor = format > 5 ? 4 : 2, points, vlrs = [], evlrs = [] } = file;
  const { scale = [0.01, 0.01, 0.01], offset = [0, 0, 0], extraBytes = 0 } = file;
  const headerSize = HEADER_SIZES[minor] ?? 375;
  const [fieldBytes, classAt, redAt] = FIELDS[format] ?? [20, 15, 0];
  const recordLength = fieldBytes + extraBytes;
  const pointOffset = vlrs.reduce((sum, { data }) => sum + 54 + data.length, headerSize);
  const pointEnd = pointOffset + points.length * recordLength;
  const bytes = new Uint8Array(evlrs.reduce((sum, { data }) => sum + 60 + data.length, pointEnd));
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => {
    for (let letter = 0; letter < value.length; letter++) {
      bytes[at + letter] = value.charCodeAt(letter);
    }
  };
  text(0, "LASF");
  view.setUint16(4, 7, true);
  view.setUint16(6, 0x11, true);
  bytes[24] = 1;
  bytes[25] = minor;
  text(26, "hand");
  text(58, "a test");
  view.setUint16(90, 32, true);
  view.setUint16(92, 2020, true);
  view.setUint16(94, headerSize, true);
  view.setUint32(96, pointOffset, true);
  view.setUint32(100, vlrs.length, true);
  bytes[104] = format;
  view.setUint16(105, recordLength, true);
  view.setUint32(107, file.legacyCount ?? points.length, true);
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + axis * 8, scale[axis] ?? 0, true);
    view.setFloat64(155 + axis * 8, offset[axis] ?? 0, true);
    view.setFloat64(179 + axis * 16, 9, true);
    view.setFloat64(187 + axis * 16, -9, true);
  }
  if (minor >= 4) {
    view.setBigUint64(235, BigInt(evlrs.length > 0 ? pointEnd : 0), true);
    view.setUint32(243, evlrs.length, true);
    view.setBigUint64(247, BigInt(points.length), true);
  }
  let at = headerSize;
  for (const { userId, recordId, data } of vlrs) {
    text(at + 2, userId);
    view.setUint16(at + 18, recordId, true);
    view.setUint16(at + 20, data.length, true);
    text(at + 22, "of a test");
    bytes.set(data, at + 54);
    at += 54 + data.length;
  }
  for (const point of points) {
    bytes.fill(0xee, at, at + recordLength);
    point.at.forEach((value, axis) => view.setInt32(at + axis * 4, value, true));
    view.setUint16(at + 12, point.intensity ?? 0, true);
    bytes[at + classAt] = point.classByte ?? 0;
    if (redAt > 0) {
      (point.rgb ?? [0, 0, 0]).forEach((value, channel) =>
        view.setUint16(at + redAt + channel * 2, value, true)
      );
    }
    at += recordLength;
  }
  for (const { userId, recordId, data } of evlrs) {
    text(at + 2, userId);
    view.setUint16(at + 18, recordId, true);
    view.setBigUint64(at + 20, BigInt(data.length), true);
    text(at + 28, "of a test");
    bytes.set(data, at + 60);
    at += 60 + data.length;
  }
  return bytes;
}
