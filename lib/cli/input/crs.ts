/**
 * The coordinate reference systems that files name.
 *
 * @module
 */

import type { LasVlr } from "../../io/mod.ts";

/** A coordinate reference system, as far as it is looked at. */
export interface Crs {
  /** Its code as in "EPSG:32633", or else the name that the file has for it. */
  readonly name: string;
  /** Its EPSG code, where it is known. */
  readonly epsg?: number;
  /** Meters of a unit of heights. */
  readonly verticalUnit: number;
}

/** Records of LAS files: keys of GeoTIFF, their text, and a system in WKT. */
const [GEO_KEYS, GEO_TEXT, WKT] = [34735, 34737, 2112];

/** Keys of GeoTIFF: a projected system and its citation, a geographic one and its own, units of heights, a citation. */
const [PROJECTED, PROJECTED_TEXT, GEOGRAPHIC, GEOGRAPHIC_TEXT, VERTICAL_UNITS, CITATION] = [
  3072,
  3073,
  2048,
  2049,
  4099,
  1026,
];

/** What stands for a code that is none. */
const USER_DEFINED = 32767;

/** Meters of the units of length that EPSG numbers. */
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
]);

/** Finds the system that the records of a LAS file name; nothing where there is none. */
export function crsOfRecords(records: readonly LasVlr[]): Crs | undefined {
  const own = records.filter(({ userId }) => userId === "LASF_Projection");
  const find = (id: number): Uint8Array | undefined =>
    own.find(({ recordId }) => recordId === id)?.data;
  const text = new TextDecoder().decode(find(WKT) ?? new Uint8Array()).replace(/\0.*$/s, "");
  return crsOfWkt(text) ?? crsOfKeys(find(GEO_KEYS), find(GEO_TEXT));
}

function crsOfKeys(
  keys: Uint8Array = new Uint8Array(),
  texts: Uint8Array = new Uint8Array(),
): Crs | undefined {
  const view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
  const found = new Map<number, number>();
  const named = new Map<number, string>();
  for (let at = 8; at + 8 <= keys.length; at += 8) {
    const [key = 0, place, count = 0, value = 0] = [0, 2, 4, 6].map((n) =>
      view.getUint16(at + n, true)
    );
    if (place === 0) found.set(key, value);
    if (place !== GEO_TEXT) continue;
    const text = new TextDecoder().decode(texts.subarray(value, value + count));
    named.set(key, text.replace(/[|\0]+$/, ""));
  }
  const verticalUnit = LENGTHS.get(found.get(VERTICAL_UNITS) ?? 0) ?? 1;
  const code = found.get(PROJECTED) ?? found.get(GEOGRAPHIC) ?? USER_DEFINED;
  if (code > 0 && code !== USER_DEFINED) return { ...coded(code), verticalUnit };
  const name = [PROJECTED_TEXT, CITATION, GEOGRAPHIC_TEXT].map((key) => named.get(key))
    .find((text) => text !== undefined && text !== "");
  return name === undefined ? undefined : { ...ofName(name), verticalUnit };
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

/** A part of a text in WKT: a keyword, and what stands in its brackets. */
interface WktNode {
  readonly key: string;
  readonly parts: readonly (WktNode | string)[];
}

/** Finds the system that a text in WKT describes, of either version. */
export function crsOfWkt(text: string): Crs | undefined {
  const root = parseWkt(text);
  if (root === undefined) return undefined;
  const parts = /^COMP/.test(root.key) ? nodesIn(root) : [root];
  const [flat = root] = parts;
  const vertical = parts.find(({ key }) => /^VERT/.test(key));
  const unit = vertical === undefined ? undefined : unitOf(vertical);
  const [name = ""] = flat.parts;
  const id = nodesIn(flat).findLast(({ key }) => key === "ID" || key === "AUTHORITY");
  const [authority, code] = id?.parts ?? [];
  const epsg = authority === "EPSG" ? Number(code) : NaN;
  const known = Number.isSafeInteger(epsg) ? coded(epsg) : ofName(String(name));
  return { ...known, verticalUnit: unit ?? 1 };
}

function nodesIn({ parts }: WktNode): WktNode[] {
  return parts.filter((part) => typeof part !== "string");
}

/** Meters of the unit that stands in a node, or in one of its axes. */
function unitOf(node: WktNode): number | undefined {
  for (const inner of nodesIn(node)) {
    const own = inner.key === "UNIT" || inner.key === "LENGTHUNIT" ? Number(inner.parts[1]) : NaN;
    if (own > 0 && own < Infinity) return own;
    const deeper = inner.key === "AXIS" ? unitOf(inner) : undefined;
    if (deeper !== undefined) return deeper;
  }
}

/** Deepest nesting of a text: a file that has more means no good. */
const MOST_NESTING = 32;

function parseWkt(text: string): WktNode | undefined {
  const tokens = text.match(/"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g) ?? [];
  let at = 0;
  const parse = (depth: number): WktNode | string | undefined => {
    const token = tokens[at++];
    if (token === undefined || depth > MOST_NESTING) return undefined;
    if (token.startsWith('"')) return token.slice(1, -1);
    if (tokens[at] !== "[" && tokens[at] !== "(") return token;
    at++;
    const parts: (WktNode | string)[] = [];
    while (at < tokens.length && tokens[at] !== "]" && tokens[at] !== ")") {
      if (tokens[at] === ",") at++;
      const part = parse(depth + 1);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    at++;
    return { key: token.toUpperCase(), parts };
  };
  const root = parse(0);
  return typeof root === "string" ? undefined : root;
}
