/**
 * Output grids of convolutions.
 *
 * @module
 */

import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import { type Derivation, derive, deriveAsync, reach } from "../core/derive.ts";

/**
 * Options for {@linkcode convGrid}.
 *
 * @category Topology
 */
export interface ConvGridOptions {
  /** Extents of the kernel along each axis; at least 1. */
  readonly kernel: number | Triple;
  /**
   * Stride along each axis, in voxels of the source; at least 1.
   *
   * @default {1}
   */
  readonly stride?: number | Triple;
}

const NAMES = optionNames<ConvGridOptions>({ kernel: true, stride: true });

/**
 * Makes the grids of all output voxels that a convolution reaches.
 *
 * A voxel is in the result if at least one of `stride * ijk + t - floor((kernel - 1) / 2)`, `0 <= t < kernel`, is
 * active. Kernels of odd extent are centered; those of even extent reach one voxel further up than down. The new voxel
 * size is `size * stride`; the origin is unchanged. A kernel and stride of 1 make a copy.
 *
 * With a kernel no larger than the stride along every axis, at most one voxel of the result reads each voxel of `grid`.
 * Its row, or -1, is then `rowMap(grid, made, { shift, divisor: stride, remainders: kernel })` with
 * `shift = floor((kernel - 1) / 2)` ({@linkcode rowMap}). Larger kernels have several, which only a kernel map holds.
 *
 * The calling thread waits for the size of the result; {@linkcode convGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The extents of the kernel and the stride.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the kernel or the stride is not whole and positive, or a new coordinate does not fit int32.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example Stride 3
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { convGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 7], ijkMin: [0, 0, -3] });
 * using grid = convGrid(row, { kernel: 1, stride: 3 });
 * assertEquals([...grid.bbox()], [0, 0, -1, 0, 0, 1]);
 * assertEquals([...grid.voxelSizes, ...grid.origins], [3, 3, 3, 0, 0, 0]);
 * ```
 */
export function convGrid(grid: GridBatch, options: ConvGridOptions): GridBatch {
  return derive(planConv("convGrid", grid, options, false));
}

/**
 * Like {@linkcode convGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function convGridAsync(
  grid: GridBatch,
  options: ConvGridOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(planConv("convGridAsync", grid, options, false), options);
}

/** Plans the grids of a convolution, or of a transposed one. */
export function planConv(
  operator: string,
  grid: GridBatch,
  options: ConvGridOptions,
  transposed: boolean,
): Derivation {
  const { kernel, stride = 1 } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  return reach(operator, grid, {
    kernel: wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 }),
    stride: wholeTriple({ operator, name: "stride" }, stride, { least: 1 }),
    transposed,
  });
}
