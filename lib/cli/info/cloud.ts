/**
 * What `denovdb info` says about point clouds.
 *
 * @module
 */

import type { OctreeNode, PointBounds, PointCloud, PointCloudFormat } from "../../io/mod.ts";
import {
  type CloudFileOptions,
  isCopcFile,
  MOST_LEVELS,
  readCloudFile,
} from "../input/cloud_file.ts";
import { formatCount, formatTable, listNames } from "../shared/table.ts";

/** The numbers of a point cloud; `--json` prints them as they are. */
export interface CloudReport {
  /** The file that was read. */
  readonly input: string;
  /** Its format. */
  readonly format: PointCloudFormat;
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
  /** The least and the greatest intensity, where there are any. */
  readonly intensities?: readonly [least: number, most: number];
  /** The classes that occur, where points have classes. */
  readonly classes?: readonly number[];
  /** Whether points have normals. */
  readonly normals: boolean;
  /** Number of triangles. */
  readonly triangles: number;
  /** Number of scans, where the format has them. */
  readonly scans?: number;
  /** Nodes with points and levels of an octree, where the format has one. */
  readonly octree?: { readonly nodes: number; readonly levels: number };
  /** Where the points were seen from, where a file says so. */
  readonly viewpoint?: readonly [number, number, number];
  /** Size of an organized cloud. */
  readonly grid?: { readonly width: number; readonly height: number };
  /** Distance of the integers of LAS files along x, y and z. */
  readonly scale?: readonly [number, number, number];
  /** What the file says of points besides, by the names that it has there, and is not read. */
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
  const cloud = await readCloudFile(input, { ...options, levels });
  const { format, count, nonFinite, missing, bounds, colorBits, grid } = cloud;
  const { intensities, classifications, normals, faces, scans, lasIntegers } = cloud;
  const { nodes, viewpoint, unread } = cloud;
  return {
    input,
    format,
    points: count,
    nonFinite,
    ...(missing === undefined ? {} : { missing }),
    ...(count > nonFinite ? { bounds } : {}),
    ...(colorBits === undefined ? {} : { colorBits }),
    ...(intensities === undefined || count === 0 ? {} : { intensities: rangeOf(intensities) }),
    ...(classifications === undefined
      ? {}
      : { classes: [...new Set(classifications)].sort((a, b) => a - b) }),
    normals: normals !== undefined,
    triangles: (faces?.length ?? 0) / 3,
    ...(scans === undefined ? {} : { scans: scans.length }),
    ...(nodes === undefined ? {} : { octree: { nodes: nodes.length, levels: levelsOf(nodes) } }),
    ...(viewpoint === undefined ? {} : { viewpoint: viewpoint.translation }),
    ...(grid === undefined ? {} : { grid }),
    ...(lasIntegers === undefined ? {} : { scale: lasIntegers.scale }),
    ...(unread === undefined ? {} : { unread }),
  };
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
  const short = (value: number): string => String(Number(value.toPrecision(9)));
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
    ...row(report.scale !== undefined, "scale", (report.scale ?? []).map(short).join(" x ")),
    ["colors", colorBits === undefined ? "none" : `${colorBits} bits`],
    ...row(intensities !== undefined, "intensities", (intensities ?? []).map(short).join(" to ")),
    ...row(classes !== undefined, "classes", (classes ?? []).join(" ")),
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
    ...row(unread.length > 0, "not read", formatCount(unread.length), listNames(unread)),
  ]);
}

/** How many levels nodes take, the root's included. */
function levelsOf(nodes: readonly OctreeNode[]): number {
  return nodes.reduce((most, { level }) => Math.max(most, level + 1), 0);
}

function rangeOf(values: NonNullable<PointCloud["intensities"]>): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
