/**
 * Layer normalization.
 *
 * @module
 */

import { checkParts } from "../../ffi/base/checks.ts";
import { checkOptions, type OptionNames, optionNames } from "../../ffi/base/options.ts";
import { bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import {
  gradientLayouts,
  type Norm,
  type NormalizationOptions,
  type NormGradients,
  type NormInputName,
  takeNorm,
} from "./base/norm.ts";
import { takeRowGradients } from "./_row_norm.ts";
import { checkPerChannel, takeRows } from "./_rows.ts";

/**
 * Layer normalization: each row gets mean 0 and variance 1 over its channels, then a scale and a shift per channel.
 *
 * `result = activation((x - mean) / sqrt(variance + epsilon) * scale + shift + residual)`, with the mean and the biased
 * variance of the row. Elements are taken relative to the first of their row, so that no digits cancel; all is computed
 * in f32, f64 for f64, and rounded once.
 *
 * @typeParam D Element type of the features.
 * @param features Features, f16, bf16, f32 or f64 [n, channels]; borrowed, as are the others.
 * @param norm Scale and shift, [channels].
 * @param options Epsilon, residual and activation.
 * @returns Normalized features, [n, channels]; the caller owns them.
 * @throws {RangeError} If shapes do not match, there are more than 65536 channels, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Ba, Kiros and Hinton, "Layer normalization", 2016.
 * @category Dense layers
 *
 * @example A row of two channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { layerNorm } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([10, 30], { context, shape: [1, 2] });
 * using scale = tensor([1, 2], { context });
 * using shift = tensor([0, 1], { context });
 * using result = layerNorm(features, { scale, shift }, { epsilon: 0 });
 * assertEquals([...await result.read()], [-1, 3]);
 * ```
 */
export function layerNorm<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  options: NormalizationOptions<D> = {},
): Tensor<D> {
  const { rows, request } = takeNorm("layerNorm", features, norm, options);
  return computeTensor(
    { ...rows, shape: [rows.n, rows.channels] },
    (native, out) => native.normalizeRows({ ...request, ...out, centered: 1 }),
  );
}

/**
 * Options for backward passes of normalizations of rows.
 *
 * @category Dense layers
 */
export interface RowNormBackwardOptions<D extends Float = Float> {
  /**
   * What was added to variances.
   *
   * @default {1e-5}
   */
  readonly epsilon?: number;
  /** The result, if its activation was "relu": gradients are passed where it is above 0. Borrowed. */
  readonly reluResults?: Tensor<D>;
  /**
   * Inputs whose gradients are computed, besides those of parameters.
   *
   * @default {["features"]}
   */
  readonly wanted?: readonly NormInputName[];
}

/** Names of {@linkcode RowNormBackwardOptions}. */
export const ROW_NORM_NAMES: OptionNames<RowNormBackwardOptions> = optionNames({
  epsilon: true,
  reluResults: true,
  wanted: true,
});

/**
 * Backward pass of {@linkcode layerNorm}, which finds the statistics of rows again.
 *
 * With normalized elements xh, gradients g of results (0 where ReLU was active) and h = scale g: the gradient of features
 * is `factor * (h - mean of h - xh * mean of h xh)`, those of shift and scale are the sums over rows of g and of g xh, and
 * that of the residual is g. Sums over rows are in f64, but those of up to 64 rows are in f32 before.
 *
 * @typeParam D Element type of the features.
 * @param features As passed to {@linkcode layerNorm}; borrowed, as are the others.
 * @param norm As passed to it.
 * @param gradients Gradients of a loss with respect to the result, [n, channels].
 * @param options Epsilon, the result if its activation was "relu", and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes do not match, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Dense layers
 *
 * @example Gradients that are alike change nothing but the shift
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { layerNormBackward } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3], { context, shape: [1, 2] });
 * using scale = tensor([1, 1], { context });
 * using shift = tensor([0, 0], { context });
 * using gradients = tensor([5, 5], { context, shape: [1, 2] });
 * using back = layerNormBackward(features, { scale, shift }, gradients);
 * assertEquals([...await back.features?.read() ?? []], [0, 0]);
 * assertEquals([...await back.shift.read()], [5, 5]);
 * ```
 */
export function layerNormBackward<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  gradients: Tensor<D>,
  options: RowNormBackwardOptions<D> = {},
): NormGradients<D> {
  const operator = "layerNormBackward";
  const checked = checkOptions(operator, options, ROW_NORM_NAMES);
  const rows = takeRows(operator, "features", features);
  checkParts({ operator, name: "norm" }, norm, "{ scale, shift }");
  checkPerChannel(rows, "norm.scale", norm.scale);
  checkPerChannel(rows, "norm.shift", norm.shift);
  const layouts = gradientLayouts(rows, checked.wanted ?? ["features"]);
  const request = takeRowGradients(rows, features, norm.scale, gradients, checked);
  shareContext(operator, features, norm.shift);
  const parts = computeTensors(
    rows,
    layouts,
    (native, out, context) =>
      native.normalizeRowsBackward({
        ...request,
        context,
        centered: 1,
        outFeatures: out.features,
        outScale: out.scale,
        outShift: out.shift,
        outResidual: out.residual,
      }),
  );
  return bundle("NormGradients", parts);
}
