/**
 * What `denovdb render` of a volume says when it is done.
 *
 * @module
 */

import type { MarchParts, MistParts } from "../picture/volume/scene.ts";
import {
  deviceRows,
  type DeviceUse,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
} from "../shared/table.ts";

/** The numbers of one picture of a volume; `--json` prints them as they are. */
export interface VolumeReport extends Partial<MistParts>, Partial<MarchParts> {
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
  /** How it was drawn. */
  readonly mode: "iso" | "transparent" | "mist";
  /** Samples of the file along x, y and z. */
  readonly shape: readonly [number, number, number];
  /** Type of the samples. */
  readonly type: string;
  /** Distances from sample to sample along x, y and z. */
  readonly spacing: readonly [number, number, number];
  /** Samples up to this are not in the picture. */
  readonly threshold: number;
  /** Samples from this on have the last color. */
  readonly brightest: number;
  /** Samples above the threshold. */
  readonly voxels: number;
  /** Histogram, upload and build, in milliseconds. */
  readonly buildMs: number;
  /** Sampling, shading and compositing, in milliseconds. */
  readonly renderMs: number;
  /** Camera rays. */
  readonly rays: number;
  /** Rays per second of `renderMs`. */
  readonly raysPerSecond: number;
  /** Samples along rays, where they are counted. */
  readonly samples?: number;
  /** Samples per second of `renderMs`. */
  readonly samplesPerSecond?: number;
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
export function volumeTable(
  report: VolumeReport,
  { verbose }: Pick<DeviceUse, "verbose">,
): string {
  const table = formatTable([
    ["volume", report.shape.join(" x "), report.type],
    ["threshold", String(Number(report.threshold.toPrecision(6)))],
    ["voxels", formatCount(report.voxels), shareNote(report)],
    ...partRows(report),
    ["build", formatTime(report.buildMs)],
    ["render", formatTime(report.renderMs), report.mode],
    ["rays", formatCount(report.rays)],
    ["rays/s", formatRate(report.raysPerSecond, "rays")],
    ...sampleRows(report),
    ...deviceRows({ ...report, verbose }),
  ]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}

type TableRow = readonly [name: string, value: string, note?: string];

function partRows(report: VolumeReport): TableRow[] {
  const { leaves, gridBytes = 0, bytesPerVoxel = 0 } = report;
  if (leaves !== undefined) {
    return [
      ["leaves", formatCount(leaves)],
      ["grid", formatBytes(gridBytes)],
      ["bytes/voxel", bytesPerVoxel.toFixed(2)],
    ];
  }
  const { brick = 0, bricks = 0, filled = 0, indexBytes = 0, brickBytes = 0, ratio = 0 } = report;
  return [
    ["brick", `${brick}^3`],
    ["filled", formatCount(filled), `${percent(filled, bricks)} of the bricks`],
    ["index", formatBytes(indexBytes)],
    ["memory", formatBytes(brickBytes), `1/${ratio.toFixed(2)} of the samples, masks left out`],
  ];
}

function sampleRows({ samples, samplesPerSecond = 0 }: VolumeReport): TableRow[] {
  if (samples === undefined) return [];
  return [
    ["samples", formatCount(samples)],
    ["samples/s", formatRate(samplesPerSecond, "samples")],
  ];
}

function percent(part: number, whole: number): string {
  return `${(part / whole * 100).toFixed(2)}%`;
}

function shareNote({ voxels, shape: [x, y, z] }: VolumeReport): string {
  return `${percent(voxels, x * y * z)} of the samples`;
}
