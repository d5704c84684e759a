/**
 * Names and codes of coordinate systems in well-known text, of either version.
 *
 * @module
 */
import { checkText } from "../../../ffi/base/checks.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import type { PointCrs } from "../cloud.ts";

/** First words of definitions of coordinate systems. */
const SYSTEMS =
  /^(PROJCS|GEOGCS|GEOCCS|COMPD_CS|VERT_CS|LOCAL_CS|(PROJ|GEOG|GEOD|COMPOUND|VERT|ENG|BOUND)CRS)$/;
/** Systems made of others, of which the first one says where points are on the ground. */
const COMPOUND = /^(COMPD_CS|COMPOUNDCRS)$/;

/** A system in a text, and how deep it is in others. */
interface Found {
  readonly keyword: string;
  readonly depth: number;
  name?: string;
  epsg?: number;
  /** Meters of its unit of length. */
  unit?: number;
}

/**
 * Finds the name and the EPSG code of a coordinate system in well-known text.
 *
 * Of a compound system without a code, the code is that of its first part, which is the horizontal one.
 *
 * @param wkt The text, of WKT 1 or 2.
 * @returns The system.
 * @throws {RangeError} If the text does not define one.
 * @throws {TypeError} If it is not a text.
 * @see OGC 01-009 and ISO 19162
 * @category Point clouds
 *
 * @example A definition without most of its parts
 * ```ts
 * import { crsOfWkt } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const { name, epsg } = crsOfWkt('PROJCRS["NAD83 / UTM zone 10N", BASEGEOGCRS["NAD83"], ID["EPSG", 26910]]');
 * assertEquals([name, epsg], ["NAD83 / UTM zone 10N", 26910]);
 * ```
 */
export function crsOfWkt(wkt: string): PointCrs {
  checkText({ operator: "read WKT", name: "the text" }, wkt);
  const text = wkt.replace(/\0[^]*$/, "").trim();
  const systems = systemsOf(text);
  const [root, part] = systems;
  if (root === undefined || root.name === undefined) {
    throw new RangeError(
      `Cannot read WKT: the text is ${
        describeValue(text)
      }, a coordinate system as in 'PROJCS["..."]' expected`,
    );
  }
  const epsg = root.epsg ?? (COMPOUND.test(root.keyword) ? part?.epsg : undefined);
  return { name: root.name, wkt: text, ...(epsg === undefined ? {} : { epsg }) };
}

/** Parts of a definition that are about places on the ground and about heights. */
export interface GroundAndHeights {
  /** Name of the system on the ground; its EPSG code, which is not that of a compound system around it. */
  readonly ground: { readonly name: string; readonly epsg: number | undefined };
  /** Meters of a unit of heights. */
  readonly heightUnit: number;
}

/** Finds the system on the ground and the unit of heights in well-known text that defines a system. */
export function groundOfWkt(wkt: string): GroundAndHeights {
  const { name } = crsOfWkt(wkt);
  const systems = systemsOf(wkt);
  const parts = COMPOUND.test(systems[0]?.keyword ?? "")
    ? systems.filter(({ depth }) => depth === 1)
    : systems.slice(0, 1);
  const [flat] = parts;
  const vertical = parts.find(({ keyword }) => keyword.startsWith("VERT"));
  return {
    ground: { name: flat?.name ?? name, epsg: flat?.epsg },
    heightUnit: vertical?.unit ?? 1,
  };
}

/** The systems of a text, outer ones first; nothing if the text does not begin with one. */
function systemsOf(text: string): Found[] {
  const tokens = /"((?:[^"]|"")*)"|([A-Za-z_0-9.+-]+)|([[(\])])/g;
  const systems: Found[] = [];
  const open: { readonly keyword: string; readonly system: Found | undefined }[] = [];
  const values: string[][] = [];
  let word = "";
  for (const [, quoted, plain, bracket] of text.matchAll(tokens)) {
    if (quoted !== undefined) {
      values.at(-1)?.push(quoted);
      const system = open.at(-1)?.system;
      if (system !== undefined) system.name ??= quoted.replaceAll('""', '"');
    } else if (plain !== undefined) {
      word = plain;
      values.at(-1)?.push(plain);
    } else if (bracket === "[" || bracket === "(") {
      const keyword = word.toUpperCase();
      if (open.length === 0 && !SYSTEMS.test(keyword)) return [];
      const system = SYSTEMS.test(keyword) ? { keyword, depth: open.length } : undefined;
      if (system !== undefined) systems.push(system);
      open.push({ keyword, system });
      values.push([]);
    } else {
      const closed = open.pop();
      const [authority = "", code = ""] = values.pop() ?? [];
      const around = open.at(-1);
      const system = around?.system;
      const isCode = closed?.keyword === "AUTHORITY" || closed?.keyword === "ID";
      if (isCode && system !== undefined && /^EPSG$/i.test(authority) && /^\d+$/.test(code)) {
        system.epsg = Number(code);
      }
      const measured = system ?? (around?.keyword === "AXIS" ? open.at(-2)?.system : undefined);
      const isUnit = closed?.keyword === "UNIT" || closed?.keyword === "LENGTHUNIT";
      if (isUnit && measured !== undefined && Number(code) > 0 && Number(code) < Infinity) {
        measured.unit ??= Number(code);
      }
      if (open.length === 0) break;
    }
  }
  return systems;
}
