/**
 * NanoVDB files, written.
 *
 * @module
 */
import { deflateSync } from "node:zlib";
import { joinBytes } from "./_mesh.ts";
import { headChecksum, NO_CHECKSUM, tailChecksum } from "./_nvdb_checksum.ts";
import { nameKey } from "./_nvdb_header.ts";
import { writeGrid } from "./_nvdb_grid.ts";
import { contentOf, type NvdbGridInput, refuseNvdb } from "./_nvdb_input.ts";
import {
  FILE_GRID_BYTES,
  FILE_HEADER_BYTES,
  GRID_BYTES,
  NANO,
  NVDB_CODECS,
  ROOT_AT,
  upTo,
  VDB2,
  WRITTEN_VERSION,
} from "./_nvdb_layout.ts";

/** Settings of {@linkcode encodeNvdb}. */
export interface EncodeNvdbOptions {
  /**
   * How grids are compressed; many programs read "none" only.
   *
   * @default {"none"}
   */
  readonly codec?: "none" | "zip";
  /**
   * What gets checksums: nothing, what is said of the nodes, or these too.
   *
   * @default {"full"}
   */
  readonly checksum?: "none" | "partial" | "full";
  /**
   * What the place of each grid in the file is a multiple of, a power of two up to 65536, so that it can be used where it
   * is once the file is mapped to memory; 4096 is a page. Compressed grids are not aligned.
   *
   * @default {1}
   */
  readonly align?: number;
}

/** Grids of a segment, which counts them in 16 bits. */
const MOST_GRIDS = 65535;

/**
 * Encodes grids as a NanoVDB file of version 32.9.2.
 *
 * Nodes are those that NanoVDB makes of the same voxels, in its order, with bounds, and with the least and greatest
 * value, the mean and the deviation of the active values below each (those of vectors are of squares of lengths). In a
 * level set, voxels that are not active get the sign of the side that they are on.
 *
 * @param grids What to write.
 * @param options Compression, checksums and alignment.
 * @returns The bytes of the file.
 * @throws {RangeError} If voxels are listed twice, tiles overlap, arrays do not fit together, or an option is wrong.
 * @throws {TypeError} If values are not of the type of the grid.
 *
 * @example An index grid with colours
 * ```ts
 * import { encodeNvdb, nvdbFeatures, readNvdb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const columns = [{ name: "colour", values: Uint8Array.of(1, 2, 3, 4, 5, 6), channels: 3 }];
 * const ijk = new Int32Array([9, 0, 0, 0, 0, 0]);
 * const [grid] = readNvdb(encodeNvdb([{ type: "onIndex", ijk, columns, voxelSize: 0.1 }]));
 * if (grid !== undefined) assertEquals([...nvdbFeatures(grid)[0]?.values ?? []], [4, 5, 6, 1, 2, 3]);
 * ```
 */
export function encodeNvdb(
  grids: readonly NvdbGridInput[],
  { codec = "none", checksum = "full", align = 1 }: EncodeNvdbOptions = {},
): Uint8Array<ArrayBuffer> {
  if (codec !== "none" && codec !== "zip") refuseNvdb(`codec is "${codec}", none or zip expected`);
  if (!(align >= 1 && align <= 65536 && Number.isInteger(Math.log2(align)))) {
    refuseNvdb(`align is ${align}, a power of two up to 65536 expected`);
  }
  if (grids.length === 0) refuseNvdb("there are no grids");
  // Only a grid of its own segment can be anywhere.
  const perSegment = align > 1 ? 1 : MOST_GRIDS;
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let first = 0; first < grids.length; first += perSegment) {
    const some = grids.slice(first, first + perSegment);
    const written = some.map((grid, index) =>
      encodeGrid(grid, { index, count: some.length, codec, checksum })
    );
    const segment = encodeSegment(written, { codec, align, at });
    parts.push(...segment);
    at += segment.reduce((sum, { length }) => sum + length, 0);
  }
  return joinBytes(parts);
}

