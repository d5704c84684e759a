/**
 * Output grids of transposed convolutions.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch, Triple } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { wholeTriple } from "../core/triples.ts";
import { type Derivation, derive, deriveAsync, rescale } from "../core/derive.ts";

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

const NAMES = optionNames<ConvTransposeGridOptions>({
  kernel: true,
  stride: true,
});

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
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  checkOptions("convTransposeGrid", options, NAMES);
  return derive(plan(grid, options, "convTransposeGrid"));
}

/**
 * Like {@linkcode convTransposeGrid}, without blocking the calling thread.
 *
 * The work is enqueued when the call is made, so the inputs may be changed or disposed before the promise settles.
 *
 * @param grid The batch; borrowed.
 * @param options The extents of the kernel and the stride.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the kernel or the stride is not whole and positive, or a new coordinate does not fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Topology
 *
 * @example Without blocking
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { convTransposeGridAsync } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxel = gridFromDense({ context, dims: 1, ijkMin: 5 });
 * using grid = await convTransposeGridAsync(voxel, { kernel: 3, stride: 2 });
 * assertEquals([...grid.bbox()], [9, 9, 9, 11, 11, 11]);
 * ```
 */
export async function convTransposeGridAsync(
  grid: GridBatch,
  options: ConvTransposeGridOptions,
): Promise<GridBatch> {
  checkOptions("convTransposeGridAsync", options, NAMES);
  return await deriveAsync(plan(grid, options, "convTransposeGridAsync"));
}

function plan(grid: GridBatch, options: ConvTransposeGridOptions, operator: string): Derivation {
  checkGrid(operator, grid);
  const { kernel, stride = 1 } = options;
  const taps = wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 });
  const step = wholeTriple({ operator, name: "stride" }, stride, { least: 1 });
  const transforms = rescale(operator, grid, step, (size, origin, by) => [size / by, origin]);
  const request = {
    context: handleOf(grid.context),
    grid: handleOf(grid),
    kernel: taps,
    stride: step,
  };
  return {
    operator,
    grid,
    transforms,
    call: (native, result) => native.gridConvTranspose({ ...request, ...result }),
    callAsync: (native, result) => native.gridConvTransposeAsync({ ...request, ...result }),
  };
}
