/**
 * Reports of `denovdb info` about point clouds.
 *
 * @module
 */

import type { OctreeNode, PointBounds, PointCloud, PointCrs, Triple } from "../../io/mod.ts";
import {
  type CloudFileOptions,
  isCopcFile,
  MOST_LEVELS,
  readCloudFile,
} from "../input/cloud_file.ts";
import { tellsColors } from "../input/colors.ts";
import { formatCount, formatTable, listNames } from "../shared/table.ts";
import {
  type ClassCount,
  countClasses,
  densityOf,
  describeLas,
  type LasReport,
  lasRows,
  plainNumber,
  rangeOf,
} from "./las.ts";

/** The numbers of a point cloud; `--json` prints them as they are. */
export interface CloudReport {
  /** The file that was read. */
  readonly input: string;
  /** Its format. */
  readonly format: string;
  /** Number of points. */
  readonly points: number;
  /** Points with a coordinate that is NaN or infinite. */
  readonly nonFinite: number;
  /** Records without a point, in formats that have them. */
  readonly missing?: number;
  /** The box around the finite points; absent where there is none. */
  readonly bounds?: PointBounds;
  /** Bits of a channel, where there are colors. */
  readonly colorBits?: 8 | 16;
  /** True if all of them are 0, as in files without colors of formats that have a field for them. */
  readonly zeroColors?: true;
  /** The least and the greatest intensity, where there are any. */
  readonly intensities?: readonly [least: number, most: number];
  /** The classes that occur, where points have classes. */
  readonly classes?: readonly number[];
  /** Points of each of them, with what ASPRS calls it. */
  readonly classCounts?: readonly ClassCount[];
  /** The coordinate system, where the file states one. */
  readonly crs?: { readonly name: string; readonly epsg?: number };
  /** Points in a square of one unit along x and y. */
  readonly density?: number;
  /** Further facts of LAS files. */
  readonly las?: LasReport;
  /** Names of further columns of the points, as in the file. */
  readonly columns?: readonly string[];
  /** Whether points have normals. */
  readonly normals: boolean;
  /** Number of triangles. */
  readonly triangles: number;
  /** Number of scans, where the format has them. */
  readonly scans?: number;
  /** Nodes with points and levels of an octree, where the format has one. */
  readonly octree?: { readonly nodes: number; readonly levels: number };
  /** Place from which the points were seen, if a file says so. */
  readonly viewpoint?: readonly [number, number, number];
  /** Size of an organized cloud. */
  readonly grid?: { readonly width: number; readonly height: number };
  /** Distance of the integers of LAS files along x, y and z. */
  readonly scale?: readonly [number, number, number];
  /** Names of further fields of points, as in the file, that are not read. */
  readonly unread?: readonly string[];
}

/**
 * Reads a point cloud and says what is in it.
 *
 * @param input The file.
 * @param options Which points are read.
 */
export async function describeCloud(
  input: string,
  options: CloudFileOptions = {},
): Promise<CloudReport> {
  // With a number of levels, COPC tells its nodes.
  const levels = options.levels ?? (await isCopcFile(input) ? MOST_LEVELS : undefined);
  const cloud = await readCloudFile(input, { ...options, levels, fields: true });
  const { format, count, nonFinite, missing, colorBits, grid } = cloud;
  const { intensities, classifications, normals, faces, scans, lasIntegers } = cloud;
  const { nodes, viewpoint, unread, crs, lasFacts, colors, columns = [] } = cloud;
  const density = densityOf(cloud);
  const las = lasFacts === undefined ? undefined : describeLas(lasFacts, cloud);
  const known = new Set(las?.extraBytes.map(({ name }) => name));
  const others = columns.map(({ name }) => name).filter((name) => !known.has(name));
  return {
    input,
    format,
    points: count,
    nonFinite,
    ...(missing === undefined ? {} : { missing }),
    ...(count > nonFinite ? { bounds: plainBounds(cloud) } : {}),
    ...(density === undefined ? {} : { density }),
    ...(crs === undefined ? {} : { crs: named(crs) }),
    ...(colorBits === undefined ? {} : { colorBits }),
    ...(colors !== undefined && !tellsColors(colors) ? { zeroColors: true as const } : {}),
    ...(intensities === undefined || count === 0 ? {} : { intensities: rangeOf(intensities) }),
    ...(classifications === undefined ? {} : classesOf(cloud)),
    normals: normals !== undefined,
    triangles: (faces?.length ?? 0) / 3,
    ...(scans === undefined ? {} : { scans: scans.length }),
    ...(nodes === undefined ? {} : { octree: { nodes: nodes.length, levels: levelsOf(nodes) } }),
    ...(viewpoint === undefined ? {} : { viewpoint: viewpoint.translation }),
    ...(grid === undefined ? {} : { grid }),
    ...(lasIntegers === undefined ? {} : { scale: lasIntegers.scale }),
    ...(las === undefined ? {} : { las }),
    ...(others.length === 0 ? {} : { columns: others }),
    ...(unread === undefined ? {} : { unread }),
  };
}

