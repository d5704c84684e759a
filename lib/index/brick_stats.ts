/**
 * Memory needs of bricked volumes, before they are built.
 *
 * @module
 */

import { BrickCounted } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Tensor, Triple } from "../core/mod.ts";
import { dtypeBytes } from "../core/dtype.ts";
import { callNative } from "../core/native_call.ts";
import { brickGrid } from "./base/bricks.ts";
import { checkIndexLayout, indexBytes, type IndexLayout } from "./base/shape.ts";
import {
  checkVoxels,
  nativeExtents,
  THRESHOLD_OPTIONS,
  thresholdBits,
  type ThresholdOptions,
  type Voxels,
  type VoxelType,
} from "./base/voxels.ts";

/**
 * Options for {@linkcode brickStats}.
 *
 * @category Bricks
 */
export interface BrickStatsOptions extends ThresholdOptions {
  /**
   * Layout of the index over the bricks.
   *
   * @default {"rank96"}
   */
  readonly layout?: IndexLayout;
}

/**
 * Memory needs for one brick size.
 *
 * @category Bricks
 */
export interface BrickCost {
  /** Voxels of a brick along each axis. */
  readonly edge: number;
  /** Bricks along x, y and z. */
  readonly grid: Triple;
  /** Number of bricks. */
  readonly bricks: number;
  /** Number of filled bricks. */
  readonly filled: number;
  /** Bytes of the voxels of the filled bricks. */
  readonly poolBytes: number;
  /** Bytes of the index over all bricks. */
  readonly indexBytes: number;
  /** Bytes of both. */
  readonly bytes: number;
  /** Bytes of the dense volume divided by these; below 1 if bricks do not save memory. */
  readonly ratio: number;
}

/**
 * Results of {@linkcode brickStats}.
 *
 * @category Bricks
 */
export interface BrickStats {
  /** Voxels along x, y and z. */
  readonly dims: Triple;
  /** Number of voxels. */
  readonly voxels: number;
  /** Number of voxels above the threshold. */
  readonly above: number;
  /** Bytes of the dense volume. */
  readonly denseBytes: number;
  /** Whether the threshold is infinite: then all finite voxels are above it, or none is. */
  readonly degenerate: boolean;
  /** All sizes, edges 2 to 256. */
  readonly sizes: readonly BrickCost[];
  /** The size with the fewest bytes; of two equal ones the larger. */
  readonly best: BrickCost;
}

const NAMES = optionNames<BrickStatsOptions>({ ...THRESHOLD_OPTIONS, layout: true });

/**
 * Measures how much memory a volume needs in bricks of every size, without building any.
 *
 * The voxels are read once; all sizes are counted from their bits.
 *
 * @param volume Voxels, u8, u16, i16, f16 or f32 [z, y, x] or [x, y, z]; borrowed.
 * @param options Threshold, coverage, layout of the index, and the axes.
 * @returns Filled bricks and bytes for every size, and the size with the fewest bytes.
 * @throws {IndexError} If the threshold is NaN or not a possible voxel value (BAD_THRESHOLD), if voxels are NaN
 * (NAN_VOXELS), or if an extent is 0 or there are more than 2^40 voxels (EMPTY_DIMENSION, TOO_LARGE).
 * @throws {RangeError} If `volume` does not have three axes.
 * @throws {TypeError} If `volume` is of another type, or an option is unknown.
 * @determinism Same numbers on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016, bricked volumes.
 * @category Bricks
 *
 * @example One bright voxel
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickStats } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const voxels = new Uint8Array(9 * 9 * 9);
 * voxels[100] = 7;
 * using volume = tensor(voxels, { context, shape: [9, 9, 9] });
 * const { above, best } = brickStats(volume, { threshold: 0, layout: "paper" });
 * assertEquals([above, best.edge, best.filled, best.poolBytes], [1, 4, 1, 64]);
 * ```
 */
export function brickStats<D extends VoxelType>(
  volume: Tensor<D>,
  options: BrickStatsOptions,
): BrickStats {
  const operator = "brickStats";
  checkOptions(operator, options, NAMES);
  const voxels = checkVoxels(operator, volume, options);
  const { layout = "rank96" } = options;
  checkIndexLayout(operator, layout, { dims: [1], size: 1, bits: 1 });
  using bits = thresholdBits(voxels);
  return statsOf(voxels, bits, layout);
}

/** Counts the bricks of every size from the bits of voxels. */
export function countBricks(
  { operator, context, dims, rule }: Voxels,
  bits: Tensor<"i32">,
): number[] {
  const outCounts = new BigInt64Array(BrickCounted.COUNT);
  const { coverage } = rule;
  callNative(operator, context, (native, context) => {
    const given = { context, extents: nativeExtents(dims), bits: handleOf(bits.buffer) };
    return native.brickCount({ ...given, coverage, outCounts });
  });
  return Array.from(outCounts, Number);
}

/** Costs of bricks of every size. */
export function statsOf(voxels: Voxels, bits: Tensor<"i32">, layout: IndexLayout): BrickStats {
  const { dims, data, rule } = voxels;
  const [above = 0, ...filled] = countBricks(voxels, bits);
  const { threshold } = rule;
  return costsOf({ dims, bytes: dtypeBytes(data.dtype), above, filled, layout, threshold });
}

/** Counts, and what the bytes follow from. */
export interface Counted {
  readonly dims: Triple;
  /** Bytes of a voxel. */
  readonly bytes: number;
  /** Voxels above the threshold. */
  readonly above: number;
  /** Filled bricks of edge 2, 4, and so on. */
  readonly filled: readonly number[];
  readonly layout: IndexLayout;
  readonly threshold: number;
}

/** The costs of what was counted. */
export function costsOf({ dims, bytes, above, filled, layout, threshold }: Counted): BrickStats {
  const voxels = dims[0] * dims[1] * dims[2];
  const denseBytes = voxels * bytes;
  const sizes = filled.map((count, at): BrickCost => {
    const edge = 2 ** (at + 1);
    const grid = brickGrid(dims, edge);
    const bricks = grid[0] * grid[1] * grid[2];
    const { data, counters } = indexBytes(layout, { dims: [bricks], size: bricks, bits: 1 });
    const poolBytes = count * edge ** 3 * bytes;
    const own = { poolBytes, indexBytes: data + counters, bytes: poolBytes + data + counters };
    return { edge, grid, bricks, filled: count, ...own, ratio: denseBytes / own.bytes };
  });
  const best = sizes.reduce((least, size) => size.bytes <= least.bytes ? size : least);
  const degenerate = !Number.isFinite(threshold);
  return { dims, voxels, above, denseBytes, degenerate, sizes, best };
}
