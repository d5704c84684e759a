/**
 * Coordinate systems in free text.
 *
 * @module
 */

import type { PointCrs } from "../cloud.ts";
import { crsOfEpsg } from "./epsg.ts";
import { crsOfWkt } from "./wkt.ts";

/** Finds the system that a text defines in WKT or names by its EPSG code; nothing for other texts. */
export function crsOfText(text: string): PointCrs | undefined {
  const [, digits] = /^(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?(\d{4,6})$/i.exec(text) ?? [];
  if (digits !== undefined) {
    const code = Number(digits);
    return crsOfEpsg(code) ?? { name: `EPSG:${code}`, epsg: code };
  }
  try {
    return crsOfWkt(text);
  } catch {
    return undefined; // what is no definition is none
  }
}
