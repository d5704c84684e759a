/**
 * Lists of tiles with points by level of detail, as folders of 3D Tiles hold them.
 *
 * @module
 */

import { join } from "@std/path";
import type { Triple } from "../../io/mod.ts";
import { isObject, type Json, showJson } from "../../io/base/json.ts";

/** A tile of a tileset, as far as it is looked at; children are tiles, anything else may be of any kind. */
export interface TileNode {
  readonly children?: readonly TileNode[];
  readonly boundingVolume?: unknown;
  readonly content?: unknown;
  /** Whether children replace the tile or are added to it; as the parent's where it is left out. */
  readonly refine?: unknown;
  /** Columns of the matrix that takes the tile to its parent, or the root to the world. */
  readonly transform?: unknown;
}

/**
 * Reads the list of a folder's tiles.
 *
 * @throws {Error} If it is no tileset.
 */
export async function readTileset(folder: string): Promise<TilesetFacts> {
  const text = await Deno.readTextFile(join(folder, "tileset.json"));
  let tileset: unknown;
  try {
    tileset = JSON.parse(text);
  } catch (error) {
    refuseTiles(folder, "its tileset.json is not JSON", error);
  }
  const root = isObject(tileset) ? tileset.root : undefined;
  if (!isObject(root)) return refuseTiles(folder, "its tileset.json has no root");
  // Trees may be deeper than calls can nest.
  const waiting: Json[] = [root];
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    const { children = [] } = tile;
    if (!Array.isArray(children)) {
      return refuseTiles(folder, `children of a tile are ${showJson(children)}, a list expected`);
    }
    for (const child of children) {
      if (!isObject(child)) return refuseTiles(folder, `a tile is ${showJson(child)}`);
      waiting.push(child);
    }
  }
  const { asset } = isObject(tileset) ? tileset : {};
  const extras = isObject(asset) ? asset.extras : undefined;
  const isHeight = isObject(extras) && extras.colorSource === "height";
  const { origin, projection } = isObject(extras) ? extras : {};
  return {
    root,
    colorSource: isHeight ? "height" : "file",
    ...(isTriple(origin) ? { origin } : {}),
    ...(typeof projection === "string" ? { projection } : {}),
  };
}

/** Facts of the list of tiles about all of them. */
export interface TilesetFacts {
  readonly root: TileNode;
  /** Whether colors of points are those of their file, or stand for heights. */
  readonly colorSource: "file" | "height";
  /** Least corner of the root in the coordinates of its files, if its transform leads to the Earth. */
  readonly origin?: Triple;
  /** The coordinate system of its files, in WKT. */
  readonly projection?: string;
}

/** Whether a part of a file, which may hold anything, is three numbers. */
export function isTriple(value: unknown): value is Triple {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

/** Counts tiles and their levels. */
export function countTiles(root: TileNode): readonly [tiles: number, levels: number] {
  let [tiles, levels] = [0, 0];
  for (let level: readonly TileNode[] = [root]; level.length > 0; levels++) {
    tiles += level.length;
    level = level.flatMap(({ children = [] }) => children);
  }
  return [tiles, levels];
}

/** Says that there are no tiles to read, and why. */
export function refuseTiles(input: string, problem: string, cause?: unknown): never {
  throw new Error(
    `Cannot read "${input}": ${problem}; "denovdb lod" makes such folders`,
    { cause },
  );
}
