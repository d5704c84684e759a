/**
 * Group normalization on a tape.
 *
 * @module
 */

import * as ops from "../dense/mod.ts";
import type { Float } from "../core/mod.ts";
import type { Operand, Value } from "../grad/mod.ts";
import { normalize } from "./_normalize.ts";
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
  const { groups, offsets, ...rest } = options;
  const given = { groups, ...offsets !== undefined && { offsets } };
  const made = normalize<D>(
    {
      operator: "groupNorm",
      forward: (x, norm, rest) => {
        const { features, mean, factor } = ops.groupNorm(x, norm, { ...rest, ...given });
        return { features, statistics: { mean, factor } };
      },
      backward: (x, norm, { features, statistics }, gradients, rest) => {
        const normalized = { features, ...statistics } as unknown as ops.GroupNormalized<D>;
        return ops.groupNormBackward(x, norm, normalized, gradients, { ...rest, ...given });
      },
    },
    features,
    norm,
    rest,
  );
  return made as GroupNormalizedValues<D>;
}
