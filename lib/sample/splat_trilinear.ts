/**
 * Trilinear splatting of point features to the voxels around them.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import type { Bundle } from "../core/bundle.ts";
import { splatBackwardBy, splatBy } from "./_kernel.ts";
import type { SumOptions } from "./sample_trilinear_backward.ts";

/**
 * Gradients of splatted features with respect to the inputs of splatting.
 *
 * @category Sampling
 */
export interface SplatGradients<
  L extends Lists<Float> = Lists<Float>,
  M extends Lists<Real> = Lists<Real>,
> extends Bundle {
  /** With respect to the features of the points, [n, ...channels], in lists where those are; owned. */
  readonly features: L;
  /** With respect to the world coordinates of the points, [n, 3], in lists where those are; owned. */
  readonly points: M;
}

const NAMES = optionNames<SumOptions>({ atomic: "boolean" });

/**
 * Adds each point's features to the voxels around it, with the weights of `sampleTrilinear`: its adjoint.
 *
 * Each voxel sums over the cells around it, in each cell in point order: groups of 16 points in f32 (everything in f64
 * for f64 features), and these sums in f64, rounded once. Points that are not sorted by cell are sorted first rather
 * than added in the order given. Contributions to inactive voxels, and of points that are not finite, are lost. A NaN
 * feature only affects the voxels for which its point has a weight above 0.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels receive the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each point, f16, bf16, f32 or f64 [n, ...channels], in the same lists; borrowed.
 * @param options How voxels are summed.
 * @returns The sum for each voxel, [voxels, ...channels]; the caller owns it.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example One point
 * ```ts
 * import { gridFromIjk, openContext, splatTrilinear, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using features = tensor([16], { context });
 * using voxels = splatTrilinear(grid, points, features);
 * assertEquals([...await voxels.read()], [12, 4]);
 * ```
 */
export function splatTrilinear<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Lists<D>,
  options: SumOptions = {},
): Tensor<D> {
  const operator = "splatTrilinear";
  const { atomic } = checkOptions(operator, options, NAMES);
  return splatBy({ operator, kernel: Kernel.TRILINEAR, atomic }, { grid, points, features });
}

/**
 * Backward pass of {@linkcode splatTrilinear}: gradients with respect to the features and the points.
 *
 * Gradients of the features are computed in double precision, in the order of the voxels around a point, and rounded
 * once. Gradients of the points are those of `sampleTrilinearBackward` with features and gradients exchanged.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Features as a tensor or as lists.
 * @typeParam M Points as a tensor or as lists.
 * @param grid The batch that was splatted to; borrowed.
 * @param points The points that were splatted, [n, 3]; borrowed.
 * @param features Their features, [n, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the splatted features, [voxels, ...channels]; borrowed.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If there are more than 4294967295 points.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example One point
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { splatTrilinearBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using features = tensor([16], { context });
 * using gradients = tensor([1, 2], { context });
 * using back = splatTrilinearBackward(grid, points, features, gradients);
 * assertEquals([...await back.features.read()], [1.25]);
 * assertEquals([...await back.points.read()], [-20, -20, 16]); // nothing is active beyond in x and y
 * ```
 */
export function splatTrilinearBackward<
  D extends Float,
  L extends Lists<D>,
  M extends Lists<Real>,
>(grid: GridBatch, points: M, features: L, gradients: Tensor<D>): SplatGradients<L, M> {
  const operator = "splatTrilinearBackward";
  const call = { operator, kernel: Kernel.TRILINEAR };
  return splatBackwardBy(call, { grid, points, features }, gradients) as SplatGradients<L, M>;
}
