/**
 * The fields of LAS files as columns, for formats whose columns have any name.
 *
 * @module
 */
import type { LasFields, PointColumn } from "../cloud.ts";

/** Names of the fields. */
const NAMES: Readonly<Record<keyof LasFields, string>> = {
  returnNumbers: "return number",
  returnCounts: "number of returns",
  pointSources: "point source id",
  flags: "flags",
  scanAngles: "scan angle",
  userData: "user data",
  gpsTimes: "gps-time",
};

/** Scan angles are in steps of so many degrees. */
const DEGREES = 0.006;

/** The fields, each as a column of one value a point; scan angles in degrees. */
export function fieldColumns(fields: LasFields): PointColumn[] {
  return (Object.keys(NAMES) as (keyof LasFields)[]).flatMap((key): PointColumn[] => {
    const values = fields[key];
    if (values === undefined) return [];
    const scaled = key === "scanAngles" ? { scale: [DEGREES] } : {};
    return [{ name: NAMES[key], values, width: 1, ...scaled }];
  });
}
