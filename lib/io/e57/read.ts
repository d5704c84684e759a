/**
 * Scans in E57 files (ASTM E2807).
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { extentOf } from "../base/bounds.ts";
import { checkBytes, textOf } from "../base/bytes.ts";
import { packFloatColors, roundingOf } from "../base/colors.ts";
import { crsOfText } from "../base/crs_text.ts";
import { readE57Pages } from "./_pages.ts";
import { readE57Records } from "./_records.ts";
import { type E57Field, type E57Scan, type Limits, readE57Scans } from "./_scans.ts";
import type { Column } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";
import type {
  CloudFileFormat,
  PointCloud,
  PointPose,
  PointScan,
  ReadFieldsOptions,
  ReadScansOptions,
} from "../cloud.ts";

const CARTESIAN = ["cartesianX", "cartesianY", "cartesianZ"];
const SPHERICAL = ["sphericalRange", "sphericalAzimuth", "sphericalElevation"];
const COLORS = ["colorRed", "colorGreen", "colorBlue"];
const NORMALS = ["normalX", "normalY", "normalZ"];

const NAMES = optionNames<ReadScansOptions & ReadFieldsOptions>({
  missing: true,
  fields: "boolean",
});

/**
 * Reads the points of all scans of an E57 file.
 *
 * Coordinates may be cartesian or spherical, floating point or integers of any width, and are transformed by the pose
 * of their scan. Records whose coordinates are marked invalid are dropped, unless `missing` is "keep", which gives NaN.
 * Colors and intensities are kept if every scan with points has them: colors as 8 bits, by the limits that the scan
 * or the field states, where the use of 16-bit colors is decided once for the file; intensities as 0..1 if the scan
 * states limits, otherwise unchanged. Those marked invalid are 0. Normals of the extension "nor" are kept and rotated.
 * The coordinate system is read where the file has it as well-known text or as an EPSG code. Checksums are verified.
 *
 * @param bytes The whole file.
 * @param options How to treat records without a point, and whether to read what a cloud has no name for.
 * @returns The points of all scans, scan by scan.
 * @throws {FormatError} If the file is truncated, damaged or inconsistent.
 * @see ASTM E2807, Standard Specification for 3D Imaging Data Exchange
 * @category Point clouds
 *
 * @example The scans of a file
 * ```ts
 * import { readE57 } from "@denovdb/denovdb/io";
 *
 * function scanSizes(bytes: Uint8Array): number[] {
 *   return (readE57(bytes).scans ?? []).map(({ count }) => count);
 * }
 * ```
 */
export function readE57(
  bytes: Uint8Array,
  options: ReadScansOptions & ReadFieldsOptions = {},
): PointCloud {
  checkOptions("readE57", options, NAMES);
  checkBytes(bytes);
  const pages = readE57Pages(bytes);
  const keep = options.missing === "keep";
  const keepsAll = options.fields ?? false;
  const unread = new Set<string>();
  const { scans: described, coordinates } = readE57Scans(pages);
  const crs = crsOfText(coordinates);
  const parts = described.map((scan) => {
    const part = new ScanColumns(scan, pages.toPhysical(scan.section));
    readE57Records(pages, scan, (field) => {
      const column = part.columnOf(field);
      if (column !== undefined) return column;
      if (keepsAll) return part.otherOf(field);
      unread.add(field.name);
    });
    return part;
  });
  const filled = parts.filter(({ scan }) => scan.records > 0);
  const has = (column: "colors" | "intensities" | "normals"): boolean =>
    filled.length > 0 && filled.every((part) => part[column] !== undefined);
  for (const column of ["colors", "intensities", "normals"] as const) {
    if (!has(column) && filled.some((part) => part[column] !== undefined)) unread.add(column);
  }
  const others = othersOf(filled, unread);
  const rows = parts.map((part) => part.finish(keep));
  const count = rows.reduce((sum, kept) => sum + kept.length, 0);
  const positions = new Float64Array(count * 3);
  const normals = has("normals") ? new Float32Array(count * 3) : undefined;
  const intensities = has("intensities") ? new Float32Array(count) : undefined;
  const colors = has("colors") ? new Uint8Array(count * 3) : undefined;
  const wide = colors !== undefined && parts.some((part) => part.usesWideColors());
  const columns = others.map((name) => ({ name, values: new Float64Array(count), width: 1 }));
  const scans: PointScan[] = [];
  let first = 0;
  let missing = 0;
  parts.forEach((part, which) => {
    const kept = rows[which] ?? new Uint32Array();
    copyRows(part.positions, kept, positions.subarray(first * 3), 3);
    if (normals !== undefined) copyRows(part.normals, kept, normals.subarray(first * 3), 3);
    if (intensities !== undefined) copyRows(part.intensities, kept, intensities.subarray(first), 1);
    if (colors !== undefined) {
      copyRows(part.packColors(wide), kept, colors.subarray(first * 3), 3);
    }
    for (const { name, values } of columns) {
      copyRows(part.others.get(name), kept, values.subarray(first), 1);
    }
    const { name } = part.scan;
    scans.push({ ...(name === undefined ? {} : { name }), first, count: kept.length });
    first += kept.length;
    missing += part.missing;
  });
  return {
    format: "e57",
    count,
    positions,
    ...(colors === undefined ? {} : { colors, colorBits: wide ? 16 : 8 }),
    ...(wide && parts.some((part) => part.roundsColors()) ? { colorsRounded: true } : {}),
    ...(normals === undefined ? {} : { normals }),
    ...(intensities === undefined ? {} : { intensities }),
    ...extentOf(positions),
    scans,
    missing,
    ...(columns.length === 0 ? {} : { columns }),
    ...(crs === undefined ? {} : { crs }),
    ...(unread.size === 0 ? {} : { unread: [...unread] }),
  };
}

