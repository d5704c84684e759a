/**
 * Parts of files of one format that those of another do not carry.
 *
 * @module
 */

import type { LasFields, PointCloud } from "../../io/mod.ts";
import { WIDE_COLORS } from "../../io/las/extra_bytes.ts";
import { listNames } from "../shared/table.ts";
import type { LoadedVolume } from "../input/volume_file.ts";

/** Something of a point cloud that a result may leave out, and what it is called. */
type Carried = readonly [name: keyof PointCloud, words: string];

const CARRIED: readonly Carried[] = [
  ["faces", "triangles"],
  ["colors", "colors"],
  ["normals", "normals"],
  ["intensities", "intensities"],
  ["classifications", "classes"],
  ["viewpoint", "the place of the scanner"],
  ["scans", "which scan a point is of"],
];

/** Fields that formats such as LAS and KITTI always have: zeros are nothing that a file knows. */
const MANDATORY: readonly (keyof PointCloud)[] = ["intensities", "classifications"];

/** The fields of LAS that other formats have no place for, what is called so, and up to what they say nothing. */
const FIELDS:
  readonly (readonly [names: readonly (keyof LasFields)[], words: string, most: number])[] = [
    [["returnNumbers", "returnCounts"], "returns", 1],
    [["pointSources"], "sources", 0],
    [["gpsTimes"], "times", 0],
    [["scanAngles"], "angles", 0],
    [["flags"], "flags", 0],
    [["userData"], "user data", 0],
  ];

/**
 * Parts of a point cloud that a result leaves out.
 *
 * @param kept What it takes over.
 * @returns A sentence for each.
 */
export function lossesOfPoints(
  cloud: PointCloud,
  kept: readonly (keyof PointCloud)[],
): readonly string[] {
  const losses = CARRIED.filter(([name]) => {
    const carried = cloud[name];
    const isEmpty = ArrayBuffer.isView(carried) && carried.byteLength === 0 ||
      MANDATORY.includes(name) && isUnset(carried as ArrayLike<number> | undefined);
    return carried !== undefined && !isEmpty && !kept.includes(name);
  }).map(([name, words]) => leftOut(words, name === "viewpoint" || name === "scans"));
  const columns = kept.includes("columns") ? [] : cloud.columns ?? [];
  const names = [
    ...columns.map(({ name }) => name).filter((name) => name !== WIDE_COLORS),
    ...cloud.unread ?? [],
  ];
  if (names.length > 0) losses.push(`also left out: ${listNames(names)}`);
  losses.push(...lossesOfLas(cloud, kept));
  // Files of LAS have room for all bits of colors, where they were read.
  const isWide = kept.includes("lasFacts") &&
    cloud.columns?.some(({ name }) => name === WIDE_COLORS) === true;
  return cloud.colorsRounded && kept.includes("colors") && !isWide
    ? [...losses, "colors of 16 bits become those of 8"]
    : losses;
}

/** Point formats of LAS with near infrared, and with waveforms. */
const [INFRARED, WAVEFORMS] = [[8, 10], [4, 5, 9, 10]];

/** Parts of LAS files, and of those made of them, that are left out. */
function lossesOfLas(
  { format, lasFields, lasFacts, crs }: PointCloud,
  kept: readonly (keyof PointCloud)[],
): string[] {
  if (!["las", "laz", "ept"].includes(format)) return [];
  const losses: string[] = [];
  const hasSystem = crs !== undefined || (lasFacts?.projection.length ?? 0) > 0;
  if (hasSystem && !kept.includes("crs")) losses.push(leftOut("the coordinate system", true));
  // Tiles that are no LAZ files have named what is not read of them.
  const isNamed = format === "ept" && lasFacts === undefined;
  if (!isNamed && (lasFields === undefined || !kept.includes("lasFields"))) {
    const set = FIELDS.filter(([names, , most]) =>
      lasFields === undefined || names.some((name) => !isUnset(lasFields[name], most))
    );
    const words = set.map(([, words]) => words);
    if (words.length > 0) losses.push(leftOut(enumerated(words)));
  }
  const { pointFormat = -1, extraBytes = 0 } = lasFacts ?? {};
  if (WAVEFORMS.includes(pointFormat)) losses.push(leftOut("waveforms"));
  if (lasFields !== undefined) return losses; // columns have been named
  if (INFRARED.includes(pointFormat)) losses.push(leftOut("near infrared", true));
  if (extraBytes > 0) losses.push(leftOut("the extra bytes of points"));
  return losses;
}

/** The place in the world is left out where numbers alone are written, unless it goes without saying. */
export function lossesOfRaw(
  { origin, directions, space }: Pick<LoadedVolume, "origin" | "directions" | "space">,
): readonly string[] {
  const isPlain = origin.every((one) => one === 0) &&
    directions.every((step, axis) => step.every((one, at) => one === (at === axis ? 1 : 0)));
  return isPlain && space === undefined
    ? []
    : ["the place of the samples in the world is left out"];
}

/** Parts that are left out where axes have no names. */
export function lossesOfSpace({ space }: Pick<LoadedVolume, "space">): readonly string[] {
  return space === undefined ? [] : [`that the axes are ${space} is left out`];
}

/** Arrays all of whose numbers are floats, too. */
const WITHIN_FLOATS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Float32Array];

/** Changes of numbers above a threshold, which are written as floats. */
export function lossesOfFloats(
  { values, type }: Pick<LoadedVolume, "values" | "type">,
  threshold: number,
): readonly string[] {
  if (WITHIN_FLOATS.some((kind) => values instanceof kind)) return [];
  for (const value of values) {
    const number = Number(value);
    if (!(number > threshold)) continue;
    const isWhole = typeof value !== "bigint" || BigInt(number) === value;
    if (isWhole && Object.is(Math.fround(number), number)) continue;
    return [`numbers of ${type} are rounded to f32`];
  }
  return [];
}

/** Which columns of a grid a result leaves out. */
export function lossesOfColumns(
  columns: readonly { readonly name: string }[],
  kept: readonly { readonly name: string }[],
): readonly string[] {
  return columns.filter((column) => !kept.includes(column))
    .map(({ name }) => `the column "${name}" is left out`);
}

/** Whether numbers are all 0, or up to another that says no more. */
export function isUnset(values: ArrayLike<number> | undefined, most = 0): boolean {
  for (let at = 0; at < (values?.length ?? 0); at++) {
    const value = values?.[at] ?? 0;
    if (!(value >= 0 && value <= most)) return false;
  }
  return true;
}

/** Names as "a, b and c". */
function enumerated(names: readonly string[]): string {
  const last = names.slice(-2).join(" and ");
  return [...names.slice(0, -2), last].join(", ");
}

function leftOut(words: string, isOne = false): string {
  return `${words} ${isOne ? "is" : "are"} left out`;
}
