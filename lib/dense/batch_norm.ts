/**
 * Batch normalization.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkParts } from "../../ffi/base/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { computeTensor } from "../core/native_call.ts";
import { NO_BUFFER, shareContext } from "../core/ownership.ts";
import {
  BATCH_NAMES,
  type BatchNormOptions,
  computeNormGradients,
  gradientRequest,
  type Norm,
  type NormalizationOptions,
  type NormGradients,
  type NormGradientTargets,
  type NormInputName,
  type StatisticOf,
  takeNorm,
} from "./base/norm.ts";
import { checkPerChannel, checkSameRows, statisticOf } from "./_rows.ts";

/**
 * Normalized features, and the statistics that they were normalized by.
 *
 * @category Dense layers
 */
export interface BatchNormalized<D extends Float = Float> extends Bundle {
  /** Normalized features, [n, channels]; owned. */
  readonly features: Tensor<D>;
  /** Mean of each channel, [channels]; owned. */
  readonly mean: Tensor<StatisticOf<D>>;
  /** Biased variance of each channel, [channels]; owned. */
  readonly variance: Tensor<StatisticOf<D>>;
  /** 1 / sqrt(variance + epsilon), [channels]; owned. */
  readonly factor: Tensor<StatisticOf<D>>;
  /** Unbiased variance of each channel, [channels], if asked for; owned. */
  readonly unbiased?: Tensor<StatisticOf<D>> | undefined;
}

/**
 * Batch normalization: each channel gets mean 0 and variance 1 over all rows, then a scale and a shift.
 *
 * `features = activation((x - mean) / sqrt(variance + epsilon) * scale + shift + residual)`, with the mean and the
 * biased variance of the channel over all rows, of all grids of a batch. Statistics are summed in f64 relative to the
 * first row, so that no digits cancel; results are computed in f32, f64 for f64, and rounded once. To carry running
 * statistics for {@linkcode batchNormInference}, blend `mean` and the `unbiased` variance into them after each step.
 *
 * @typeParam D Element type of the features.
 * @param features Features, f16, bf16, f32 or f64 [n, channels]; borrowed, as are the others.
 * @param norm Scale and shift, [channels].
 * @param options Epsilon, residual, activation, and whether the unbiased variance is wanted.
 * @returns The result and its statistics; the caller owns them.
 * @throws {RangeError} If shapes do not match, there are fewer than two rows, whose variance would say nothing, there
 * are more than 65536 channels, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Ioffe and Szegedy, "Batch normalization", 2015.
 * @category Dense layers
 *
 * @example Two channels of two rows
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { batchNorm } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 10, 3, 30], { context, shape: [2, 2] });
 * using scale = tensor([1, 2], { context });
 * using shift = tensor([0, 1], { context });
 * using result = batchNorm(features, { scale, shift }, { epsilon: 0 });
 * assertEquals([...await result.features.read()], [-1, -1, 1, 3]);
 * assertEquals([...await result.mean.read()], [2, 20]);
 * ```
 */
export function batchNorm<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  options: BatchNormOptions<D> = {},
): BatchNormalized<D> {
  const operator = "batchNorm";
  const { rows, request } = takeNorm(operator, features, norm, options, BATCH_NAMES);
  const { n, channels, dtype } = rows;
  if (n < 2) {
    throw new RangeError(`Cannot run ${operator}: features has ${n} rows, 2 or more expected`);
  }
  const perChannel = [statisticOf(dtype), [channels]] as const;
  const layouts = {
    features: [dtype, [n, channels]],
    mean: perChannel,
    variance: perChannel,
    factor: perChannel,
    ...options.unbiased === true && { unbiased: perChannel },
  } as const;
  const parts = computeTensors(rows, layouts, (native, out, context) =>
    native.batchNorm({
      ...request,
      context,
      out: out.features,
      outMean: out.mean,
      outVariance: out.variance,
      outFactor: out.factor,
      outUnbiased: out.unbiased ?? NO_BUFFER,
    }));
  return bundle("BatchNormalized", parts);
}

/**
 * Statistics of channels.
 *
 * @category Dense layers
 */
export interface ChannelStatistics<D extends Float = Float> {
  /** Mean of each channel, [channels]. */
  readonly mean: Tensor<StatisticOf<D>>;
  /** Variance of each channel, [channels]. */
  readonly variance: Tensor<StatisticOf<D>>;
}

/**
 * Batch normalization by statistics that are given, as a trained network uses it. Types, options and errors are those of
 * {@linkcode batchNorm}; there may be any number of rows.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels]; borrowed, as are the others.
 * @param statistics Mean and variance, [channels].
 * @param norm Scale and shift, [channels].
 * @param options Epsilon, residual and activation.
 * @returns Normalized features, [n, channels]; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Dense layers
 */
