/**
 * Backward pass of trilinear interpolation.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import type { Bundle } from "../core/bundle.ts";
import { sampleBackwardBy } from "./_kernel.ts";

/**
 * Sums of the contributions of points to voxels.
 *
 * @category Sampling
 */
export interface SumOptions {
  /**
   * Whether to sum in arbitrary order by atomic additions, in f64 for f64 and in f32 for all others. That is faster,
   * takes far less memory and has no limit on the number of points, but sums may be rounded differently in every run.
   *
   * @default {false} Voxels sum cell by cell, in each cell in point order: the same bits everywhere.
   */
  readonly atomic?: boolean;
}

/**
 * Gradients of samples with respect to the inputs of sampling.
 *
 * @category Sampling
 */
export interface SampleGradients<D extends Float = Float, L extends Lists<Real> = Lists<Real>>
  extends Bundle {
  /** With respect to the features of the voxels, [voxels, ...channels]; owned. */
  readonly features: Tensor<D>;
  /** With respect to the world coordinates of the points, [n, 3], in lists where those are; owned. */
  readonly points: L;
}

const NAMES = optionNames<SumOptions>({ atomic: "boolean" });

/**
 * Backward pass of `sampleTrilinear`: gradients with respect to the voxel features and the points.
 *
 * Each voxel sums over the cells around it, in each cell in point order: groups of 16 points in f32 (everything in f64
 * for f64), and these sums in f64, rounded once. On the boundary between two cells, gradients of points are those of
 * the cell with the larger coordinates.
 *
 * Gradients of points are summed, in f32 (f64 for f64), from differences between the voxels of the cell, so that a
 * common offset costs no precision: with u = 2^-24 (2^-53), a derivative in voxel space has an error of at most
 * (channels / 4 + 32) u times the sum over the channels of |gradient| times the largest difference between two voxels
 * of the cell, where inactive voxels hold 0, unless numbers become subnormal. Values too large for that, or not finite,
 * are summed in f64.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as a tensor or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The sampled points, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the samples, [n, ...channels], in the lists of the points;
 * borrowed.
 * @param options How voxels are summed.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example A point between two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleTrilinearBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using gradients = tensor([2], { context });
 * using back = sampleTrilinearBackward(grid, points, features, gradients);
 * assertEquals([...await back.features.read()], [1.5, 0.5]);
 * assertEquals([...await back.points.read()], [-20, -20, 16]); // nothing is active beyond in x and y
 * ```
 */
export function sampleTrilinearBackward<D extends Float, L extends Lists<Real>>(
  grid: GridBatch,
  points: L,
  features: Tensor<D>,
  gradients: Lists<D>,
  options: SumOptions = {},
): SampleGradients<D, L> {
  const { atomic } = checkOptions("sampleTrilinearBackward", options, NAMES);
  const call = { operator: "sampleTrilinearBackward", kernel: Kernel.TRILINEAR, atomic };
  return sampleBackwardBy(call, { grid, points, features }, gradients) as SampleGradients<D, L>;
}
