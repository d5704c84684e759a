/**
 * Attention with queries, keys and values in one tensor.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { bundle } from "../core/bundle.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { attend, attendBackward } from "./_attend.ts";
import { takeOperands } from "./_operands.ts";
import type {
  Attended,
  PackedAttentionGradients,
  PackedAttentionOptions,
} from "./base/attention.ts";

const NAMES = optionNames<PackedAttentionOptions>({
  offsets: true,
  scale: true,
  causal: "boolean",
  bias: true,
});

/**
 * Attention of rows that have queries, keys and values in one tensor, such as the result of one linear layer. Nothing is
 * copied. All else is as in {@linkcode attention}, of which it has the bits.
 *
 * @typeParam D Element type.
 * @param qkv Queries, keys and values of rows, f16, bf16, f32 or f64 [n, 3, heads, depth]; borrowed.
 * @param options Lists, the factor of products, which keys are seen, and relative positions.
 * @returns The means, [n, heads, depth], and the logarithms of sums; the caller owns them.
 * @throws {RangeError} If the shape is another, offsets do not ascend from 0 to the number of rows, or an option is out of
 * range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Attention
 *
 * @example Two lists of one row, which see themselves
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { packedAttention } from "@denovdb/denovdb/attention";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using qkv = tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3, 1, 1] });
 * using found = packedAttention(qkv, { offsets: BigInt64Array.of(0n, 1n, 2n) });
 * assertEquals([...await found.features.read()], [3, 6]);
 * ```
 */
export function packedAttention<D extends Float>(
  qkv: Tensor<D>,
  options: PackedAttentionOptions<NoInfer<D>> = {},
): Attended<D> {
  const operator = "packedAttention";
  const given = checkOptions(operator, options, NAMES);
  return attend(takeOperands<D>(operator, { qkv }, given));
}

/**
 * Options for {@linkcode packedAttentionBackward}.
 *
 * @category Attention
 */
export interface PackedAttentionBackwardOptions<D extends Float = Float>
  extends PackedAttentionOptions<D> {
  /**
   * Operands whose gradients are computed.
   *
   * @default {["qkv"], and "table" with a bias}
   */
  readonly wanted?: readonly ("qkv" | "table")[];
}

const BACKWARD_NAMES = optionNames<PackedAttentionBackwardOptions>({
  offsets: true,
  scale: true,
  causal: "boolean",
  bias: true,
  wanted: true,
});

/**
 * Backward pass of {@linkcode packedAttention}; all but the shape is as in {@linkcode attentionBackward}.
 *
 * @typeParam D Element type.
 * @param qkv As passed to {@linkcode packedAttention}; borrowed, as are the others.
 * @param attended What it returned.
 * @param gradients Gradients of a loss with respect to the features, [n, heads, depth].
 * @param options As passed to it, and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes do not match, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Attention
 */
export function packedAttentionBackward<D extends Float>(
  qkv: Tensor<D>,
  attended: Attended<NoInfer<D>>,
  gradients: Tensor<NoInfer<D>>,
  options: PackedAttentionBackwardOptions<NoInfer<D>> = {},
): PackedAttentionGradients<D> {
  const operator = "packedAttentionBackward";
  const { wanted, ...given } = checkOptions(operator, options, BACKWARD_NAMES);
  const attending = takeOperands<D>(operator, { qkv }, given);
  const shapes = { qkv: qkv.shape };
  const parts = attendBackward(attending, { attended, gradients, wanted, shapes });
  return bundle("PackedAttentionGradients", parts) as PackedAttentionGradients<D>;
}
