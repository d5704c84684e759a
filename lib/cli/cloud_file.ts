/**
 * Point clouds as commands take them: files of any format that is known.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import {
  type PointCloud,
  pointCloudFormat,
  readPointCloud,
  type ReadPointCloudOptions,
} from "../io/mod.ts";

/** What a point cloud can be, for the help of commands. */
export const CLOUD_FORMATS: string =
  "LAS, LAZ, COPC, E57, PLY, PCD, OBJ, KITTI (.bin), XYZ (.xyz, .txt, .csv, .asc), PTS, PTX or ept.json";

/** As many bytes as formats need to be known. */
const HEAD_BYTES = 128;

/** Whether a file is a point cloud, by its name or its first bytes. */
export async function isCloudFile(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  const head = new Uint8Array(HEAD_BYTES);
  const held = await file.read(head) ?? 0;
  return pointCloudFormat(head.subarray(0, held), path) !== undefined;
}

/** Reads a point cloud; its format is known by its name or its first bytes. */
export async function readCloudFile(
  path: string,
  options: ReadPointCloudOptions = {},
): Promise<PointCloud> {
  const readFile = (part: string): Promise<Uint8Array> => Deno.readFile(join(dirname(path), part));
  return await readPointCloud(await Deno.readFile(path), { ...options, name: path, readFile });
}
