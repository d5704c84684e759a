/**
 * Point clouds as commands take them: files of any format that is known.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import type { ByteSource, PointCloud, ReadPointCloudOptions } from "../../io/mod.ts";
import { type OptionSpec, type ParsedArgs, UsageError } from "../shared/args.ts";
import { naming } from "../shared/naming.ts";
import { openInput, readInput, statInput } from "./bytes.ts";

/** The option of commands that can read a part of a point cloud. */
export const LEVELS_OPTION: OptionSpec = {
  kind: "count",
  value: "N",
  help: "number of levels to read from a COPC file or ept.json, coarsest first (all)",
};

/** No octree has more. */
export const MOST_LEVELS = 32;

/** As many bytes as formats need to be known. */
const HEAD_BYTES = 512;

/** Which points of a file are read. */
export interface CloudFileOptions extends Pick<ReadPointCloudOptions, "nonFinite" | "fields"> {
  /** Number of levels of an octree that are read, from the coarsest. */
  readonly levels?: number | undefined;
}

/** The first bytes of a file, of which its format may be known. */
export async function headOf(path: string): Promise<Uint8Array> {
  using file = await openInput(path);
  return await readHead(file);
}

/** Whether a file is a COPC file. */
export async function isCopcFile(path: string): Promise<boolean> {
  using file = await openInput(path);
  const { isCopc } = await import("../../io/mod.ts");
  return isCopc(await readHead(file));
}

/**
 * Reads a point cloud; its format is known by its name or its first bytes.
 *
 * Of COPC and EPT only the wanted nodes are read.
 *
 * @throws {Error} If there is no such file.
 */
export async function readCloudFile(
  path: string,
  { levels, nonFinite = "keep", fields = false }: CloudFileOptions = {},
): Promise<PointCloud> {
  const { isDirectory } = await statInput(path);
  if (isDirectory) throw new Error(`Cannot read "${path}": it is a folder, a file expected`);
  // Readers of all formats take a while to load.
  const { readCopcNodes, readPointCloud } = await import("../../io/mod.ts");
  const selection = levels === undefined ? {} : { maxDepth: levels - 1 };
  if (levels !== undefined && await isCopcFile(path)) {
    using file = await openInput(path);
    return await naming(path, () => readCopcNodes(file, { ...selection, fields }));
  }
  const readFile = (part: string): Promise<Uint8Array> => Deno.readFile(join(dirname(path), part));
  const options = { ...selection, nonFinite, fields, name: path, readFile };
  const bytes = await readInput(path);
  return await naming(path, () => readPointCloud(bytes, options));
}

/** The number of levels that a command line asks for. */
export function readLevels(parsed: ParsedArgs, hint: string): { readonly levels?: number } {
  const levels = parsed.number("levels");
  if (levels === undefined) return {};
  if (levels <= MOST_LEVELS) return { levels };
  throw new UsageError(`Option "--levels" takes 1 to ${MOST_LEVELS}, not ${levels}`, hint);
}

async function readHead(file: ByteSource): Promise<Uint8Array> {
  return await file.read(0, Math.min(HEAD_BYTES, file.size));
}
