/**
 * Splatting of point features to the voxels around them by quadratic B-splines.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { splatBackwardBy, splatBy } from "./_kernel.ts";
import { bezierKernel, type BezierOptions } from "./sample_bezier.ts";
import type { SumOptions } from "./sample_trilinear_backward.ts";
import type { SplatGradients } from "./splat_trilinear.ts";

const NAMES = optionNames<BezierOptions & SumOptions>({ weightSum: true, atomic: "boolean" });
const BACKWARD_NAMES = optionNames<BezierOptions>({ weightSum: true });

/**
 * Adds each point's features to the voxels around it, with the weights of `sampleBezier`: its adjoint.
 *
 * Voxels sum as in {@linkcode splatTrilinear}, and the same contributions are lost.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels receive the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each point, f16, bf16, f32 or f64 [n, ...channels], in the same lists; borrowed.
 * @param options The sum of the weights.
 * @returns The sum for each voxel, [voxels, ...channels]; the caller owns it.
 * @throws As {@linkcode splatTrilinear}.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example One point
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { splatBezier } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using features = tensor([16], { context });
 * using voxels = splatBezier(grid, points, features);
 * assertEquals([...await voxels.read()], [6.1875, 2.53125]); // 16 * 9/16 * 11/16, and 16 * 9/16 * 9/32
 * ```
 */
export function splatBezier<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Lists<D>,
  options: BezierOptions & SumOptions = {},
): Tensor<D> {
  const operator = "splatBezier";
  checkOptions(operator, options, NAMES);
  const { atomic } = options;
  const kernel = bezierKernel(operator, options);
  return splatBy({ operator, kernel, atomic }, { grid, points, features });
}

/**
 * Backward pass of {@linkcode splatBezier}: gradients with respect to the features and the points.
 *
 * Computed in double precision, in the order of the voxels around a point, and rounded once.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Features as a tensor or as lists.
 * @typeParam M Points as a tensor or as lists.
 * @param grid The batch that was splatted to; borrowed.
 * @param points The points that were splatted, [n, 3]; borrowed.
 * @param features Their features, [n, ...channels]; borrowed.
 * @param gradients Gradients of a loss with respect to the splatted features, [voxels, ...channels]; borrowed.
 * @param options The sum of the weights, as in the forward pass.
 * @returns Gradients of the loss with respect to the features and the points; the caller owns them.
 * @throws As {@linkcode splatTrilinearBackward}.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example One point
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { splatBezierBackward } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using features = tensor([16], { context });
 * using gradients = tensor([1, 2], { context });
 * using back = splatBezierBackward(grid, points, features, gradients);
 * assertEquals([...await back.features.read()], [0.703125]); // 9/16 * (11/16 + 2 * 9/32)
 * assertEquals([...await back.points.read()], [0, 0, 9]); // 16 * 9/16 * (-1/2 + 2 * 3/4)
 * ```
 */
export function splatBezierBackward<
  D extends Float,
  L extends Lists<D>,
  M extends Lists<Real>,
>(
  grid: GridBatch,
  points: M,
  features: L,
  gradients: Tensor<D>,
  options: BezierOptions = {},
): SplatGradients<L, M> {
  const operator = "splatBezierBackward";
  checkOptions(operator, options, BACKWARD_NAMES);
  const call = { operator, kernel: bezierKernel(operator, options) };
  return splatBackwardBy(call, { grid, points, features }, gradients) as SplatGradients<L, M>;
}
