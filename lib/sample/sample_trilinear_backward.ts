/**
 * Gradients of trilinear interpolation.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { sampleBackwardBy, type SampleGradients, type SumOptions } from "./_kernel.ts";

const NAMES = optionNames<SumOptions>({ atomic: true });

/**
 * Carries gradients of the samples of `sampleTrilinear` back to the features of the voxels, and to the points.
 *
 * Voxels sum up the cells around them, in each in the order of the points: 16 points at a time in f32 (all in f64 for
 * f64), and those sums in f64, rounded once. At the border between two cells, slopes are those of the cell on the side of
 * larger coordinates.
 *
 * Points sum up, in f32 (f64 for f64), by how much the voxels of their cell differ, so that what these have in common
 * costs no digits: with u = 2^-24 (2^-53), a slope by voxels is within (channels / 4 + 32) u of the sum over the channels
 * of |gradient| times the largest difference between two voxels of the cell, where those that are not active hold 0,
 * unless numbers get below the normal ones. What is too large for that, or not finite, is summed up in f64.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Points as one list, or as lists.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points The points that were sampled, [n, 3]; borrowed.
 * @param features The features of the voxels, [voxels, ...channels]; borrowed.
 * @param gradients Of a number by each sample, [n, ...channels], in the lists of the points; borrowed.
 * @param options How voxels sum up.
 * @returns Gradients of that number by features and by points; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are more than 4294967294 points without `atomic`, or if device memory runs out.
 * @determinism Same bits on every backend; not with `atomic`.
 *
 * @example A point between two voxels
 * ```ts
 * import { gridFromIjk, openContext, sampleTrilinearBackward, tensor } from "@denovdb/denovdb";
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
