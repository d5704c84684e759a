/**
 * Sampling and splatting by any kernel: checks, calls and results.
 *
 * @module
 */

import type { Kernel } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type Context,
  emptyTensor,
  type Float,
  type GridBatch,
  type Lists,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import {
  checkDType,
  checkGrid,
  checkListCount,
  checkSameOffsets,
  refuse,
  rowsOf,
  vectorRows,
} from "../core/checks.ts";
import { dtypeCode, FLOATS, REALS } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape, sameShape } from "../core/shape.ts";
import { inListsOf, type PointsAndFeatures, takePoints } from "./_points.ts";

/** What is called, and by which kernel. */
export interface KernelCall {
  readonly operator: string;
  readonly kernel: Kernel;
  /** See {@linkcode SumOptions}. */
  readonly atomic?: boolean | undefined;
}

/**
 * How voxels sum the contributions of points.
 *
 * @category Sampling
 */
export interface SumOptions {
  /**
   * Whether to sum in arbitrary order by atomic additions, in f64 for f64 and in f32 for all others. That is faster,
   * takes far less memory and has no limit on the number of points, but sums may be rounded differently in every run.
   *
   * @default {false} Voxels sum cell by cell, in each cell in point order: the same bits everywhere.
   */
  readonly atomic?: boolean;
}

/** Points and the features of the voxels around them. */
export interface SampleInput<P extends Real, D extends Float> {
  readonly grid: GridBatch;
  readonly points: Lists<P>;
  readonly features: Tensor<D>;
}

/** Points and the features to splat. */
export interface SplatInput<P extends Real, D extends Float> {
  readonly grid: GridBatch;
  readonly points: Lists<P>;
  readonly features: Lists<D>;
}

/**
 * Gradients of samples with respect to the inputs of sampling.
 *
 * @category Sampling
 */
export interface SampleGradients<D extends Float = Float, L extends Lists<Real> = Lists<Real>>
  extends Bundle {
  /** With respect to the features of the voxels, [voxels, ...channels]; owned. */
  readonly features: Tensor<D>;
  /** With respect to the world coordinates of the points, [n, 3], in lists where those are; owned. */
  readonly points: L;
}

/**
 * Gradients of splatted features with respect to the inputs of splatting.
 *
 * @category Sampling
 */
export interface SplatGradients<
  L extends Lists<Float> = Lists<Float>,
  M extends Lists<Real> = Lists<Real>,
> extends Bundle {
  /** With respect to the features of the points, [n, ...channels], in lists where those are; owned. */
  readonly features: L;
  /** With respect to the world coordinates of the points, [n, 3], in lists where those are; owned. */
  readonly points: M;
}

/** Samples by a kernel. */
export function sampleBy<P extends Real, D extends Float>(
  { operator, kernel }: KernelCall,
  input: SampleInput<P, D>,
): Lists<D> {
  const { context, count, channels, native } = takePoints(operator, input);
  const samples = emptyTensor([count, ...channels], { context, dtype: input.features.dtype });
  return disposeOnError(samples, () => {
    const out = handleOf(samples.buffer);
    checkStatus(context, nativeOf(context).sampleKernel({ ...native, kernel, out }), operator);
    return inListsOf(input.points, samples);
  });
}

/** Samples by a kernel, with gradients. */
export function sampleWithGradBy<P extends Real, D extends Float>(
  { operator, kernel }: KernelCall,
  input: SampleInput<P, D>,
): { readonly samples: Lists<D>; readonly gradients: Lists<D> } {
  const { context, count, channels, native } = takePoints(operator, input);
  const { dtype } = input.features;
  const parts = scope((own) => {
    const samples = own(emptyTensor([count, ...channels], { context, dtype }));
    const gradients = own(emptyTensor([count, ...channels, 3], { context, dtype }));
    const status = nativeOf(context).sampleKernelWithGrad({
      ...native,
      kernel,
      out: handleOf(samples.buffer),
      outGradients: handleOf(gradients.buffer),
    });
    checkStatus(context, status, operator);
    return { samples, gradients };
  });
  return {
    samples: inListsOf(input.points, parts.samples),
    gradients: inListsOf(input.points, parts.gradients),
  };
}

/** Backward pass of sampling: gradients with respect to features and points. */
export function sampleBackwardBy<P extends Real, D extends Float>(
  call: KernelCall,
  input: SampleInput<P, D>,
  gradients: Lists<D>,
): SampleGradients<D, Lists<P>> {
  const { operator } = call;
  const { points, features } = input;
  const taken = takePoints(operator, input);
  const rows = takeRows({ operator, name: "gradients" }, taken, points, gradients, features.dtype);
  const parts = scope((own) => {
    const byFeatures = own(splat(call, taken, rows, features.shape));
    const byPoints = own(pointGradients(call, taken, points.dtype, rows));
    return { features: byFeatures, points: byPoints };
  });
  return bundle("SampleGradients", {
    features: parts.features,
    points: inListsOf(points, parts.points),
  });
}

