/**
 * NanoVDB files: sparse voxel grids with values.
 *
 * @module
 */
import { countVoxels, ijkOfLeaves } from "../../core/leaves.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { type NvdbBlindData, readBlindData } from "./blind.ts";
import { checkSaidName, readGridHeader } from "./_header.ts";
import { type NvdbClass, type NvdbCodec, type NvdbType, ROOT_AT } from "./layout.ts";
import { formatVersion, gridsOfFile, type GridSource, isNvdb } from "./segments.ts";
import { walkTree } from "./_tree.ts";
import { readMasks, readValues, readValuesAt } from "./_values.ts";
import { checkClass, checkParts } from "../../../ffi/base/checks.ts";
import type { NrrdValues } from "../base/samples.ts";
import type { PointBounds, Triple } from "../cloud.ts";
import type { FileFormat } from "../base/format.ts";

/**
 * The active voxels of a grid, in leaves of 8^3, in the order of NanoVDB and of the rows of an index grid.
 *
 * @category Sparse grids
 */
export interface NvdbLeaves {
  /** The minimum corner of each leaf, multiples of 8, [leaves, 3]. */
  readonly origins: Int32Array<ArrayBuffer>;
  /**
   * One bit per voxel of each leaf, [leaves, 16]: voxel `64 x + 8 y + z` of a leaf is bit `n % 32` of word `n / 32`.
   */
  readonly masks: Uint32Array<ArrayBuffer>;
}

/**
 * Cubes whose voxels are all active and share one value.
 *
 * @category Sparse grids
 */
export interface NvdbTiles {
  /** The minimum corner of each tile, [tiles, 3]. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** Voxels of each tile along each axis, [tiles]: 8, 128 or 4096. */
  readonly sides: Uint16Array<ArrayBuffer>;
  /** The value of each tile, [tiles, channels]. */
  readonly values: NrrdValues;
}

/**
 * A grid of a NanoVDB file.
 *
 * @category Sparse grids
 */
export interface NvdbGrid {
  /** Its name, of any length; may be empty. */
  readonly name: string;
  /** The type of its values. */
  readonly type: NvdbType;
  /** Its class. */
  readonly gridClass: NvdbClass;
  /** Rows of the matrix from voxel space to world space: `world = matrix * ijk + origin`. */
  readonly matrix: readonly number[];
  /** World position of the center of voxel (0, 0, 0). */
  readonly origin: Triple;
  /** Lengths of the steps between voxels along i, j and k. */
  readonly voxelSize: Triple;
  /** Minimum and maximum active voxel along each axis, including tiles; undefined if there is none. */
  readonly bounds: PointBounds | undefined;
  /** Active voxels, including those of tiles. */
  readonly activeCount: number;
  /** Active voxels in leaves: rows of `values`. */
  readonly voxelCount: number;
  /** The active voxels with individual values. */
  readonly leaves: NvdbLeaves;
  /** The active voxels that share values; those of the root come first, then those of its children. */
  readonly tiles: NvdbTiles;
  /** Channels per value. */
  readonly channels: number;
  /**
   * The values of the voxels of `leaves`, [voxelCount, channels]. For a mask they are 1; for index grids, the index of
   * each voxel's value in the blind data; for points, the first point and the number of points.
   */
  readonly values: NrrdValues;
  /** The value of inactive voxels, [channels]. */
  readonly background: NrrdValues;
  /** Number of values that an index grid numbers, including the background; 0 for others. */
  readonly slotCount: number;
  /** Blind data. */
  readonly blind: readonly NvdbBlindData[];
  /** The version of NanoVDB that wrote it, such as "32.9.2". */
  readonly version: string;
  /** Its compression. */
  readonly codec: NvdbCodec;
  /** Parts that its checksums cover. */
  readonly checksum: "none" | "partial" | "full";
  /** Checksums that are wrong, a sentence for each; only with `strict` they are refused. */
  readonly warnings: readonly string[];
  /** Bytes of the grid in NanoVDB's memory layout. */
  readonly gridBytes: number;
  /** Bytes in the file. */
  readonly fileBytes: number;
  /** Upper nodes of 4096^3 voxels, lower nodes of 128^3 and leaves of 8^3. */
  readonly nodes: { readonly uppers: number; readonly lowers: number; readonly leaves: number };
}

/**
 * Settings of {@linkcode readNvdb}.
 *
 * @category Sparse grids
 */
export interface ReadNvdbOptions {
  /**
   * Whether to verify checksums, and refuse redundant fields that contradict each other.
   *
   * @default {true}
   */
  readonly verify?: boolean;
  /**
   * Whether to refuse wrong checksums. Otherwise they are told by `warnings`: some programs write files whose checksums
   * are those of an earlier state, and what readers rely on is checked in any case.
   *
   * @default {false}
   */
  readonly strict?: boolean;
}

const NAMES = optionNames<ReadNvdbOptions>({ verify: "boolean", strict: "boolean" });

