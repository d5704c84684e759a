/**
 * Pooling over windows of voxels and its backward pass: checks and calls.
 *
 * @module
 */

import type { Pooling } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type Context,
  emptyTensor,
  type Float,
  type GridBatch,
  type Tensor,
  type Triple,
} from "../core/mod.ts";
import { checkDType, checkGrid, refuse } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { disposeOnError, NO_BUFFER, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape, sameShape } from "../core/shape.ts";
import { wholeTriple } from "../core/triples.ts";
import { checkParts } from "../core/operands.ts";

/**
 * Options for pooling windows of voxels.
 *
 * @category Pooling
 */
export interface PoolOptions {
  /** Size of the window along each axis, in fine voxels; 1 or more. */
  readonly factor: number | Triple;
  /**
   * Distance between windows, in fine voxels; 1 or more. Windows overlap if it is below the factor.
   *
   * @default {factor}
   */
  readonly stride?: number | Triple;
}

/**
 * The two batches of a pooling operator.
 *
 * @category Pooling
 */
export interface WindowGrids {
  /** The batch whose voxels are pooled. */
  readonly fine: GridBatch;
  /** The batch with one voxel per window. */
  readonly coarse: GridBatch;
}

/** What is called, and how windows are reduced. */
export interface PoolCall extends PoolOptions {
  readonly operator: string;
  readonly pooling: Pooling;
}

interface Windows {
  readonly context: Context;
  readonly factor: Int32Array<ArrayBuffer>;
  readonly stride: Int32Array<ArrayBuffer>;
}

/** Checks what both directions have in common. */
function takeWindows(
  { operator, factor, stride = factor }: PoolCall,
  grids: WindowGrids,
  ...tensors: readonly Tensor[]
): Windows {
  checkParts({ operator, name: "grids" }, grids, "an object with a fine and a coarse batch");
  const { fine, coarse } = grids;
  checkGrid(operator, fine);
  checkGrid(operator, coarse);
  const context = shareContext(operator, fine, coarse, ...tensors);
  if (fine.gridCount !== coarse.gridCount) {
    refuse(
      operator,
      `the fine batch has ${fine.gridCount} grids, the coarse one ${coarse.gridCount}`,
    );
  }
  const limits = { least: 1 };
  return {
    context,
    factor: wholeTriple({ operator, name: "factor" }, factor, limits),
    stride: wholeTriple({ operator, name: "stride" }, stride, limits),
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
  name = "features",
): Tensor<D> {
  const { operator, pooling } = call;
  const { context, factor, stride } = takeWindows(call, grids, features);
  const { fine, coarse } = grids;
  const channels = takeRows(operator, name, features, fine);
  const { dtype } = features;
  const pooled = emptyTensor([coarse.numVoxels, ...channels], { context, dtype });
  return disposeOnError(pooled, () => {
    const status = nativeOf(context).pool({
      context: handleOf(context),
      fine: handleOf(fine),
      coarse: handleOf(coarse),
      features: handleOf(features.buffer),
      dtype: dtypeCode(dtype),
      channels: elementCount(channels),
      reduction: pooling,
      factor,
      stride,
      out: handleOf(pooled.buffer),
    });
    checkStatus(context, status, operator);
    return pooled;
  });
}

/** Carries what coarse voxels have back to fine ones. */
export function poolBackward<D extends Float>(
  call: PoolCall,
  grids: WindowGrids,
  gradients: Tensor<D>,
  { features, name = "gradients" }: { readonly features?: Tensor<D>; readonly name?: string } = {},
): Tensor<D> {
  const { operator, pooling } = call;
  const held = features === undefined ? [] : [features];
  const { context, factor, stride } = takeWindows(call, grids, gradients, ...held);
  const { fine, coarse } = grids;
  const channels = takeRows(operator, name, gradients, coarse);
  const { dtype } = gradients;
  if (features !== undefined) {
    checkDType({ operator, name: "features" }, features, [dtype]);
    const shape = [fine.numVoxels, ...channels];
    if (!sameShape(features.shape, shape)) {
      refuse(
        operator,
        `features shape is ${formatShape(features.shape)}, ${formatShape(shape)} expected`,
      );
    }
  }
  const result = emptyTensor([fine.numVoxels, ...channels], { context, dtype });
  return disposeOnError(result, () => {
    const status = nativeOf(context).poolBackward({
      context: handleOf(context),
      fine: handleOf(fine),
      coarse: handleOf(coarse),
      features: features === undefined ? NO_BUFFER : handleOf(features.buffer),
      gradients: handleOf(gradients.buffer),
      dtype: dtypeCode(dtype),
      channels: elementCount(channels),
      reduction: pooling,
      factor,
      stride,
      out: handleOf(result.buffer),
    });
    checkStatus(context, status, operator);
    return result;
  });
}
