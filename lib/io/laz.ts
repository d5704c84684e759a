/**
 * Compressed LAS (LAZ) point clouds, COPC files included.
 *
 * @module
 */
import {
  allocateLasColumns,
  finishLas,
  type LasColumnOptions,
  unpackLasRecords,
} from "./_las_points.ts";
import { readLazChunks } from "./_laz_chunks.ts";
import { makeLazDecoder } from "./_laz_perf.ts";
import { FormatError } from "./errors.ts";
import { readLasHeader } from "./las_header.ts";
import type { PointCloud } from "./point_cloud.ts";

/**
 * Reads a LAZ file, point formats 0-3 and 6-8.
 *
 * All points of a COPC file are given, in the order of its chunks. The result is what
 * {@linkcode readLas} gives for the uncompressed file. The decoder (laz-perf, WebAssembly) is loaded
 * on first use from the import graph, so neither network nor read permission is needed. Decoding is
 * not interrupted: about 0.1 s per 100 000 points.
 *
 * @param bytes The whole file.
 * @param options Which columns are read besides.
 * @returns The points, with intensities, classes and, where the format has them, colours.
 * @throws {FormatError} If the file is truncated, not compressed or contradicts itself, or if the
 * point format is one that the decoder does not know (4, 5, 9, 10: wave packets).
 * @see ASPRS LAS 1.4 R16 and the LASzip specification
 */
export async function readLaz(
  bytes: Uint8Array,
  options: LasColumnOptions = {},
): Promise<PointCloud> {
  const header = readLasHeader(bytes);
  if (!header.compressed) {
    throw new FormatError("LAZ", "the point data is not compressed, this is a LAS file", {
      offset: 104,
    });
  }
  const chunks = readLazChunks(bytes, header);
  const columns = allocateLasColumns(header, options);
  const { pointFormat, recordLength } = header;
  const decoder = await makeLazDecoder();
  let first = 0;
  for (const { at, length, count } of chunks) {
    const chunk = { bytes: bytes.subarray(at, at + length), pointFormat, recordLength, count };
    try {
      decoder.decode(chunk, (records, run) => {
        unpackLasRecords(header, { records, count: run, first }, columns);
        first += run;
      });
    } catch (cause) {
      throw new FormatError("LAZ", `the chunk at byte ${at} cannot be decoded`, {
        offset: at,
        cause,
      });
    }
  }
  return finishLas(header, columns);
}
