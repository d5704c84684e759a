/**
 * Fields made signed distances again.
 *
 * @module
 */

import { Smoothing } from "../../ffi/_generated/symbols.ts";
import { emptyTensor, type GridBatch, type Real, type Tensor } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { type FlowSettings, takeFlow } from "./_field.ts";

/** Options for {@linkcode reinitializeSdf}. */
export interface ReinitializeSdfOptions {
  /**
   * How far from the zero level distances are wanted, in the least extents of a voxel.
   *
   * @default {3}
   */
  readonly band?: number;
  /**
   * Order of the steps in time: 1 (Euler), 2 (Heun) or 3 (Shu and Osher), each so many passes over the voxels.
   *
   * @default {3}
   */
  readonly order?: 1 | 2 | 3;
  /**
   * How many steps to take; each brings distances 0.4 of the least extent of a voxel further.
   *
   * @default {undefined} As many as reach the end of the band, 6 at least.
   */
  readonly steps?: number;
  /**
   * Passes that make the field smoother once it is a distance; as many steps follow, 4 at least.
   *
   * @default {0}
   */
  readonly smooth?: number;
  /**
   * What a pass does: takes voxels to the mean of their neighbours across faces, so that surfaces shrink where they are
   * curved, or half of the way there and 0.53 of it back, so that they keep their volume (Taubin). Neighbours that are not
   * active have no part in it.
   *
   * @default {"mean-curvature"}
   */
  readonly smoothing?: "mean-curvature" | "taubin";
}

const NAMES = optionNames<ReinitializeSdfOptions>({
  band: true,
  order: true,
  steps: true,
  smooth: true,
  smoothing: true,
});

/**
 * Turns a field into the signed distance from its own zero level set within a band; that level set hardly moves.
 *
 * Values are cut to the band, in each grid by its own least extent of a voxel, and flow until slopes have length 1;
 * slopes are per world unit along each axis, so voxels may have any shape. In slopes, neighbours that are not active count
 * as the end of the band on the same side, so fields may end anywhere. A voxel that is NaN stays so and is as if it were not
 * active. Steps are computed in double precision and kept in that of the field, f32 for f16.
 *
 * @typeParam D Element type.
 * @param grid The batch whose voxels have the values; borrowed.
 * @param field Value of each voxel in world units, below 0 inside, f16, f32 or f64 [voxels]; borrowed.
 * @param options How far, and how.
 * @returns Distances in world units, [voxels], no further from 0 than the band; the caller owns them.
 * @throws {RangeError} If `field` does not have one value per voxel, or an option is out of range.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Sussman, Smereka and Osher, "A level set approach for computing solutions to incompressible two-phase flow",
 * Journal of Computational Physics 114, 1994.
 *
 * @example A step becomes a ramp
 * ```ts
 * import { gridFromDense, openContext, reinitializeSdf, tensor } from "@denovdb/denovdb";
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
  const operator = "reinitializeSdf";
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  shareContext(operator, grid, field);
  return flowField(operator, grid, field, takeFlow(operator, grid, field, options));
}

/** Runs a flow that has been checked; the caller owns the result. */
export function flowField<D extends Real>(
  operator: string,
  grid: GridBatch,
  field: Tensor<D>,
  { band, order, steps, smooth, smoothing }: FlowSettings,
): Tensor<D> {
  const { context } = field;
  const kind = smoothing === "taubin" ? Smoothing.TAUBIN : Smoothing.MEAN_CURVATURE;
  const out = emptyTensor([grid.numVoxels], { context, dtype: field.dtype });
  return disposeOnError(out, () => {
    const status = context.native.reinitializeSdf(
      context.handle,
      grid.handle,
      field.buffer.handle,
      dtypeCode(field.dtype),
      band,
      order,
      steps,
      smooth,
      kind,
      out.buffer.handle,
    );
    context.check(status, operator);
    return out;
  });
}
