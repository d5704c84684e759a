/**
 * Attention on a tape.
 *
 * @module
 */

import * as ops from "../attention/mod.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";

/**
 * Numbers that are added to scores by relative positions, on a tape.
 *
 * @category Operators of networks
 */
export interface RelativePositionValues<D extends Float>
  extends Omit<ops.RelativePositions<D>, "table"> {
  /** A number for each axis, difference and head, [3, 2 reach + 1, heads]. */
  readonly table: Operand<ops.ScoreOf<D>>;
}

/**
 * Options of attention within lists of rows, on a tape.
 *
 * @category Operators of networks
 */
export interface PackedAttentionValueOptions<D extends Float>
  extends Omit<ops.PackedAttentionOptions<D>, "bias"> {
  /** What is added to scores by relative positions; nothing if omitted. */
  readonly bias?: RelativePositionValues<D>;
}

/**
 * Options of attention on a tape.
 *
 * @category Operators of networks
 */
export interface AttentionValueOptions<D extends Float>
  extends PackedAttentionValueOptions<D>, Pick<ops.AttentionOptions<D>, "keyOffsets"> {}

/**
 * Attention between the rows of lists, as `attention` of `@denovdb/denovdb/attention` does.
 *
 * @typeParam D Element type.
 * @param q Queries, [n, heads, depth].
 * @param k Keys, [m, heads, depth].
 * @param v Values, [m, heads, depth of values]. At least one operand is a value.
 * @param options Lists, the factor of products, which keys are seen, and relative positions.
 * @returns Means of values, [n, heads, depth of values]; their tape owns them.
 * @throws As `attention`, and {TypeError} if no operand is a value.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Operators of networks
 *
 * @example One row that sees itself
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { attention, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context, shape: [1, 1, 2] });
 * using found = valueAndGrad({ x }, ({ x }) => sum(attention(x, x, x)));
 * assertEquals([...await found.gradients.x.read()], [1, 1]);
 * ```
 */
export function attention<D extends Float>(
  q: Operand<D>,
  k: Operand<NoInfer<D>>,
  v: Operand<NoInfer<D>>,
  options: AttentionValueOptions<NoInfer<D>> = {},
): Value<D> {
  const { bias, ...rest } = options;
  const inputs: readonly [Operand<D>, Operand<D>, Operand<D>, ...Operand<ops.ScoreOf<D>>[]] = [
    ...[q, k, v] as const,
    ...bias === undefined ? [] : [bias.table],
  ];
  const given = (table: Tensor | undefined): ops.AttentionOptions<D> => ({
    ...rest,
    ...bias && { bias: { ...bias, table: table as Tensor<ops.ScoreOf<D>> } },
  });
  return apply("attention", inputs, ([q, k, v, table]) => {
    const { features, logSums } = ops.attention<D>(q, k, v, given(table));
    return {
      result: features,
      reads: inputs.map((_, at) => at),
      readsResult: true,
      saved: logSums,
    };
  }, (gradient, { tensors: [q, k, v, table], result, saved, wanted }) => {
    const names = ["q", "k", "v", "table"] as const;
    const attended = { features: result, logSums: saved } as ops.Attended<D>;
    const back = ops.attentionBackward<D>(q, k, v, attended, gradient, {
      ...given(table),
      wanted: names.filter((_, at) => wanted[at]),
    });
    return [back.q, back.k, back.v, ...bias === undefined ? [] : [back.table]];
  });
}

/**
 * Attention of rows with queries, keys and values in one operand, as `packedAttention` of `@denovdb/denovdb/attention`
 * does.
 *
 * @typeParam D Element type.
 * @param qkv Queries, keys and values, [n, 3, heads, depth].
 * @param options Lists, the factor of products, which keys are seen, and relative positions.
 * @returns Means of values, [n, heads, depth]; their tape owns them.
 * @throws As `packedAttention`, and {TypeError} if no operand is a value.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Operators of networks
 */
export function packedAttention<D extends Float>(
  qkv: Operand<D>,
  options: PackedAttentionValueOptions<NoInfer<D>> = {},
): Value<D> {
  const { bias, ...rest } = options;
  const inputs: readonly [Operand<D>, ...Operand<ops.ScoreOf<D>>[]] = [
    qkv,
    ...bias === undefined ? [] : [bias.table],
  ];
  const given = (table: Tensor | undefined): ops.PackedAttentionOptions<D> => ({
    ...rest,
    ...bias && { bias: { ...bias, table: table as Tensor<ops.ScoreOf<D>> } },
  });
  return apply("packedAttention", inputs, ([qkv, table]) => {
    const { features, logSums } = ops.packedAttention<D>(qkv, given(table));
    return {
      result: features,
      reads: inputs.map((_, at) => at),
      readsResult: true,
      saved: logSums,
    };
  }, (gradient, { tensors: [qkv, table], result, saved, wanted }) => {
    const names = ["qkv", "table"] as const;
    const attended = { features: result, logSums: saved } as ops.Attended<D>;
    const back = ops.packedAttentionBackward<D>(qkv, attended, gradient, {
      ...given(table),
      wanted: names.filter((_, at) => wanted[at]),
    });
    return [back.qkv, ...bias === undefined ? [] : [back.table]];
  });
}
