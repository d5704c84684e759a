/**
 * What `denovdb info` says of points, with triangles or without.
 *
 * @module
 */

import { type PointCloud, readLasHeader, readPointCloud } from "../io/mod.ts";
import type { InfoRequest } from "./info.ts";
import { formatBytes, formatCount, formatTable, shortNumber } from "./table.ts";

/** What points carry besides their places. */
export interface PointAttribute {
  readonly name: string;
  /** Type of its numbers. */
  readonly type: string;
  /** Numbers of a point. */
  readonly channels: number;
  /** The least and the greatest number; absent without points. */
  readonly range?: readonly [least: number, most: number];
}

/** The numbers of a point cloud or a mesh; `--json` prints them as they are. */
export interface PointsInfo {
  /** The file that was read. */
  readonly input: string;
  /** Its format. */
  readonly format: string;
  /** Number of points. */
  readonly points: number;
  /** Points with a coordinate that is NaN or infinite. */
  readonly notFinite: number;
  /** Number of triangles, where there are any. */
  readonly triangles?: number;
  /** The box around the finite points; absent without one. */
  readonly bounds?: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** What points carry. */
  readonly attributes: readonly PointAttribute[];
  /** Points per square unit seen from above, where the box has an area. */
  readonly density?: number;
  /** What the header of a LAS or LAZ file says. */
  readonly las?: {
    readonly version: string;
    readonly pointFormat: number;
    readonly recordBytes: number;
    readonly scale: readonly number[];
    readonly offset: readonly number[];
    readonly software: string;
    readonly records: number;
  };
  /** Bytes of the file. */
  readonly fileBytes: number;
  /** Bytes of the arrays that were read. */
  readonly memoryBytes: number;
}

/** Looks at points. */
export async function describePoints({ input }: InfoRequest): Promise<PointsInfo> {
  const bytes = await Deno.readFile(input);
  const cloud = await readPointCloud(bytes, { name: input });
  const { format, count, bounds, faces } = cloud;
  const isEmpty = bounds.min[0] > bounds.max[0];
  const [width, depth] = ([0, 1] as const).map((axis) => bounds.max[axis] - bounds.min[axis]);
  const area = (width ?? 0) * (depth ?? 0);
  return {
    input,
    format,
    points: count,
    notFinite: countOdd(cloud.positions),
    ...(faces === undefined ? {} : { triangles: faces.length / 3 }),
    ...(isEmpty ? {} : { bounds }),
    attributes: attributesOf(cloud),
    ...(area > 0 ? { density: count / area } : {}),
    ...(format === "las" || format === "laz" ? { las: lasInfo(bytes) } : {}),
    fileBytes: bytes.length,
    memoryBytes: [cloud.positions, cloud.colors, cloud.intensities, cloud.classifications, faces]
      .reduce((sum, array) => sum + (array?.byteLength ?? 0), 0),
  };
}

function countOdd(positions: Float64Array): number {
  let count = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const sum = (positions[at] ?? 0) + (positions[at + 1] ?? 0) + (positions[at + 2] ?? 0);
    if (sum - sum !== 0) count++;
  }
  return count;
}

function attributesOf(
  { colors, colorBits, intensities, classifications }: PointCloud,
): PointAttribute[] {
  const found: PointAttribute[] = [];
  if (colors !== undefined) {
    found.push({ name: "colour", type: `u${colorBits ?? 8}`, channels: 3, ...rangeOf(colors) });
  }
  if (intensities !== undefined) {
    const type = intensities instanceof Uint16Array ? "u16" : "f32";
    found.push({ name: "intensity", type, channels: 1, ...rangeOf(intensities) });
  }
  if (classifications !== undefined) {
    found.push({ name: "class", type: "u8", channels: 1, ...rangeOf(classifications) });
  }
  return found;
}

function rangeOf(values: ArrayLike<number>): Pick<PointAttribute, "range"> {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at++) {
    least = Math.min(least, values[at] ?? least);
    most = Math.max(most, values[at] ?? most);
  }
  return least <= most ? { range: [least, most] } : {};
}

function lasInfo(bytes: Uint8Array): NonNullable<PointsInfo["las"]> {
  const header = readLasHeader(bytes);
  return {
    version: `${header.versionMajor}.${header.versionMinor}`,
    pointFormat: header.pointFormat,
    recordBytes: header.recordLength,
    scale: header.scale,
    offset: header.offset,
    software: header.generatingSoftware,
    records: header.vlrs.length,
  };
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table.
 */
export function pointsTable(report: PointsInfo): string {
  const { las, bounds, triangles } = report;
  const row = (name: string, value: string, note?: string): [string, string, string?] =>
    note === undefined ? [name, value] : [name, value, note];
  const range = ({ range }: PointAttribute): string =>
    range === undefined ? "" : `${shortNumber(range[0])} to ${shortNumber(range[1])}`;
  const rows: [string, string, string?][] = [
    row("points", formatCount(report.points), report.format),
    ...(report.notFinite > 0 ? [row("not finite", formatCount(report.notFinite))] : []),
    ...(triangles === undefined ? [] : [row("triangles", formatCount(triangles))]),
    ...(bounds === undefined ? [] : (["x", "y", "z"] as const).map((name, axis) => {
      const [low = 0, high = 0] = [bounds.min[axis], bounds.max[axis]];
      return row(
        name,
        shortNumber(high - low),
        `${Number(low.toPrecision(12))} to ${Number(high.toPrecision(12))}`,
      );
    })),
    ...(report.density === undefined
      ? []
      : [row("density", shortNumber(report.density), "per square unit")]),
    ...report.attributes.map((one) =>
      row(one.name, one.channels === 1 ? one.type : `${one.channels} x ${one.type}`, range(one))
    ),
    ...(las === undefined ? [] : [
      row(
        "LAS",
        las.version,
        `format ${las.pointFormat}, ${las.recordBytes} bytes a point, ${las.software}`,
      ),
      row("scale", las.scale.map(shortNumber).join(" x ")),
      row("records", String(las.records)),
    ]),
    row("file", formatBytes(report.fileBytes)),
    row("memory", formatBytes(report.memoryBytes)),
  ];
  return formatTable(rows);
}
