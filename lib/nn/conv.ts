/**
 * Sparse convolution on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import * as conv from "../conv/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";

/**
 * Options for `sparseConv` of networks.
 *
 * @category Operators of networks
 */
export interface ConvOptions<D extends Float> extends Omit<conv.SparseConvOptions<D>, "bias"> {
  /** Added to each channel of the result, [out channels]; none if omitted. */
  readonly bias?: Operand<D>;
}

const NAMES: readonly conv.ConvInputName[] = ["features", "weights", "bias"];

/**
 * Convolves voxel features, as `sparseConv` of `@denovdb/denovdb/conv` does.
 *
 * Gradients of weights and bias that `compute` has converted from f32 parameters are given in f32, as they are summed.
 *
 * @typeParam D Element type.
 * @param plan The plan; borrowed until the backward pass has run.
 * @param features Features of the source's voxels, [voxels, in channels].
 * @param weights Weights, [out channels, in channels, ...kernel].
 * @param options The bias, the activation and the backend.
 * @returns Features of the target's voxels, [voxels, out channels]; their tape owns them.
 * @throws As `sparseConv`, and {TypeError} if no operand is a value.
 * @determinism Same bits in every run on a device; with "gather-scatter" the same on all devices.
 * @category Operators of networks
 *
 * @example A loss that depends on three weights
 * ```ts
 * import { convPlan, gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sparseConv, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 3] });
 * using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
 * using features = tensor([1, 2, 3], { context, shape: [3, 1] });
 * using weights = tensor([5, 6, 7], { context, shape: [1, 1, 1, 1, 3] });
 * using found = valueAndGrad({ weights }, (p) => sum(sparseConv(plan, features, p.weights)));
 * assertEquals([...await found.gradients.weights.read()], [3, 6, 5]);
 * ```
 */
export function sparseConv<D extends Float>(
  plan: conv.ConvPlan,
  features: Operand<D>,
  weights: Operand<NoInfer<D>>,
  options: ConvOptions<NoInfer<D>> = {},
): Value<D> {
  const { bias, ...rest } = options;
  const { activation, backend } = rest;
  const isRelu = activation === "relu";
  const inputs: readonly [Operand<D>, Operand<D>, ...Operand<D>[]] = [
    ...[features, weights] as const,
    ...bias === undefined ? [] : [bias],
  ];
  return apply("sparseConv", inputs, ([features, weights, bias]) => ({
    result: conv.sparseConv(plan, features, weights, { ...rest, ...bias && { bias } }),
    reads: [0, 1],
    readsResult: isRelu,
  }), (gradient, { tensors: [features, weights], result, wanted, gradientDTypes }) => {
    const isWide = weights.dtype !== "f32" && gradientDTypes[1] === "f32" &&
      (bias === undefined || wanted[2] !== true || gradientDTypes[2] === "f32");
    const back = conv.sparseConvBackward<D, D | "f32">(plan, features, weights, gradient, {
      wanted: NAMES.filter((_, place) => wanted[place]),
      ...isWide && { weightsDType: "f32" },
      ...backend && { backend },
      ...isRelu && { reluResults: result },
    });
    const others: (Tensor<D | "f32"> | undefined)[] = bias === undefined ? [] : [back.bias];
    return [back.features, back.weights, ...others];
  });
}
