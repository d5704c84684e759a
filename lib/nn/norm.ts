/**
 * Normalizations on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { applyMany, type Operand, type Value } from "../grad/mod.ts";
import * as ops from "../dense/mod.ts";

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
}

/**
 * Batch normalization by the statistics of all rows, as `batchNorm` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param norm Scale and shift, [channels]. At least one operand is a value.
 * @param options Epsilon, residual and activation.
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
  options: NormValueOptions<NoInfer<D>> = {},
): BatchNormalizedValues<D> {
  type S = ops.StatisticOf<D>;
  const { residual, ...rest } = options;
  const { activation } = rest;
  const inputs = [features, norm.scale, norm.shift, ...(residual === undefined ? [] : [residual])];
  const take = (tensors: readonly Tensor<Float>[]) => {
    const [x, scale, shift, more] = tensors as [Tensor<D>, Tensor<S>, Tensor<S>, Tensor<D>?];
    return { x, norm: { scale, shift }, more };
  };
  const made = applyMany("batchNorm", inputs, (tensors) => {
    const { x, norm, more } = take(tensors);
    const normalized = ops.batchNorm<D>(x, norm, { ...rest, ...more && { residual: more } });
    const { features, mean, variance, factor } = normalized;
    return {
      results: { features, mean, variance } as Record<string, Tensor<Float>>,
      reads: [0, 1, 2],
      readsResults: ["features", "mean", "variance"],
      saved: factor,
    };
  }, (gradients, { tensors, result, saved, wanted }) => {
    if (gradients.mean !== undefined || gradients.variance !== undefined) {
      throw new RangeError(
        "the loss depends on the statistics of batchNorm, which pass no gradients",
      );
    }
    const { x, norm } = take(tensors);
    const back = ops.batchNormBackward<D>(
      x,
      norm,
      { ...result, factor: saved } as unknown as ops.BatchNormalized<D>,
      gradients.features as Tensor<D>,
      {
        ...activation && { activation },
        wanted: [
          ...(wanted[0] ? ["features" as const] : []),
          ...(wanted[3] ? ["residual" as const] : []),
        ],
      },
    );
    return [
      back.features,
      back.scale,
      back.shift,
      ...(residual === undefined ? [] : [back.residual]),
    ];
  });
  return made as unknown as BatchNormalizedValues<D>;
}