/** A grid as it is in a file. */
interface WrittenGrid {
  /** The unpacked head of it. */
  readonly head: DataView;
  readonly name: Uint8Array;
  readonly payload: Uint8Array;
}

function encodeGrid(
  input: NvdbGridInput,
  { index, count, codec, checksum }: {
    readonly index: number;
    readonly count: number;
    readonly codec: "none" | "zip";
    readonly checksum: "none" | "partial" | "full";
  },
): WrittenGrid {
  const content = contentOf(input);
  const bytes = writeGrid(content);
  const view = new DataView(bytes.buffer);
  view.setUint32(24, index, true);
  view.setUint32(28, count, true);
  view.setUint32(8, checksum === "none" ? NO_CHECKSUM : headChecksum(bytes), true);
  view.setUint32(12, checksum === "full" ? tailChecksum(bytes) : NO_CHECKSUM, true);
  return {
    head: new DataView(bytes.buffer.slice(0, ROOT_AT + 24)),
    name: content.name,
    payload: codec === "none" ? bytes : zip(bytes),
  };
}

/** Packs a grid; its packed length goes first. */
function zip(bytes: Uint8Array): Uint8Array {
  const packed = deflateSync(bytes);
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(packed.length), true);
  return joinBytes([new Uint8Array(length.buffer), packed]);
}

function encodeSegment(
  grids: readonly WrittenGrid[],
  { codec, align, at }: {
    readonly codec: "none" | "zip";
    readonly align: number;
    readonly at: number;
  },
): Uint8Array[] {
  const codecNumber = NVDB_CODECS.indexOf(codec);
  const header = new DataView(new ArrayBuffer(FILE_HEADER_BYTES));
  [NANO, VDB2, WRITTEN_VERSION].forEach((word, n) => header.setUint32(4 * n, word, true));
  header.setUint16(12, grids.length, true);
  header.setUint16(14, codecNumber, true);
  const plain = grids.reduce(
    (sum, { name }) => sum + FILE_GRID_BYTES + name.length + 1,
    FILE_HEADER_BYTES,
  );
  // Readers stop at the first NUL of a name, however long it is said to be.
  const padding = codec === "none" ? upTo(at + plain, align) - at - plain : 0;
  const said = grids.map((grid, place) =>
    describe(grid, {
      codecNumber,
      nameBytes: grid.name.length + 1 + (place === grids.length - 1 ? padding : 0),
    })
  );
  return [new Uint8Array(header.buffer), ...said, ...grids.map(({ payload }) => payload)];
}

/** What a segment says of a grid, all of which the grid says too. */
function describe(
  { head, name, payload }: WrittenGrid,
  { codecNumber, nameBytes }: { readonly codecNumber: number; readonly nameBytes: number },
): Uint8Array {
  const bytes = new Uint8Array(FILE_GRID_BYTES + nameBytes);
  const view = new DataView(bytes.buffer);
  const copy = (from: number, length: number, to: number): void =>
    bytes.set(new Uint8Array(head.buffer, from, length), to);
  copy(32, 8, 0); // bytes of the grid
  view.setBigUint64(8, BigInt(payload.length), true);
  view.setBigUint64(16, nameKey(name), true);
  copy(GRID_BYTES + 56, 8, 24); // active voxels
  copy(636, 4, 32); // type
  copy(632, 4, 36); // class
  copy(560, 48, 40); // box in the world
  copy(ROOT_AT, 24, 88); // bounds
  copy(608, 24, 112); // voxel size
  view.setUint32(136, nameBytes, true);
  copy(GRID_BYTES + 32, 12, 140); // nodes
  view.setUint32(152, 1, true);
  copy(GRID_BYTES + 44, 12, 156); // tiles
  view.setUint16(168, codecNumber, true);
  copy(648, 2, 170); // blind data
  copy(16, 4, 172); // version
  bytes.set(name, FILE_GRID_BYTES);
  return bytes;
}
