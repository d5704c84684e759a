/**
 * Reports of `denovdb render` when it is done.
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
import { type DeviceUse, droppedNote, formatCount, shortNumber } from "../shared/table.ts";

/** The numbers of one render, whose points are those of the picture. */
export interface RenderReport extends RunReport, CloudReport, GridReport, RayReport {
  /** Edge length of a voxel in the file's units. */
  readonly voxelSize: number;
  /** Whether that was found from the points, as nobody said it. */
  readonly voxelSizeGuessed: boolean;
  /** Active voxels. */
  readonly voxels: number;
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
  const guess = report.voxelSizeGuessed ? ", guessed; --voxel-size sets it" : "";
  return pictureTable({ ...report, verbose }, [
    ["points", formatCount(report.points), droppedNote(report.droppedPoints)],
    ["voxels", formatCount(report.voxels), `of size ${shortNumber(report.voxelSize)}${guess}`],
    ...gridRows(report),
    ...timeRows(report),
    ...rayRows(report),
  ]);
}
