/**
 * What `denovdb render` says when it is done.
 *
 * @module
 */

import {
  type CloudReport,
  type GridReport,
  gridRows,
  pictureTable,
  type RayReport,
  rayRows,
  type RunReport,
  timeRows,
} from "../shared/run_report.ts";
import { droppedNote, formatCount } from "../shared/table.ts";

/** The numbers of one render, whose points are those of the picture. */
export interface RenderReport extends RunReport, CloudReport, GridReport, RayReport {
  /** Edge length of a voxel in the file's units. */
  readonly voxelSize: number;
  /** Active voxels. */
  readonly voxels: number;
}

/** Formats a report for people. */
export function reportTable(report: RenderReport): string {
  return pictureTable(report, [
    ["points", formatCount(report.points), droppedNote(report.droppedPoints)],
    ["voxels", formatCount(report.voxels)],
    ...gridRows(report),
    ...timeRows(report),
    ...rayRows(report),
  ]);
}
