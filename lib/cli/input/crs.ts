/**
 * The coordinate reference systems that files name.
 *
 * @module
 */

import { groundOfWkt } from "../../io/base/wkt.ts";
import { groundOfRecords } from "../../io/las/crs.ts";
import type { LasVlr, PointCloud } from "../../io/mod.ts";

/** A coordinate reference system, as far as it is looked at. */
export interface Crs {
  /** Its code as in "EPSG:32633", or else the name that the file has for it. */
  readonly name: string;
  /** Its EPSG code, where it is known. */
  readonly epsg?: number;
  /** Meters of a unit of heights. */
  readonly verticalUnit: number;
}

/** Finds the system of a cloud, whatever its file; nothing where there is none. */
export function crsOfCloud(
  { crs, lasFacts }: Pick<PointCloud, "crs" | "lasFacts">,
): Crs | undefined {
  const found = crsOfRecords(lasFacts?.projection ?? []);
  if (found !== undefined || crs === undefined) return found;
  const { name, epsg, wkt } = crs;
  const verticalUnit = wkt === undefined ? 1 : groundOfWkt(wkt).heightUnit;
  return { ...epsg === undefined ? ofName(name) : coded(epsg), verticalUnit };
}

/** Finds the system that the records of a LAS file name; nothing where there is none. */
export function crsOfRecords(records: readonly LasVlr[]): Crs | undefined {
  const found = groundOfRecords(records);
  if (found === undefined) return undefined;
  const { ground: { name, epsg }, heightUnit } = found;
  return { ...epsg === undefined ? ofName(name) : coded(epsg), verticalUnit: heightUnit };
}

function coded(epsg: number): Pick<Crs, "name" | "epsg"> {
  return { name: `EPSG:${epsg}`, epsg };
}

/** Zones of UTM are known by their names as well. */
function ofName(name: string): Pick<Crs, "name" | "epsg"> {
  const plain = name.replace(/_/g, " ");
  const [, zone = "", south] = /\bUTM zone (\d{1,2})(?:([NS])\b)?/i.exec(plain) ?? [];
  const number = Number(zone);
  if (zone === "" || number < 1 || number > 60) return { name };
  const isSouth = south?.toUpperCase() === "S";
  if (/\bWGS ?(?:19)?84\b/i.test(plain)) return coded((isSouth ? 32700 : 32600) + number);
  const isEurope = number >= 28 && number <= 38 && !isSouth;
  return /\bETRS ?(?:19)?89\b/i.test(plain) && isEurope ? coded(25800 + number) : { name };
}
