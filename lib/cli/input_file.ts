/**
 * What is in a file that a command was given.
 *
 * @module
 */

import { isNvdb, isVolumeName, pointCloudFormat } from "../io/mod.ts";
import { headOf } from "./cloud_file.ts";

/** What a file may hold: sparse grids, points and perhaps triangles, or samples on a grid. */
export type FileKind = "grids" | "points" | "volume";

/** The end of a file's name in small letters, with its dot. */
export function endingOf(path: string): string {
  return /\.[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? "";
}

/**
 * Finds out what a file holds: from its first bytes or its name, and a volume if these say nothing.
 *
 * @param path The file.
 */
export async function kindOf(path: string): Promise<FileKind> {
  const head = await headOf(path);
  if (isNvdb(head) || endingOf(path) === ".nvdb") return "grids";
  if (isVolumeName(path)) return "volume";
  return pointCloudFormat(head, path) === undefined ? "volume" : "points";
}
