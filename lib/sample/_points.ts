/**
 * Points and the features of voxels around them: checks, and the first native arguments.
 *
 * @module
 */

import type { SampleTrilinearRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Context, Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkListCount, refuse, vectorRows } from "../core/checks.ts";
import { dtypeCode, FLOATS, REALS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";

export { inListsOf } from "../core/checks.ts";

/** The arguments that native calls on points and voxel features have in common. */
export type SampleRequest = Omit<SampleTrilinearRequest, "out">;

/** Points and features that fit a batch. */
export interface PointsAndFeatures {
  readonly context: Context;
  /** Number of points. */
  readonly count: number;
  /** Axes of one voxel's value. */
  readonly channels: readonly number[];
  readonly native: SampleRequest;
}

/** What an operator gets. */
export interface SampleInput {
  readonly grid: GridBatch;
  readonly points: Lists<Real>;
  readonly features: Tensor<Float>;
}

/**
 * Checks that points and features fit a batch.
 *
 * @param name What features are called in messages.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 */
export function takePoints(
  operator: string,
  { grid, points, features }: SampleInput,
  name = "features",
): PointsAndFeatures {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, points, features);
  const rows = vectorRows({ operator, name: "points" }, points, REALS);
  checkListCount({ operator, name: "points" }, rows, grid);
  checkDType({ operator, name }, features, FLOATS);
  const [voxels, ...channels] = features.shape;
  if (voxels !== grid.numVoxels) {
    refuse(
      operator,
      `${name} shape is ${formatShape(features.shape)}, [${grid.numVoxels}, ...channels] expected`,
    );
  }
  return {
    context,
    count: rows.count,
    channels,
    native: {
      context: handleOf(context),
      grid: handleOf(grid),
      points: handleOf(rows.data.buffer),
      pointDtype: dtypeCode(rows.data.dtype),
      n: rows.count,
      offsets: rows.offsets,
      nGrids: grid.gridCount,
      features: handleOf(features.buffer),
      dtype: dtypeCode(features.dtype),
      channels: elementCount(channels),
    },
  };
}
