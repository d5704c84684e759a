/**
 * Reports of `denovdb info` about points by level of detail: one file, 3D Tiles, or an octree of Potree.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import type { Triple } from "../../core/mod.ts";
import { isObject, showJson } from "../../io/base/json.ts";
import { crsOfWkt, type PointBounds, readDvlod } from "../../io/mod.ts";
import { countTiles, isTriple, readTileset, type TileNode } from "../input/tileset.ts";
import { DVLOD_NAMES } from "../lod/files/nodes.ts";
import { naming } from "../shared/naming.ts";
import { countPoints } from "./tile_points.ts";
import { formatBytes, formatCount, formatTable } from "../shared/table.ts";

/** The numbers of a tree; `--json` prints them as they are. */
export interface TilesReport {
  /** The file or folder that was read. */
  readonly input: string;
  readonly format: "dvlod" | "tiles" | "potree";
  /** Points, where the files say how many. */
  readonly points?: number;
  /** Voxels of inner nodes, where the files say how many. */
  readonly voxels?: number;
  readonly nodes: number;
  readonly levels: number;
  /** The box around the tree; absent where there is none. */
  readonly bounds?: PointBounds;
  /** The coordinate system, where the files state one. */
  readonly crs?: string;
  /** Attributes of points besides their places. */
  readonly attributes?: readonly string[];
  /** Bytes of the files that were looked at: all of one file, the lists of folders. */
  readonly fileBytes: number;
}

/** Bytes of a node in the hierarchy of Potree. */
const POTREE_NODE_BYTES = 22;

/**
 * Looks at a tree.
 *
 * @param input A file, a list, or a folder with one.
 * @throws {Error} If there is none.
 */
export async function describeTree(input: string): Promise<TilesReport> {
  const { isDirectory } = await Deno.stat(input);
  const folder = isDirectory ? input : dirname(input);
  const isFile = (name: string): Promise<boolean> =>
    Deno.stat(join(folder, name)).then((info) => info.isFile, () => false);
  const name = isDirectory
    ? await firstOf(["tileset.json", ...DVLOD_NAMES, "metadata.json"], isFile)
    : basename(input);
  switch (name) {
    case undefined:
      throw new Error(
        `Cannot read "${input}": it has no tileset.json, ${
          DVLOD_NAMES[0]
        }, metadata.json or cameras.json`,
      );
    case "tileset.json":
      return await describeTileset(input, folder);
    case "metadata.json":
      return await describePotree(input, folder);
  }
  return await describeDvlod(input, join(folder, name));
}

async function firstOf(
  names: readonly string[],
  isThere: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const name of names) if (await isThere(name)) return name;
}

async function describeDvlod(input: string, file: string): Promise<TilesReport> {
  const bytes = await Deno.readFile(file);
  const { nodes, levels, pointCount, about: { min, edge, attributes, projection } } = naming(
    file,
    () => readDvlod(bytes),
  );
  return {
    input,
    format: "dvlod",
    points: pointCount,
    voxels: nodes.reduce((sum, { kind, count }) => sum + (kind === "inner" ? count : 0), 0),
    nodes: nodes.length,
    levels,
    bounds: { min, max: [min[0] + edge, min[1] + edge, min[2] + edge] },
    ...systemOf(projection),
    attributes: ["rgb", ...attributes.map(({ name }) => name)],
    fileBytes: bytes.length,
  };
}

async function describeTileset(input: string, folder: string): Promise<TilesReport> {
  const { root, origin, projection } = await readTileset(folder);
  const [nodes, levels] = countTiles(root);
  const bounds = origin === undefined
    ? boxOf(root)
    : boxOf({ ...root, transform: shiftTo(origin) });
  const counts = await countPoints(folder, root);
  const { size } = await Deno.stat(join(folder, "tileset.json"));
  return {
    input,
    format: "tiles",
    ...counts,
    nodes,
    levels,
    ...(bounds === undefined ? {} : { bounds }),
    ...systemOf(projection),
    fileBytes: size,
  };
}

/** Columns of the transform of a root that keeps the coordinates of its files. */
function shiftTo(origin: Triple): readonly number[] {
  return [...UNCHANGED.slice(0, 12), ...origin, 1];
}

/** Columns of the transform of a tile that has none. */
const UNCHANGED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Whether a part of a file, which may hold anything, is a list of so many numbers. */
function isList(value: unknown, length: number): value is readonly number[] {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function nameOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.name === "string" ? value.name : undefined;
}

