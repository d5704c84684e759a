/**
 * Average pooling of voxel features.
 *
 * @module
 */

import { Pooling } from "../../ffi/_generated/symbols.ts";
import type { Float, GridBatch, Tensor, Triple } from "../core/mod.ts";
import { pool, poolBackward } from "./_windows.ts";

/**
 * Options for pooling windows of voxels.
 *
 * @category Pooling
 */
export interface PoolOptions {
  /** Size of the window along each axis, in fine voxels; 1 or more. */
  readonly factor: number | Triple;
  /**
   * Distance between windows, in fine voxels; 1 or more. Windows overlap if it is below the factor.
   *
   * @default {factor}
   */
  readonly stride?: number | Triple;
}

/**
 * The two batches of a pooling operator.
 *
 * @category Pooling
 */
export interface WindowGrids {
  /** The batch whose voxels are pooled. */
  readonly fine: GridBatch;
  /** The batch with one voxel per window. */
  readonly coarse: GridBatch;
}

/**
 * Average pooling: each coarse voxel gets the mean of the fine voxels in its window.
 *
 * The window of voxel c holds the fine voxels from `c * stride` to `c * stride + factor - 1`. Inactive voxels count as
 * 0: the sum of the active ones is divided by the size of the window. Sums run with x slowest and z fastest, in double
 * precision, and are rounded once.
 *
 * @typeParam D Element type of the features.
 * @param grids The batch whose voxels have the features, and the batch to pool to, such as `coarsenedGrid` makes with
 * the stride; borrowed.
 * @param features Features of each fine voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options Window size and stride.
 * @returns Features of each coarse voxel, [voxels, ...channels]; the caller owns it.
 * @throws {RangeError} If shapes or numbers of grids do not match, or the factor or stride are not whole and positive.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Windows of two along z
 * ```ts
 * import { coarsenedGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { averagePool } from "@denovdb/denovdb/pool";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using features = tensor([1, 5, -2], { context });
 * using pooled = averagePool({ fine, coarse }, features, { factor: [1, 1, 2], stride: 2 });
 * assertEquals([...await pooled.read()], [3, -1]);
 * ```
 */
export function averagePool<D extends Float>(
  grids: WindowGrids,
  features: Tensor<D>,
  options: PoolOptions,
): Tensor<D> {
  const call = { operator: "averagePool", pooling: Pooling.MEAN, name: "features", strides: true };
  return pool(call, grids, features, options);
}

/**
 * Backward pass of {@linkcode averagePool}: each fine voxel sums the gradients of the windows that contain it, divided
 * by the size of the window, in double precision, and rounds once.
 *
 * @typeParam D Element type of the gradients.
 * @param grids The fine and the coarse batch, as for {@linkcode averagePool}, which refuses the same; borrowed.
 * @param gradients Gradients of a loss with respect to the pooled features, [voxels, ...channels]; borrowed.
 * @param options Window size and stride.
 * @returns Gradients of the loss with respect to the features of the fine voxels, [voxels, ...channels]; the caller
 * owns it.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Windows of two along z
 * ```ts
 * import { coarsenedGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { averagePoolBackward } from "@denovdb/denovdb/pool";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using gradients = tensor([3, 4], { context });
 * using back = averagePoolBackward({ fine, coarse }, gradients, { factor: [1, 1, 2], stride: 2 });
 * assertEquals([...await back.read()], [1.5, 1.5, 2]);
 * ```
 */
export function averagePoolBackward<D extends Float>(
  grids: WindowGrids,
  gradients: Tensor<D>,
  options: PoolOptions,
): Tensor<D> {
  const operator = "averagePoolBackward";
  const call = { operator, pooling: Pooling.MEAN, name: "gradients", strides: true };
  return poolBackward(call, grids, gradients, options);
}
