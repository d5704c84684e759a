/**
 * Clouds with level of detail that the viewer shows: tiles as they lie on disk, or made of one file as they are asked for.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import { readDvlod } from "../../io/mod.ts";
import { countTiles, readTileset, refuseTiles } from "../input/tileset.ts";
import { DVLOD_NAMES, octantPath } from "../lod/files/nodes.ts";
import { describeTiles, tileOf } from "../lod/files/tiles.ts";
import { naming } from "../shared/naming.ts";
import type { Page } from "./site.ts";

/** Tiles, and what has to be served for them. */
export interface TileView {
  readonly title: string;
  /** Whether colors are those of points, or stand for heights. */
  readonly colorSource: "file" | "height";
  /** Numbers for people. */
  readonly facts: readonly (readonly [name: string, value: number])[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly folders: ReadonlyMap<string, string>;
  /** What is made as it is asked for, by path. */
  readonly makers: ReadonlyMap<string, () => Page>;
}

/** Where tiles are served. */
export const TILES_AT = "/data/tileset.json";

/**
 * Opens a folder with tiles or with a file that `denovdb lod` wrote, `tileset.json`, or such a file.
 *
 * @param input The folder or the file.
 * @throws {Error} If there are no tiles.
 */
export async function openTiles(input: string): Promise<TileView> {
  const { isDirectory } = await Deno.stat(input);
  if (!isDirectory && basename(input) !== "tileset.json") return await openDvlod(input);
  const folder = await Deno.realPath(isDirectory ? input : dirname(input));
  const isFile = (name: string): Promise<boolean> =>
    Deno.stat(join(folder, name)).then((info) => info.isFile, () => false);
  const [packed = ""] = DVLOD_NAMES;
  if (!await isFile("tileset.json")) {
    if (await isFile(packed)) return await openDvlod(join(folder, packed));
    refuseTiles(
      folder,
      await isFile("metadata.json")
        ? "Potree shows it, --format tiles or dvlod is shown here"
        : "it has no tileset.json",
    );
  }
  const { root, colorSource } = await readTileset(folder);
  const [tiles, levels] = countTiles(root);
  return {
    title: basename(folder),
    colorSource,
    facts: [["tiles", tiles], ["levels", levels]],
    pages: new Map(),
    folders: new Map([["/data/", folder]]),
    makers: new Map(),
  };
}

async function openDvlod(file: string): Promise<TileView> {
  const bytes = await Deno.readFile(file);
  const tree = naming(file, () => readDvlod(bytes));
  const { nodes, about } = tree;
  if (nodes.length === 0) refuseTiles(file, "it has no points");
  const type = "model/gltf-binary";
  const makers = nodes.map(({ index, level, cell }): [string, () => Page] => [
    `/data/tiles/${octantPath(level, cell)}.glb`,
    () => ({ type, body: tileOf(tree.read(index), about) }),
  ]);
  const seen = new Map(nodes.map((node) => [octantPath(node.level, node.cell), node]));
  const body = describeTiles(seen, about);
  return {
    title: basename(file),
    colorSource: about.colorSource ?? "file",
    facts: [["points", tree.pointCount], ["tiles", nodes.length], ["levels", tree.levels]],
    pages: new Map([[TILES_AT, { type: "application/json", body }]]),
    folders: new Map(),
    makers: new Map(makers),
  };
}
