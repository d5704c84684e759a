/**
 * What `denovdb render --volume` says when it is done.
 *
 * @module
 */

import { formatBytes, formatCount, formatRate, formatTable, formatTime } from "./table.ts";

/** The numbers of one picture of a volume; `--json` prints them as they are. */
export interface VolumeReport {
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
  /** Samples of the file along x, y and z. */
  readonly shape: readonly [number, number, number];
  /** Type of the samples. */
  readonly type: string;
  /** Distances from sample to sample along x, y and z. */
  readonly spacing: readonly [number, number, number];
  /** Samples up to this are not in the picture. */
  readonly threshold: number;
  /** Samples from this on have the last colour. */
  readonly brightest: number;
  /** Samples above the threshold. */
  readonly voxels: number;
  /** Leaf nodes of 8^3 voxels. */
  readonly leaves: number;
  /** Device bytes of the grid. */
  readonly gridBytes: number;
  /** Device bytes of the grid per active voxel. */
  readonly bytesPerVoxel: number;
  /** Histogram, upload and build, in milliseconds. */
  readonly buildMs: number;
  /** Sampling, shading and compositing, in milliseconds. */
  readonly renderMs: number;
  /** Camera rays. */
  readonly rays: number;
  /** Rays per second of `renderMs`. */
  readonly raysPerSecond: number;
  /** Samples along rays. */
  readonly samples: number;
  /** Samples per second of `renderMs`. */
  readonly samplesPerSecond: number;
  /** Pixels from left to right. */
  readonly width: number;
  /** Pixels from top to bottom. */
  readonly height: number;
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table, then a line that names the picture.
 */
export function volumeTable(report: VolumeReport): string {
  const reason = report.fallbackReason === undefined ? "" : `; ${report.fallbackReason}`;
  const table = formatTable([
    ["volume", report.shape.join(" x "), report.type],
    ["threshold", String(Number(report.threshold.toPrecision(6)))],
    ["voxels", formatCount(report.voxels), shareNote(report)],
    ["leaves", formatCount(report.leaves)],
    ["grid", formatBytes(report.gridBytes)],
    ["bytes/voxel", report.bytesPerVoxel.toFixed(2)],
    ["build", formatTime(report.buildMs)],
    ["render", formatTime(report.renderMs)],
    ["rays", formatCount(report.rays)],
    ["rays/s", formatRate(report.raysPerSecond, "rays")],
    ["samples", formatCount(report.samples)],
    ["samples/s", formatRate(report.samplesPerSecond, "samples")],
    ["device", report.device, `${report.deviceName}${reason}`],
  ]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}

function shareNote({ voxels, shape: [x, y, z] }: VolumeReport): string {
  return `${(voxels / (x * y * z) * 100).toFixed(2)}% of the samples`;
}
