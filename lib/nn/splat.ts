/**
 * Splatting on a tape.
 *
 * @module
 */

import type { Float, GridBatch, Real } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as ops from "../sample/mod.ts";
import {
  checkListsOptions,
  dataOf,
  type ListsOptions,
  type RowsOperand,
  takeLists,
} from "./base/lists.ts";

/**
 * Adds each point's features to the voxels around it, as `splatTrilinear` of `@denovdb/denovdb/sample` does.
 *
 * @typeParam D Element type of the features.
 * @typeParam P Element type of the points.
 * @param grid The batch; borrowed until the backward pass has run.
 * @param points Points, [n, 3]: a value, a tensor, or constants in lists.
 * @param features Features of each point, [n, ...channels].
 * @param options The offsets of points that are values.
 * @returns The sum for each voxel, [voxels, ...channels]; their tape owns them.
 * @throws As `splatTrilinear`, and {TypeError} if neither points nor features are a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function splatTrilinear<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  const operator = "splatTrilinear";
  const { operand, inLists } = takeLists(points, checkListsOptions(operator, options));
  return apply(operator, [operand, features], ([points, features]) => ({
    result: ops.splatTrilinear(grid, inLists(points), inLists(features)),
  }), (gradient, { tensors: [points, features] }) => {
    const [places, given] = [inLists(points), inLists(features)];
    const back = ops.splatTrilinearBackward(grid, places, given, gradient);
    return [dataOf(back.points), dataOf(back.features)];
  });
}

/**
 * Adds each point's features to the voxels around it by quadratic B-splines, as `splatBezier` of
 * `@denovdb/denovdb/sample` does. Operands and errors are those of {@linkcode splatTrilinear}.
 *
 * @returns The sum for each voxel, [voxels, ...channels]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function splatBezier<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions & ops.BezierOptions = {},
): Value<D> {
  const { offsets, ...rest } = options;
  const { operand, inLists } = takeLists(points, { ...offsets && { offsets } });
  return apply("splatBezier", [operand, features], ([points, features]) => ({
    result: ops.splatBezier(grid, inLists(points), inLists(features), rest),
  }), (gradient, { tensors: [points, features] }) => {
    const [places, given] = [inLists(points), inLists(features)];
    const back = ops.splatBezierBackward(grid, places, given, gradient, rest);
    return [dataOf(back.points), dataOf(back.features)];
  });
}
