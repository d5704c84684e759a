/**
 * Output grids of convolutions.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch, GridWithRows, Triple } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { wholeTriple } from "../core/triples.ts";
import { type Derivation, derive, deriveAsync, rescale } from "../core/derive.ts";
import { checkNoRows, coarseTie, tieRows, type WithRows } from "./_rows.ts";

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

const NAMES = optionNames<ConvGridOptions & Partial<WithRows>>({
  kernel: true,
  stride: true,
  rows: "boolean",
});

/**
 * Like the other overload, but also returns rows: for each voxel of `grid`, the row in the result of the voxel whose
 * kernel reads it, or -1 where none does. Rows are numbered over the whole batch.
 *
 * The row is unique if the kernel is no larger than the stride along every axis. Otherwise several kernels read a
 * voxel, and there is no such map. For the result of the asynchronous function, {@linkcode rowMap} gives the rows, from
 * the fine batch to the coarse one with `shift: floor((kernel - 1) / 2)`, `divisor: stride` and `remainders: kernel`.
 *
 * @returns A new batch and its rows; the caller owns both.
 * @throws {RangeError} If the kernel is larger than the stride along an axis.
 * @determinism Same bits on every backend.
 * @category Topology
 *
 * @example Every other voxel is read
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { convGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 5] });
 * using made = convGrid(row, { kernel: 1, stride: [1, 1, 2], rows: true });
 * assertEquals([...await made.rows.read()], [0n, -1n, 1n, -1n, 2n]);
 * ```
 */
export function convGrid(grid: GridBatch, options: ConvGridOptions & WithRows): GridWithRows;
/**
 * Makes the grids of all output voxels that a convolution reaches.
 *
 * A voxel is in the result if at least one of `stride * ijk + t - floor((kernel - 1) / 2)`, `0 <= t < kernel`, is
 * active. Kernels of odd extent are centred; those of even extent reach one voxel further up than down. The new voxel
 * size is `size * stride`; the origin is unchanged. A kernel and stride of 1 make a copy.
 *
 * The calling thread waits for the size of the result; {@linkcode convGridAsync} does not.
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
export function convGrid(grid: GridBatch, options: ConvGridOptions): GridBatch;
export function convGrid(
  grid: GridBatch,
  options: ConvGridOptions & Partial<WithRows>,
): GridBatch | GridWithRows {
  const operator = "convGrid";
  checkOptions(operator, options, NAMES);
  const derivation = plan(grid, options, operator);
  if (options.rows !== true) return derive(derivation);
  const tie = coarseTie(operator, options);
  const made = derive(derivation);
  return tieRows({ operator, made, from: grid, to: made, ...tie });
}

/**
 * Like {@linkcode convGrid}, without blocking the calling thread.
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
 * import { convGridAsync } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxel = gridFromDense({ context, dims: 1 });
 * using grid = await convGridAsync(voxel, { kernel: [3, 5, 7] });
 * assertEquals(grid.numVoxels, 105);
 * ```
 */
export async function convGridAsync(grid: GridBatch, options: ConvGridOptions): Promise<GridBatch> {
  checkNoRows("convGridAsync", options, NAMES);
  return await deriveAsync(plan(grid, options, "convGridAsync"));
}

function plan(grid: GridBatch, options: ConvGridOptions, operator: string): Derivation {
  checkGrid(operator, grid);
  const { kernel, stride = 1 } = options;
  const taps = wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 });
  const step = wholeTriple({ operator, name: "stride" }, stride, { least: 1 });
  const transforms = rescale(operator, grid, step, (size, origin, by) => [size * by, origin]);
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
    call: (native, result) => native.gridConv({ ...request, ...result }),
    callAsync: (native, result) => native.gridConvAsync({ ...request, ...result }),
  };
}
