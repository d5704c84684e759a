/**
 * Pooling over windows of voxels and its backward pass: checks and calls.
 *
 * @module
 */

import type { PoolRequest } from "../../ffi/_generated/native.ts";
import type { Pooling } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Float, GridBatch, Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkShape, checkTensor } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkParts, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { NO_BUFFER, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import type { PoolOptions, WindowGrids } from "./average_pool.ts";
import type { UpsampleOptions } from "./upsample_nearest.ts";

/** The operator, and its reduction of windows. */
export interface PoolCall {
  readonly operator: string;
  readonly pooling: Pooling;
  /** Name of the rows that are given, for messages. */
  readonly name: string;
  /** Whether windows have a stride of their own. */
  readonly strides?: boolean;
}

const NAMES = optionNames<PoolOptions>({ factor: true, stride: true });
const FACTOR_NAMES = optionNames<UpsampleOptions>({ factor: true });

/** Common arguments of both native functions. */
type Windows = Pick<PoolRequest, "fine" | "coarse" | "reduction" | "factor" | "stride">;

/** Checks what both directions have in common. */
function takeWindows(
  { operator, pooling, strides = false }: PoolCall,
  grids: WindowGrids,
  options: PoolOptions,
  rows: Tensor,
  ...pooled: readonly Tensor[]
): Windows {
  if (strides) checkOptions(operator, options, NAMES);
  else checkOptions(operator, options, FACTOR_NAMES);
  const { factor, stride = factor } = options;
  for (const features of pooled) checkTensor({ operator, name: "features" }, features);
  checkParts({ operator, name: "grids" }, grids, "an object with a fine and a coarse batch");
  const { fine, coarse } = grids;
  checkGrid(operator, fine);
  checkGrid(operator, coarse);
  shareContext(operator, fine, coarse, rows, ...pooled);
  if (fine.gridCount !== coarse.gridCount) {
    refuse(
      operator,
      `the fine batch has ${fine.gridCount} grids, the coarse one ${coarse.gridCount}`,
    );
  }
  return {
    fine: handleOf(fine),
    coarse: handleOf(coarse),
    reduction: pooling,
    factor: wholeTriple({ operator, name: "factor" }, factor, { least: 1 }),
    stride: wholeTriple({ operator, name: "stride" }, stride, { least: 1 }),
  };
}

/** Takes a row for each voxel of a batch. */
function takeRows(
  operator: string,
  name: string,
  rows: Tensor<Float>,
  { numVoxels }: GridBatch,
): readonly number[] {
  checkDType({ operator, name }, rows, FLOATS);
  const [count, ...channels] = rows.shape;
  if (count === numVoxels) return channels;
  return refuse(
    operator,
    `${name} shape is ${formatShape(rows.shape)}, [${numVoxels}, ...channels] expected`,
  );
}

/** Pools features of fine voxels. */
export function pool<D extends Float>(
  call: PoolCall,
  grids: WindowGrids,
  features: Tensor<D>,
  options: PoolOptions,
): Tensor<D> {
  const { operator, name } = call;
  const windows = takeWindows(call, grids, options, features);
  const channels = takeRows(operator, name, features, grids.fine);
  const { context, dtype } = features;
  return computeTensor(
    { operator, context, dtype, shape: [grids.coarse.numVoxels, ...channels] },
    (native, out) =>
      native.pool({
        ...out,
        ...windows,
        features: handleOf(features.buffer),
        dtype: dtypeCode(dtype),
        channels: elementCount(channels),
      }),
  );
}

/** Carries what coarse voxels have back to fine ones; `pooled` has the features that were pooled, where they matter. */
export function poolBackward<D extends Float>(
  call: PoolCall,
  grids: WindowGrids,
  gradients: Tensor<D>,
  options: PoolOptions,
  pooled: readonly Tensor<D>[] = [],
): Tensor<D> {
  const { operator, name } = call;
  const windows = takeWindows(call, grids, options, gradients, ...pooled);
  const channels = takeRows(operator, name, gradients, grids.coarse);
  const { context, dtype } = gradients;
  const shape = [grids.fine.numVoxels, ...channels];
  const [features] = pooled;
  if (features !== undefined) {
    checkDType({ operator, name: "features" }, features, [dtype]);
    checkShape({ operator, name: "features" }, features, shape);
  }
  return computeTensor(
    { operator, context, dtype, shape },
    (native, out) =>
      native.poolBackward({
        ...out,
        ...windows,
        features: features === undefined ? NO_BUFFER : handleOf(features.buffer),
        gradients: handleOf(gradients.buffer),
        dtype: dtypeCode(dtype),
        channels: elementCount(channels),
      }),
  );
}
