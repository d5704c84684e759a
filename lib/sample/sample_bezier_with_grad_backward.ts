/**
 * Backward pass of Bezier sampling with gradients.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { withGradBackwardBy } from "./_kernel.ts";
import { bezierKernel, type BezierOptions } from "./sample_bezier.ts";
import type { SampleGradients, SumOptions } from "./sample_trilinear_backward.ts";
import type { SamplesWithGradGradients } from "./sample_trilinear_with_grad_backward.ts";

const NAMES = optionNames<BezierOptions & SumOptions>({ weightSum: true, atomic: "boolean" });

/**
 * Backward pass of `sampleBezierWithGrad`: takes gradients of a loss with respect to the samples and to their spatial
 * gradients, and returns those with respect to the voxel features and the points. Gradients of points jump at voxel
 * boundaries, where the second derivatives of the splines do.
 *
 * Voxels sum as in {@linkcode sampleBezierBackward}, with both contributions of a point added first; gradients of
 * points are summed in f64 and rounded once.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as a tensor or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The sampled points, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the samples and to their spatial gradients; what is left out
 * counts as 0. Borrowed.
 * @param options The sum of the weights, as in the forward pass, and how voxels are summed.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws As {@linkcode sampleTrilinearWithGradBackward}.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example A loss on the gradient along z, in the middle of a voxel
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleBezierWithGradBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [1, 1, 3] });
 * using features = tensor([1, 2, 5], { context });
 * using points = tensor([0, 0, 1], { context, shape: [1, 3] });
 * using slopes = tensor([0, 0, 16], { context, shape: [1, 3] });
 * using back = sampleBezierWithGradBackward(grid, points, features, { gradients: slopes });
 * assertEquals([...await back.features.read()], [-4.5, 0, 4.5]); // 3/4 * 3/4 * (5 - 1) / 2
 * assertEquals([...await back.points.read()], [0, 0, 18]); // 3/4 * 3/4 * (1 - 2 * 2 + 5) * 16
 * ```
 */
export function sampleBezierWithGradBackward<D extends Float, L extends Lists<Real>>(
  grid: GridBatch,
  points: L,
  features: Tensor<D>,
  gradients: SamplesWithGradGradients<D>,
  options: BezierOptions & SumOptions = {},
): SampleGradients<D, L> {
  const operator = "sampleBezierWithGradBackward";
  const { atomic } = checkOptions(operator, options, NAMES);
  const call = { operator, kernel: bezierKernel(operator, options), atomic };
  return withGradBackwardBy(call, { grid, points, features }, gradients) as SampleGradients<D, L>;
}
