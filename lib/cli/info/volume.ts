/**
 * Reports of `denovdb info` about a volume, and what it takes in bricks.
 *
 * @module
 */

import { openContext } from "../../core/mod.ts";
import { type BrickCost, brickStats } from "../../index/mod.ts";
import { levelsOf, uploadVoxels } from "../picture/volume/bricks.ts";
import { airThreshold, histogramOf } from "../input/histogram.ts";
import type { InfoRequest } from "./info.ts";
import type { Progress } from "../shared/progress.ts";
import { formatBytes, formatCount, formatTable, shortNumber } from "../shared/table.ts";
import { loadVolume } from "../input/volume_file.ts";

/** The numbers of a volume; `--json` prints them as they are. */
export interface VolumeInfo {
  /** The file that was read. */
  readonly input: string;
  /** Its format. */
  readonly format: string;
  /** Samples along x, y and z. */
  readonly shape: readonly [number, number, number];
  /** Type of the samples. */
  readonly type: string;
  /** Distances from sample to sample along x, y and z. */
  readonly spacing: readonly [number, number, number];
  /** The least and the greatest finite sample. */
  readonly range: readonly [least: number, most: number];
  /** Limit above which samples count. */
  readonly threshold: number;
  /** Samples that count. */
  readonly above: number;
  /** Their share of all samples, 0 to 1. */
  readonly fill: number;
  /** Bytes of the samples as a device marches through them. */
  readonly denseBytes: number;
  /** The size of bricks that takes the fewest bytes. */
  readonly best: BrickCost;
  /** All sizes. */
  readonly sizes: readonly BrickCost[];
}

/** Looks at a volume. */
export async function describeVolume(
  request: InfoRequest,
  progress: Progress,
): Promise<VolumeInfo> {
  progress.show("reading", 0);
  const volume = await loadVolume(request, "x");
  progress.show("counting", 0.5);
  const histogram = histogramOf(volume.values);
  const threshold = request.threshold ?? airThreshold(histogram);
  using context = openContext({ device: request.device });
  using dense = uploadVoxels(context, volume);
  const level = levelsOf(dense.dtype, threshold).threshold;
  const stats = brickStats(dense, { threshold: level, nan: "empty" });
  return {
    input: request.input,
    format: volume.format,
    shape: volume.dims,
    type: volume.type,
    spacing: volume.spacing,
    range: [histogram.least, histogram.most],
    threshold,
    above: stats.above,
    fill: stats.above / stats.voxels,
    denseBytes: stats.denseBytes,
    best: stats.best,
    sizes: stats.sizes,
  };
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table, and one of the sizes of bricks.
 */
export function volumeInfoTable(report: VolumeInfo): string {
  const { best } = report;
  const table = formatTable([
    ["volume", report.shape.join(" x "), `${report.type}, ${report.format}`],
    ["spacing", report.spacing.map(shortNumber).join(" x ")],
    ["range", `${shortNumber(report.range[0])} to ${shortNumber(report.range[1])}`],
    ["threshold", shortNumber(report.threshold)],
    ["fill", `${(report.fill * 100).toFixed(2)}%`, `${formatCount(report.above)} samples`],
    ["dense", formatBytes(report.denseBytes)],
    ["best brick", `${best.edge}^3`, `${formatCount(best.filled)} of ${formatCount(best.bricks)}`],
    ["index", formatBytes(best.indexBytes)],
    ["bricks", formatBytes(best.bytes), "with the index"],
    ["ratio", best.ratio.toFixed(2)],
  ]);
  return `${table}\n\n${sizesTable(report)}`;
}

/** One line for each size of bricks, all columns to the right. */
function sizesTable({ sizes }: VolumeInfo): string {
  const rows = [
    ["brick", "filled", "share", "index", "total", "ratio"],
    ...sizes.map((size) => [
      `${size.edge}^3`,
      formatCount(size.filled),
      `${(size.filled / size.bricks * 100).toFixed(2)}%`,
      formatBytes(size.indexBytes),
      formatBytes(size.bytes),
      size.ratio.toFixed(2),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0))
  );
  return rows.map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  "))
    .join("\n");
}
