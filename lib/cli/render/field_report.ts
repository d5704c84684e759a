/**
 * What `denovdb render --field` says when it is done.
 *
 * @module
 */

import {
  deviceRows,
  type DeviceUse,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
} from "../shared/table.ts";

/** The numbers of one picture of a field; `--json` prints them as they are. */
export interface FieldReport {
  /** The field's name. */
  readonly field: string;
  /** The picture that was written. */
  readonly output: string;
  /** The device that did the work, such as "cpu" or "cuda:0". */
  readonly device: string;
  /** The device's own name. */
  readonly deviceName: string;
  /** Why CUDA was not used although the choice was left open. */
  readonly fallbackReason?: string;
  /** Voxels across. */
  readonly resolution: number;
  /** Voxels near the surface. */
  readonly voxels: number;
  /** Leaf nodes of 8^3 voxels. */
  readonly leaves: number;
  /** Device bytes of the grid. */
  readonly gridBytes: number;
  /** Device bytes of the grid per active voxel. */
  readonly bytesPerVoxel: number;
  /** Evaluation of the field, upload and build, in milliseconds. */
  readonly buildMs: number;
  /** Tracing and shading, in milliseconds. */
  readonly renderMs: number;
  /** Camera, shadow and sky rays. */
  readonly rays: number;
  /** Rays per second of `renderMs`. */
  readonly raysPerSecond: number;
  /** Camera rays that meet the surface. */
  readonly hits: number;
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
export function fieldTable(
  report: FieldReport,
  { verbose }: Pick<DeviceUse, "verbose">,
): string {
  const table = formatTable([
    ["field", report.field, `${report.resolution} voxels across`],
    ["voxels", formatCount(report.voxels)],
    ["leaves", formatCount(report.leaves)],
    ["grid", formatBytes(report.gridBytes)],
    ["bytes/voxel", report.bytesPerVoxel.toFixed(2)],
    ["build", formatTime(report.buildMs)],
    ["render", formatTime(report.renderMs)],
    ["rays", formatCount(report.rays)],
    ["rays/s", formatRate(report.raysPerSecond, "rays")],
    ["hits", formatCount(report.hits)],
    ...deviceRows({ ...report, verbose }),
  ]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}
