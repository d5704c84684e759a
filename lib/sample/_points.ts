/**
 * Points and the features of voxels around them: checks, and the first native arguments.
 *
 * @module
 */

import type { BufferHandle, ContextHandle, GridHandle } from "../../ffi/_generated/native.ts";
import type { Dtype } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Context, Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkListCount, refuse, vectorRows } from "../core/checks.ts";
import { dtypeCode, FLOATS, REALS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";

export { inListsOf } from "../core/checks.ts";

/** The arguments with which native functions begin. */
export type SampleArguments = readonly [
  context: ContextHandle,
  grid: GridHandle,
  points: BufferHandle,
  pointDtype: Dtype,
  count: number,
  offsets: BigInt64Array<ArrayBuffer>,
  gridCount: number,
  features: BufferHandle,
  dtype: Dtype,
  channels: number,
];

/** Points and features that fit a batch. */
export interface PointsAndFeatures {
  readonly context: Context;
  /** Number of points. */
  readonly count: number;
  /** Axes of one voxel's value. */
  readonly channels: readonly number[];
  readonly native: SampleArguments;
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
    native: [
      handleOf(context),
      handleOf(grid),
      handleOf(rows.data.buffer),
      dtypeCode(rows.data.dtype),
      rows.count,
      rows.offsets,
      grid.gridCount,
      handleOf(features.buffer),
      dtypeCode(features.dtype),
      elementCount(channels),
    ],
  };
}
