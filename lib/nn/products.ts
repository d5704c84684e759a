/**
 * Linear layers and products of matrices on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import * as dense from "../dense/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";

/**
 * Options for `linear` of networks.
 *
 * @category Operators of networks
 */
export interface LinearValueOptions<D extends Float>
  extends Pick<dense.LinearOptions<D>, "activation"> {
  /** Added to each row of the result, [out channels]; none if omitted. */
  readonly bias?: Operand<D>;
  /** Added to the result, in its shape; none if omitted. */
  readonly residual?: Operand<D>;
}

/**
 * Linear layer, as `linear` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type.
 * @param features Features, [n, in channels].
 * @param weights Weights, [out channels, in channels].
 * @param options Bias, residual and activation.
 * @returns The result, [n, out channels]; its tape owns it.
 * @throws As `linear`, and {TypeError} if no operand is a value.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Operators of networks
 *
 * @example The sum of a row, weighted
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { linear, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 2], { context, shape: [1, 2] });
 * using weights = tensor([3, 4], { context, shape: [1, 2] });
 * using found = valueAndGrad({ weights }, (p) => sum(linear(features, p.weights)));
 * assertEquals([...await found.gradients.weights.read()], [1, 2]);
 * ```
 */
export function linear<D extends Float>(
  features: Operand<D>,
  weights: Operand<NoInfer<D>>,
  options: LinearValueOptions<NoInfer<D>> = {},
): Value<D> {
  const { bias, residual, ...rest } = options;
  const isRelu = rest.activation === "relu";
  const inputs: [Operand<D>, Operand<D>, ...Operand<D>[]] = [features, weights];
  const names: dense.LinearInputName[] = ["features", "weights"];
  if (bias !== undefined) {
    inputs.push(bias);
    names.push("bias");
  }
  if (residual !== undefined) {
    inputs.push(residual);
    names.push("residual");
  }
  return apply("linear", inputs, (tensors) => {
    const [features, weights] = tensors;
    const added: { -readonly [K in keyof dense.LinearOptions<D>]: dense.LinearOptions<D>[K] } =
      rest;
    for (let at = 2; at < names.length; at++) {
      added[names[at] as "bias"] = tensors[at] as Tensor<D>;
    }
    const result = dense.linear(features, weights, added);
    return { result, reads: [0, 1], readsResult: isRelu };
  }, (gradient, { tensors: [features, weights], result, wanted }) => {
    const back = dense.linearBackward(features, weights, gradient, {
      wanted: names.filter((_, place) => wanted[place]),
      ...isRelu && { reluResults: result },
    });
    const gradients: [Tensor<D> | undefined, Tensor<D> | undefined, ...(Tensor<D> | undefined)[]] =
      [back.features, back.weights];
    for (let at = 2; at < names.length; at++) gradients.push(back[names[at] as "bias"]);
    return gradients;
  });
}

/**
 * Product of matrices, as `matmul` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type.
 * @param a Left operand, [m, k] or [batch, m, k].
 * @param b Right operand, [k, n] or [batch, k, n].
 * @param options Which operands are given transposed.
 * @returns The product; its tape owns it.
 * @throws As `matmul`, and {TypeError} if no operand is a value.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Operators of networks
 */
export function matmul<D extends Float>(
  a: Operand<D>,
  b: Operand<NoInfer<D>>,
  options: dense.MatmulOptions = {},
): Value<D> {
  return apply("matmul", [a, b], ([a, b]) => ({
    result: dense.matmul(a, b, options),
    reads: [0, 1],
  }), (gradient, { tensors: [a, b], wanted }) => {
    const names = (["a", "b"] as const).filter((_, place) => wanted[place]);
    const back = dense.matmulBackward(a, b, gradient, { ...options, wanted: names });
    return [back.a, back.b];
  });
}