function named({ name, epsg }: PointCrs): NonNullable<CloudReport["crs"]> {
  return { name, ...(epsg === undefined ? {} : { epsg }) };
}

function classesOf(cloud: PointCloud): Pick<CloudReport, "classes" | "classCounts"> {
  const classCounts = countClasses(cloud);
  return { classes: classCounts.map((one) => one.class), classCounts };
}

/** The box with as many digits as the file has. */
function plainBounds({ bounds: { min, max }, lasIntegers }: PointCloud): PointBounds {
  const plain = (value: number, axis: 0 | 1 | 2): number =>
    lasIntegers === undefined
      ? value
      : plainNumber(value, [lasIntegers.scale[axis], lasIntegers.offset[axis]]);
  const corner = (one: Triple): Triple => [plain(one[0], 0), plain(one[1], 1), plain(one[2], 2)];
  return { min: corner(min), max: corner(max) };
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table.
 */
export function cloudTable(report: CloudReport): string {
  const { bounds, colorBits, intensities, classes, grid, missing = 0, scans } = report;
  const { octree, viewpoint, unread = [] } = report;
  const { classCounts = [], crs, density, las, columns = [] } = report;
  const short = (value: number): string =>
    String(report.las === undefined ? Number(plainNumber(value).toPrecision(9)) : value);
  const tidy = (value: number): string => String(Number(value.toPrecision(9)));
  const row = (
    shown: boolean,
    name: string,
    value: string,
    note = "",
  ): [string, string, string][] => shown ? [[name, value, note]] : [];
  return formatTable([
    ["points", formatCount(report.points), report.format],
    ["not finite", formatCount(report.nonFinite)],
    ...row(missing > 0, "missing", formatCount(missing), "records without a point"),
    ...(bounds === undefined
      ? []
      : ([0, 1, 2] as const).flatMap((axis) =>
        row(true, "xyz"[axis] ?? "", `${short(bounds.min[axis])} to ${short(bounds.max[axis])}`)
      )),
    ...row(report.scale !== undefined, "scale", (report.scale ?? []).map(tidy).join(" x ")),
    ...row(density !== undefined, "density", `${density}`, "points per square unit"),
    ...row(
      crs !== undefined,
      "system",
      crs?.name ?? "",
      crs?.epsg === undefined || crs.name === `EPSG:${crs.epsg}` ? "" : `EPSG:${crs.epsg}`,
    ),
    ...(las === undefined ? [] : lasRows(las)),
    report.zeroColors === true
      ? ["colors", "none", "all are 0"]
      : ["colors", colorBits === undefined ? "none" : `${colorBits} bits`],
    ...row(intensities !== undefined, "intensities", (intensities ?? []).map(short).join(" to ")),
    ...row(classes !== undefined && classCounts.length !== 1, "classes", (classes ?? []).join(" ")),
    ...classCounts.map(({ class: number, name, points }): [string, string, string] => [
      `class ${number}`,
      formatCount(points),
      name,
    ]),
    ...row(report.normals, "normals", "yes"),
    ...row(report.triangles > 0, "triangles", formatCount(report.triangles)),
    ...row(scans !== undefined, "scans", formatCount(scans ?? 0)),
    ...row(
      octree !== undefined,
      "nodes",
      formatCount(octree?.nodes ?? 0),
      `${octree?.levels} levels`,
    ),
    ...row(viewpoint !== undefined, "seen from", (viewpoint ?? []).map(short).join(", ")),
    ...row(grid !== undefined, "organized", `${grid?.width} x ${grid?.height}`),
    ...row(columns.length > 0, "columns", formatCount(columns.length), listNames(columns)),
    ...row(unread.length > 0, "not read", formatCount(unread.length), listNames(unread)),
  ]);
}

/** Number of levels that nodes take, the root's included. */
function levelsOf(nodes: readonly OctreeNode[]): number {
  return nodes.reduce((most, { level }) => Math.max(most, level + 1), 0);
}