/** Splats by a kernel. */
export function splatBy<P extends Real, D extends Float>(
  { operator, kernel, atomic }: KernelCall,
  { grid, points, features }: SplatInput<P, D>,
): Tensor<D> {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, points, features);
  const place = vectorRows({ operator, name: "points" }, points, REALS);
  checkListCount({ operator, name: "points" }, place, grid);
  const rows = rowsOf(features).data as Tensor<D>;
  checkDType({ operator, name: "features" }, rows, FLOATS);
  const [count, ...channels] = rows.shape;
  if (count !== place.count) {
    refuse(
      operator,
      `features shape is ${formatShape(rows.shape)}, [${place.count}, ...channels] expected`,
    );
  }
  checkSameOffsets({ operator, name: "features" }, rowsOf(features), { ...place, name: "points" });
  const voxels = emptyTensor([grid.numVoxels, ...channels], { context, dtype: rows.dtype });
  return disposeOnError(voxels, () => {
    const run = nativeOf(context)[atomic ? "splatAtomic" : "splat"];
    const status = run({
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
      kernel,
      out: handleOf(voxels.buffer),
    });
    checkStatus(context, status, operator);
    return voxels;
  });
}

/** Backward pass of splatting: gradients with respect to features and points. */
export function splatBackwardBy<P extends Real, D extends Float>(
  call: KernelCall,
  { grid, points, features }: SplatInput<P, D>,
  gradients: Tensor<D>,
): SplatGradients<Lists<D>, Lists<P>> {
  const { operator, kernel } = call;
  // What voxels have been given goes back as samples of the gradients.
  const { context, ...rest } = takePoints(
    operator,
    { grid, points, features: gradients },
    "gradients",
  );
  const taken = { context, ...rest };
  checkGrid(operator, grid);
  shareContext(operator, grid, features);
  const rows = takeRows({ operator, name: "features" }, taken, points, features, gradients.dtype);
  const parts = scope((own) => {
    const byFeatures = own(emptyTensor(rows.shape, { context, dtype: rows.dtype }));
    const out = handleOf(byFeatures.buffer);
    checkStatus(
      context,
      nativeOf(context).sampleKernel({ ...taken.native, kernel, out }),
      operator,
    );
    const byPoints = own(pointGradients(call, taken, points.dtype, rows));
    return { features: byFeatures, points: byPoints };
  });
  return bundle("SplatGradients", {
    features: inListsOf(features, parts.features),
    points: inListsOf(points, parts.points),
  });
}

/** Takes rows of which each point has one. */
export function takeRows<D extends Float>(
  argument: { readonly operator: string; readonly name: string },
  { context, count, channels }: PointsAndFeatures,
  points: Lists<Real>,
  lists: Lists<D>,
  dtype: D,
): Tensor<D> {
  const { operator, name } = argument;
  shareContext(operator, lists, points);
  const rows = rowsOf(lists).data as Tensor<D>;
  checkDType(argument, rows, [dtype]);
  const shape = [count, ...channels];
  if (!sameShape(rows.shape, shape) || rows.context !== context) {
    refuse(
      operator,
      `${name} shape is ${formatShape(rows.shape)}, ${formatShape(shape)} expected`,
    );
  }
  checkSameOffsets(argument, rowsOf(lists), { ...rowsOf(points), name: "points" });
  return rows;
}

function splat<D extends Float>(
  { operator, kernel, atomic }: KernelCall,
  { context, native }: PointsAndFeatures,
  rows: Tensor<D>,
  shape: readonly number[],
): Tensor<D> {
  const voxels = emptyTensor(shape, { context, dtype: rows.dtype });
  return disposeOnError(voxels, () => {
    const run = nativeOf(context)[atomic ? "splatAtomic" : "splat"];
    const [features, out] = [handleOf(rows.buffer), handleOf(voxels.buffer)];
    checkStatus(context, run({ ...native, features, kernel, out }), operator);
    return voxels;
  });
}

function pointGradients<P extends Real>(
  { operator, kernel }: KernelCall,
  { context, count, native }: { readonly context: Context } & PointsAndFeatures,
  dtype: P,
  weights: Tensor<Float>,
): Tensor<P> {
  const result = emptyTensor([count, 3], { context, dtype });
  return disposeOnError(result, () => {
    const [by, out] = [handleOf(weights.buffer), handleOf(result.buffer)];
    const status = nativeOf(context).samplePointGradients({ ...native, kernel, weights: by, out });
    checkStatus(context, status, operator);
    return result;
  });
}
