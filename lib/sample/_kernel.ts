/**
 * Sampling and splatting by any kernel, forwards and backwards: calls and results.
 *
 * @module
 */

import type {
  BufferHandle,
  Native,
  SampleTrilinearRequest,
  SampleTrilinearWithGradRequest,
  Status,
} from "../../ffi/_generated/native.ts";
import type { Kernel } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Float, type Lists, type Real, scope, type Tensor } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { inListsOf } from "../core/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { computeTensor } from "../core/native_call.ts";
import { disposeOnError, NO_BUFFER } from "../core/ownership.ts";
import {
  type PointInput,
  type PointsAndFeatures,
  takeGivingPoints,
  takePoints,
  takeRows,
} from "./_points.ts";
import type { SamplesWithGrad } from "./sample_trilinear.ts";
import type { SampleGradients } from "./sample_trilinear_backward.ts";
import type { SamplesWithGradGradients } from "./sample_trilinear_with_grad_backward.ts";
import type { SplatGradients } from "./splat_trilinear.ts";

/** The operator, and its kernel. */
export interface KernelCall {
  readonly operator: string;
  readonly kernel: Kernel;
  /** See {@linkcode SumOptions}. */
  readonly atomic?: boolean | undefined;
}

/** Points and the features of the voxels around them. */
export interface SampleInput<P extends Real, D extends Float> extends PointInput<Tensor<D>> {
  readonly points: Lists<P>;
}

/** Points and the features to splat. */
export interface SplatInput<P extends Real, D extends Float> extends PointInput<Lists<D>> {
  readonly points: Lists<P>;
}

/** Samples by a native function. */
export function sampleBy<D extends Float>(
  operator: string,
  input: SampleInput<Real, D>,
  call: (native: Native, request: SampleTrilinearRequest) => Status,
): Lists<D> {
  const { context, count, channels, request } = takePoints(operator, input);
  const { points, features: { dtype } } = input;
  const layout = { operator, context, dtype, shape: [count, ...channels] };
  const samples = computeTensor(layout, (native, { out }) => call(native, { ...request, out }));
  return disposeOnError(samples, () => inListsOf(points, samples));
}

/** Samples by a native function, with gradients. */
export function sampleWithGradBy<D extends Float>(
  operator: string,
  input: SampleInput<Real, D>,
  call: (native: Native, request: SampleTrilinearWithGradRequest) => Status,
): SamplesWithGrad<D> {
  const taken = takePoints(operator, input);
  const { points, features: { dtype } } = input;
  const shape = [taken.count, ...taken.channels];
  const layouts = { samples: [dtype, shape], gradients: [dtype, [...shape, 3]] } as const;
  const { samples, gradients } = computeTensors(
    taken,
    layouts,
    (native, out) =>
      call(native, { ...taken.request, out: out.samples, outGradients: out.gradients }),
  );
  return bundle("SamplesWithGrad", {
    samples: inListsOf(points, samples),
    gradients: inListsOf(points, gradients),
  });
}

/** Backward pass of sampling: gradients with respect to features and points. */
export function sampleBackwardBy<P extends Real, D extends Float>(
  call: KernelCall,
  input: SampleInput<P, D>,
  lists: Lists<D>,
): SampleGradients<D, Lists<P>> {
  const taken = takePoints(call.operator, input);
  const { points, features: { dtype } } = input;
  const { channels } = taken;
  const rows = takeRows(taken, points, { name: "gradients", lists, dtype, channels });
  return backward(call, taken, input, { samples: handleOf(rows.buffer) });
}

const NAMES = optionNames<SamplesWithGradGradients>({ samples: true, gradients: true });

/** Backward pass of sampling with gradients. */
export function withGradBackwardBy<P extends Real, D extends Float>(
  call: KernelCall,
  input: SampleInput<P, D>,
  gradients: SamplesWithGradGradients<D>,
): SampleGradients<D, Lists<P>> {
  const { operator } = call;
  const given = checkOptions(operator, gradients, NAMES, "gradient");
  const taken = takePoints(operator, input);
  const { points, features: { dtype } } = input;
  const take = (part: "samples" | "gradients", channels: readonly number[]): BufferHandle => {
    const lists = given[part];
    if (lists === undefined) return NO_BUFFER;
    const rows = takeRows(taken, points, { name: `gradients.${part}`, lists, dtype, channels });
    return handleOf(rows.buffer);
  };
  return backward(call, taken, input, {
    samples: take("samples", taken.channels),
    slopes: take("gradients", [...taken.channels, 3]),
  });
}

/** Takes gradients of samples, and of their gradients where there are any, back to features and points. */
function backward<P extends Real, D extends Float>(
  { operator, kernel, atomic }: KernelCall,
  { context, count, request }: PointsAndFeatures,
  { points, features }: SampleInput<P, D>,
  { samples, slopes }: { readonly samples: BufferHandle; readonly slopes?: BufferHandle },
): SampleGradients<D, Lists<P>> {
  const { dtype, shape } = features;
  const voxels = { operator, context, dtype, shape };
  const places = { operator, context, dtype: points.dtype, shape: [count, 3] };
  const parts = scope((own) => ({
    features: own(computeTensor(voxels, (native, { out }) => {
      const given = { ...request, features: samples, kernel, out };
      if (slopes === undefined) return native[atomic ? "splatAtomic" : "splat"](given);
      return native[atomic ? "splatSlopesAtomic" : "splatSlopes"]({ ...given, slopes });
    })),
    points: own(computeTensor(places, (native, { out }) => {
      const given = { ...request, kernel, weights: samples, out };
      if (slopes === undefined) return native.samplePointGradients(given);
      return native.sampleSlopeGradients({ ...given, slopeWeights: slopes });
    })),
  }));
  return bundle("SampleGradients", {
    features: parts.features,
    points: inListsOf(points, parts.points),
  });
}

/** Splats by a kernel. */
export function splatBy<D extends Float>(
  { operator, kernel, atomic }: KernelCall,
  input: SplatInput<Real, D>,
): Tensor<D> {
  const { context, channels, request } = takeGivingPoints(operator, input);
  const { grid: { numVoxels }, features: { dtype } } = input;
  const layout = { operator, context, dtype, shape: [numVoxels, ...channels] };
  return computeTensor(
    layout,
    (native, { out }) => native[atomic ? "splatAtomic" : "splat"]({ ...request, kernel, out }),
  );
}

/** Backward pass of splatting: gradients with respect to features and points. */
export function splatBackwardBy<P extends Real, D extends Float>(
  { operator, kernel }: KernelCall,
  { grid, points, features }: SplatInput<P, D>,
  gradients: Tensor<D>,
): SplatGradients<Lists<D>, Lists<P>> {
  // Gradients of voxels go back as samples of the gradients.
  const taken = takePoints(operator, { grid, points, features: gradients }, "gradients");
  const { context, channels, request, count } = taken;
  const { dtype } = gradients;
  const rows = takeRows(taken, points, { name: "features", lists: features, dtype, channels });
  const samples = { operator, context, dtype, shape: rows.shape };
  const places = { operator, context, dtype: points.dtype, shape: [count, 3] };
  const weights = handleOf(rows.buffer);
  const parts = scope((own) => ({
    features: own(
      computeTensor(samples, (native, { out }) => native.sampleKernel({ ...request, kernel, out })),
    ),
    points: own(
      computeTensor(
        places,
        (native, { out }) => native.samplePointGradients({ ...request, kernel, weights, out }),
      ),
    ),
  }));
  return bundle("SplatGradients", {
    features: inListsOf(features, parts.features),
    points: inListsOf(points, parts.points),
  });
}
