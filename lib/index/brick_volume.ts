/**
 * Bricked volumes from dense ones.
 *
 * @module
 */

import type { BrickFillRequest } from "../../ffi/_generated/native.ts";
import type { CoverageForm as Coverage } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkOptions, type OptionKinds, optionNames } from "../../ffi/base/options.ts";
import { type Context, emptyTensor, fullTensor, type Tensor, type Triple } from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { callNative, computeTensor } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { type BrickFrame, brickGrid, BrickVolume, maskWords } from "./base/bricks.ts";
import { refuseIndex } from "./base/errors.ts";
import { emptyIndex, type SpatialIndex } from "./base/index.ts";
import { checkIndexLayout, indexBytes, type IndexLayout, type IndexShape } from "./base/shape.ts";
import {
  checkFill,
  checkVoxels,
  isVoxel,
  nativeExtents,
  THRESHOLD_OPTIONS,
  thresholdBits,
  type ThresholdOptions,
  voxelNotAbove,
  type Voxels,
  type VoxelType,
} from "./base/voxels.ts";
import { statsOf } from "./brick_stats.ts";
import { adoptBits, fromBits } from "./from_bits.ts";
import { describeValue } from "../../ffi/base/words.ts";

/**
 * Options for {@linkcode brickVolume}.
 *
 * @category Bricks
 */
export interface BrickVolumeOptions extends ThresholdOptions {
  /**
   * Voxels of a brick along each axis, a power of two from 2 to 256, or the size with the fewest bytes.
   *
   * @default {"best"}
   */
  readonly brick?: number | "best";
  /**
   * Layout of the index over the bricks.
   *
   * @default {"rank96", or "wide" with a table}
   */
  readonly layout?: IndexLayout;
  /**
   * Search for a brick in the pool: by its rank, which takes no memory, or by a table of 4 bytes per brick, which lets
   * edits add and remove bricks without moving others. With a table the layout is `wide`.
   *
   * @default {"rank"}
   */
  readonly slots?: "rank" | "table";
  /**
   * Value of voxels that are in no brick.
   *
   * @default {0, or the largest voxel value not above the threshold if that is smaller}
   */
  readonly fill?: number;
}

/** Names of those that are not about voxels. */
export const BRICK_OPTIONS: OptionKinds<Omit<BrickVolumeOptions, keyof ThresholdOptions>> = {
  brick: true,
  layout: true,
  slots: true,
  fill: true,
};

const NAMES = optionNames<BrickVolumeOptions>({ ...THRESHOLD_OPTIONS, ...BRICK_OPTIONS });

/**
 * Divides a dense volume into bricks and keeps those that hold a voxel above a threshold, in numerical order, with an
 * index to find them.
 *
 * Bricks of 2^k voxels per axis are 2^k - 1 apart, so each cell between eight voxels lies in one of them, and sampling
 * needs no neighbors; beyond the end of the volume the last voxel repeats. With `coverage: "cells"`, samples equal
 * those of the dense volume wherever one of the eight voxels is above the threshold.
 *
 * @typeParam D Element type of the voxels.
 * @param volume Voxels, u8, u16, i16, f16 or f32 [z, y, x] or [x, y, z]; borrowed.
 * @param options Threshold, size of the bricks, and how they are found.
 * @returns A new volume; the caller owns it.
 * @throws {IndexError} If the threshold is NaN or not a possible voxel value (BAD_THRESHOLD), if the edge is not a
 * power of two from 2 to 256 (BAD_BRICK), if voxels are NaN (NAN_VOXELS), if the fill value is out of range of the
 * voxel type, or not whole for integers (VALUE_RANGE), if an extent is 0 or there are more than 2^40 voxels
 * (EMPTY_DIMENSION, TOO_LARGE), or if a layout other than `wide` is requested with a table (CAPABILITY).
 * @throws {RangeError} If `volume` does not have three axes.
 * @throws {TypeError} If `volume` is of another type, or an option is unknown.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016, bricked volumes.
 * @category Bricks
 *
 * @example Two bricks of four
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 0, brick: 4 });
 * assertEquals([volume.bricks, volume.filled, volume.pool.shape], [3, 2, [2, 4, 4, 4]]);
 * const voxels = await volume.pool.read();
 * assertEquals([...voxels.slice(0, 4), ...voxels.slice(64, 68)], [9, 0, 0, 0, 0, 8, 8, 8]);
 * ```
 */
