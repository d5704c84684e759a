/**
 * The coordinate systems of LAS files: records with well-known text, or with the keys of GeoTIFF.
 *
 * @see ASPRS LAS 1.4 R15, "Coordinate Reference System VLR/EVLR"; OGC 19-008, "OGC GeoTIFF Standard"
 * @module
 */
import { crsOfEpsg, withHeights } from "../base/epsg.ts";
import { crsOfWkt, type GroundAndHeights, groundOfWkt } from "../base/wkt.ts";
import type { LasVlr, PointCrs } from "../cloud.ts";

/** Who defines the records. */
export const PROJECTION = "LASF_Projection";
/** The records with a coordinate system in WKT, and with the keys of GeoTIFF and their texts. */
export const WKT_RECORD = 2112;
const [KEYS, TEXTS] = [34735, 34737];

/** Keys of GeoTIFF. */
const [MODEL, CITATION, GEOGRAPHIC, GEOGRAPHIC_CITATION] = [1024, 1026, 2048, 2049];
const [PROJECTED, PROJECTED_CITATION, LINEAR_UNITS] = [3072, 3073, 3076];
const [VERTICAL, VERTICAL_UNITS] = [4096, 4099];
/** Kind of a system, and the code that means that parameters follow. */
const [IS_PROJECTED, IS_GEOGRAPHIC, USER_DEFINED] = [1, 2, 32767];
/** Code of meters among the units. */
const METERS = 9001;
/** Meters of the units of length that EPSG numbers. */
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [METERS, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
]);

/** The coordinate system of records; without `wkt` if only keys define it that are not known here. */
export function crsOfRecords(records: readonly LasVlr[]): PointCrs | undefined {
  const wkt = definitionIn(records);
  if (wkt !== undefined) return wkt;
  const keys = keysIn(records);
  return keys === undefined ? undefined : crsOfKeys(keys);
}

/** The system on the ground and the unit of heights of records; a system that has no name there has none. */
export function groundOfRecords(records: readonly LasVlr[]): GroundAndHeights | undefined {
  const wkt = definitionIn(records)?.wkt;
  if (wkt !== undefined) return groundOfWkt(wkt);
  const keys = keysIn(records);
  if (keys === undefined) return undefined;
  const { name = citationOf(keys), epsg } = codeOf(keys.numbers) === undefined
    ? {}
    : crsOfKeys(keys);
  const heightUnit = LENGTHS.get(keys.numbers.get(VERTICAL_UNITS) ?? METERS) ?? 1;
  return name === undefined ? undefined : { ground: { name, epsg }, heightUnit };
}

function recordOf(records: readonly LasVlr[], id: number): Uint8Array | undefined {
  return records.find((one) => one.userId === PROJECTION && one.recordId === id)?.data;
}

function definitionIn(records: readonly LasVlr[]): PointCrs | undefined {
  const text = recordOf(records, WKT_RECORD);
  try {
    return text && crsOfWkt(new TextDecoder().decode(text));
  } catch {
    // What is no definition is none; keys may say more.
  }
}

/** Keys of GeoTIFF: numbers, and texts. */
interface GeoKeys {
  readonly numbers: ReadonlyMap<number, number>;
  readonly words: ReadonlyMap<number, string>;
}

function keysIn(records: readonly LasVlr[]): GeoKeys | undefined {
  const data = recordOf(records, KEYS);
  const texts = recordOf(records, TEXTS);
  if (data === undefined) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const numbers = new Map<number, number>();
  const words = new Map<number, string>();
  const decoder = new TextDecoder("latin1");
  for (let at = 8; at + 8 <= data.length; at += 8) {
    const [key = 0, place = 0, count = 0, value = 0] = [0, 2, 4, 6].map((part) =>
      view.getUint16(at + part, true)
    );
    if (key === 0) continue;
    if (place === 0) numbers.set(key, value);
    if (place === TEXTS && texts !== undefined) {
      const word = decoder.decode(texts.subarray(value, value + count));
      words.set(key, word.replace(/[|\0]+$/, "").trim());
    }
  }
  return numbers.size === 0 && words.size === 0 ? undefined : { numbers, words };
}

function crsOfKeys(keys: GeoKeys): PointCrs {
  const { numbers } = keys;
  const code = codeOf(numbers);
  if (code === undefined) return { name: citationOf(keys) ?? "of GeoTIFF keys" };
  const known = inMeters(numbers) ? withHeightsOf(crsOfEpsg(code), numbers) : undefined;
  const name = crsOfEpsg(code)?.name ?? citationOf(keys) ?? `EPSG:${code}`;
  return known ?? { name, epsg: code };
}

function citationOf({ words }: GeoKeys): string | undefined {
  return [PROJECTED_CITATION, CITATION, GEOGRAPHIC_CITATION]
    .map((key) => words.get(key)).find((word) => word !== undefined && word !== "");
}

/** The code of the system of places on the ground; undefined if parameters define it. */
function codeOf(keys: ReadonlyMap<number, number>): number | undefined {
  const projected = keys.get(PROJECTED);
  const model = keys.get(MODEL) ?? (projected === undefined ? IS_GEOGRAPHIC : IS_PROJECTED);
  const code = model === IS_PROJECTED ? projected : keys.get(GEOGRAPHIC);
  return code === USER_DEFINED || code === 0 ? undefined : code;
}

/** Whether lengths are those of the systems that are known here. */
function inMeters(keys: ReadonlyMap<number, number>): boolean {
  return [LINEAR_UNITS, VERTICAL_UNITS].every((key) => (keys.get(key) ?? METERS) === METERS);
}

function withHeightsOf(
  crs: PointCrs | undefined,
  keys: ReadonlyMap<number, number>,
): PointCrs | undefined {
  const code = keys.get(VERTICAL) ?? 0;
  return crs === undefined || code === 0 ? crs : withHeights(crs, code);
}

/**
 * The records of a file of formats 6 to 10, which have a coordinate system in WKT.
 *
 * @param records Those that are given.
 * @param crs The system, where it is given apart.
 * @throws {RangeError} If there is a system, but no definition of it.
 */
export function recordsInWkt(
  records: readonly LasVlr[],
  crs: PointCrs | undefined,
): readonly LasVlr[] {
  const own = crsOfRecords(records);
  const found = crs ?? own;
  if (found === undefined) return records;
  const hasText = records.some(({ userId, recordId }) =>
    userId === PROJECTION && recordId === WKT_RECORD
  );
  if (hasText && (crs?.wkt === undefined || crs.wkt === own?.wkt)) return records;
  const isOther = crs?.wkt !== undefined && crs.wkt !== own?.wkt;
  const wkt = crs?.wkt ?? (own === undefined ? crsOfEpsg(found.epsg ?? NaN)?.wkt : own.wkt);
  if (wkt === undefined) {
    const code = found.epsg === undefined ? "without an EPSG code" : `EPSG:${found.epsg}`;
    const name = found.name === code ? code : `"${found.name}", ${code},`;
    throw new RangeError(
      `Cannot encode LAS: the coordinate system ${name} has no definition in WKT, which LAS 1.4 ` +
        "takes: give crs with its wkt, or leave records 34735 to 34737 out of projection",
    );
  }
  const data = new TextEncoder().encode(`${wkt}\0`);
  const record = { userId: PROJECTION, recordId: WKT_RECORD, description: "", extended: false };
  const kept = isOther ? records.filter(({ userId }) => userId !== PROJECTION) : records;
  return [...kept, { ...record, description: "OGC WKT", data }];
}