/**
 * Reads a NanoVDB file (.nvdb), versions 32.x.
 *
 * Segments, compressed or not, and raw buffers are recognized by their first bytes; they may hold several grids. All
 * value types are read. Voxels are returned in the row order of an index grid of the same voxels, whatever the order of
 * the nodes in the file. Values of inactive voxels and tiles are dropped, except the background.
 *
 * @param bytes The whole file.
 * @param options Whether to verify checksums, and to refuse wrong ones.
 * @returns Its grids, in order; the caller owns the arrays.
 * @throws {FormatError} If the file is truncated or inconsistent, is not a NanoVDB file, or has another version.
 * @throws {TypeError} If the bytes or an option are of another kind.
 * @see K. Museth, "NanoVDB: A GPU-friendly and portable VDB data structure for real-time rendering and simulation",
 * SIGGRAPH Talks 2021.
 * @category Sparse grids
 *
 * @example Two voxels, written and read
 * ```ts
 * import { encodeNvdb, nvdbIjk, readNvdb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const ijk = new Int32Array([0, 0, 1, -5, 0, 0]);
 * const file = encodeNvdb([{ name: "density", type: "float", ijk, values: new Float32Array([0.5, 2]) }]);
 * const [grid] = readNvdb(file);
 * assertEquals([grid?.name, grid?.voxelCount], ["density", 2]);
 * if (grid !== undefined) assertEquals([...nvdbIjk(grid.leaves)], [-5, 0, 0, 0, 0, 1]);
 * assertEquals([...grid?.values ?? []], [2, 0.5]);
 * ```
 */
export function readNvdb(bytes: Uint8Array, options: ReadNvdbOptions = {}): NvdbGrid[] {
  const { verify = true, strict = false } = checkOptions("readNvdb", options, NAMES);
  return Array.from(gridsOfFile(bytes), (source) => readGrid(source, { verify, strict }));
}

function readGrid(source: GridSource, options: Required<ReadNvdbOptions>): NvdbGrid {
  const { verify } = options;
  const { bytes, said } = source;
  const header = readGridHeader(source, options);
  const { blind, longName } = readBlindData(bytes, header);
  const name = header.hasLongName ? longName ?? header.shortName : header.shortName;
  if (verify && said !== undefined) checkSaidName(said, name);
  const tree = walkTree(bytes, header);
  const masks = readMasks(bytes, header, tree);
  const voxelCount = countVoxels(masks);
  const inTiles = tree.tileSides.reduce((sum, side) => sum + side ** 3, 0);
  if (voxelCount + inTiles !== header.activeCount) {
    bytes.fail(
      `${voxelCount} voxels and ${inTiles} in tiles are active, ${header.activeCount} expected`,
      ROOT_AT - 8,
    );
  }
  const { type, gridClass, matrix, layout, bbox } = header;
  const [i0 = 0, j0 = 0, k0 = 0, i1 = 0, j1 = 0, k1 = 0] = bbox;
  const column = (axis: number): number =>
    Math.hypot(...[0, 3, 6].map((n) => matrix[n + axis] ?? 0));
  return {
    name,
    type,
    gridClass,
    matrix,
    origin: header.translation,
    voxelSize: [column(0), column(1), column(2)],
    bounds: header.activeCount === 0 ? undefined : { min: [i0, j0, k0], max: [i1, j1, k1] },
    activeCount: header.activeCount,
    voxelCount,
    leaves: { origins: tree.leafOrigins, masks },
    tiles: {
      origins: tree.tileOrigins,
      sides: tree.tileSides,
      values: readValuesAt(bytes, header, tree.tileAt),
    },
    channels: type === "point" ? 2 : layout.form.channels,
    values: readValues({ bytes, header, leafAt: tree.leafAt, masks, count: voxelCount }),
    background: readValuesAt(bytes, header, [ROOT_AT + layout.root.background]),
    slotCount: header.slotCount,
    blind,
    version: formatVersion(header.version),
    codec: source.codec,
    checksum: header.checksum,
    warnings: header.warnings,
    gridBytes: bytes.length,
    fileBytes: source.fileBytes,
    nodes: {
      uppers: header.uppers.count,
      lowers: header.lowers.count,
      leaves: header.leaves.count,
    },
  };
}

/**
 * Lists the voxels of leaves.
 *
 * @param leaves Leaves of a grid that was read.
 * @returns i, j, k interleaved, [voxels, 3], in the order of the values.
 * @throws {TypeError} If the leaves are of another kind.
 * @category Sparse grids
 */
export function nvdbIjk(leaves: NvdbLeaves): Int32Array<ArrayBuffer> {
  const operator = "nvdbIjk";
  checkParts({ operator, name: "leaves" }, leaves, "an object with origins and masks");
  const { origins, masks } = leaves;
  checkClass({ operator, name: "origins" }, origins, Int32Array);
  checkClass({ operator, name: "masks" }, masks, Uint32Array);
  return ijkOfLeaves(origins, masks);
}

/** NanoVDB among the formats of sparse grids. */
export const FORMAT: FileFormat<"nvdb", ReadNvdbOptions, NvdbGrid[]> = {
  name: "nvdb",
  title: "NanoVDB",
  extensions: [".nvdb"],
  matches: isNvdb,
  read: readNvdb,
};
