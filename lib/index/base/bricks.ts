/**
 * Volumes in bricks: which bricks are there, where they are, and what is in them.
 *
 * @module
 */

import type { BrickSampleRequest } from "../../../ffi/_generated/native.ts";
import { BrickSlots } from "../../../ffi/_generated/symbols.ts";
import { handleOf, handleOrNone, takePlaceOf } from "../../../ffi/owned.ts";
import type { Context, Movable, Tensor, Triple } from "../../core/mod.ts";
import { checkDType, checkShape } from "../../core/checks.ts";
import type { Caller } from "../../core/compute_tensors.ts";
import { checkClass, checkMade } from "../../../ffi/base/checks.ts";
import { NO_BUFFER, ownsPrivately, shareContext } from "../../core/ownership.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { inspectAsText } from "../../core/inspect.ts";
import type { SpatialIndex } from "./index.ts";
import type { VoxelType } from "./voxels.ts";

/**
 * Which voxels fill a brick.
 *
 * - `cells`: all that the cells between its voxels touch, so that nothing above the threshold is lost between bricks
 * - `payload`: its own, without those that it shares with the next bricks
 *
 * @category Bricks
 */
export type BrickCoverage = "cells" | "payload";

/**
 * Properties of a bricked volume, apart from its memory.
 *
 * @category Bricks
 */
export interface BrickFrame {
  /** Voxels along x, y and z. */
  readonly dims: Triple;
  /** Voxels of a brick along each axis, a power of two. */
  readonly edge: number;
  /** Bricks along x, y and z. */
  readonly grid: Triple;
  /** Bricks with voxels above it are kept. */
  readonly threshold: number;
  /** Which voxels fill a brick. */
  readonly coverage: BrickCoverage;
  /** Value of voxels that are in no brick. */
  readonly fill: number;
}

/**
 * The memory of a bricked volume.
 *
 * @category Bricks
 */
export interface BrickMemory<D extends VoxelType> {
  /** Which bricks are filled, x fastest, and without a table their ranks, which are their slots in the pool. */
  readonly index: SpatialIndex;
  /** Slot of each brick in the pool, i32 [bricks], -1 if it is empty; with a table, edits move no brick. */
  readonly table: Tensor<"i32"> | undefined;
  /** Words of 4^3 bricks, then words of 4^3 words; i64. */
  readonly masks: Tensor<"i64">;
  /** Voxels of the bricks, [slots, edge, edge, edge], x fastest. */
  readonly pool: Tensor<D>;
  /** Number of filled bricks. */
  readonly filled: number;
}

/** Replaces what edits replace. */
export let replaceBricks: <D extends VoxelType>(
  volume: BrickVolume<D>,
  parts: { readonly pool?: Tensor<D>; readonly filled: number },
) => void;

/**
 * A bricked volume on a device: the bricks that hold voxels above a threshold, each with a layer of its neighbors'
 * voxels.
 *
 * Bricks have 2^k voxels along each axis and are 2^k - 1 voxels apart, so that every cell between eight voxels lies in
 * one of them. {@linkcode brickSetBox} edits a volume in place; no other operator modifies it.
 *
 * @typeParam D Element type of the voxels.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016.
 * @category Bricks
 */
