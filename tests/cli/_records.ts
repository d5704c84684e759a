/**
 * Records of LAS files that say where points lie.
 *
 * @module
 */

import type { VlrBytes } from "../io/las/_bytes.ts";

/** Keys of GeoTIFF with a number each, as the record 34735 has them. */
export function geoKeys(keys: Readonly<Record<number, number>>): Uint8Array {
  const entries = Object.entries(keys).flatMap(([key, value]) => [Number(key), 0, 1, value]);
  return new Uint8Array(Uint16Array.of(1, 1, 0, entries.length / 4, ...entries).buffer);
}

/** The record that names a projected system by its code. */
export function projectedCrs(epsg: number): VlrBytes {
  return { userId: "LASF_Projection", recordId: 34735, data: geoKeys({ 1024: 1, 3072: epsg }) };
}
