/**
 * Redistancing of fields to signed distances.
 *
 * @module
 */

import { Smoothing } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable, GridBatch, Real, Tensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";
import {
  type Computation,
  computation,
  computeTensor,
  computeTensorAsync,
} from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { type FlowSettings, takeFlow } from "./_field.ts";

/**
 * Options for {@linkcode reinitializeSdf}.
 *
 * @category Distance fields
 */
export interface ReinitializeSdfOptions {
  /**
   * Half-width of the band in voxels, that is, in units of the smallest voxel extent. Other lengths, such as `halfWidth`
   * of `gridFromMesh`, are in world units.
   *
   * @default {3}
   */
  readonly halfWidthInVoxels?: number;
  /**
   * Order of the time steps: 1 (Euler), 2 (Heun) or 3 (Shu and Osher); each step takes as many passes over the voxels.
   *
   * @default {3}
   */
  readonly order?: 1 | 2 | 3;
  /**
   * Number of time steps; each propagates distances by 0.4 of the smallest voxel extent. With 0, values are only clamped
   * to the band. At most 65536.
   *
   * @default {undefined} As many as reach the end of the band, but 6 to 65536.
   */
  readonly steps?: number;
  /**
   * Smoothing passes after redistancing; as many time steps follow, at least 4. At most 65536.
   *
   * @default {0}
   */
  readonly smooth?: number;
  /**
   * Kind of smoothing. "mean-curvature" moves each voxel to the mean of its six neighbors, so that curved surfaces
   * shrink; "taubin" moves it half of the way and then back by 0.53, so that volumes are preserved. Inactive neighbors
   * are ignored.
   *
   * @default {"mean-curvature"}
   */
  readonly smoothing?: "mean-curvature" | "taubin";
}

const NAMES = optionNames<ReinitializeSdfOptions>({
  halfWidthInVoxels: true,
  order: true,
  steps: true,
  smooth: true,
  smoothing: true,
});

/**
 * Redistances a field: computes the signed distance from its own zero level set within a band. The level set stays in
 * place, and corners stay sharp, whatever the scale of the field.
 *
 * Voxels next to the level set get their value divided by the slope of the field there, before the first step, as do
 * others where the field is flatter than distances are. The other values are clamped to the band, in units of the
 * smallest voxel extent of each grid, and evolve until their gradients have length 1; gradients are taken in world
 * units along each axis, so voxels may have any proportions. Away from the level set, distances are too large where
 * it bends outwards, by up to about a voxel at sharp corners.
 *
 * Only the sides of a step such as -1 and 1 are known, not where between two voxels its level set is: next to steps, all
 * voxels evolve, which smooths stairs, and edges with them, the more the longer. The same goes for voxels next to the level
 * set whose neighbors are all at the end of the band on their side.
 *
 * For gradients, inactive neighbors count as the end of the band on the same side, so fields may end anywhere. A NaN
 * voxel stays NaN and is treated as inactive; an infinite value counts as the end of the band. Steps are computed in double
 * precision and stored in that of the field, f32 for f16.
 *
 * @typeParam D Element type.
 * @param grid The batch whose voxels have the values; borrowed.
 * @param field Value of each voxel in world units, below 0 inside, f16, f32 or f64 [voxels]; borrowed.
 * @param options Width of the band, time steps and smoothing.
 * @returns Distances in world units, [voxels], clamped to `halfWidthInVoxels` voxels; the caller owns them.
 * @throws {RangeError} If `field` does not have one value per voxel, or an option is out of range.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Sussman, Smereka and Osher, "A level set approach for computing solutions to incompressible two-phase flow",
 * Journal of Computational Physics 114, 1994; Russo and Smereka, "A remark on computing distance functions", Journal of
 * Computational Physics 163, 2000.
 * @category Distance fields
 *
 * @example A step function becomes a ramp
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { reinitializeSdf } from "@denovdb/denovdb/sdf";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [6, 1, 1], voxelSize: 1 });
 * using field = tensor([-1, -1, -1, 1, 1, 1], { context });
 * using distances = reinitializeSdf(row, field, { steps: 40 });
 * const values = await distances.read();
 * assertAlmostEquals((values[4] ?? NaN) - (values[3] ?? NaN), 1, 0.01);
 * ```
 */
export function reinitializeSdf<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  options: ReinitializeSdfOptions = {},
): Tensor<D> {
  const work = plan("reinitializeSdf", grid, field, options);
  return computeTensor(work, work.call);
}

/**
 * Like {@linkcode reinitializeSdf}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns Distances in world units; the caller owns them.
 * @category Distance fields
 *
 * @example Without blocking
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { reinitializeSdfAsync } from "@denovdb/denovdb/sdf";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [6, 1, 1], voxelSize: 1 });
 * using field = tensor([-1, -1, -1, 1, 1, 1], { context });
 * const signal = AbortSignal.timeout(60_000);
 * using distances = await reinitializeSdfAsync(row, field, { steps: 40, signal });
 * const values = await distances.read();
 * assertAlmostEquals((values[4] ?? NaN) - (values[3] ?? NaN), 1, 0.01);
 * ```
 */
export async function reinitializeSdfAsync<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  options: ReinitializeSdfOptions & Cancelable = {},
): Promise<Tensor<D>> {
  return await computeTensorAsync(plan("reinitializeSdfAsync", grid, field, options), options);
}

function plan<D extends Real>(
  operator: string,
  grid: GridBatch,
  field: Tensor<D>,
  options: ReinitializeSdfOptions,
): Computation<D> {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  shareContext(operator, grid, field);
  return planFlow(operator, grid, field, takeFlow(operator, grid, field, options));
}

/** Plans a flow whose inputs have been checked. */
export function planFlow<D extends Real>(
  operator: string,
  grid: GridBatch,
  field: Tensor<D>,
  { halfWidthInVoxels, order, steps, smooth, smoothing }: FlowSettings,
): Computation<D> {
  const { context, dtype, buffer } = field;
  const layout = { operator, context, dtype, shape: [grid.numVoxels] };
  return computation("reinitializeSdf", layout, {
    grid: handleOf(grid),
    field: handleOf(buffer),
    dtype: dtypeCode(dtype),
    halfWidthInVoxels,
    order,
    steps,
    smooth,
    smoothing: smoothing === "taubin" ? Smoothing.TAUBIN : Smoothing.MEAN_CURVATURE,
  });
}
