/**
 * What `denovdb render --lod` says when it is done.
 *
 * @module
 */

import {
  deviceRows,
  type DeviceUse,
  droppedNote,
  formatBytes,
  formatCount,
  formatTable,
  formatTime,
} from "../shared/table.ts";

/** The numbers of one picture of a tree; `--json` prints them as they are. */
export interface LodReport {
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
  /** Points of the tree. */
  readonly points: number;
  /** Points left out because a coordinate is not finite. */
  readonly droppedPoints: number;
  /** Where the colors come from. */
  readonly colors: "file" | "height";
  /** World position that became the local origin. */
  readonly localOrigin: readonly [number, number, number];
  /** What gave voxels their colors. */
  readonly strategy: string;
  /** Nodes of the tree. */
  readonly nodes: number;
  /** Levels of the tree. */
  readonly levels: number;
  /** Voxels of the tree. */
  readonly voxels: number;
  /** Device bytes of the tree. */
  readonly treeBytes: number;
  /** How pixels were colored. */
  readonly mode: "nearest" | "blended";
  /** Pixels from which nodes were visible. */
  readonly minSize: number;
  /** Pixels of the squares that stand for points. */
  readonly pointSize: number;
  /** Nodes that something was drawn of. */
  readonly drawnNodes: number;
  /** Points that were drawn. */
  readonly drawnPoints: number;
  /** Voxels that were drawn. */
  readonly drawnVoxels: number;
  /** Upload and build, in milliseconds. */
  readonly buildMs: number;
  /** Selecting, drawing and reading back, in milliseconds. */
  readonly renderMs: number;
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
export function lodReportTable(
  report: LodReport,
  { verbose }: Pick<DeviceUse, "verbose">,
): string {
  const { droppedPoints, nodes, points, drawnNodes, minSize } = report;
  const table = formatTable([
    ["points", formatCount(points), droppedNote(droppedPoints)],
    ["voxels", formatCount(report.voxels), report.strategy],
    ["nodes", formatCount(nodes), `${report.levels} levels`],
    ["tree", formatBytes(report.treeBytes)],
    ["drawn nodes", formatCount(drawnNodes), `of ${Number(minSize.toPrecision(6))} pixels or more`],
    ["drawn points", formatCount(report.drawnPoints)],
    ["drawn voxels", formatCount(report.drawnVoxels)],
    ["build", formatTime(report.buildMs)],
    ["render", formatTime(report.renderMs), report.mode],
    ...deviceRows({ ...report, verbose }),
  ]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}