/** Names of fields that all scans with points have; others are not read. */
function othersOf(parts: readonly ScanColumns[], unread: Set<string>): string[] {
  const names = new Set(parts.flatMap(({ others }) => [...others.keys()]));
  const inAll = [...names].filter((name) => parts.every(({ others }) => others.has(name)));
  for (const name of names) if (!inAll.includes(name)) unread.add(name);
  return inAll;
}

/** Columns that are kept of the records of a scan. */
class ScanColumns {
  readonly scan: E57Scan;
  positions: Float64Array = new Float64Array();
  colors: Float32Array | undefined;
  intensities: Float32Array | undefined;
  normals: Float32Array | undefined;
  /** Fields that clouds have no name for. */
  readonly others: Map<string, Float64Array> = new Map();
  missing = 0;
  readonly #names: readonly string[];
  readonly #flags = new Map<string, Uint8ClampedArray>();
  readonly #spherical: boolean;

  constructor(scan: E57Scan, offset: number) {
    this.scan = scan;
    this.#names = scan.fields.map(({ name }) => name);
    this.#spherical = !this.#hasAll(CARTESIAN);
    if (this.#spherical && !this.#hasAll(SPHERICAL)) {
      throw new FormatError("E57", "the records of a scan have no coordinates", { offset });
    }
  }

