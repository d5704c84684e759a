/**
 * Normalizations on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as ops from "../dense/mod.ts";
import * as jagged from "../jagged/mod.ts";
import { normalize } from "./_normalize.ts";

/**
 * Parameters of a normalization on a tape.
 *
 * @category Operators of networks
 */
export interface NormOperand<D extends Float> {
  /** Factor of normalized features, [channels]. */
  readonly scale: Operand<ops.StatisticOf<D>>;
  /** What is added to them, [channels]. */
  readonly shift: Operand<ops.StatisticOf<D>>;
}

/**
 * Options of normalizations on a tape.
 *
 * @category Operators of networks
 */
export interface NormValueOptions<D extends Float>
  extends Omit<ops.NormalizationOptions<D>, "residual"> {
  /** Rows that are added to the normalized ones, in the shape of the features. */
  readonly residual?: Operand<D>;
}

/**
 * Options of batch normalization on a tape.
 *
 * @category Operators of networks
 */
export interface BatchNormValueOptions<D extends Float>
  extends NormValueOptions<D>, Pick<ops.BatchNormOptions<D>, "unbiased"> {}

/**
 * Normalized features on a tape, and the statistics that they were normalized by. No gradients are passed through the
 * statistics by themselves.
 *
 * @category Operators of networks
 */
export interface BatchNormalizedValues<D extends Float> {
  /** Normalized features, [n, channels]. */
  readonly features: Value<D>;
  /** Mean of each channel, [channels]. */
  readonly mean: Value<ops.StatisticOf<D>>;
  /** Biased variance of each channel, [channels]. */
  readonly variance: Value<ops.StatisticOf<D>>;
  /** Unbiased variance of each channel, [channels], if asked for. */
  readonly unbiased?: Value<ops.StatisticOf<D>> | undefined;
}

/**
 * Batch normalization by the statistics of all rows, as `batchNorm` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param norm Scale and shift, [channels]. At least one operand is a value.
 * @param options Epsilon, residual, activation, and whether the unbiased variance is wanted.
 * @returns The normalized features and their statistics; their tape owns them.
 * @throws As `batchNorm`, {TypeError} if no operand is a value, and {RangeError} in the backward pass if the loss depends
 * on mean or variance.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A shift reaches every row
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { batchNorm, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3, 5], { context, shape: [3, 1] });
 * using scale = tensor([1], { context });
 * using shift = tensor([0], { context });
 * using found = valueAndGrad({ scale, shift }, (norm) => sum(batchNorm(features, norm).features));
 * assertEquals([...await found.gradients.shift.read()], [3]);
 * ```
 */
export function batchNorm<D extends Float>(
  features: Operand<D>,
  norm: NormOperand<NoInfer<D>>,
  options: BatchNormValueOptions<NoInfer<D>> = {},
): BatchNormalizedValues<D> {
  const { unbiased: isAsked, ...rest } = options;
  const made = normalize<D>(
    {
      operator: "batchNorm",
      forward: (x, norm, options) => {
        const given = isAsked === undefined ? options : { ...options, unbiased: isAsked };
        const { features, mean, variance, factor, unbiased } = ops.batchNorm(x, norm, given);
        const made = { features, statistics: { mean, variance }, saved: factor };
        return unbiased === undefined ? made : { ...made, unread: { unbiased } };
      },
      backward: (x, norm, { features, statistics, saved }, gradients, options) => {
        const normalized = { features, ...statistics, factor: saved };
        return ops.batchNormBackward(
          x,
          norm,
          normalized as unknown as ops.BatchNormalized<D>,
          gradients,
          options,
        );
      },
      again: (x, norm, { mean, variance }, options) =>
        ops.batchNormInference(x, { mean, variance } as ops.ChannelStatistics<D>, norm, options),
    },
    features,
    norm,
    rest,
  );
  return made as BatchNormalizedValues<D>;
}

/**
 * Batch normalization by statistics that are given, as `batchNormInference` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param statistics Mean and variance of each channel, [channels]; constants, borrowed until the backward pass has run.
 * @param norm Scale and shift, [channels]. At least one operand is a value.
 * @param options Epsilon, residual and activation.
 * @returns The normalized features, [n, channels]; their tape owns them.
 * @throws As `batchNormInference`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A trained norm
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { batchNormInference, evaluate } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3], { context, shape: [2, 1] });
 * using one = tensor([1], { context });
 * const statistics = { mean: one, variance: one };
 * using scale = tensor([2], { context });
 * using shift = tensor([5], { context });
 * using result = evaluate({ scale, shift }, (norm) =>
 *   batchNormInference(features, statistics, norm, { epsilon: 0 }));
 * assertEquals([...await result.read()], [5, 9]);
 * ```
 */
export function batchNormInference<D extends Float>(
  features: Operand<D>,
  statistics: ops.ChannelStatistics<NoInfer<D>>,
  norm: NormOperand<NoInfer<D>>,
  options: NormValueOptions<NoInfer<D>> = {},
): Value<D> {
  const { residual, ...rest } = options;
  const { activation, epsilon = 1e-5 } = rest;
  const inputs = [features, norm.scale, norm.shift, ...(residual === undefined ? [] : [residual])];
  const made = apply("batchNormInference", inputs, (tensors) => {
    const [x, scale, shift, more] = tensors as FourTensors<D>;
    const result = ops.batchNormInference<D>(x, statistics, { scale, shift }, {
      ...rest,
      ...more && { residual: more },
    });
    return { result: result as Tensor<Float>, reads: [0, 1], readsResult: activation === "relu" };
  }, (gradient, { tensors, result, wanted }) => {
    const [x, scale] = tensors as FourTensors<D>;
    // Sums over rows keep the digits of the statistics.
    const wide = jagged.asType(gradient, scale.dtype);
    const passed = activation === "relu"
      ? jagged.where(jagged.greater(result, 0), wide, 0) as Tensor<Float>
      : wide;
    const factor = jagged.rsqrt(jagged.add(statistics.variance, epsilon));
    const slope = jagged.multiply(passed, jagged.multiply(scale, factor));
    const centered = jagged.subtract(jagged.asType(x, scale.dtype), statistics.mean);
    const normalized = jagged.multiply(centered, factor);
    const back = [
      wanted[0] ? jagged.asType(slope, x.dtype) : undefined,
      wanted[1] ? jagged.sum(jagged.multiply(passed, normalized), { axis: 0 }) : undefined,
      wanted[2] ? jagged.sum(passed, { axis: 0 }) : undefined,
      ...(residual === undefined ? [] : [wanted[3] ? jagged.asType(passed, x.dtype) : undefined]),
    ];
    return back as never; // each has the type of its operand
  });
  return made as Value<Float> as Value<D>;
}

/** Features, scale, shift and, if there is one, the residual. */
type FourTensors<D extends Float> = readonly [
  Tensor<D>,
  Tensor<ops.StatisticOf<D>>,
  Tensor<ops.StatisticOf<D>>,
  Tensor<D>?,
];