export function brickVolume<D extends VoxelType>(
  volume: Tensor<D>,
  options: BrickVolumeOptions,
): BrickVolume<D> {
  const operator = "brickVolume";
  checkOptions(operator, options, NAMES);
  const voxels = checkVoxels(operator, volume, options);
  const plan = checkPlan(operator, volume.dtype, options);
  using bits = thresholdBits(voxels);
  const edge = plan.edge ?? statsOf(voxels, bits, plan.layout).best.edge;
  const frame = frameOf(voxels.dims, edge, options, plan);
  using own = emptyBrickBits(voxels.context, frame.grid);
  const window = { dims: voxels.dims, layers: frame.grid[2], first: 0 };
  const filled = markBricks(voxels, bits, { frame, window, own });
  using pool = emptyPool(voxels.context, volume.dtype, filled, edge);
  fillPool(voxels, { frame, window, own, filled, pool });
  return assemble(operator, frame, { own, pool: pool as Tensor<D>, filled, plan });
}

/** Options of {@linkcode brickVolume} that are not about voxels, checked. */
export interface Plan {
  /** The edge of bricks, unless the best one is asked for. */
  readonly edge: number | undefined;
  readonly layout: IndexLayout;
  readonly table: boolean;
  readonly fill: number;
}

/** Refuses options that no volume has. */
export function checkPlan(operator: string, dtype: VoxelType, options: BrickVolumeOptions): Plan {
  const { brick = "best", slots = "rank", threshold } = options;
  if (slots !== "rank" && slots !== "table") {
    throw new TypeError(`Cannot run ${operator}: slots is ${slots}, rank or table expected`);
  }
  const table = slots === "table";
  const { layout = table ? "wide" : "rank96" } = options;
  checkIndexLayout(operator, layout, { dims: [1], size: 1, bits: 1 });
  if (table && layout !== "wide") {
    refuseIndex("CAPABILITY", operator, `layout ${layout} cannot be edited, a table is asked for`);
  }
  if (brick !== "best" && !(brick >= 2 && brick <= 256 && Number.isInteger(Math.log2(brick)))) {
    refuseIndex(
      "BAD_BRICK",
      operator,
      `brick is ${describeValue(brick)}, a power of two from 2 to 256 expected`,
    );
  }
  const fill = checkFill(operator, dtype, options.fill ?? lowest(dtype, threshold));
  return { edge: brick === "best" ? undefined : brick, layout, table, fill };
}

/** 0, or where the threshold is less, a voxel that is not above it. */
function lowest(dtype: VoxelType, threshold: number): number {
  return threshold < 0 && isVoxel(dtype, threshold) ? voxelNotAbove(dtype, threshold) : 0;
}

/** Shape and layout of a volume that is to be made. */
export function frameOf(
  dims: Triple,
  edge: number,
  { threshold, coverage = "cells" }: ThresholdOptions,
  { fill }: Plan,
): BrickFrame {
  return { dims, edge, grid: brickGrid(dims, edge), threshold, coverage, fill };
}

/** Slices of a volume: whole layers of bricks, and one slice more unless the volume ends. */
export interface Window {
  readonly dims: Triple;
  readonly layers: number;
  /** Number of the first brick. */
  readonly first: number;
}

/** Bits of all bricks, none of them set. */
export function emptyBrickBits(context: Context, grid: Triple): Tensor<"u8"> {
  return fullTensor([indexBytes("wide", shapeOf(grid)).data], 0, { context, dtype: "u8" });
}

/** Room for bricks; its contents are undefined. */
export function emptyPool<D extends VoxelType>(
  context: Context,
  dtype: D,
  places: number,
  edge: number,
): Tensor<D> {
  return emptyTensor([places, edge, edge, edge], { context, dtype });
}

function shapeOf([x, y, z]: Triple): IndexShape {
  const bricks = x * y * z;
  return { dims: [bricks], size: bricks, bits: 1 };
}

/** The native arguments for a window of a volume in bricks. */
function nativeWindow(
  context: Context,
  { grid, edge }: BrickFrame,
  { dims, layers, first }: Window,
): Pick<BrickFillRequest, "context" | "extents" | "log2Edge" | "layers" | "first" | "nBricks"> {
  return {
    context: handleOf(context),
    extents: nativeExtents(dims),
    log2Edge: Math.log2(edge),
    layers,
    first,
    nBricks: shapeOf(grid).size,
  };
}

