/**
 * Features of points, given to the voxels around them trilinearly.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { splatBackwardBy, splatBy, type SplatGradients, type SumOptions } from "./_kernel.ts";

const NAMES = optionNames<SumOptions>({ atomic: true });

/**
 * Gives each point's features to the voxels around it, by the weights with which `sampleTrilinear` takes them: its
 * transpose.
 *
 * Voxels sum up the cells around them, in each in the order of the points: 16 points at a time in f32 (all in f64
 * for features of f64), and those sums in f64, rounded once. Points are sorted by cell, where they are not, instead of
 * being added as they come. Shares of voxels that are not active, and features of points that are not finite, are lost.
 * Features that are not numbers reach only the voxels that have a share of them.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels are given to; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor asks a batch of one, otherwise each list
 * asks its own grid. Borrowed.
 * @param features What each point has to give, f16, bf16, f32 or f64 [n, ...channels], in the same lists; borrowed.
 * @param options How voxels sum up.
 * @returns What each voxel was given, [voxels, ...channels]; the caller owns it.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`, or if device memory runs out.
 * @determinism Same bits on every backend; not with `atomic`.
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
 * Carries gradients of what {@linkcode splatTrilinear} gave to voxels back to the features, and to the points.
 *
 * Those of the features are computed in double precision, in the order of the voxels around a point, and rounded once.
 * Those of the points are what `sampleTrilinearBackward` gives them for features and gradients that have changed places.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Features as one list, or as lists.
 * @typeParam M Points as one list, or as lists.
 * @param grid The batch whose voxels were given to; borrowed.
 * @param points The points that gave, [n, 3]; borrowed.
 * @param features What they gave, [n, ...channels]; borrowed.
 * @param gradients Of a number by what each voxel has, [voxels, ...channels]; borrowed.
 * @returns Gradients of that number by features and by points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are more than 4294967295 points, or if device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example One point
 * ```ts
 * import { gridFromIjk, openContext, splatTrilinearBackward, tensor } from "@denovdb/denovdb";
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
