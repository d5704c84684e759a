/**
 * Gradients of smooth interpolation with its gradients.
 *
 * @module
 */

import { checkOptions, optionNames } from "../core/checks.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import type { SampleGradients, SumOptions } from "./_kernel.ts";
import { type SamplesWithGradGradients, withGradBackwardBy } from "./_with_grad.ts";
import { bezierKernel, type BezierOptions } from "./sample_bezier.ts";

const NAMES = optionNames<BezierOptions & SumOptions>({ weightSum: true, atomic: true });

/**
 * Carries gradients of the samples of `sampleBezierWithGrad`, and of their gradients, back to the features of the voxels and
 * to the points: what losses on slopes need. Where a point has no jumps in its slopes, neither has this.
 *
 * Voxels sum up as in {@linkcode sampleBezierBackward}, what each point gives as a sample added to what it gives as slopes;
 * points sum up in f64 and round once.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as one list, or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The points that were sampled, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Of a number by samples and by their gradients; what is left out counts as 0. Borrowed.
 * @param options What weights sum to, as forward, and how voxels sum up.
 * @returns Gradients of that number by features and by points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If an element type is wrong, a gradient is unknown, or contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`, or if device memory runs out.
 * @determinism Same bits on every backend; not with `atomic`.
 *
 * @example A loss on the slope along z, in the middle of a voxel
 * ```ts
 * import { gridFromDense, openContext, sampleBezierWithGradBackward, tensor } from "@denovdb/denovdb";
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
