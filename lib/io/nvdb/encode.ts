/**
 * NanoVDB writer.
 *
 * @module
 */
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { joinBytes } from "../base/mesh.ts";
import { zlibFor } from "../base/platform.ts";
import { headChecksum, NO_CHECKSUM, tailChecksum } from "./_checksum.ts";
import { nameKey } from "./_header.ts";
import { planGrid, writeGrid } from "./_grid.ts";
import { checkGridKinds } from "./_checks.ts";
import { contentOf, type NvdbGridInput, refuseNvdb } from "./input.ts";
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
} from "./layout.ts";
import { checkArray } from "../../../ffi/base/checks.ts";

/**
 * Settings of {@linkcode encodeNvdb}.
 *
 * @category Sparse grids
 */
export interface EncodeNvdbOptions {
  /**
   * Compression of grids; many programs can read only "none".
   *
   * @default {"none"}
   */
  readonly codec?: "none" | "zip";
  /**
   * Parts that checksums cover: nothing, the headers of grid and tree, or everything.
   *
   * @default {"full"}
   */
  readonly checksum?: "none" | "partial" | "full";
  /**
   * Alignment of each grid in the file, a power of two up to 65536, so that it can be used in place once the file is
   * mapped to memory; 4096 is a page. Compressed grids are not aligned.
   *
   * @default {1}
   */
  readonly align?: number;
}

/** Grids of a segment, which counts them in 16 bits. */
const MOST_GRIDS = 65535;

const NAMES = optionNames<EncodeNvdbOptions>({ codec: true, checksum: true, align: true });

/**
 * Encodes grids as a NanoVDB file of version 32.9.2. `gridToNvdb` makes its input from a batch on a device.
 *
 * Programs with NanoVDB older than 32.7, such as the one in Debian 12, reject files of later versions by their magic
 * number.
 *
 * Nodes are those that NanoVDB makes from the same voxels, in its order, with bounds, and with the minimum, maximum,
 * mean and standard deviation of the active values below each (for vectors, of their squared lengths). In a level set,
 * inactive voxels get the sign of the side that they are on.
 *
 * @param grids The grids to write.
 * @param options Compression, checksums and alignment.
 * @returns The bytes of the file.
 * @throws {RangeError} If voxels are listed twice, tiles overlap, arrays do not match, or an option is wrong.
 * @throws {TypeError} If a part of a grid is of another kind, or values are not of the type of the grid.
 * @category Sparse grids
 *
 * @example An index grid with colors
 * ```ts
 * import { encodeNvdb, nvdbFeatures, readNvdb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const columns = [{ name: "color", values: Uint8Array.of(1, 2, 3, 4, 5, 6), channels: 3 }];
 * const ijk = new Int32Array([9, 0, 0, 0, 0, 0]);
 * const [grid] = readNvdb(encodeNvdb([{ type: "onIndex", ijk, columns, voxelSize: 0.1 }]));
 * if (grid !== undefined) assertEquals([...nvdbFeatures(grid)[0]?.values ?? []], [4, 5, 6, 1, 2, 3]);
 * ```
 */
export function encodeNvdb(
  grids: readonly NvdbGridInput[],
  options: EncodeNvdbOptions = {},
): Uint8Array<ArrayBuffer> {
  const { codec = "none", checksum = "full", align = 1 } = checkOptions(
    "encodeNvdb",
    options,
    NAMES,
  );
  if (codec !== "none" && codec !== "zip") refuseNvdb(`codec is "${codec}", none or zip expected`);
  if (!(align >= 1 && align <= 65536 && Number.isInteger(Math.log2(align)))) {
    refuseNvdb(`align is ${align}, a power of two up to 65536 expected`);
  }
  checkArray({ operator: "encode NanoVDB", name: "grids" }, grids);
  grids.forEach(checkGridKinds);
  if (grids.length === 0) refuseNvdb("there are no grids");
  // Only a grid of its own segment can be anywhere.
  const perSegment = align > 1 ? 1 : MOST_GRIDS;
  const segments: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (let first = 0; first < grids.length; first += perSegment) {
    const some = grids.slice(first, first + perSegment);
    const segment = encodeSegment(some, { codec, checksum, align, at });
    segments.push(segment);
    at += segment.length;
  }
  const [only] = segments;
  return segments.length === 1 && only !== undefined ? only : joinBytes(segments);
}

