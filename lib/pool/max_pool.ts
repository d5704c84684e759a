/**
 * Max pooling of voxel features.
 *
 * @module
 */

import { Pooling } from "../../ffi/_generated/symbols.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { pool, poolBackward } from "./_windows.ts";
import type { PoolOptions, WindowGrids } from "./average_pool.ts";

/**
 * Max pooling: each coarse voxel gets the largest value in its window, per channel.
 *
 * Operands, windows and errors are those of {@linkcode averagePool}. If a window has no active voxel, the result is
 * minus infinity; NaN counts as larger than all other values.
 *
 * @typeParam D Element type of the features.
 * @returns Features of each coarse voxel, [voxels, ...channels]; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Windows of two
 * ```ts
 * import { coarsenedGrid, gridFromIjk, maxPool, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using features = tensor([1, 5, -2], { context });
 * using pooled = maxPool({ fine, coarse }, features, { factor: 2 });
 * assertEquals([...await pooled.read()], [5, -2]);
 * ```
 */
export function maxPool<D extends Float>(
  grids: WindowGrids,
  features: Tensor<D>,
  options: PoolOptions,
): Tensor<D> {
  const call = { operator: "maxPool", pooling: Pooling.MAX, name: "features", strides: true };
  return pool(call, grids, features, options);
}

/**
 * Backward pass of {@linkcode maxPool}: the gradient of each window goes to the first of its largest voxels, with x
 * slowest and z fastest. Voxels that are the largest of several windows sum in double precision, in the order of the
 * windows, and round once.
 *
 * @typeParam D Element type of the gradients.
 * @param grids The fine and the coarse batch, as for {@linkcode averagePool}, which refuses the same; borrowed.
 * @param features The features that were pooled; borrowed.
 * @param gradients Gradients of a loss with respect to the pooled features, [voxels, ...channels]; borrowed.
 * @param options Window size and stride.
 * @returns Gradients of the loss with respect to the features of the fine voxels, [voxels, ...channels]; the caller
 * owns it.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Windows of two
 * ```ts
 * import { coarsenedGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { maxPoolBackward } from "@denovdb/denovdb/pool";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using features = tensor([1, 5, -2], { context });
 * using gradients = tensor([3, 4], { context });
 * using back = maxPoolBackward({ fine, coarse }, features, gradients, { factor: 2 });
 * assertEquals([...await back.read()], [0, 3, 4]);
 * ```
 */
export function maxPoolBackward<D extends Float>(
  grids: WindowGrids,
  features: Tensor<D>,
  gradients: Tensor<D>,
  options: PoolOptions,
): Tensor<D> {
  const operator = "maxPoolBackward";
  const call = { operator, pooling: Pooling.MAX, name: "gradients", strides: true };
  return poolBackward(call, grids, gradients, options, [features]);
}