/** Sets the bits of the bricks that voxels fill, and says how many they are. */
export function markBricks(
  { operator, context, rule }: { operator: string; context: Context; rule: { coverage: Coverage } },
  bits: Tensor<"i32">,
  { frame, window, own }: { frame: BrickFrame; window: Window; own: Tensor<"u8"> },
): number {
  const filled = new BigInt64Array(1);
  callNative(operator, context, (native) =>
    native.brickOccupancy({
      ...nativeWindow(context, frame, window),
      bits: handleOf(bits.buffer),
      coverage: rule.coverage,
      outBits: handleOf(own.buffer),
      outFilled: filled,
    }));
  return Number(filled[0]);
}

/** The target of {@linkcode fillPool}. */
export interface Filling {
  readonly frame: BrickFrame;
  readonly window: Window;
  readonly own: Tensor<"u8">;
  readonly filled: number;
  readonly pool: Tensor;
}

/** Copies the voxels of filled bricks to a pool. */
export function fillPool(
  { operator, context, data, rule }: Pick<Voxels, "operator" | "context" | "data" | "rule">,
  { frame, window, own, filled, pool }: Filling,
): void {
  callNative(operator, context, (native) =>
    native.brickFill({
      ...nativeWindow(context, frame, window),
      order: rule.order,
      voxels: handleOf(data.buffer),
      dtype: dtypeCode(data.dtype),
      bits: handleOf(own.buffer),
      filled,
      outPool: handleOf(pool.buffer),
    }));
}

/** Bits of bricks and their voxels, which go over to the volume. */
export interface Assembly<D extends VoxelType> {
  readonly own: Tensor<"u8">;
  readonly pool: Tensor<D>;
  readonly filled: number;
  readonly plan: Plan;
}

/** Makes the index, the masks and the table around bits and voxels. */
export function assemble<D extends VoxelType>(
  operator: string,
  frame: BrickFrame,
  { own, pool, filled, plan }: Assembly<D>,
): BrickVolume<D> {
  const { context } = own;
  if (plan.table) checkPlaces(operator, filled);
  using masks = emptyTensor([maskWords(frame.grid)], { context, dtype: "i64" });
  writeMasks(operator, frame, own, masks);
  using table = plan.table ? makeTable(operator, own, shapeOf(frame.grid).size) : undefined;
  const index = indexOfBricks(operator, own, shapeOf(frame.grid), plan.layout);
  return disposeOnError(index, () =>
    new BrickVolume<D>(frame, {
      index,
      table: table?.move(),
      masks: masks.move(),
      pool: pool.move(),
      filled,
    }));
}

/** Refuses more bricks than a table can tell apart. */
export function checkPlaces(operator: string, bricks: number): void {
  if (bricks < 2 ** 31) return;
  refuseIndex("TOO_LARGE", operator, `${bricks} bricks are filled, a table has fewer than 2^31`);
}

function indexOfBricks(
  operator: string,
  own: Tensor<"u8">,
  shape: IndexShape,
  layout: IndexLayout,
): SpatialIndex {
  if (layout === "wide") return adoptBits(own, { size: shape.size });
  using bits = own.slice(0, Math.ceil(shape.size / 8));
  return fromBits(operator, bits, emptyIndex(own.context, layout, shape));
}

/** Writes the masks of a volume from the bits of its bricks. */
export function writeMasks(
  operator: string,
  { dims, edge }: BrickFrame,
  own: Tensor<"u8">,
  masks: Tensor<"i64">,
): void {
  callNative(operator, own.context, (native, context) =>
    native.brickMasks({
      context,
      extents: nativeExtents(dims),
      log2Edge: Math.log2(edge),
      bits: handleOf(own.buffer),
      outMasks: handleOf(masks.buffer),
    }));
}

function makeTable(operator: string, own: Tensor<"u8">, bricks: number): Tensor<"i32"> {
  const layout = { operator, context: own.context, dtype: "i32", shape: [bricks] } as const;
  return computeTensor(
    layout,
    (native, { context, out: outTable }) =>
      native.brickTable({ context, nBricks: bricks, bits: handleOf(own.buffer), outTable }),
  );
}
