/**
 * Reports of `denovdb render --lod` when it is done.
 *
 * @module
 */

import { type CloudReport, pictureTable, type RunReport, timeRows } from "../shared/run_report.ts";
import {
  type DeviceUse,
  droppedNote,
  formatBytes,
  formatCount,
  shortNumber,
} from "../shared/table.ts";

/** The numbers of one picture of a tree. */
export interface LodReport extends RunReport, CloudReport {
  /** Strategy that gave voxels their colors. */
  readonly strategy: string;
  /** Nodes of the tree. */
  readonly nodes: number;
  /** Levels of the tree. */
  readonly levels: number;
  /** Voxels of the tree. */
  readonly voxels: number;
  /** Device bytes of the tree. */
  readonly treeBytes: number;
  /** Coloring of pixels. */
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
  return pictureTable({ ...report, verbose }, [
    ["points", formatCount(points), droppedNote(droppedPoints)],
    ["voxels", formatCount(report.voxels), report.strategy],
    ["nodes", formatCount(nodes), `${report.levels} levels`],
    ["tree", formatBytes(report.treeBytes)],
    ["drawn nodes", formatCount(drawnNodes), `of ${shortNumber(minSize)} pixels or more`],
    ["drawn points", formatCount(report.drawnPoints)],
    ["drawn voxels", formatCount(report.drawnVoxels)],
    ...timeRows(report, report.mode),
  ]);
}
