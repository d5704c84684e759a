/**
 * Smooth interpolation of the features of voxels by quadratic Bezier curves.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import type { Float, GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames, refuse } from "../core/checks.ts";
import {
  sampleBackwardBy,
  sampleBy,
  type SampleGradients,
  sampleWithGradBy,
  type SumOptions,
} from "./_kernel.ts";
import { SamplesWithGrad } from "./sample_trilinear.ts";

/** Options for sampling and splatting by quadratic Bezier curves. */
export interface BezierOptions {
  /**
   * What the weights of a point sum to where all voxels around it are active: 1, or 8, as in fVDB, whose curves sum to
   * 2 along each axis.
   *
   * @default {1}
   */
  readonly weightSum?: 1 | 8;
}

/** The kernel that options ask for. */
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
const BACKWARD_NAMES = optionNames<BezierOptions & SumOptions>({ weightSum: true, atomic: true });

/**
 * Interpolates the features of voxels at points by quadratic B-splines.
 *
 * The 27 voxels around the one that holds a point have shares in it, each the product of a quadratic B-spline along
 * every axis: 3/4 - x^2 at a distance x of up to half a voxel, (3/2 - |x|)^2 / 2 at up to 3/2. The result and its
 * gradient have no jumps; it does not pass through the features, but reproduces linear fields. Voxels that are not active
 * add nothing, and the weights of the others are not scaled up for that. A point that is not finite gets 0. A value
 * that is not a number reaches only points in which its voxel has a share. Computed in double precision and rounded
 * once.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor asks a batch of one, otherwise each list
 * asks its own grid. Borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options What weights sum to.
 * @returns Features at each point, [n, ...channels], in lists where `points` is; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid, or `features` does not have a row per voxel.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example On a voxel and between two
 * ```ts
 * import { gridFromDense, openContext, sampleBezier, tensor } from "@denovdb/denovdb";
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
 * Interpolates the features of voxels at lists of points, each in its own grid, smoothly.
 *
 * @returns Features at each point, [n, ...channels], one list per grid; the caller owns them.
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
  return sampleBy({ operator, kernel: bezierKernel(operator, options) }, {
    grid,
    points,
    features,
  });
}

/**
 * Interpolates the features of voxels at points by quadratic B-splines, with gradients with respect to the points.
 *
 * Values are those of {@linkcode sampleBezier}; gradients are those of the interpolation, which voxels that are not
 * active enter as zeros, and have no jumps either.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor asks a batch of one, otherwise each list
 * asks its own grid. Borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @param options What weights sum to.
 * @returns Values [n, ...channels] and gradients [n, ...channels, 3] per world unit, in lists where `points` is; the
 * caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid, or `features` does not have a row per voxel.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example A field that rises by 2 along z
 * ```ts
 * import { gridFromDense, gridIjk, openContext, sampleBezierWithGrad, tensor } from "@denovdb/denovdb";
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
 * Interpolates the features of voxels at lists of points, each in its own grid, smoothly and with gradients.
 *
 * @returns Values and gradients, one list per grid; the caller owns them.
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
  const call = { operator, kernel: bezierKernel(operator, options) };
  return new SamplesWithGrad(sampleWithGradBy(call, { grid, points, features }));
}

/**
 * Carries gradients of the samples of {@linkcode sampleBezier} back to the features of the voxels, and to the points.
 *
 * Voxels sum up the cells around them, in each in the order of the points: 16 points at a time in f32 (all in f64
 * for f64), and those sums in f64. Points sum up in the order of their voxels, in f64. Sums are rounded once.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as one list, or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The points that were sampled, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Of a number by each sample, [n, ...channels], in the lists of the points; borrowed.
 * @param options What weights sum to, as forward, and how voxels sum up.
 * @returns Gradients of that number by features and by points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`, or if device memory runs out.
 * @determinism Same bits on every backend; not with `atomic`.
 *
 * @example The share of the voxel in the middle
 * ```ts
 * import { gridFromDense, openContext, sampleBezierBackward, tensor } from "@denovdb/denovdb";
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
