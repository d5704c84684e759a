/**
 * Smooth interpolation of voxel features by quadratic B-splines.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import type { Float, GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { sampleBackwardBy, sampleBy, sampleWithGradBy } from "./_kernel.ts";
import type { SamplesWithGrad } from "./sample_trilinear.ts";
import type { SampleGradients, SumOptions } from "./sample_trilinear_backward.ts";

/**
 * Options for sampling and splatting with quadratic B-splines.
 *
 * @category Sampling
 */
export interface BezierOptions {
  /**
   * Sum of the weights of a point when all voxels around it are active: 1, or 8 as in fVDB, whose splines sum to 2
   * along each axis.
   *
   * @default {1}
   */
  readonly weightSum?: 1 | 8;
}

/** The kernel that the options select. */
export function bezierKernel(operator: string, { weightSum = 1 }: BezierOptions): Kernel {
  switch (weightSum) {
    case 1:
      return Kernel.BEZIER;
    case 8:
      return Kernel.BEZIER_8;
    default:
      return refuse(operator, `weightSum is ${String(weightSum satisfies never)}, 1 or 8 expected`);
  }
}

const BEZIER_NAMES = optionNames<BezierOptions>({ weightSum: true });
const BACKWARD_NAMES = optionNames<BezierOptions & SumOptions>({
  weightSum: true,
  atomic: "boolean",
});

/**
 * Interpolates voxel features at points by quadratic B-splines.
 *
 * The 27 voxels around the one that contains a point contribute, each weighted by the product of a quadratic B-spline
 * along every axis: 3/4 - x^2 at a distance x of up to half a voxel, (3/2 - |x|)^2 / 2 at up to 3/2. The result and its
 * gradient are continuous; the result does not pass through the features, but reproduces linear fields. Inactive voxels
 * contribute nothing, and the weights of the others are not renormalized. Points that are not finite get 0. A NaN
 * feature only affects points at which its voxel has a weight above 0. Computed in double precision and rounded once.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options The sum of the weights.
 * @returns Features at each point, [n, ...channels], in lists where `points` is; the caller owns them.
 * @throws As {@linkcode sampleTrilinear}.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example On a voxel and between two
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleBezier } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [3, 3, 4], ijkMin: -1 });
 * using features = tensor(new Float32Array(36).fill(8), { context });
 * using points = tensor([0, 0, 1, 0, 0, -1], { context, shape: [2, 3] });
 * using samples = sampleBezier(grid, points, features);
 * assertEquals([...await samples.read()], [8, 7]); // 1/8 lies beyond the first layer
 * using eightfold = sampleBezier(grid, points, features, { weightSum: 8 });
 * assertEquals([...await eightfold.read()], [64, 56]);
 * ```
 */
export function sampleBezier<D extends Float>(
  grid: GridBatch,
  points: Tensor<Real>,
  features: Tensor<D>,
  options?: BezierOptions,
): Tensor<D>;
/**
 * Interpolates voxel features at lists of points, each in its own grid, by quadratic B-splines.
 *
 * @returns Features at each point, [n, ...channels], one list per grid; the caller owns them.
 * @category Sampling
 */
export function sampleBezier<D extends Float>(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  features: Tensor<D>,
  options?: BezierOptions,
): JaggedTensor<D>;
export function sampleBezier<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Tensor<D>,
  options: BezierOptions = {},
): Lists<D> {
  const operator = "sampleBezier";
  checkOptions(operator, options, BEZIER_NAMES);
  const kernel = bezierKernel(operator, options);
  return sampleBy(
    operator,
    { grid, points, features },
    (native, request) => native.sampleKernel({ ...request, kernel }),
  );
}

/**
 * Interpolates voxel features at points by quadratic B-splines, with gradients with respect to the points.
 *
 * Values are those of {@linkcode sampleBezier}; gradients are those of the interpolation, with 0 for inactive voxels,
 * and are continuous as well.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options The sum of the weights.
 * @returns Values [n, ...channels] and gradients [n, ...channels, 3] per world unit, in lists where `points` is; the
 * caller owns them.
 * @throws As {@linkcode sampleTrilinear}.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example A field that rises by 2 along z
 * ```ts
 * import { gridFromDense, gridIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleBezierWithGrad } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 3 });
 * using ijk = gridIjk(grid);
 * const rows = await ijk.data.read();
 * using features = tensor(Float32Array.from({ length: 27 }, (_, row) => 2 * (rows[row * 3 + 2] ?? 0)), {
 *   context,
 * });
 * using points = tensor([1, 1, 1.25], { context, shape: [1, 3] });
 * using result = sampleBezierWithGrad(grid, points, features);
 * assertEquals([...await result.samples.read()], [2.5]);
 * assertEquals([...await result.gradients.read()], [0, 0, 2]);
 * ```
 */
export function sampleBezierWithGrad<D extends Float>(
  grid: GridBatch,
  points: Tensor<Real>,
  features: Tensor<D>,
  options?: BezierOptions,
): SamplesWithGrad<D, Tensor<D>>;
/**
 * Interpolates voxel features at lists of points, each in its own grid, by quadratic B-splines and with gradients.
 *
 * @returns Values and gradients, one list per grid; the caller owns them.
 * @category Sampling
 */
export function sampleBezierWithGrad<D extends Float>(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  features: Tensor<D>,
  options?: BezierOptions,
): SamplesWithGrad<D, JaggedTensor<D>>;
export function sampleBezierWithGrad<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Tensor<D>,
  options: BezierOptions = {},
): SamplesWithGrad<D> {
  const operator = "sampleBezierWithGrad";
  checkOptions(operator, options, BEZIER_NAMES);
  const kernel = bezierKernel(operator, options);
  return sampleWithGradBy(
    operator,
    { grid, points, features },
    (native, request) => native.sampleKernelWithGrad({ ...request, kernel }),
  );
}

/**
 * Backward pass of {@linkcode sampleBezier}: gradients with respect to the voxel features and the points.
 *
 * Each voxel sums over the cells around it, in each cell in point order: groups of 16 points in f32 (everything in f64
 * for f64), and these sums in f64. Gradients of points are summed in the order of their voxels, in f64. Results are
 * rounded once.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as a tensor or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The sampled points, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the samples, [n, ...channels], in the lists of the points;
 * borrowed.
 * @param options The sum of the weights, as in the forward pass, and how voxels are summed.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws As {@linkcode sampleTrilinearBackward}.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example The weight of the voxel in the middle
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleBezierBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 1 });
 * using features = tensor([8], { context });
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using gradients = tensor([1], { context });
 * using back = sampleBezierBackward(grid, points, features, gradients);
 * assertEquals([...await back.features.read()], [0.38671875]); // 3/4 * 3/4 * 11/16
 * assertEquals([...await back.points.read()], [0, 0, -2.25]); // 8 * 3/4 * 3/4 * -1/2
 * ```
 */
export function sampleBezierBackward<D extends Float, L extends Lists<Real>>(
  grid: GridBatch,
  points: L,
  features: Tensor<D>,
  gradients: Lists<D>,
  options: BezierOptions & SumOptions = {},
): SampleGradients<D, L> {
  const operator = "sampleBezierBackward";
  const { atomic } = checkOptions(operator, options, BACKWARD_NAMES);
  const call = { operator, kernel: bezierKernel(operator, options), atomic };
  return sampleBackwardBy(call, { grid, points, features }, gradients) as SampleGradients<D, L>;
}
