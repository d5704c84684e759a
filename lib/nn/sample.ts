/**
 * Sampling and splatting on a tape.
 *
 * @module
 */

import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { apply, applyMany, type Operand, type Value } from "../grad/mod.ts";
import * as ops from "../sample/mod.ts";
import {
  checkListsOptions,
  dataOf,
  type ListsOptions,
  type RowsOperand,
  takeLists,
} from "./base/lists.ts";

/** An operator that samples, and its backward passes: to features alone, or to points, too. */
interface Sampling<O> {
  readonly operator: string;
  readonly sample: <D extends Float>(
    grid: GridBatch,
    points: Tensor<Real>,
    features: Tensor<D>,
    options: O,
  ) => Tensor<D>;
  readonly splat: <D extends Float>(
    grid: GridBatch,
    points: Lists<Real>,
    gradients: Lists<D>,
    options: O,
  ) => Tensor<D>;
  readonly backward: <D extends Float, P extends Real>(
    grid: GridBatch,
    points: Tensor<P>,
    features: Tensor<D>,
    gradients: Tensor<D>,
    options: O,
  ) => ops.SampleGradients<D, Tensor<P>>;
}

/** Samples on a tape. Where points are constants, gradients of features are splatted alone, which has the same bits. */
function sampleBy<D extends Float, P extends Real, O>(
  { operator, sample, splat, backward }: Sampling<O>,
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  { offsets, ...rest }: ListsOptions & O,
): Value<D> {
  const options = rest as O;
  const { operand, inLists } = takeLists(points, { ...offsets && { offsets } });
  return apply(
    operator,
    [operand, features],
    ([points, features]) => ({ result: dataOf(sample(grid, inLists(points), features, options)) }),
    (gradient, { tensors: [points, features], wanted }) => {
      const [places, given] = [inLists(points), inLists(gradient)];
      if (!wanted[0]) return [undefined, splat(grid, places, given, options)];
      const back = backward(grid, places, features, given, options);
      return [dataOf(back.points), back.features];
    },
  );
}

/**
 * Interpolates voxel features at points, as `sampleTrilinear` of `@denovdb/denovdb/sample` does.
 *
 * @typeParam D Element type of the features.
 * @typeParam P Element type of the points.
 * @param grid The batch; borrowed until the backward pass has run.
 * @param points Points, [n, 3]: a value, a tensor, or constants in lists.
 * @param features Features of voxels, [voxels, ...channels].
 * @param options The offsets of points that are values.
 * @returns Features at each point, [n, ...channels]; their tape owns them.
 * @throws As `sampleTrilinear`, and {TypeError} if neither points nor features are a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Where a point would have to move
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleTrilinear, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [2, 2, 2] });
 * using features = tensor([0, 1, 2, 3, 4, 5, 6, 7], { context });
 * using points = tensor([0.5, 0.5, 0.5], { context, shape: [1, 3] });
 * using found = valueAndGrad({ points }, (p) => sum(sampleTrilinear(grid, p.points, features)));
 * assertEquals([...await found.gradients.points.read()], [4, 2, 1]);
 * ```
 */
export function sampleTrilinear<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  checkListsOptions(TRILINEAR.operator, options);
  return sampleBy(TRILINEAR, grid, points, features, options);
}

const TRILINEAR: Sampling<unknown> = {
  operator: "sampleTrilinear",
  sample: (grid, points, features) => ops.sampleTrilinear(grid, points, features),
  splat: (grid, points, gradients) => ops.splatTrilinear(grid, points, gradients),
  backward: (grid, points, features, gradients) =>
    ops.sampleTrilinearBackward(grid, points, features, gradients),
};

