/**
 * Backward pass of trilinear interpolation with gradients.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { withGradBackwardBy } from "./_kernel.ts";
import type { SampleGradients, SumOptions } from "./sample_trilinear_backward.ts";

/**
 * Gradients of a loss with respect to the results of a function with `WithGrad` in its name; what is left out counts as
 * 0.
 *
 * @category Sampling
 */
export interface SamplesWithGradGradients<D extends Float = Float> {
  /** With respect to each sample, [n, ...channels], in the lists of the points. */
  readonly samples?: Lists<D>;
  /** With respect to the gradient of each sample, [n, ...channels, 3], in the lists of the points. */
  readonly gradients?: Lists<D>;
}

const NAMES = optionNames<SumOptions>({ atomic: "boolean" });

/**
 * Backward pass of `sampleTrilinearWithGrad`: takes gradients of a loss with respect to the samples and to their
 * spatial gradients, and returns those with respect to the voxel features and the points. Losses on spatial gradients
 * need it, such as an eikonal loss, which asks the gradient of a distance field to have length 1.
 *
 * Voxels sum as in {@linkcode sampleTrilinearBackward}, in f32 (f64 for f64), with both contributions of a point added
 * first; gradients of points are summed in f64, with the position in the cell in f32 (f64 for f64), and rounded once.
 * The derivative along an axis does not depend on the position along the same axis; on the boundary between two cells
 * everything is that of the cell with the larger coordinates.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as a tensor or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The sampled points, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the samples and to their spatial gradients; what is left out
 * counts as 0. Borrowed.
 * @param options How voxels are summed.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, a gradient is unknown, or contexts are mixed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`.
 * @determinism Same bits on every backend; not with `atomic`.
 * @see Gropp et al., "Implicit Geometric Regularization for Learning Shapes", ICML 2020, for losses on spatial
 * gradients.
 * @category Sampling
 *
 * @example A loss on the gradient along z
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleTrilinearWithGradBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.5 });
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.125], { context, shape: [1, 3] });
 * using slopes = tensor([0, 0, 1], { context, shape: [1, 3] });
 * using back = sampleTrilinearWithGradBackward(grid, points, features, { gradients: slopes });
 * assertEquals([...await back.features.read()], [-2, 2]); // the slope is (16 - 8) / 0.5
 * assertEquals([...await back.points.read()], [-32, -32, 0]); // it falls to 0 beyond in x and y
 * ```
 */
export function sampleTrilinearWithGradBackward<D extends Float, L extends Lists<Real>>(
  grid: GridBatch,
  points: L,
  features: Tensor<D>,
  gradients: SamplesWithGradGradients<D>,
  options: SumOptions = {},
): SampleGradients<D, L> {
  const operator = "sampleTrilinearWithGradBackward";
  const { atomic } = checkOptions(operator, options, NAMES);
  const call = { operator, kernel: Kernel.TRILINEAR, atomic };
  return withGradBackwardBy(call, { grid, points, features }, gradients) as SampleGradients<D, L>;
}
