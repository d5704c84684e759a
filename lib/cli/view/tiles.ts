/**
 * Clouds with level of detail that the viewer shows: tiles as they lie on disk, or made of one file as they are asked for.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import { readDvlod, type Triple } from "../../io/mod.ts";
import { readPotreeHierarchy, readPotreeMetadata, readPotreeNode } from "../../io/potree/read.ts";
import { encodePointTile } from "../../io/tiles/tileset.ts";
import { countTiles, readTileset, refuseTiles } from "../input/tileset.ts";
import { DVLOD_NAMES, octantPath } from "../lod/files/nodes.ts";
import { describeTiles, tileOf } from "../lod/files/tiles.ts";
import { readAll } from "../shared/bytes.ts";
import { potreeTileset as tilesetOf } from "./potree.ts";
import { naming } from "../shared/naming.ts";
import type { Page } from "./site.ts";

/** Tiles, and what has to be served for them. */
export interface TileView {
  readonly title: string;
  /** Whether colors are those of points, or stand for heights. */
  readonly colorSource: "file" | "height";
  /** Least corner of the root in the coordinates of its files, if it is on the Earth. */
  readonly origin?: Triple;
  /** Numbers for people. */
  readonly facts: readonly (readonly [name: string, value: number])[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly folders: ReadonlyMap<string, string>;
  /** Makers of pages as they are asked for, by path. */
  readonly makers: ReadonlyMap<string, () => Page>;
}

/** Points of an octree of Potree as tiles, which are made as they are asked for. */
async function openPotree(folder: string): Promise<TileView> {
  const about = await naming(
    join(folder, "metadata.json"),
    async () => readPotreeMetadata(await Deno.readTextFile(join(folder, "metadata.json"))),
  );
  const list = await Deno.readFile(join(folder, "hierarchy.bin"));
  const nodes = naming(join(folder, "hierarchy.bin"), () => readPotreeHierarchy(list, about));
  const octree = join(folder, "octree.bin");
  const type = "model/gltf-binary";
  const filled = nodes.filter(({ points }) => points > 0);
  const makers = filled.map((node): [string, () => Page] => [
    `/data/tiles/${node.name}.glb`,
    () => {
      using file = Deno.openSync(octree);
      file.seekSync(node.offset, Deno.SeekMode.Start);
      // A list that is wrong may promise more than there is.
      const bytes = new Uint8Array(Math.min(node.bytes, file.statSync().size));
      readAll(file, bytes);
      return { type, body: encodePointTile(readPotreeNode(bytes, node, about)) };
    },
  ]);
  const points = nodes.reduce((sum, node) => sum + node.points, 0);
  if (points === 0) refuseTiles(folder, "it has no points");
  const levels = nodes.reduce((most, { name }) => Math.max(most, name.length), 0);
  const isColored = about.attributes.some(({ name }) => name === "rgb");
  return {
    title: basename(folder),
    colorSource: isColored ? "file" : "height",
    facts: [["points", points], ["tiles", nodes.length], ["levels", levels]],
    pages: new Map([[TILES_AT, { type: "application/json", body: tilesetOf(nodes, about) }]]),
    folders: new Map(),
    makers: new Map(makers),
  };
}

/** Path of the tileset on the server. */
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
    if (await isFile("metadata.json")) return await openPotree(folder);
    refuseTiles(folder, "it has no tileset.json");
  }
  const { root, colorSource, origin } = await readTileset(folder);
  const [tiles, levels] = countTiles(root);
  return {
    title: basename(folder),
    colorSource,
    ...(origin === undefined ? {} : { origin }),
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
    () => ({ type, body: tileOf(tree.read(index), about).tile }),
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
