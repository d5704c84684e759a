/**
 * What is in a file that a command was given.
 *
 * @module
 */

import { isNvdb, isVolumeName } from "../io/mod.ts";

/** What a file may hold: sparse grids, points and perhaps triangles, or samples on a grid. */
export type FileKind = "grids" | "points" | "volume";

/** The end of a file's name in small letters, with its dot; .gz does not count. */
export function endingOf(path: string): string {
  return /\.[^./\\]*$/.exec(path.toLowerCase().replace(/\.gz$/, ""))?.[0] ?? "";
}

const POINTS = new Set([".las", ".laz", ".ply", ".obj", ".glb", ".bin"]);

/**
 * Finds out what a file holds: from its first bytes or its name, and a volume if these say nothing.
 *
 * @param path The file.
 */
export async function kindOf(path: string): Promise<FileKind> {
  const head = await headOf(path);
  const mark = String.fromCharCode(...head);
  if (isNvdb(head) || endingOf(path) === ".nvdb") return "grids";
  if (isVolumeName(path)) return "volume";
  if (["LASF", "ply", "glTF"].some((one) => mark.startsWith(one))) return "points";
  return POINTS.has(endingOf(path)) ? "points" : "volume";
}

async function headOf(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const head = new Uint8Array(8);
  const length = await file.read(head);
  return head.subarray(0, length ?? 0);
}
