/**
 * Nearest-neighbor upsampling of voxel features.
 *
 * @module
 */

import { Pooling } from "../../ffi/_generated/symbols.ts";
import type { Float, Tensor, Triple } from "../core/mod.ts";
import { pool, poolBackward } from "./_windows.ts";
import type { WindowGrids } from "./average_pool.ts";

/**
 * Options for {@linkcode upsampleNearest}.
 *
 * @category Pooling
 */
export interface UpsampleOptions {
  /** Fine voxels per coarse voxel along each axis; 1 or more. */
  readonly factor: number | Triple;
}

/**
 * Gives each fine voxel the features of the coarse voxel that contains it, `floor(ijk / factor)`; 0 if that is
 * inactive.
 *
 * @typeParam D Element type of the features.
 * @param grids The batch whose voxels have the features, and the batch to upsample to, such as `refinedGrid` makes,
 * with or without a mask; borrowed.
 * @param features Features of each coarse voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options Fine voxels per coarse voxel.
 * @returns Features of each fine voxel, [voxels, ...channels]; the caller owns it.
 * @throws {RangeError} If shapes or numbers of grids do not match, or the factor is not whole and positive.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Two and one voxel of a coarse one
 * ```ts
 * import { coarsenedGrid, gridFromIjk, openContext, tensor, upsampleNearest } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using features = tensor([7, 9], { context });
 * using upsampled = upsampleNearest({ fine, coarse }, features, { factor: 2 });
 * assertEquals([...await upsampled.read()], [7, 7, 9]);
 * ```
 */
export function upsampleNearest<D extends Float>(
  grids: WindowGrids,
  features: Tensor<D>,
  options: UpsampleOptions,
): Tensor<D> {
  // The adjoint of sums over windows.
  const call = { operator: "upsampleNearest", pooling: Pooling.SUM, name: "features" };
  return poolBackward(call, grids, features, options);
}

/**
 * Backward pass of {@linkcode upsampleNearest}: each coarse voxel sums the gradients of its fine voxels, with x slowest
 * and z fastest, in double precision, and rounds once.
 *
 * @typeParam D Element type of the gradients.
 * @param grids The batch whose voxels have the features, and the batch that was upsampled to; borrowed.
 * @param gradients Gradients of a loss with respect to the upsampled features, [voxels, ...channels]; borrowed.
 * @param options Fine voxels per coarse voxel.
 * @returns Gradients of the loss with respect to the features of the coarse voxels, [voxels, ...channels]; the caller
 * owns it.
 * @throws {RangeError} If shapes or numbers of grids do not match, or the factor is not whole and positive.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Sums of blocks
 * ```ts
 * import { coarsenedGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { upsampleNearestBackward } from "@denovdb/denovdb/pool";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 3]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk);
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using gradients = tensor([1, 2, 4], { context });
 * using back = upsampleNearestBackward({ fine, coarse }, gradients, { factor: 2 });
 * assertEquals([...await back.read()], [3, 4]);
 * ```
 */
export function upsampleNearestBackward<D extends Float>(
  grids: WindowGrids,
  gradients: Tensor<D>,
  options: UpsampleOptions,
): Tensor<D> {
  const call = { operator: "upsampleNearestBackward", pooling: Pooling.SUM, name: "gradients" };
  return pool(call, grids, gradients, options);
}
