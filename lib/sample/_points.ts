/**
 * Points and features of points or of the voxels around them: checks, and the first native arguments.
 *
 * @module
 */

import type { SampleTrilinearRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import {
  checkDType,
  checkGrid,
  checkListCount,
  checkSameOffsets,
  checkTensor,
  rowsOf,
  vectorRows,
} from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { dtypeCode, FLOATS, REALS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape, sameShape } from "../core/shape.ts";

/** The arguments that native calls on points and features have in common. */
export type SampleRequest = Omit<SampleTrilinearRequest, "out">;

/** Points and features that fit a batch. */
export interface PointsAndFeatures extends Caller {
  /** Number of points. */
  readonly count: number;
  /** Axes of one row of features. */
  readonly channels: readonly number[];
  readonly request: SampleRequest;
}

/** Operands of an operator: points, and features of voxels or of the points. */
export interface PointInput<F extends Lists<Float> = Lists<Float>> {
  readonly grid: GridBatch;
  readonly points: Lists<Real>;
  readonly features: F;
}

/**
 * Checks that points fit a batch, and that there are features for each voxel.
 *
 * @param name What features are called in messages.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 */
export function takePoints(
  operator: string,
  input: PointInput<Tensor<Float>>,
  name = "features",
): PointsAndFeatures {
  return take(operator, input, name, "voxels");
}

/**
 * Checks that points fit a batch, and that there are features for each point.
 *
 * @throws As {@linkcode takePoints}.
 */
export function takeGivingPoints(operator: string, input: PointInput): PointsAndFeatures {
  const taken = take(operator, input, "features", "points");
  const [rows, points] = [rowsOf(input.features), rowsOf(input.points)];
  checkSameOffsets({ operator, name: "features" }, rows, { ...points, name: "points" });
  return taken;
}

function take(
  operator: string,
  { grid, points, features }: PointInput,
  name: string,
  per: "voxels" | "points",
): PointsAndFeatures {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, points, features);
  const place = vectorRows({ operator, name: "points" }, points, REALS);
  checkListCount({ operator, name: "points" }, place, grid);
  if (per === "voxels") checkTensor({ operator, name }, features as Tensor);
  const rows = rowsOf(features).data;
  checkDType({ operator, name }, rows, FLOATS);
  const [length, ...channels] = rows.shape;
  const wanted = per === "voxels" ? grid.numVoxels : place.count;
  if (length !== wanted) {
    refuse(
      operator,
      `${name} shape is ${formatShape(rows.shape)}, [${wanted}, ...channels] expected`,
    );
  }
  return {
    operator,
    context,
    count: place.count,
    channels,
    request: {
      context: handleOf(context),
      grid: handleOf(grid),
      points: handleOf(place.data.buffer),
      pointDtype: dtypeCode(place.data.dtype),
      n: place.count,
      offsets: place.offsets,
      nGrids: grid.gridCount,
      features: handleOf(rows.buffer),
      dtype: dtypeCode(rows.dtype),
      channels: elementCount(channels),
    },
  };
}

/** Takes rows of which each point has one. */
export function takeRows<D extends Float>(
  { operator, context, count }: PointsAndFeatures,
  points: Lists<Real>,
  { name, lists, dtype, channels }: {
    readonly name: string;
    readonly lists: Lists<D>;
    readonly dtype: D;
    readonly channels: readonly number[];
  },
): Tensor<D> {
  shareContext(operator, lists, points);
  const rows = rowsOf(lists).data as Tensor<D>;
  checkDType({ operator, name }, rows, [dtype]);
  const shape = [count, ...channels];
  if (!sameShape(rows.shape, shape) || rows.context !== context) {
    refuse(operator, `${name} shape is ${formatShape(rows.shape)}, ${formatShape(shape)} expected`);
  }
  checkSameOffsets({ operator, name }, rowsOf(lists), { ...rowsOf(points), name: "points" });
  return rows;
}
