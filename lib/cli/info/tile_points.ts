/**
 * Points and voxels of 3D Tiles, counted by what their contents say of themselves.
 *
 * @module
 */

import { join } from "@std/path";
import { isObject } from "../../io/base/json.ts";
import type { TileNode } from "../input/tileset.ts";

/** Counts of the contents of tiles. */
export interface TileCounts {
  /** Points of tiles that nothing replaces. */
  readonly points: number;
  /** Points of tiles that are replaced by their children, where there are some. */
  readonly voxels?: number;
}

/** Bytes before the JSON of binary glTF. */
const HEAD_BYTES = 20;

/** Longest description that is read: tiles of points need a few hundred bytes. */
const MOST_BYTES = 1 << 24;

/**
 * Counts the points of a folder's tiles.
 *
 * @param folder The folder.
 * @param root The root of its tiles.
 * @returns The counts; nothing where a content is no binary glTF in the folder.
 */
export async function countPoints(
  folder: string,
  root: TileNode,
): Promise<TileCounts | undefined> {
  let [points, voxels] = [0, 0];
  const waiting = [{ tile: root, isAdded: false }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { children = [], content, refine } = one.tile;
    const isAdded = refine === undefined ? one.isAdded : refine === "ADD";
    for (const child of children) waiting.push({ tile: child, isAdded });
    if (content === undefined) continue;
    const uri = isObject(content) ? content.uri : undefined;
    const isOwn = typeof uri === "string" && /^(?!\/)[^:?#\\]+\.glb$/.test(uri) &&
      !uri.split("/").includes("..");
    const count = isOwn ? await pointsIn(join(folder, uri)) : undefined;
    if (count === undefined) return undefined;
    if (children.length === 0 || isAdded) points += count;
    else voxels += count;
  }
  return { points, ...(voxels > 0 ? { voxels } : {}) };
}

/** The points of a file in binary glTF, by its description alone. */
async function pointsIn(path: string): Promise<number | undefined> {
  try {
    using file = await Deno.open(path);
    const head = await readPart(file, HEAD_BYTES);
    if (new TextDecoder().decode(head.subarray(0, 4)) !== "glTF") return undefined;
    const length = new DataView(head.buffer).getUint32(12, true);
    if (length > MOST_BYTES) return undefined;
    const gltf = JSON.parse(new TextDecoder().decode(await readPart(file, length)));
    return countIn(gltf);
  } catch (error) {
    const isOdd = error instanceof Deno.errors.NotFound || error instanceof SyntaxError ||
      error instanceof RangeError || error instanceof Deno.errors.NotADirectory;
    if (isOdd) return undefined;
    throw error;
  }
}

/** Vertices of all meshes of a description, which may hold anything. */
function countIn(gltf: unknown): number | undefined {
  const { meshes, accessors } = isObject(gltf) ? gltf : {};
  if (!Array.isArray(meshes) || !Array.isArray(accessors)) return undefined;
  let sum = 0;
  for (const mesh of meshes) {
    const { primitives } = isObject(mesh) ? mesh : {};
    for (const primitive of Array.isArray(primitives) ? primitives : []) {
      const { attributes } = isObject(primitive) ? primitive : {};
      const place = isObject(attributes) ? attributes.POSITION : undefined;
      const accessor: unknown = typeof place === "number" ? accessors[place] : undefined;
      const count = isObject(accessor) ? accessor.count : undefined;
      if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 0) return undefined;
      sum += count;
    }
  }
  return sum;
}

async function readPart(file: Deno.FsFile, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const own = await file.read(bytes.subarray(at));
    if (own === null) throw new RangeError("Cannot read: a file of a tile is cut");
    at += own;
  }
  return bytes;
}
