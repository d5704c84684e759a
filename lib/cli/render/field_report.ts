/**
 * Reports of `denovdb render --field` when it is done.
 *
 * @module
 */

import {
  type GridReport,
  gridRows,
  pictureTable,
  type RayReport,
  rayRows,
  type RunReport,
  timeRows,
} from "../shared/run_report.ts";
import { type DeviceUse, formatCount } from "../shared/table.ts";

/** The numbers of one picture of a field. */
export interface FieldReport extends RunReport, GridReport, RayReport {
  /** The field's name. */
  readonly field: string;
  /** Voxels across. */
  readonly resolution: number;
  /** Voxels near the surface. */
  readonly voxels: number;
  /** Camera rays that meet the surface. */
  readonly hits: number;
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
  return pictureTable({ ...report, verbose }, [
    ["field", report.field, `${report.resolution} voxels across`],
    ["voxels", formatCount(report.voxels)],
    ...gridRows(report),
    ...timeRows(report),
    ...rayRows(report),
    ["hits", formatCount(report.hits)],
  ]);
}
