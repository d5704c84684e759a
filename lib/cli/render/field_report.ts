/**
 * What `denovdb render --field` says when it is done.
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
import { formatCount } from "../shared/table.ts";

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

/** Formats a report for people. */
export function fieldTable(report: FieldReport): string {
  return pictureTable(report, [
    ["field", report.field, `${report.resolution} voxels across`],
    ["voxels", formatCount(report.voxels)],
    ...gridRows(report),
    ...timeRows(report),
    ...rayRows(report),
    ["hits", formatCount(report.hits)],
  ]);
}
