/**
 * Kinds of files that a command is given.
 *
 * @module
 */

import { basename, join } from "@std/path";
import {
  isDepthImage,
  isDvlod,
  isVolumeName,
  pointCloudFormat,
  type RawLayout,
  readNpz,
  readVolume,
} from "../../io/mod.ts";
import { isGzip } from "../../io/base/bytes.ts";
import { formatOfBytes } from "../../io/base/format.ts";
import { startOfGzip } from "../../io/base/inflate.ts";
import { VOLUME_FORMATS } from "../../io/formats.ts";
import { type ParsedArgs, UsageError } from "../shared/args.ts";
import { headOf } from "./cloud_file.ts";
import { statInput } from "./bytes.ts";
import { LIST_NAME } from "./depth_list.ts";
import { holdsGrids } from "./formats.ts";

/**
 * Kinds of files and folders: sparse grids, points and perhaps triangles, samples on a grid, points by level of
 * detail, or depth images.
 */
export type FileKind = "grids" | "points" | "volume" | "tiles" | "depth";

/** Lists of what is in a folder, and what that is. */
const LISTS: Readonly<Record<string, FileKind>> = {
  "tileset.json": "tiles",
  "metadata.json": "tiles",
  [LIST_NAME]: "depth",
};

/** The same in words. */
const WORDS: Readonly<Record<FileKind, string>> = {
  grids: "sparse grids",
  points: "points and meshes",
  volume: "volumes",
  tiles: "levels of detail",
  depth: "depth images",
};

/**
 * Refuses options that mean nothing for an input.
 *
 * @param parsed The command line.
 * @param kind What the input holds.
 * @param owners What each option goes with, of those that do not go with all.
 * @param hint What to tell the user along with an error.
 * @throws {UsageError} If there is one.
 */
export function checkOptions(
  parsed: ParsedArgs,
  kind: FileKind,
  owners: Readonly<Record<string, readonly FileKind[]>>,
  hint: string,
): void {
  for (const [name, kinds] of Object.entries(owners)) {
    if (kinds.includes(kind) || !parsed.flag(name)) continue;
    const words = kinds.map((one) => WORDS[one]).join(" or ");
    throw new UsageError(`Option "--${name}" goes with ${words} only`, hint);
  }
}

/** Whether an array of an NPZ file is a volume; else they are points, or should be. */
async function npzKind(path: string): Promise<FileKind> {
  const bytes = await Deno.readFile(path);
  const isRead = (promise: Promise<unknown>): Promise<boolean> =>
    promise.then(() => true, () => false);
  if (await isRead(readNpz(bytes))) return "points";
  return await isRead(readVolume(bytes)) ? "volume" : "points";
}

/** The first bytes of a file; none of a folder, or where nothing is: that is for who reads it to say. */
async function startOf(path: string): Promise<Uint8Array> {
  const isFolder = await statInput(path).then((info) => info.isDirectory, () => true);
  return isFolder ? new Uint8Array(0) : await headOf(path);
}

/** Whether a file holds sparse grids, by its name or by its first bytes. */
export async function holdsSparse(path: string): Promise<boolean> {
  return holdsGrids(path) || holdsGrids(path, await startOf(path));
}

/** Whether a file holds a volume, by its name or by its first bytes; what nothing tells does not. */
export async function holdsVolume(path: string): Promise<boolean> {
  if (isVolumeName(path)) return true;
  const start = await startOf(path);
  const head = isGzip(start) ? startOfGzip(start) : start;
  if (formatOfBytes(VOLUME_FORMATS, head) === undefined) return false;
  return await kindOf(path) === "volume";
}

/** The end of a file's name in small letters, with its dot. */
export function endingOf(path: string): string {
  return /\.[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? "";
}

/**
 * Finds out what a file or a folder holds: from its first bytes or its name, and a volume if these say nothing.
 *
 * @param path The file or folder.
 * @param layout How numbers lie in a file, if the user said so: it is a volume then.
 * @throws {Error} If there is none.
 */
export async function kindOf(path: string, layout: Partial<RawLayout> = {}): Promise<FileKind> {
  if (Object.keys(layout).length > 0) return "volume";
  const { isDirectory } = await statInput(path);
  if (isDirectory) {
    const hasCameras = await Deno.stat(join(path, LIST_NAME)).then(() => true, () => false);
    return hasCameras ? "depth" : "tiles";
  }
  const listed = LISTS[basename(path)];
  if (listed !== undefined) return listed;
  const head = await headOf(path);
  if (holdsGrids(path, head)) return "grids";
  if (isDvlod(head)) return "tiles";
  if (isVolumeName(path)) return "volume";
  const format = pointCloudFormat(head, path);
  if (format === "npz") return await npzKind(path);
  if (format !== undefined) return "points";
  return isDepthImage(head) ? "depth" : "volume";
}
