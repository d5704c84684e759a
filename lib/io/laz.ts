/**
 * Compressed LAS (LAZ) point clouds, COPC files included.
 *
 * @module
 */
import { checkOptions, optionNames } from "../core/options.ts";
import { finishLas, type LasColumnOptions } from "./_las_points.ts";
import { readLazColumns } from "./_laz_columns.ts";
import type { PointCloud } from "./point_cloud.ts";

const NAMES = optionNames<LasColumnOptions>({ fields: "boolean" });

/**
 * Reads a LAZ file, point formats 0-3 and 6-8.
 *
 * Returns all points of a COPC file, in the order of its chunks. The result is that of {@linkcode readLas} for the
 * uncompressed file. The decoder (laz-perf, WebAssembly) is loaded on first use from the import graph, so neither
 * network nor read permission is needed. Decoding cannot be interrupted: about 0.1 s per 100 000 points.
 *
 * @param bytes The whole file.
 * @param options Which additional columns to read.
 * @returns The points, with intensities, classes and, if the format has them, colours.
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
