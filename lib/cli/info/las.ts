/**
 * Reports of `denovdb info` about scanned points: classes, returns, times, density and the numbers of LAS files.
 *
 * @module
 */

import type { LasFacts, PointCloud, PointColumn } from "../../io/mod.ts";
import { formatCount } from "../shared/table.ts";

/** Points of a class. */
export interface ClassCount {
  /** Its number. */
  readonly class: number;
  /** Its name by ASPRS. */
  readonly name: string;
  /** Its points. */
  readonly points: number;
}

/** Facts of a LAS file about all points, and about each. */
export interface LasReport {
  /** Its version, such as "1.4". */
  readonly version: string;
  /** Point data record format, 0 to 10. */
  readonly pointFormat: number;
  /** Points by the number of their return, from 1 on; empty if no return has a number. */
  readonly returns: readonly number[];
  /** The least and the greatest time, where the format has times. */
  readonly gpsTime?: {
    readonly least: number;
    readonly most: number;
    /** Meaning of the times: seconds of GPS less 10^9, or of a week. */
    readonly kind: "standard" | "week";
  };
  /** Bytes behind the fields of the format. */
  readonly extraBytes: readonly { readonly name: string; readonly type: string }[];
}

/** Classes of ASPRS, LAS 1.4 R15. */
const CLASSES: readonly string[] = [
  ...["never classified", "unclassified", "ground", "low vegetation", "medium vegetation"],
  ...[
    "high vegetation",
    "building",
    "low noise",
    "model key point",
    "water",
    "rail",
    "road surface",
  ],
  ...["overlap", "wire guard", "wire conductor", "transmission tower", "wire connector"],
  ...["bridge deck", "high noise", "overhead structure", "ignored ground", "snow"],
  "temporal exclusion",
];
/** Classes from here on mean what their users say. */
const OWN_CLASSES = 64;
/** Numbers that newer point formats have given up, or that older ones do not have. */
const [KEY_POINT, OVERLAP, RAIL, ROAD] = [8, 12, 10, 11];

function classNameOf(number: number, pointFormat: number): string {
  const isOld = pointFormat <= 5;
  const isReserved = isOld
    ? number === RAIL || number === ROAD || number > OVERLAP
    : number === KEY_POINT || number === OVERLAP;
  if (number >= OWN_CLASSES) return "user defined";
  return isReserved ? "reserved" : CLASSES[number] ?? "reserved";
}

/** Counts the points of each class that occurs. */
export function countClasses({ classifications, lasFacts }: PointCloud): ClassCount[] {
  const counts = new Float64Array(256);
  for (const one of classifications ?? []) counts[one] = (counts[one] ?? 0) + 1;
  return Array.from(counts, (points, number): ClassCount => ({
    class: number,
    name: classNameOf(number, lasFacts?.pointFormat ?? 6),
    points,
  })).filter(({ points }) => points > 0);
}

/** Describes what only LAS files say. */
export function describeLas(facts: LasFacts, cloud: PointCloud): LasReport {
  const { versionMinor, pointFormat, standardTimes } = facts;
  const { lasFields, columns = [], count } = cloud;
  const range = lasFields?.gpsTimes === undefined || count === 0
    ? undefined
    : rangeOf(lasFields.gpsTimes);
  return {
    version: `1.${versionMinor}`,
    pointFormat,
    returns: countReturns(lasFields?.returnNumbers),
    ...(range === undefined ? {} : {
      gpsTime: { least: range[0], most: range[1], kind: standardTimes ? "standard" : "week" },
    }),
    extraBytes: facts.extraBytes === 0
      ? []
      : columns.filter(({ name }) => name !== "rgb" && name !== "near infrared")
        .map((column) => ({ name: column.name, type: typeOf(column) })),
  };
}

function countReturns(numbers: Uint8Array | undefined): number[] {
  const counts: number[] = [];
  for (const number of numbers ?? []) {
    while (counts.length < number) counts.push(0);
    if (number > 0) counts[number - 1] = (counts[number - 1] ?? 0) + 1;
  }
  return counts;
}

/** The type of a column in short: "u16", "f32 x 3". */
function typeOf({ values, width }: PointColumn): string {
  const [, kind = "", bits = ""] = /^(?:Big)?(Uint|Int|Float)(\d+)/.exec(values.constructor.name) ??
    [];
  const letter = { Uint: "u", Int: "i", Float: "f" }[kind] ?? kind;
  return `${letter}${bits}${width === 1 ? "" : ` x ${width}`}`;
}

/** The least and the greatest of numbers. */
export function rangeOf(values: ArrayLike<number>): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** Points in a square of one unit of the ground that they cover; nothing if that has no area. */
export function densityOf(
  { bounds: { min, max }, count, nonFinite }: PointCloud,
): number | undefined {
  const area = (max[0] - min[0]) * (max[1] - min[1]);
  return area > 0 && Number.isFinite(area)
    ? Number(((count - nonFinite) / area).toPrecision(4))
    : undefined;
}

/** Rounds a coordinate to the digits that a file has: products of 0.01 are not the numbers that they stand for. */
export function plainNumber(value: number, steps: readonly number[] = []): number {
  if (steps.length > 0) {
    const digits = Math.max(...steps.map(digitsOf));
    return digits > 20 ? value : Number(value.toFixed(digits));
  }
  if (Math.fround(value) !== value) return value;
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Digits behind the point of a number; the last ones of doubles are not meant. */
function digitsOf(value: number): number {
  const text = `${Number(value.toPrecision(15))}`;
  const [, fraction = "", exponent = "0"] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ??
    [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** The rows of a table for what LAS files say. */
export function lasRows(report: LasReport): [string, string, string][] {
  const { version, pointFormat, returns, gpsTime, extraBytes } = report;
  const kinds = { standard: "seconds of GPS less 10^9", week: "seconds of a GPS week" };
  return [
    ["LAS version", version, `point format ${pointFormat}`],
    ...(returns.length === 0 ? [] : [[
      "returns",
      returns.map(formatCount).join(" "),
      `by number, from 1 to ${returns.length}`,
    ]] satisfies [
      string,
      string,
      string,
    ][]),
    ...(gpsTime === undefined
      ? []
      : [["GPS times", `${gpsTime.least} to ${gpsTime.most}`, kinds[gpsTime.kind]]] satisfies [
        string,
        string,
        string,
      ][]),
    ...(extraBytes.length === 0 ? [] : [[
      "extra bytes",
      formatCount(extraBytes.length),
      extraBytes.map(({ name, type }) => `${name} (${type})`).join(", "),
    ]] satisfies [string, string, string][]),
  ];
}
