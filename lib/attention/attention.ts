/**
 * Attention between the rows of lists.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { bundle } from "../core/bundle.ts";
import type { Float, Tensor } from "../core/mod.ts";
import type { Attended, AttentionGradients, AttentionOptions } from "./base/attention.ts";
import { attend, attendBackward } from "./_attend.ts";
import { takeOperands } from "./_operands.ts";

const NAMES = optionNames<AttentionOptions>({
  offsets: true,
  keyOffsets: true,
  scale: true,
  causal: "boolean",
  bias: true,
});

/**
 * Attention: every query gets the mean of the values of its list, weighted by the exponentials of scores.
 *
 * For each head and list, `features = softmax(scale q k^T + bias) v`: the queries of a list see the keys and values of the
 * list with the same number, and no others, which memory grows linearly with. A query of a list without keys gets 0. Scores
 * and sums are in f32, f64 for f64, and results are rounded once. Nothing waits. Where a device has tensor
 * cores, they multiply f16 and bf16 in heads of 16, 32, 64 or 128 elements, with weights that are rounded to that type; what
 * a list gets depends on its own rows alone. {@linkcode packedAttention} takes queries, keys and values in one tensor.
 *
 * @typeParam D Element type.
 * @param q Queries, f16, bf16, f32 or f64 [n, heads, depth], with 1 to 65536 heads of as many elements; borrowed, as are
 * the others.
 * @param k Keys, [m, heads, depth].
 * @param v Values, [m, heads, depth of values].
 * @param options Lists, the factor of products, which keys are seen, and relative positions.
 * @returns The means, [n, heads, depth of values], and the logarithms of sums; the caller owns them.
 * @throws {RangeError} If shapes do not match, there are other numbers of lists of keys than of queries, offsets do not
 * ascend from 0 to the number of rows, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @see Vaswani et al., "Attention is all you need", 2017.
 * @category Attention
 *
 * @example A query that is like the first of two keys
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { attention } from "@denovdb/denovdb/attention";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using q = tensor([1, 0], { context, shape: [1, 1, 2] });
 * using k = tensor([1, 0, 0, 1], { context, shape: [2, 1, 2] });
 * using v = tensor([10, 20], { context, shape: [2, 1, 1] });
 * using found = attention(q, k, v, { scale: 1 });
 * const [mean = NaN] = await found.features.read();
 * assertAlmostEquals(mean, (10 * Math.E + 20) / (Math.E + 1), 1e-5);
 * ```
 */
export function attention<D extends Float>(
  q: Tensor<D>,
  k: Tensor<NoInfer<D>>,
  v: Tensor<NoInfer<D>>,
  options: AttentionOptions<NoInfer<D>> = {},
): Attended<D> {
  const operator = "attention";
  const given = checkOptions(operator, options, NAMES);
  return attend(takeOperands<D>(operator, { q, k, v }, given));
}

/**
 * An operand of attention that has a gradient.
 *
 * @category Attention
 */
export type AttentionInputName = "q" | "k" | "v" | "table";

/**
 * Options for {@linkcode attentionBackward}.
 *
 * @category Attention
 */
export interface AttentionBackwardOptions<D extends Float = Float> extends AttentionOptions<D> {
  /**
   * Operands whose gradients are computed.
   *
   * @default {["q", "k", "v"], and "table" with a bias}
   */
  readonly wanted?: readonly AttentionInputName[];
}

const BACKWARD_NAMES = optionNames<AttentionBackwardOptions>({
  offsets: true,
  keyOffsets: true,
  scale: true,
  causal: "boolean",
  bias: true,
  wanted: true,
});

/**
 * Backward pass of {@linkcode attention}.
 *
 * Weights are computed again from scores and the logarithms of their sums. Every gradient is summed in one order: those of
 * queries over keys, those of keys and values over queries, that of a table in f64 over pairs. Nothing waits.
 *
 * @typeParam D Element type.
 * @param q As passed to {@linkcode attention}; borrowed, as are the others.
 * @param k As passed to it.
 * @param v As passed to it.
 * @param attended What it returned.
 * @param gradients Gradients of a loss with respect to the features, [n, heads, depth of values].
 * @param options As passed to it, and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes do not match, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Attention
 */
export function attentionBackward<D extends Float>(
  q: Tensor<D>,
  k: Tensor<NoInfer<D>>,
  v: Tensor<NoInfer<D>>,
  attended: Attended<NoInfer<D>>,
  gradients: Tensor<NoInfer<D>>,
  options: AttentionBackwardOptions<NoInfer<D>> = {},
): AttentionGradients<D> {
  const operator = "attentionBackward";
  const { wanted, ...given } = checkOptions(operator, options, BACKWARD_NAMES);
  const attending = takeOperands<D>(operator, { q, k, v }, given);
  const shapes = { q: q.shape, k: k.shape, v: v.shape };
  const parts = attendBackward(attending, { attended, gradients, wanted, shapes });
  return bundle("AttentionGradients", parts) as AttentionGradients<D>;
}
