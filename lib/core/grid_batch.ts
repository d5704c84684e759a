/**
 * Batches of sparse grids.
 *
 * @module
 */

import type { GridHandle } from "../../ffi/_generated/native.ts";
import { GridCount } from "../../ffi/_generated/symbols.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { handleOf, releaseHandle } from "../../ffi/owned.ts";
import { showAs } from "./inspect.ts";
import { disposeOnError, HandleOwner, type Movable } from "./ownership.ts";
import { gridPicture, gridText } from "./show_grid.ts";

/**
 * Sizes of a batch of grids.
 *
 * @category Grids
 */
export interface GridCounts {
  /** Grids in the batch. */
  readonly grids: number;
  /** Active voxels of all grids. */
  readonly voxels: number;
  /** Leaf nodes, 8^3 voxels each. */
  readonly leaves: number;
  /** Lower nodes, 128^3 voxels each. */
  readonly lowers: number;
  /** Upper nodes, 4096^3 voxels each. */
  readonly uppers: number;
  /** Device bytes of the batch. */
  readonly bytes: number;
}

/**
 * Transforms of a batch from voxel space to world space.
 *
 * @category Grids
 */
export interface GridTransforms {
  /** Voxel extents along x, y and z, [grids, 3]. */
  readonly voxelSizes: Float64Array<ArrayBuffer>;
  /** World positions of the centers of voxels (0, 0, 0), [grids, 3]. */
  readonly origins: Float64Array<ArrayBuffer>;
}

/** Options for {@linkcode adoptGrid}. */
export interface AdoptGridOptions extends GridTransforms {
  /** The operation that made the grid, for messages. */
  readonly operator: string;
  /** Origins of the dual, [grids, 3]; half a voxel below those of the grid if omitted. */
  readonly dualOrigins?: Float64Array<ArrayBuffer> | undefined;
}

interface GridTable extends GridTransforms {
  readonly counts: GridCounts;
  readonly offsets: BigInt64Array<ArrayBuffer>;
  readonly bboxes: Int32Array<ArrayBuffer>;
  readonly dualOrigins: Float64Array<ArrayBuffer>;
}

let makeBatch: (context: Context, handle: GridHandle, parts: GridTable) => GridBatch;

/**
 * A batch of sparse voxel grids; active voxels are numbered, grid by grid.
 *
 * Batches are immutable. Their arrays on the host must not be modified either.
 *
 * @category Grids
 */
export class GridBatch extends HandleOwner<"grid"> implements GridTransforms, Movable<GridBatch> {
  static {
    makeBatch = (...parts) => new GridBatch(...parts);
    showAs(this, { text: gridText, picture: gridPicture });
  }

  /** Sizes of the batch. */
  readonly counts: GridCounts;
  /** First row of each grid, and the number of voxels at the end: [grids + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
  /** Inclusive bounds of the voxels of each grid, [grids, 2, 3]; all zero for a grid without voxels. */
  readonly bboxes: Int32Array<ArrayBuffer>;
  /** Voxel extents along x, y and z, [grids, 3]. */
  readonly voxelSizes: Float64Array<ArrayBuffer>;
  /** World positions of the centers of voxels (0, 0, 0), [grids, 3]. */
  readonly origins: Float64Array<ArrayBuffer>;
  /**
   * Origins of the dual of each grid, [grids, 3]: half a voxel below its own, so that the voxels of the dual lie on the
   * corners of its cells. For a dual they are those of the grid that it was made from.
   */
  readonly dualOrigins: Float64Array<ArrayBuffer>;

  private constructor(context: Context, handle: GridHandle, table: GridTable) {
    super(context, handle, "grid");
    this.counts = table.counts;
    this.offsets = table.offsets;
    this.bboxes = table.bboxes;
    this.voxelSizes = table.voxelSizes;
    this.origins = table.origins;
    this.dualOrigins = table.dualOrigins;
  }

  /** Number of grids. */
  get gridCount(): number {
    return this.counts.grids;
  }

  /** Number of active voxels of all grids. */
  get numVoxels(): number {
    return this.counts.voxels;
  }

  /** Number of active voxels of each grid. */
  get voxelCounts(): number[] {
    const { offsets } = this;
    return Array.from(
      { length: this.gridCount },
      (_, b) => Number((offsets[b + 1] ?? 0n) - (offsets[b] ?? 0n)),
    );
  }

  /**
   * Inclusive bounds of the voxels of one grid: minimum i, j, k, then maximum i, j, k. All are zero for a grid without
   * voxels.
   *
   * @param b The grid; -1 is the last one, -2 the one before.
   * @throws {RangeError} If there is no such grid.
   */
  bbox(b = 0): Int32Array<ArrayBuffer> {
    const place = placeOfGrid(this, b, "take bounds");
    return this.bboxes.slice(place * 6, place * 6 + 6);
  }

  /** Transfers ownership to a new batch, which the caller owns; this one is then disposed. */
  move(): GridBatch {
    return new GridBatch(this.context, releaseHandle(this), this);
  }

  /** Numbers of grids and voxels and the device as text. */
  override toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    return `GridBatch of ${this.gridCount} with ${this.numVoxels} voxels ${place}`;
  }
}

/**
 * The index of a grid in its batch; negative numbers count from the end.
 *
 * @param operator The operation, for the message.
 * @throws {RangeError} If there is no such grid.
 */
export function placeOfGrid({ gridCount }: GridBatch, b: number, operator: string): number {
  if (!Number.isInteger(b) || b < -gridCount || b >= gridCount) {
    throw new RangeError(`${cannot(operator)}: grid ${b} is not one of ${gridCount}`);
  }
  return b < 0 ? b + gridCount : b;
}

/**
 * Takes ownership of a grid that a native function made.
 *
 * @returns A new batch; the caller owns it. If this throws, the native grid has been disposed.
 */
export function adoptGrid(
  context: Context,
  handle: GridHandle,
  { voxelSizes, origins, operator, dualOrigins }: AdoptGridOptions,
): GridBatch {
  const native = nativeOf(context);
  const made = { context: handleOf(context), grid: handle };
  const free = { [Symbol.dispose]: (): unknown => native.gridDestroy(made) };
  return disposeOnError(free, () => {
    const out = new BigInt64Array(GridCount.COUNT);
    checkStatus(context, native.gridCounts({ ...made, outCounts: out }), operator);
    const at = (place: number): number => Number(out[place] ?? 0n);
    const counts: GridCounts = Object.freeze({
      grids: at(GridCount.GRIDS),
      voxels: at(GridCount.VOXELS),
      leaves: at(GridCount.LEAVES),
      lowers: at(GridCount.LOWERS),
      uppers: at(GridCount.UPPERS),
      bytes: at(GridCount.BYTES),
    });
    const offsets = new BigInt64Array(counts.grids + 1);
    const bboxes = new Int32Array(counts.grids * 6);
    checkStatus(
      context,
      native.gridTable({ ...made, nGrids: counts.grids, outOffsets: offsets, outBboxes: bboxes }),
      operator,
    );
    return makeBatch(context, handle, {
      counts,
      offsets,
      bboxes,
      voxelSizes,
      origins,
      dualOrigins: dualOrigins ?? origins.map((origin, at) => origin - (voxelSizes[at] ?? 0) / 2),
    });
  });
}
