/**
 * What `denovdb render` says when it is done.
 *
 * @module
 */

import {
  deviceRows,
  type DeviceUse,
  droppedNote,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
  shortNumber,
} from "../shared/table.ts";

/** The numbers of one render; `--json` prints them as they are. */
export interface RenderReport {
  /** The file that was read. */
  readonly input: string;
  /** The picture that was written. */
  readonly output: string;
  /** The device that did the work, such as "cpu" or "cuda:0". */
  readonly device: string;
  /** The device's own name. */
  readonly deviceName: string;
  /** Why CUDA was not used although the choice was left open. */
  readonly fallbackReason?: string;
  /** Points in the picture. */
  readonly points: number;
  /** Points left out because a coordinate is not finite. */
  readonly droppedPoints: number;
  /** Where the colors come from. */
  readonly colors: "file" | "height";
  /** World position that became the local origin. */
  readonly localOrigin: readonly [number, number, number];
  /** Edge length of a voxel in the file's units. */
  readonly voxelSize: number;
  /** Whether that was found from the points, as nobody said it. */
  readonly voxelSizeGuessed: boolean;
  /** Active voxels. */
  readonly voxels: number;
  /** Leaf nodes of 8^3 voxels. */
  readonly leaves: number;
  /** Device bytes of the grid. */
  readonly gridBytes: number;
  /** Device bytes of the grid per active voxel. */
  readonly bytesPerVoxel: number;
  /** Upload, build and color averaging, in milliseconds. */
  readonly buildMs: number;
  /** Tracing and shading, in milliseconds. */
  readonly renderMs: number;
  /** Camera, shadow and sky rays. */
  readonly rays: number;
  /** Rays per second of `renderMs`. */
  readonly raysPerSecond: number;
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @param options Whether all is said that is known.
 * @returns An aligned table, then a line that names the picture.
 */
export function reportTable(
  report: RenderReport,
  { verbose }: Pick<DeviceUse, "verbose">,
): string {
  const table = formatTable([
    ["points", formatCount(report.points), droppedNote(report.droppedPoints)],
    [
      "voxels",
      formatCount(report.voxels),
      `of size ${shortNumber(report.voxelSize)}${
        report.voxelSizeGuessed ? ", guessed; --voxel-size sets it" : ""
      }`,
    ],
    ["leaves", formatCount(report.leaves)],
    ["grid", formatBytes(report.gridBytes)],
    ["bytes/voxel", report.bytesPerVoxel.toFixed(2)],
    ["build", formatTime(report.buildMs)],
    ["render", formatTime(report.renderMs)],
    ["rays", formatCount(report.rays)],
    ["rays/s", formatRate(report.raysPerSecond, "rays")],
    ...deviceRows({ ...report, verbose }),
  ]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}
