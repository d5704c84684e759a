/**
 * Sampling of the nearest active voxel, and its adjoint.
 *
 * @module
 */

import { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { sampleBy, splatBy } from "./_kernel.ts";
import type { SumOptions } from "./sample_trilinear_backward.ts";

/**
 * Samples at each point the features of the nearest active voxel around it.
 *
 * Candidates are the eight voxels that `sampleTrilinear` would interpolate; of the active ones the nearest in voxel
 * space is taken, and of those equally near the first in the order 000, 001, 011, 010, 100, 101, 111, 110. Points
 * without active candidates get 0, even if there are active voxels further away, and so do points that are not finite.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @returns Features at each point, [n, ...channels], in lists where `points` is; the caller owns them.
 * @throws As {@linkcode sampleTrilinear}.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example The nearer of two, and a voxel too far away to count
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleNearest } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.25, 0, 0, 0.75, 0, 0, 2.5], { context, shape: [3, 3] });
 * using samples = sampleNearest(grid, points, features);
 * assertEquals([...await samples.read()], [8, 16, 0]);
 * ```
 */
export function sampleNearest<D extends Float>(
  grid: GridBatch,
  points: Tensor<Real>,
  features: Tensor<D>,
): Tensor<D>;
/**
 * Samples at lists of points the features of the nearest active voxels, each in its own grid.
 *
 * @returns Features at each point, [n, ...channels], one list per grid; the caller owns them.
 * @category Sampling
 */
export function sampleNearest<D extends Float>(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  features: Tensor<D>,
): JaggedTensor<D>;
export function sampleNearest<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Tensor<D>,
): Lists<D> {
  return sampleBy(
    "sampleNearest",
    { grid, points, features },
    (native, request) => native.sampleKernel({ ...request, kernel: Kernel.NEAREST }),
  );
}

const NAMES = optionNames<SumOptions>({ atomic: "boolean" });

/**
 * Adds each point's features to the nearest active voxel around it. This is the adjoint of {@linkcode sampleNearest},
 * and therefore its backward pass with respect to the features.
 *
 * Each voxel sums in point order: groups of 16 points in f32 (everything in f64 for f64 features), and these sums in
 * f64, rounded once. Points without active voxels around them, or that are not finite, are ignored.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels receive the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each point, f16, bf16, f32 or f64 [n, ...channels], in the same lists; borrowed.
 * @param options How voxels are summed.
 * @returns The sum for each voxel, [voxels, ...channels]; the caller owns it.
 * @throws As {@linkcode splatTrilinear}.
 * @determinism Same bits on every backend; not with `atomic`.
 * @category Sampling
 *
 * @example Two points in a voxel, one in none
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { splatNearest } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using points = tensor([0, 0, 0.25, 0, 0, -0.5, 0, 0, 2.5], { context, shape: [3, 3] });
 * using features = tensor([1, 2, 4], { context });
 * using voxels = splatNearest(grid, points, features);
 * assertEquals([...await voxels.read()], [3, 0]);
 * ```
 */
export function splatNearest<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Lists<D>,
  options: SumOptions = {},
): Tensor<D> {
  const { atomic } = checkOptions("splatNearest", options, NAMES);
  const call = { operator: "splatNearest", kernel: Kernel.NEAREST, atomic };
  return splatBy(call, { grid, points, features });
}
