/**
 * The coordinate system of point clouds.
 *
 * @module
 */

import { crsOfRecords } from "../../../io/las/crs.ts";
import { lasFrontBytes, readLasStart } from "../../../io/las/header.ts";

/**
 * The definition of the coordinate system that all files have.
 *
 * @param paths The files, of which the headers of LAS and LAZ files tell one.
 * @returns Its WKT; nothing if a file has none, or another one.
 */
export async function projectionOf(
  paths: readonly string[],
): Promise<{ readonly projection?: string }> {
  const found = new Set<string | undefined>();
  for (const path of paths) found.add(await wktOf(path));
  const [projection] = found;
  return found.size === 1 && projection !== undefined ? { projection } : {};
}

async function wktOf(path: string): Promise<string | undefined> {
  if (!/\.la[sz]$/i.test(path)) return undefined;
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const head = await readStart(file, 100);
  if (head.length < 100) return undefined;
  const front = await readStart(file, Math.min(size, lasFrontBytes(head)));
  return crsOfRecords(readLasStart(front, size).vlrs)?.wkt;
}

async function readStart(file: Deno.FsFile, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  await file.seek(0, Deno.SeekMode.Start);
  let held = 0;
  while (held < length) {
    const now = await file.read(bytes.subarray(held));
    if (now === null) break;
    held += now;
  }
  return bytes.subarray(0, held);
}
