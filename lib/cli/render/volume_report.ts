/**
 * Reports of `denovdb render` of a volume when it is done.
 *
 * @module
 */

import type { MarchParts } from "../picture/volume/scene.ts";
import {
  type GridReport,
  gridRows,
  pictureTable,
  type RayReport,
  rayRows,
  type RunReport,
  type TableRows,
  timeRows,
} from "../shared/run_report.ts";
import {
  type DeviceUse,
  formatBytes,
  formatCount,
  formatRate,
  shortNumber,
} from "../shared/table.ts";

/** The numbers of one picture of a volume; all rays are those of the camera. */
export interface VolumeReport
  extends RunReport, RayReport, Partial<GridReport>, Partial<MarchParts> {
  /** The file that was read. */
  readonly input: string;
  /** Mode of drawing. */
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
  /** Samples along rays, where they are counted. */
  readonly samples?: number;
  /** Samples per second of `renderMs`. */
  readonly samplesPerSecond?: number;
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
  return pictureTable({ ...report, verbose }, [
    ["volume", report.shape.join(" x "), report.type],
    ["threshold", shortNumber(report.threshold)],
    ["voxels", formatCount(report.voxels), shareNote(report)],
    ...partRows(report),
    ...timeRows(report, report.mode),
    ...rayRows(report),
    ...sampleRows(report),
  ]);
}

function partRows(report: VolumeReport): TableRows {
  const { leaves, gridBytes = 0, bytesPerVoxel = 0 } = report;
  if (leaves !== undefined) return gridRows({ leaves, gridBytes, bytesPerVoxel });
  const { brick = 0, bricks = 0, filled = 0, indexBytes = 0, brickBytes = 0, ratio = 0 } = report;
  return [
    ["brick", `${brick}^3`],
    ["filled", formatCount(filled), `${percent(filled, bricks)} of the bricks`],
    ["index", formatBytes(indexBytes)],
    ["memory", formatBytes(brickBytes), `1/${ratio.toFixed(2)} of the samples, masks left out`],
  ];
}

function sampleRows({ samples, samplesPerSecond = 0 }: VolumeReport): TableRows {
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
