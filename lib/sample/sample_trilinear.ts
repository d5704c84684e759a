/**
 * Trilinear interpolation of voxel features.
 *
 * @module
 */

import type { Float, GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import type { Bundle } from "../core/bundle.ts";
import { sampleBy, sampleWithGradBy } from "./_kernel.ts";

/**
 * Interpolates voxel features at points, trilinearly.
 *
 * A point lies between the centers of eight voxels; its value is their weighted sum, with weights that fall linearly
 * along every axis from 1 at the voxel to 0 at the next one. Inactive voxels contribute nothing, and the weights of the
 * others are not renormalized, so points without active voxels around them get 0, as do points that are not finite. A
 * NaN feature only affects points at which its voxel has a weight above 0. Positions are computed in f64; weights and
 * sums in f32, or in f64 for f64 features, in a fixed order; results are rounded once.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid. Borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @returns Features at each point, [n, ...channels], in lists where `points` is; the caller owns them.
 * @throws {RangeError} If `points` is not [n, 3] or not one list per grid, or `features` does not have a row per voxel.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024, for the treatment of inactive voxels.
 * @category Sampling
 *
 * @example Between two voxels, and half outside
 * ```ts
 * import { gridFromIjk, openContext, sampleTrilinear, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.25, 0.5, 0, 0], { context, shape: [2, 3] });
 * using samples = sampleTrilinear(grid, points, features);
 * assertEquals([...await samples.read()], [10, 4]);
 * ```
 */
export function sampleTrilinear<D extends Float>(
  grid: GridBatch,
  points: Tensor<Real>,
  features: Tensor<D>,
): Tensor<D>;
/**
 * Interpolates voxel features at lists of points, each in its own grid, trilinearly.
 *
 * @returns Features at each point, [n, ...channels], one list per grid; the caller owns them.
 * @category Sampling
 */
export function sampleTrilinear<D extends Float>(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  features: Tensor<D>,
): JaggedTensor<D>;
export function sampleTrilinear<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Tensor<D>,
): Lists<D> {
  const input = { grid, points, features };
  return sampleBy("sampleTrilinear", input, (native, request) => native.sampleTrilinear(request));
}

/**
 * Samples at points, and their spatial gradients.
 *
 * @category Sampling
 */
export interface SamplesWithGrad<D extends Float, L extends Lists<D> = Lists<D>> extends Bundle {
  /** Features at each point, [n, ...channels]; owned. */
  readonly samples: L;
  /** Derivatives of each value with respect to x, y and z, per world unit, [n, ...channels, 3]; owned. */
  readonly gradients: L;
}

/**
 * Interpolates voxel features at points, trilinearly, with gradients with respect to the points.
 *
 * Values are those of {@linkcode sampleTrilinear}. Gradients are those of the interpolation, with 0 for inactive
 * voxels; on the boundary between two cells they are those of the cell with the larger coordinates. Points that are not
 * finite have gradients of 0. Gradients are summed in voxel space with the precision of the values, then multiplied by
 * the number of voxels per world unit in the same precision, which rounds once more.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels have the features; borrowed.
 * @param points Points as for {@linkcode sampleTrilinear}, f16, f32 or f64 [n, 3]; borrowed.
 * @param features Features of each voxel, f16, bf16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @returns Values [n, ...channels] and gradients [n, ...channels, 3], in lists where `points` is; the caller owns them.
 * @throws As {@linkcode sampleTrilinear}.
 * @determinism Same bits on every backend.
 * @category Sampling
 *
 * @example Values that rise by 8 from voxel to voxel, half a unit apart
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleTrilinearWithGrad } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.5 });
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.125], { context, shape: [1, 3] });
 * using result = sampleTrilinearWithGrad(grid, points, features);
 * assertEquals([...await result.samples.read()], [10]);
 * assertEquals([...await result.gradients.read()], [-20, -20, 16]); // nothing is active beyond in x and y
 * ```
 */
export function sampleTrilinearWithGrad<D extends Float>(
  grid: GridBatch,
  points: Tensor<Real>,
  features: Tensor<D>,
): SamplesWithGrad<D, Tensor<D>>;
/**
 * Interpolates voxel features at lists of points, each in its own grid, trilinearly and with gradients.
 *
 * @returns Values and gradients, one list per grid; the caller owns them.
 * @category Sampling
 */
export function sampleTrilinearWithGrad<D extends Float>(
  grid: GridBatch,
  points: JaggedTensor<Real>,
  features: Tensor<D>,
): SamplesWithGrad<D, JaggedTensor<D>>;
export function sampleTrilinearWithGrad<D extends Float>(
  grid: GridBatch,
  points: Lists<Real>,
  features: Tensor<D>,
): SamplesWithGrad<D> {
  const input = { grid, points, features };
  return sampleWithGradBy(
    "sampleTrilinearWithGrad",
    input,
    (native, request) => native.sampleTrilinearWithGrad(request),
  );
}