export function batchNormInference<D extends Float>(
  features: Tensor<D>,
  statistics: ChannelStatistics<D>,
  norm: Norm<D>,
  options: NormalizationOptions<D> = {},
): Tensor<D> {
  const operator = "batchNormInference";
  const { rows, request } = takeNorm(operator, features, norm, options);
  checkParts({ operator, name: "statistics" }, statistics, "{ mean, variance }");
  checkPerChannel(rows, "statistics.mean", statistics.mean);
  checkPerChannel(rows, "statistics.variance", statistics.variance);
  shareContext(operator, features, statistics.mean, statistics.variance);
  return computeTensor(
    { ...rows, shape: [rows.n, rows.channels] },
    (native, out) =>
      native.batchNormInference({
        ...request,
        ...out,
        mean: handleOf(statistics.mean.buffer),
        variance: handleOf(statistics.variance.buffer),
      }),
  );
}

/**
 * Options for {@linkcode batchNormBackward}.
 *
 * @category Dense layers
 */
export interface BatchNormBackwardOptions<D extends Float = Float> {
  /**
   * Whether the activation was "relu": gradients are not passed where the result is not above 0.
   *
   * @default {"none"}
   */
  readonly activation?: "none" | "relu";
  /**
   * Inputs whose gradients are computed, besides those of scale and shift.
   *
   * @default {["features"]}
   */
  readonly wanted?: readonly NormInputName[];
  /**
   * Tensors that these gradients are written to, and that are returned, in the place of new ones. `features`, `gradients`
   * and the normalized features may be used up so.
   *
   * @default {undefined} New tensors.
   */
  readonly into?: NormGradientTargets<D>;
}

const BACKWARD_NAMES = optionNames<BatchNormBackwardOptions>({
  activation: true,
  wanted: true,
  into: true,
});

/**
 * Backward pass of {@linkcode batchNorm}.
 *
 * With the normalized features xh and the gradients g of results (0 where ReLU was active): the gradient of the shift is
 * the sum of g over rows, that of the scale the sum of g xh, that of features `scale * factor * (g - mean of g - xh *
 * mean of g xh)`, and that of the residual g. Sums are in f64.
 *
 * @typeParam D Element type of the features.
 * @param features As passed to {@linkcode batchNorm}; borrowed, as are the others.
 * @param norm As passed to it.
 * @param normalized What it returned.
 * @param gradients Gradients of a loss with respect to the normalized features, [n, channels].
 * @param options Activation, and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes do not match, or `wanted` names no input.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Dense layers
 *
 * @example Gradients of all rows alike change nothing but the shift
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { batchNorm, batchNormBackward } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3], { context, shape: [2, 1] });
 * using scale = tensor([1], { context });
 * using shift = tensor([0], { context });
 * using normalized = batchNorm(features, { scale, shift });
 * using gradients = tensor([5, 5], { context, shape: [2, 1] });
 * using back = batchNormBackward(features, { scale, shift }, normalized, gradients);
 * assertEquals([...await back.shift.read(), ...await back.scale.read()], [10, 0]);
 * assertEquals([...await back.features?.read() ?? []], [0, 0]);
 * ```
 */
export function batchNormBackward<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  normalized: BatchNormalized<D>,
  gradients: Tensor<D>,
  options: BatchNormBackwardOptions<D> = {},
): NormGradients<D> {
  const operator = "batchNormBackward";
  const { activation = "none", wanted, into } = checkOptions(
    operator,
    options,
    BACKWARD_NAMES,
  );
  const { rows, epilogue } = takeNorm(operator, features, norm, { activation });
  checkParts({ operator, name: "normalized" }, normalized, "the result of batchNorm");
  checkSameRows(rows, "normalized.features", normalized.features);
  checkPerChannel(rows, "normalized.mean", normalized.mean);
  checkPerChannel(rows, "normalized.variance", normalized.variance);
  checkPerChannel(rows, "normalized.factor", normalized.factor);
  checkSameRows(rows, "gradients", gradients);
  const { mean, variance, factor, features: results } = normalized;
  shareContext(operator, features, norm.scale, results, mean, variance, factor, gradients);
  const read = { features, scale: norm.scale, mean, factor, results, gradients };
  const request = gradientRequest(rows, epilogue, read);
  return computeNormGradients(
    rows,
    { features, wanted, into },
    (native, out) => native.batchNormBackward({ ...request, ...out }),
  );
}
