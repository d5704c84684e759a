/**
 * LAZ chunks decoded into columns.
 *
 * @module
 */
import {
  type AllLasColumns,
  allocateLasColumns,
  type LasColumnOptions,
  unpackLasRecords,
} from "./points.ts";
import { type LazChunk, readLazChunks } from "./_laz_chunks.ts";
import { type LazDecoder, makeLazDecoder } from "./laz_perf.ts";
import { checkBytes } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import { type LasHeader, readLasHeader, readLasStart } from "./header.ts";

/** A LAZ file before its coordinates are scaled. */
export interface LazColumns {
  readonly header: LasHeader;
  readonly columns: AllLasColumns;
}

/** Reads all points of a LAZ file. */
export async function readLazColumns(
  bytes: Uint8Array,
  options: LasColumnOptions = {},
): Promise<LazColumns> {
  checkBytes(bytes);
  const start = readLasStart(bytes, bytes.length);
  if (!start.compressed) {
    throw new FormatError("LAZ", "the point data is not compressed, this is a LAS file", {
      offset: 104,
    });
  }
  // Chunks first: of a file that is cut off they tell more than the records behind them.
  const chunks = readLazChunks(bytes, start);
  const header = readLasHeader(bytes);
  const columns = allocateLasColumns(header, options);
  const decoder = await makeLazDecoder();
  let first = 0;
  for (const chunk of chunks) {
    const data = bytes.subarray(chunk.at, chunk.at + chunk.length);
    decodeChunk(decoder, header, { chunk, data, first }, columns);
    first += chunk.count;
  }
  return { header, columns };
}

/** A chunk, its bytes and the row of its first point. */
export interface ChunkRun {
  readonly chunk: LazChunk;
  readonly data: Uint8Array;
  readonly first: number;
}

/** Decodes one chunk that has been checked. After an error the decoder is not to be used again. */
export function decodeChunk(
  decoder: LazDecoder,
  header: LasHeader,
  { chunk: { at, count }, data, first }: ChunkRun,
  columns: AllLasColumns,
): void {
  const { pointFormat, recordLength } = header;
  let row = first;
  try {
    decoder.decode({ bytes: data, pointFormat, recordLength, count }, (records, run) => {
      unpackLasRecords(header, { records, count: run, first: row }, columns);
      row += run;
    });
  } catch (cause) {
    throw new FormatError("LAZ", `the chunk at byte ${at} cannot be decoded`, {
      offset: at,
      cause,
    });
  }
}
