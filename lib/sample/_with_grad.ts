/**
 * The backward pass of sampling with gradients, for any kernel.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type Float, type Lists, type Real, scope, type Tensor } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import { disposeOnError, NO_BUFFER } from "../core/ownership.ts";
import { type KernelCall, type SampleGradients, type SampleInput, takeRows } from "./_kernel.ts";
import { inListsOf, type PointsAndFeatures, takePoints } from "./_points.ts";

/**
 * Gradients of a loss with respect to the results of a function with `WithGrad` in its name; what is left out counts as
 * 0.
 *
 * @category Sampling
 */
export interface SamplesWithGradGradients<D extends Float = Float> {
  /** With respect to each sample, [n, ...channels], in the lists of the points. */
  readonly samples?: Lists<D>;
  /** With respect to the gradient of each sample, [n, ...channels, 3], in the lists of the points. */
  readonly gradients?: Lists<D>;
}

const NAMES = optionNames<SamplesWithGradGradients>({ samples: true, gradients: true });

/** Takes gradients of samples, and of their gradients, back to features and points. */
export function withGradBackwardBy<P extends Real, D extends Float>(
  call: KernelCall,
  input: SampleInput<P, D>,
  gradients: SamplesWithGradGradients<D>,
): SampleGradients<D, Lists<P>> {
  const { operator } = call;
  const { points, features } = input;
  const given = checkOptions(operator, gradients, NAMES, "gradient");
  const taken = takePoints(operator, input);
  const { channels } = taken;
  const take = (name: "samples" | "gradients", axes: readonly number[]): BufferHandle => {
    const lists = given[name];
    if (lists === undefined) return NO_BUFFER;
    const argument = { operator, name: `gradients.${name}` };
    const rows = takeRows(argument, { ...taken, channels: axes }, points, lists, features.dtype);
    return handleOf(rows.buffer);
  };
  const rows = { samples: take("samples", channels), slopes: take("gradients", [...channels, 3]) };
  const parts = scope((own) => ({
    features: own(voxelGradients(call, taken, rows, features)),
    points: own(pointGradients(call, taken, rows, points.dtype)),
  }));
  return bundle("SampleGradients", {
    features: parts.features,
    points: inListsOf(points, parts.points),
  });
}

/** The gradients that are there. */
interface Rows {
  readonly samples: BufferHandle;
  readonly slopes: BufferHandle;
}

function voxelGradients<D extends Float>(
  { operator, kernel, atomic }: KernelCall,
  { context, native }: PointsAndFeatures,
  { samples, slopes }: Rows,
  features: Tensor<D>,
): Tensor<D> {
  const voxels = emptyTensor(features.shape, { context, dtype: features.dtype });
  return disposeOnError(voxels, () => {
    const run = nativeOf(context)[atomic ? "splatSlopesAtomic" : "splatSlopes"];
    const out = handleOf(voxels.buffer);
    checkStatus(context, run({ ...native, features: samples, slopes, kernel, out }), operator);
    return voxels;
  });
}

function pointGradients<P extends Real>(
  { operator, kernel }: KernelCall,
  { context, count, native }: PointsAndFeatures,
  { samples, slopes }: Rows,
  dtype: P,
): Tensor<P> {
  const result = emptyTensor([count, 3], { context, dtype });
  return disposeOnError(result, () => {
    const status = nativeOf(context).sampleSlopeGradients({
      ...native,
      kernel,
      weights: samples,
      slopeWeights: slopes,
      out: handleOf(result.buffer),
    });
    checkStatus(context, status, operator);
    return result;
  });
}
