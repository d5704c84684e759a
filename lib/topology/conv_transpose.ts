/**
 * Output grids of transposed convolutions.
 *
 * @module
 */

import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { derive, deriveAsync } from "../core/derive.ts";
import { planConv } from "./conv.ts";

/**
 * Options for {@linkcode convTransposeGrid}.
 *
 * @category Topology
 */
export interface ConvTransposeGridOptions {
  /** Extents of the kernel along each axis; at least 1. */
  readonly kernel: number | Triple;
  /**
   * Stride along each axis, in voxels of the result; at least 1.
   *
   * @default {1}
   */
  readonly stride?: number | Triple;
}

/**
 * Makes the grids of all output voxels that a transposed convolution reaches.
 *
 * A voxel `ijk` of the source reaches all `stride * ijk + t - floor((kernel - 1) / 2)`, `0 <= t < kernel`: the inverse
 * of the relation of {@linkcode convGrid}. The new voxel size is `size / stride`; the origin is unchanged. A kernel and
 * stride of 1 make a copy.
 *
 * With a kernel no larger than the stride along every axis, a single voxel of `grid` reaches each voxel of the result.
 * Its row is then `rowMap(made, grid, { shift, divisor: stride, remainders: kernel })` with
 * `shift = floor((kernel - 1) / 2)` ({@linkcode rowMap}). Larger kernels have several, which only a kernel map holds.
 *
 * The calling thread waits for the size of the result; {@linkcode convTransposeGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The extents of the kernel and the stride.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the kernel or the stride is not whole and positive, or a new coordinate does not fit int32.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example Four voxels from one
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { convTransposeGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxel = gridFromDense({ context, dims: 1 });
 * using grid = convTransposeGrid(voxel, { kernel: [1, 1, 4], stride: 4 });
 * assertEquals([...grid.bbox()], [0, 0, -1, 0, 0, 2]);
 * assertEquals([...grid.voxelSizes, ...grid.origins], [0.25, 0.25, 0.25, 0, 0, 0]);
 * ```
 */
export function convTransposeGrid(grid: GridBatch, options: ConvTransposeGridOptions): GridBatch {
  return derive(planConv("convTransposeGrid", grid, options, true));
}

/**
 * Like {@linkcode convTransposeGrid}, without blocking the calling thread: the work is enqueued when the call is made,
 * so the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function convTransposeGridAsync(
  grid: GridBatch,
  options: ConvTransposeGridOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(planConv("convTransposeGridAsync", grid, options, true), options);
}