/** The box of a root tile in the world: its middle, and half of each edge, moved by its transform. */
function boxOf({ boundingVolume, transform = UNCHANGED }: TileNode): PointBounds | undefined {
  const box = isObject(boundingVolume) ? boundingVolume.box : undefined;
  if (!isList(box, 12) || !isList(transform, 16)) return undefined;
  /** A vector of the box along an axis of the world, with the place of the tile if it is a point. */
  const moved = (at: number, axis: number, isPoint: boolean): number =>
    [0, 1, 2].reduce(
      (sum, one) => sum + (transform[4 * one + axis] ?? 0) * (box[at + one] ?? 0),
      isPoint ? transform[12 + axis] ?? 0 : 0,
    );
  const reach = (axis: number): number =>
    [3, 6, 9].reduce((sum, at) => sum + Math.abs(moved(at, axis, false)), 0);
  const side = (sign: 1 | -1): Triple => [
    moved(0, 0, true) + sign * reach(0),
    moved(0, 1, true) + sign * reach(1),
    moved(0, 2, true) + sign * reach(2),
  ];
  return { min: side(-1), max: side(1) };
}

async function describePotree(input: string, folder: string): Promise<TilesReport> {
  const path = join(folder, "metadata.json");
  const text = await Deno.readTextFile(path);
  const refuse = (problem: string): never => {
    throw new Error(`Cannot read "${path}": ${problem}`);
  };
  let about: unknown;
  try {
    about = JSON.parse(text);
  } catch {
    return refuse("it is not JSON");
  }
  const { points, boundingBox, hierarchy, projection, attributes = [] } = isObject(about)
    ? about
    : {};
  const depth = isObject(hierarchy) ? hierarchy.depth : undefined;
  if (!isCount(points) || !isCount(depth)) {
    return refuse("it has no points and no hierarchy, those of Potree 2 expected");
  }
  const names = Array.isArray(attributes) ? attributes.map(nameOf) : [undefined];
  if (!names.every((name) => name !== undefined)) {
    return refuse(
      `its attributes are ${showJson(attributes)}, a list of those with names expected`,
    );
  }
  // The box of the tree is a cube; the first attribute says where the points end.
  const [places] = Array.isArray(attributes) ? attributes : [];
  const tight = isObject(places) && places.name === "position" && isTriple(places.min) &&
    isTriple(places.max);
  const { min, max } = tight ? places : isObject(boundingBox) ? boundingBox : {};
  const list = await Deno.stat(join(folder, "hierarchy.bin")).catch(() => undefined);
  if (list === undefined) return refuse("there is no hierarchy.bin beside it");
  return {
    input,
    format: "potree",
    points,
    nodes: Math.floor(list.size / POTREE_NODE_BYTES),
    levels: depth + 1,
    ...(isTriple(min) && isTriple(max) ? { bounds: { min, max } } : {}),
    ...systemOf(projection),
    attributes: names.filter((name) => name !== "position"),
    fileBytes: text.length + list.size,
  };
}

/** The coordinate system of a text, by its name if it is one in WKT; nothing if there is no text. */
function systemOf(projection: unknown): Pick<TilesReport, "crs"> {
  if (typeof projection !== "string" || projection === "") return {};
  try {
    const { name, epsg } = crsOfWkt(projection);
    return { crs: epsg === undefined ? name : `${name} (EPSG:${epsg})` };
  } catch {
    return { crs: projection };
  }
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table.
 */
export function treeTable(report: TilesReport): string {
  const { points, voxels, bounds, attributes, fileBytes, format } = report;
  return formatTable([
    ["nodes", formatCount(report.nodes), `${report.levels} levels, ${format}`],
    ...(points === undefined ? [] : [["points", formatCount(points)] as const]),
    ...(voxels === undefined ? [] : [["voxels", formatCount(voxels), "of inner nodes"] as const]),
    ...(bounds === undefined ? [] : ([0, 1, 2] as const).map((axis) =>
      [
        "xyz"[axis] ?? "",
        [bounds.min[axis], bounds.max[axis]].map((one) => Number(one.toPrecision(9))).join(" to "),
      ] as const
    )),
    ...(report.crs === undefined ? [] : [["system", report.crs] as const]),
    ...(attributes === undefined ? [] : [
      ["attributes", formatCount(attributes.length), attributes.join(", ")] as const,
    ]),
    ["read", formatBytes(fileBytes)],
  ]);
}