export class BrickVolume<D extends VoxelType = VoxelType>
  implements BrickFrame, Movable<BrickVolume<D>> {
  static {
    inspectAsText(this);
    ownsPrivately<BrickVolume>(this, (volume) => [volume.#pool]);
    replaceBricks = (volume, { pool, filled }): void => {
      volume.#filled = filled;
      if (pool === undefined) return;
      takePlaceOf(pool.buffer, volume.#pool.buffer);
      volume.#pool.dispose();
      volume.#pool = pool;
    };
  }

  /** Voxels along x, y and z. */
  readonly dims: Triple;
  /** Voxels of a brick along each axis, a power of two. */
  readonly edge: number;
  /** Bricks along x, y and z. */
  readonly grid: Triple;
  /** Bricks with voxels above it are kept. */
  readonly threshold: number;
  /** Which voxels fill a brick. */
  readonly coverage: BrickCoverage;
  /** Value of voxels that are in no brick. */
  readonly fill: number;
  /** Which bricks are filled, numbered with x fastest; owned by the volume. */
  readonly index: SpatialIndex;
  /**
   * Slot of each brick in the pool, i32 [bricks], -1 if it is empty; owned by the volume. Without a table, slots are
   * the ranks of the index.
   */
  readonly table: Tensor<"i32"> | undefined;
  /**
   * Masks for empty-space skipping, i64, owned by the volume: one word per 4^3 bricks, x fastest, bit x + 4 y + 16 z;
   * then one word per 4^3 such words, with bit 1 where a word is not 0.
   */
  readonly masks: Tensor<"i64">;
  #pool: Tensor<D>;
  #filled: number;

  /** Takes ownership of memory that holds a volume. */
  constructor(frame: BrickFrame, memory: BrickMemory<D>) {
    checkMade("BrickVolume", memory, "brickVolume");
    this.dims = frame.dims;
    this.edge = frame.edge;
    this.grid = frame.grid;
    this.threshold = frame.threshold;
    this.coverage = frame.coverage;
    this.fill = frame.fill;
    this.index = memory.index;
    this.table = memory.table;
    this.masks = memory.masks;
    this.#pool = memory.pool;
    this.#filled = memory.filled;
  }

  /** Voxels of the bricks, [slots, edge, edge, edge], x fastest; owned by the volume; edits may replace it. */
  get pool(): Tensor<D> {
    return this.#pool;
  }

  /** Number of filled bricks; after edits, the pool may have more slots. */
  get filled(): number {
    return this.#filled;
  }

  /** Number of bricks, filled or not. */
  get bricks(): number {
    return this.index.size;
  }

  /** Element type of the voxels. */
  get dtype(): D {
    return this.#pool.dtype;
  }

  /** Whether the threshold is infinite: then all finite voxels are above it, or none is. */
  get degenerate(): boolean {
    return !Number.isFinite(this.threshold);
  }

  /** Context that holds it. */
  get context(): Context {
    return this.index.context;
  }

  /** Whether it or its context has been disposed. */
  get disposed(): boolean {
    return this.index.disposed;
  }

  /** Size in bytes, all parts together. */
  get byteLength(): number {
    const { index, masks, table } = this;
    return index.byteLength + masks.byteLength + (table?.byteLength ?? 0) + this.#pool.byteLength;
  }

  /** Throws, naming the operation, on a volume that has been disposed. */
  assertUsable(operator: string, noun = "volume"): void {
    this.index.assertUsable(operator, noun);
  }

  /** Frees the memory; idempotent. */
  dispose(): void {
    this.index.dispose();
    this.table?.dispose();
    this.masks.dispose();
    this.#pool.dispose();
  }

  /** Frees the memory; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Transfers ownership to a new volume, which the caller owns; this one is then disposed. */
  move(): BrickVolume<D> {
    this.assertUsable("move volume");
    return new BrickVolume<D>(this, {
      index: this.index.move(),
      table: this.table?.move(),
      masks: this.masks.move(),
      pool: this.#pool.move(),
      filled: this.#filled,
    });
  }

  /** Extents, bricks and device as text. */
  toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    const { dims, edge, filled, bricks, dtype } = this;
    return `BrickVolume ${dtype} [${dims.join(", ")}] in ${filled} of ${bricks} ${edge}^3 ${place}`;
  }
}

/** The native arguments for a bricked volume. */
export type BrickArguments = Omit<BrickSampleRequest, "points" | "count" | "background" | "out">;

const SLOTS = {
  paper: BrickSlots.PAPER,
  wide: BrickSlots.WIDE,
  rank96: BrickSlots.RANK96,
  rank224: BrickSlots.RANK224,
} as const;

/** Native arguments that describe a volume in bricks. */
export function nativeBricks<D extends VoxelType>(volume: BrickVolume<D>): BrickArguments {
  const { context, dims, edge, index, table, masks, pool } = volume;
  const [places = 0] = pool.shape;
  return {
    context: handleOf(context),
    extents: BigInt64Array.from(dims, BigInt),
    log2Edge: Math.log2(edge),
    slots: table === undefined ? SLOTS[index.layout] : BrickSlots.TABLE,
    data: handleOf((table ?? index.data).buffer),
    counters: table === undefined ? handleOrNone(index.counters?.buffer) : NO_BUFFER,
    masks: handleOf(masks.buffer),
    nSlots: places,
    pool: handleOf(pool.buffer),
    dtype: dtypeCode(pool.dtype),
  };
}

/**
 * Takes a volume and rows of three numbers.
 *
 * @returns How a tensor with a number for each row is computed, and the native arguments.
 */
export function takePlaces<D extends VoxelType, P extends "i32" | "f32">(
  operator: string,
  volume: BrickVolume<D>,
  [name, places, dtype]: readonly [name: string, places: Tensor<P>, dtype: P],
): Caller & { readonly shape: [number]; readonly request: BrickArguments & { count: number } } {
  checkClass({ operator, name: "volume" }, volume, BrickVolume);
  const context = shareContext(operator, volume, places);
  checkDType({ operator, name }, places, [dtype]);
  checkShape({ operator, name }, places, ["n", 3]);
  const [count = 0] = places.shape;
  return { operator, context, shape: [count], request: { ...nativeBricks(volume), count } };
}

/** Bricks of an edge along x, y and z. */
export function brickGrid(dims: Triple, edge: number): Triple {
  const along = (axis: 0 | 1 | 2): number => Math.ceil(dims[axis] / (edge - 1));
  return [along(0), along(1), along(2)];
}

/** Words of the masks of a grid of bricks, both kinds together. */
export function maskWords(grid: Triple): number {
  const words = grid.map((extent) => Math.ceil(extent / 4));
  const coarse = words.map((extent) => Math.ceil(extent / 4));
  const product = (extents: readonly number[]): number => extents.reduce((a, b) => a * b, 1);
  return product(words) + product(coarse);
}