/**
 * Interpolates voxel features at points by quadratic B-splines, as `sampleBezier` of `@denovdb/denovdb/sample` does.
 * Operands and errors are those of {@linkcode sampleTrilinear}.
 *
 * @returns Features at each point, [n, ...channels]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sampleBezier<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions & ops.BezierOptions = {},
): Value<D> {
  return sampleBy(BEZIER, grid, points, features, options);
}

const BEZIER: Sampling<ops.BezierOptions> = {
  operator: "sampleBezier",
  sample: ops.sampleBezier,
  splat: ops.splatBezier,
  backward: ops.sampleBezierBackward,
};

/**
 * Samples and their spatial gradients, on a tape.
 *
 * @typeParam D Element type.
 * @category Operators of networks
 */
export interface ValuesWithGrad<D extends Float> {
  /** Features at each point, [n, ...channels]. */
  readonly samples: Value<D>;
  /** Derivatives with respect to x, y and z, per world unit, [n, ...channels, 3]. */
  readonly gradients: Value<D>;
}

/** An operator that samples with gradients, and its backward pass. */
interface SamplingWithGrad<O> {
  readonly operator: string;
  readonly sample: <D extends Float>(
    grid: GridBatch,
    points: Tensor<Real>,
    features: Tensor<D>,
    options: O,
  ) => ops.SamplesWithGrad<D>;
  readonly backward: <D extends Float, P extends Real>(
    grid: GridBatch,
    points: Tensor<P>,
    features: Tensor<D>,
    gradients: ops.SamplesWithGradGradients<D>,
    options: O,
  ) => ops.SampleGradients<D, Tensor<P>>;
}

function sampleWithGradBy<D extends Float, P extends Real, O>(
  { operator, sample, backward }: SamplingWithGrad<O>,
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  { offsets, ...rest }: ListsOptions & O,
): ValuesWithGrad<D> {
  const options = rest as O;
  const { operand, inLists } = takeLists(points, { ...offsets && { offsets } });
  return applyMany(operator, [operand, features], ([points, features]) => {
    const { samples, gradients } = sample(grid, inLists(points), features, options);
    return { results: { samples: dataOf(samples), gradients: dataOf(gradients) } };
  }, ({ samples, gradients }, { tensors: [points, features] }) => {
    const back = backward(grid, inLists(points), features, {
      ...samples && { samples: inLists(samples) },
      ...gradients && { gradients: inLists(gradients) },
    }, options);
    return [dataOf(back.points), back.features];
  }) as ValuesWithGrad<D>;
}

/**
 * Interpolates voxel features at points with their spatial gradients, as `sampleTrilinearWithGrad` of
 * `@denovdb/denovdb/sample` does; losses may depend on both. Operands and errors are those of
 * {@linkcode sampleTrilinear}.
 *
 * @returns Samples and gradients; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sampleTrilinearWithGrad<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions = {},
): ValuesWithGrad<D> {
  checkListsOptions(TRILINEAR_WITH_GRAD.operator, options);
  return sampleWithGradBy(TRILINEAR_WITH_GRAD, grid, points, features, options);
}

const TRILINEAR_WITH_GRAD: SamplingWithGrad<unknown> = {
  operator: "sampleTrilinearWithGrad",
  sample: (grid, points, features) => ops.sampleTrilinearWithGrad(grid, points, features),
  backward: (grid, points, features, gradients) =>
    ops.sampleTrilinearWithGradBackward(grid, points, features, gradients),
};

/**
 * Interpolates voxel features at points by quadratic B-splines, with their spatial gradients, as `sampleBezierWithGrad`
 * of `@denovdb/denovdb/sample` does. Operands and errors are those of {@linkcode sampleTrilinear}.
 *
 * @returns Samples and gradients; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sampleBezierWithGrad<D extends Float, P extends Real>(
  grid: GridBatch,
  points: RowsOperand<P>,
  features: Operand<D>,
  options: ListsOptions & ops.BezierOptions = {},
): ValuesWithGrad<D> {
  return sampleWithGradBy(BEZIER_WITH_GRAD, grid, points, features, options);
}

const BEZIER_WITH_GRAD: SamplingWithGrad<ops.BezierOptions> = {
  operator: "sampleBezierWithGrad",
  sample: ops.sampleBezierWithGrad,
  backward: ops.sampleBezierWithGradBackward,
};
