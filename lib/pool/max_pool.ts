/**
 * Max pooling of voxel features.
 *
 * @module
 */

import { Pooling } from "../../ffi/_generated/symbols.ts";
import { checkOptions, checkTensor, optionNames } from "../core/checks.ts";
import { pickOptions } from "../core/options.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { pool, poolBackward, type PoolOptions, type WindowGrids } from "./_windows.ts";

const NAMES = optionNames<PoolOptions>({ factor: true, stride: true });

/**
 * Max pooling: each coarse voxel gets the largest value in its window, per channel.
 *
 * The window of voxel c holds the active fine voxels from `c * stride` to `c * stride + factor - 1`. If there are none,
 * the result is minus infinity; NaN counts as larger than all other values.
 *
 * @typeParam D Element type of the features.
 * @param grids The batch whose voxels have the features, and the batch to pool to, such as `coarsenedGrid` makes with
 * the stride; borrowed.
 * @param features Features of each fine voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options Window size and stride.
 * @returns Features of each coarse voxel, [voxels, ...channels]; the caller owns it.
 * @throws {RangeError} If shapes or numbers of grids do not match, or the factor or stride are not whole and positive.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  checkOptions("maxPool", options, NAMES);
  return pool(
    { ...pickOptions(options, NAMES.keys()), operator: "maxPool", pooling: Pooling.MAX },
    grids,
    features,
  );
}

/**
 * Backward pass of {@linkcode maxPool}: the gradient of each window goes to the first of its largest voxels, with x
 * slowest and z fastest. Voxels that are the largest of several windows sum in double precision, in the order of the
 * windows, and round once.
 *
 * @typeParam D Element type of the gradients.
 * @param grids The batch whose voxels have the features, and the batch to pool to, such as `coarsenedGrid` makes with
 * the stride; borrowed.
 * @param features The features that were pooled; borrowed.
 * @param gradients Gradients of a loss with respect to the pooled features, [voxels, ...channels]; borrowed.
 * @param options Window size and stride.
 * @returns Gradients of the loss with respect to the features of the fine voxels, [voxels, ...channels]; the caller
 * owns it.
 * @throws {RangeError} If shapes or numbers of grids do not match, or the factor or stride are not whole and positive.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  checkOptions("maxPoolBackward", options, NAMES);
  const call = {
    ...pickOptions(options, NAMES.keys()),
    operator: "maxPoolBackward",
    pooling: Pooling.MAX,
  };
  checkTensor({ operator: call.operator, name: "features" }, features);
  return poolBackward(call, grids, gradients, { features });
}
