/**
 * Group normalization on a tape.
 *
 * @module
 */

import * as ops from "../dense/mod.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { applyMany, type Operand, type Value } from "../grad/mod.ts";
import type { NormOperand, NormValueOptions } from "./norm.ts";

/**
 * Options of group normalization on a tape.
 *
 * @category Operators of networks
 */
export interface GroupNormValueOptions<D extends Float>
  extends NormValueOptions<D>, ops.NormGroups {}

/**
 * Normalized features on a tape, and the statistics that they were normalized by. No gradients are passed through the
 * statistics by themselves.
 *
 * @category Operators of networks
 */
export interface GroupNormalizedValues<D extends Float> {
  /** Normalized features, [n, channels]. */
  readonly features: Value<D>;
  /** Mean of each list and group, [lists, groups]. */
  readonly mean: Value<ops.StatisticOf<D>>;
  /** 1 / sqrt(variance + epsilon), [lists, groups]. */
  readonly factor: Value<ops.StatisticOf<D>>;
}

/**
 * Group normalization of lists of rows, as `groupNorm` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param norm Scale and shift, [channels]. At least one operand is a value.
 * @param options Groups, lists, epsilon, residual and activation.
 * @returns The normalized features and their statistics; their tape owns them.
 * @throws As `groupNorm`, {TypeError} if no operand is a value, and {RangeError} in the backward pass if the loss depends
 * on mean or factor.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A shift reaches every row
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { groupNorm, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3, 5, 4], { context, shape: [2, 2] });
 * using scale = tensor([1, 1], { context });
 * using shift = tensor([0, 0], { context });
 * const offsets = BigInt64Array.of(0n, 1n, 2n);
 * using found = valueAndGrad(
 *   { scale, shift },
 *   (norm) => sum(groupNorm(features, norm, { groups: 1, offsets }).features),
 * );
 * assertEquals([...await found.gradients.shift.read()], [2, 2]);
 * ```
 */
export function groupNorm<D extends Float>(
  features: Operand<D>,
  norm: NormOperand<NoInfer<D>>,
  options: GroupNormValueOptions<NoInfer<D>>,
): GroupNormalizedValues<D> {
  type S = ops.StatisticOf<D>;
  const { residual, ...rest } = options;
  const { activation, groups, offsets } = rest;
  const inputs = [features, norm.scale, norm.shift, ...(residual === undefined ? [] : [residual])];
  const take = (tensors: readonly Tensor<Float>[]) => {
    const [x, scale, shift, more] = tensors as [Tensor<D>, Tensor<S>, Tensor<S>, Tensor<D>?];
    return { x, norm: { scale, shift }, more };
  };
  const made = applyMany("groupNorm", inputs, (tensors) => {
    const { x, norm, more } = take(tensors);
    const { features, mean, factor } = ops.groupNorm<D>(x, norm, {
      ...rest,
      ...more && { residual: more },
    });
    return {
      results: { features, mean, factor } as Record<string, Tensor<Float>>,
      reads: [0, 1, 2],
      readsResults: ["features", "mean", "factor"],
    };
  }, (gradients, { tensors, result, wanted }) => {
    if (gradients.mean !== undefined || gradients.factor !== undefined) {
      throw new RangeError(
        "the loss depends on the statistics of groupNorm, which pass no gradients",
      );
    }
    const { x, norm } = take(tensors);
    const back = ops.groupNormBackward<D>(
      x,
      norm,
      result as unknown as ops.GroupNormalized<D>,
      gradients.features as Tensor<D>,
      {
        groups,
        ...offsets !== undefined && { offsets },
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
  return made as unknown as GroupNormalizedValues<D>;
}