function encodeSegment(
  grids: readonly NvdbGridInput[],
  { codec, checksum, align, at }: Required<EncodeNvdbOptions> & { readonly at: number },
): Uint8Array<ArrayBuffer> {
  const planned = grids.map((grid) => planGrid(contentOf(grid)));
  const isPacked = codec === "zip";
  const plain = planned.reduce(
    (sum, { content: { name } }) => sum + FILE_GRID_BYTES + name.length + 1,
    FILE_HEADER_BYTES,
  );
  // Readers stop at the first NUL of a name, however long it is said to be.
  const padding = isPacked ? 0 : upTo(at + plain, align) - at - plain;
  const front = plain + padding;
  // Grids are written where they stay, unless they are packed.
  const inPlace = isPacked ? 0 : planned.reduce((sum, { bytes }) => sum + bytes, 0);
  const file = new Uint8Array(front + inPlace);
  const view = new DataView(file.buffer);
  const codecNumber = NVDB_CODECS.indexOf(codec);
  [NANO, VDB2, WRITTEN_VERSION].forEach((word, n) => view.setUint32(4 * n, word, true));
  view.setUint16(12, grids.length, true);
  view.setUint16(14, codecNumber, true);
  let [saidAt, gridAt] = [FILE_HEADER_BYTES, front];
  const packed = planned.map((grid, index) => {
    const { content: { name }, bytes } = grid;
    const room = isPacked ? new Uint8Array(bytes) : file.subarray(gridAt, gridAt + bytes);
    gridAt += bytes;
    writeGrid(grid, room);
    sign(room, { index, count: grids.length, checksum });
    const payload = isPacked ? zip(room) : room;
    const isLast = index === grids.length - 1;
    const nameBytes = name.length + 1 + (isLast ? padding : 0);
    const said = file.subarray(saidAt, saidAt + FILE_GRID_BYTES + nameBytes);
    saidAt += said.length;
    describe(said, room, { name, fileBytes: payload.length, codecNumber, nameBytes });
    return payload;
  });
  return isPacked ? joinBytes([file, ...packed]) : file;
}

/** Writes which grid of its buffer one is, and its checksums. */
function sign(
  bytes: Uint8Array<ArrayBuffer>,
  { index, count, checksum }: {
    readonly index: number;
    readonly count: number;
    readonly checksum: "none" | "partial" | "full";
  },
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(24, index, true);
  view.setUint32(28, count, true);
  view.setUint32(8, checksum === "none" ? NO_CHECKSUM : headChecksum(bytes), true);
  view.setUint32(12, checksum === "full" ? tailChecksum(bytes) : NO_CHECKSUM, true);
}

/** Packs a grid; its packed length goes first. */
function zip(bytes: Uint8Array): Uint8Array {
  const packed = zlibFor("encode NanoVDB").deflateSync(bytes);
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(packed.length), true);
  return joinBytes([new Uint8Array(length.buffer), packed]);
}

/** Writes what a segment says of a grid, all of which the grid says too. */
function describe(
  said: Uint8Array<ArrayBuffer>,
  grid: Uint8Array,
  { name, fileBytes, codecNumber, nameBytes }: {
    readonly name: Uint8Array;
    readonly fileBytes: number;
    readonly codecNumber: number;
    readonly nameBytes: number;
  },
): void {
  const view = new DataView(said.buffer, said.byteOffset, said.byteLength);
  const copy = (from: number, length: number, to: number): void =>
    said.set(grid.subarray(from, from + length), to);
  copy(32, 8, 0); // bytes of the grid
  view.setBigUint64(8, BigInt(fileBytes), true);
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
  said.set(name, FILE_GRID_BYTES);
}
