/**
 * Pooling, upsampling and means on a tape.
 *
 * @module
 */

import type { Float, GridBatch, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as ops from "../pool/mod.ts";

/**
 * Average pooling, as `averagePool` of `@denovdb/denovdb/pool`.
 *
 * @typeParam D Element type.
 * @param grids The fine and the coarse batch; borrowed until the backward pass has run.
 * @param features Features of fine voxels, [voxels, ...channels]; a value.
 * @param options Size and stride of the windows.
 * @returns Features of coarse voxels; their tape owns them.
 * @throws As `averagePool`, and {TypeError} if the features are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function averagePool<D extends Float>(
  grids: ops.WindowGrids,
  features: Operand<D>,
  options: ops.PoolOptions,
): Value<D> {
  return apply(
    "averagePool",
    [features],
    ([features]) => ({ result: ops.averagePool(grids, features, options), reads: [] }),
    (gradient) => [ops.averagePoolBackward(grids, gradient, options)],
  );
}

/**
 * Max pooling, as `maxPool` of `@denovdb/denovdb/pool`. Operands and errors are those of {@linkcode averagePool}.
 *
 * @returns Features of coarse voxels; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function maxPool<D extends Float>(
  grids: ops.WindowGrids,
  features: Operand<D>,
  options: ops.PoolOptions,
): Value<D> {
  return apply(
    "maxPool",
    [features],
    ([features]) => ({ result: ops.maxPool(grids, features, options) }),
    (gradient, { tensors: [features] }) => [
      ops.maxPoolBackward(grids, features, gradient, options),
    ],
  );
}

/**
 * Upsampling, as `upsampleNearest` of `@denovdb/denovdb/pool`: each fine voxel gets what its coarse one has.
 *
 * @typeParam D Element type.
 * @param grids The fine and the coarse batch; borrowed until the backward pass has run.
 * @param features Features of coarse voxels, [voxels, ...channels]; a value.
 * @param options Ratio of voxel sizes.
 * @returns Features of fine voxels; their tape owns them.
 * @throws As `upsampleNearest`, and {TypeError} if the features are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function upsampleNearest<D extends Float>(
  grids: ops.WindowGrids,
  features: Operand<D>,
  options: ops.UpsampleOptions,
): Value<D> {
  return apply(
    "upsampleNearest",
    [features],
    ([features]) => ({ result: ops.upsampleNearest(grids, features, options), reads: [] }),
    (gradient) => [ops.upsampleNearestBackward(grids, gradient, options)],
  );
}

/**
 * The mean of the features of the points in each voxel, as `voxelMean` of `@denovdb/denovdb/pool`.
 *
 * @typeParam D Element type.
 * @param grid The batch; borrowed until the backward pass has run, as are the rows.
 * @param rows The row of the voxel of each point, i64 [n].
 * @param features Features of points, [n, ...channels]; a value.
 * @returns Features of voxels; their tape owns them.
 * @throws As `voxelMean`, and {TypeError} if the features are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function voxelMean<D extends Float>(
  grid: GridBatch,
  rows: Tensor<"i64">,
  features: Operand<D>,
): Value<D> {
  return apply("voxelMean", [features], ([features]) => ({
    result: ops.voxelMean(grid, rows, features) as Tensor<Float> as Tensor<D>,
    reads: [],
  }), (gradient) => [ops.voxelMeanBackward(grid, rows, gradient)]);
}