  columnOf({ name }: E57Field): Column | undefined {
    const { records } = this.scan;
    const places = this.#spherical ? SPHERICAL : CARTESIAN;
    const plain = name.replace(/^[^:]*:/, "");
    const column = (values: Column["values"], names: readonly string[], which: string): Column => ({
      values,
      first: names.indexOf(which),
      stride: names.length,
    });
    if (places.includes(name)) {
      if (this.positions.length === 0) this.positions = new Float64Array(records * 3);
      return column(this.positions, places, name);
    }
    if (COLORS.includes(name) && this.#hasAll(COLORS)) {
      return column(this.colors ??= new Float32Array(records * 3), COLORS, name);
    }
    if (plain !== name && NORMALS.includes(plain)) {
      const prefix = name.slice(0, -plain.length);
      if (!this.#hasAll(NORMALS.map((one) => prefix + one))) return undefined;
      return column(this.normals ??= new Float32Array(records * 3), NORMALS, plain);
    }
    if (name === "intensity") {
      return column(this.intensities ??= new Float32Array(records), [name], name);
    }
    const state = this.#spherical ? "sphericalInvalidState" : "cartesianInvalidState";
    if (name !== state && name !== "isColorInvalid" && name !== "isIntensityInvalid") {
      return undefined;
    }
    const flags = new Uint8ClampedArray(records);
    this.#flags.set(name === state ? "point" : name, flags);
    return column(flags, [name], name);
  }

  otherOf({ name }: E57Field): Column {
    const values = new Float64Array(this.scan.records);
    this.others.set(name, values);
    return { values, first: 0, stride: 1 };
  }

  /** Transforms the points, applies limits, and returns the rows that are kept. */
  finish(keep: boolean): Uint32Array {
    const { records, pose, intensityLimits: [least, most] = [NaN, NaN] } = this.scan;
    const { positions, normals, intensities, colors } = this;
    const invalid = this.#flags.get("point");
    const rows = new Uint32Array(records);
    let kept = 0;
    if (this.#spherical) fromSpherical(positions);
    if (pose !== undefined) {
      turn(positions, pose.rotation);
      if (normals !== undefined) turn(normals, pose.rotation);
      const { translation } = pose;
      for (let at = 0; at < positions.length; at++) {
        positions[at] = (positions[at] ?? NaN) + (translation[at % 3] ?? 0);
      }
    }
    for (let row = 0; row < records; row++) {
      if (invalid !== undefined && invalid[row] !== 0) {
        this.missing++;
        if (!keep) continue;
        positions.fill(NaN, row * 3, row * 3 + 3);
      }
      rows[kept++] = row;
    }
    if (intensities !== undefined && most > least) {
      const factor = 1 / (most - least);
      for (let row = 0; row < records; row++) {
        intensities[row] = ((intensities[row] ?? 0) - least) * factor;
      }
    }
    clear(intensities, this.#flags.get("isIntensityInvalid"), 1);
    clear(colors, this.#flags.get("isColorInvalid"), 3);
    return rows.subarray(0, kept);
  }

  /** Whether colors that may have 16 bits exceed 8. */
  usesWideColors(): boolean {
    if (!this.#limits().some(isWide)) return false;
    return this.colors?.some((value) => value > 255) ?? false;
  }

  /** Whether 8 bits lose something of 16-bit colors. */
  roundsColors(): boolean {
    if (this.colors === undefined || !this.#limits().some(isWide)) return false;
    return roundingOf(this.colors).colorsRounded === true;
  }

  /** Converts colors to 8 bits; 16-bit limits count as 8 bits if the file does not use more. */
  packColors(wide: boolean): Uint8Array {
    const colors = this.colors ?? new Float32Array();
    const limits = this.#limits();
    if (limits.every(([least, most]) => !(most > least))) return packFloatColors(colors).colors;
    const packed = new Uint8ClampedArray(colors.length);
    limits.forEach((limit, channel) => {
      const [least, most] = limit;
      const whole = isWide(limit) || (least === 0 && most === 255);
      const factor = whole ? isWide(limit) && wide ? 1 / 256 : 1 : 255 / (most - least);
      for (let at = channel; at < colors.length; at += 3) {
        const value = ((colors[at] ?? 0) - (whole ? 0 : least)) * factor;
        packed[at] = whole ? Math.floor(value) : value;
      }
    });
    return new Uint8Array(packed.buffer);
  }

  /** The limits of red, green and blue: those of the scan, or else of the fields. */
  #limits(): readonly Limits[] {
    return COLORS.map((name, channel) => {
      const stated = this.scan.colorLimits?.[channel] ?? [NaN, NaN];
      if (stated[1] > stated[0]) return stated;
      const field = this.scan.fields.find((one) => one.name === name);
      if (field?.kind !== "integer") return [NaN, NaN];
      const { minimum, maximum, scale, offset } = field;
      return [Number(minimum) * scale + offset, Number(maximum) * scale + offset];
    });
  }

  #hasAll(names: readonly string[]): boolean {
    return names.every((name) => this.#names.includes(name));
  }
}

function isWide([least, most]: Limits): boolean {
  return least === 0 && most === 65535;
}

/** Turns range, azimuth and elevation in radians to x, y and z. */
function fromSpherical(points: Float64Array): void {
  for (let at = 0; at < points.length; at += 3) {
    const [range, azimuth, elevation] = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0];
    const flat = range * Math.cos(elevation);
    points[at] = flat * Math.cos(azimuth);
    points[at + 1] = flat * Math.sin(azimuth);
    points[at + 2] = range * Math.sin(elevation);
  }
}

/** Turns points by a unit quaternion. */
function turn(points: Float64Array | Float32Array, [w, i, j, k]: PointPose["rotation"]): void {
  const [xx, xy, xz] = [1 - 2 * (j * j + k * k), 2 * (i * j - w * k), 2 * (i * k + w * j)];
  const [yx, yy, yz] = [2 * (i * j + w * k), 1 - 2 * (i * i + k * k), 2 * (j * k - w * i)];
  const [zx, zy, zz] = [2 * (i * k - w * j), 2 * (j * k + w * i), 1 - 2 * (i * i + j * j)];
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0];
    points[at] = xx * x + xy * y + xz * z;
    points[at + 1] = yx * x + yy * y + yz * z;
    points[at + 2] = zx * x + zy * y + zz * z;
  }
}

/** Puts 0 where a flag says that a value is invalid. */
function clear(
  values: Float32Array | undefined,
  invalid: Uint8ClampedArray | undefined,
  width: number,
): void {
  invalid?.forEach((flag, row) => {
    if (flag !== 0) values?.fill(0, row * width, row * width + width);
  });
}

function copyRows<T extends Float64Array | Float32Array | Uint8Array>(
  from: T | undefined,
  rows: Uint32Array,
  to: T,
  width: number,
): void {
  if (from?.length === rows.length * width) return to.set(from);
  for (let row = 0; row < rows.length; row++) {
    const at = (rows[row] ?? 0) * width;
    for (let part = 0; part < width; part++) to[row * width + part] = from?.[at + part] ?? 0;
  }
}

/** E57 among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"e57"> = {
  name: "e57",
  title: "E57",
  extensions: [".e57"],
  matches: (start) => textOf(start, 8) === "ASTM-E57",
  read: (bytes, options) => readE57(bytes, pickOptions(options, ["missing", "fields"])),
};
