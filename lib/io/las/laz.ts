/**
 * Compressed LAS (LAZ) point clouds, COPC files included.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { finishLas, type LasColumnOptions } from "./points.ts";
import { readLazColumns } from "./laz_columns.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";
import { isCopc, readCopcNodes } from "./copc.ts";
import { isCompressed, isCut, isLasf } from "./header.ts";
import { NODE_SELECTION, selectsNodes } from "../base/octree_nodes.ts";

const NAMES = optionNames<LasColumnOptions>({ fields: "boolean" });

/**
 * Reads a LAZ file, point formats 0-3 and 6-8.
 *
 * Returns all points of a COPC file, in the order of its chunks. The result is that of {@linkcode readLas} for the
 * uncompressed file. The decoder (laz-perf, WebAssembly) is loaded when it is first needed; in Deno that takes neither
 * network nor read permission, and {@linkcode useLazPerf} is for browsers. Decoding cannot be interrupted: about 0.1 s per 100 000 points.
 *
 * @param bytes The whole file.
 * @param options Which additional columns to read.
 * @returns The points, with intensities, classes and, if the format has them, colors.
 * @throws {FormatError} If the file is truncated, uncompressed or inconsistent, or if the decoder does not support the
 * point format (4, 5, 9, 10: wave packets).
 * @see ASPRS LAS 1.4 R16 and the LASzip specification
 * @category Point clouds
 */
export async function readLaz(
  bytes: Uint8Array,
  options: LasColumnOptions = {},
): Promise<PointCloud> {
  checkOptions("readLaz", options, NAMES);
  const { header, columns } = await readLazColumns(bytes, options);
  return finishLas(header, columns);
}

/** LAZ among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"laz"> = {
  name: "laz",
  title: "LAZ",
  nodes: { title: "COPC", has: isCopc },
  extensions: [".laz"],
  compressed: true,
  matches: (start) => isLasf(start) && (isCut(start) || isCompressed(start)),
  // As a whole a COPC file is a LAZ file, whatever became of its hierarchy since it was made.
  read: (bytes, options) =>
    selectsNodes(options)
      ? readCopcNodes(bytes, pickOptions(options, [...NODE_SELECTION, "fields"]))
      : readLaz(bytes, pickOptions(options, ["fields"])),
};
