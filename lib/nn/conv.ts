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
export interface ConvOptions<D extends Float>
  extends Omit<conv.SparseConvOptions<D>, "bias" | "residual"> {
  /** Added to each channel of the result, [out channels]; none if omitted. */
  readonly bias?: Operand<D>;
  /** Added to the result before the activation, [target voxels, out channels]; none if omitted. */
  readonly residual?: Operand<D>;
}

/**
 * Convolves voxel features, as `sparseConv` of `@denovdb/denovdb/conv` does.
 *
 * Gradients of weights and bias that `compute` has converted from f32 parameters are given in f32, as they are summed.
 *
 * @typeParam D Element type.
 * @param plan The plan; borrowed until the backward pass has run.
 * @param features Features of the source's voxels, [voxels, in channels].
 * @param weights Weights, [out channels, in channels, ...kernel].
 * @param options The bias, the residual, the activation and the backend.
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
  const { bias, residual, ...rest } = options;
  const { activation, backend } = rest;
  const isRelu = activation === "relu";
  const names: conv.ConvInputName[] = [
    ...["features", "weights"] as const,
    ...bias === undefined ? [] : ["bias" as const],
    ...residual === undefined ? [] : ["residual" as const],
  ];
  const inputs: readonly [Operand<D>, Operand<D>, ...Operand<D>[]] = [
    ...[features, weights] as const,
    ...bias === undefined ? [] : [bias],
    ...residual === undefined ? [] : [residual],
  ];
  return apply("sparseConv", inputs, ([features, weights, ...others]) => {
    const added = Object.fromEntries(names.slice(2).map((name, at) => [name, others[at]]));
    return {
      result: conv.sparseConv(plan, features, weights, { ...rest, ...added }),
      reads: [0, 1],
      readsResult: isRelu,
    };
  }, (gradient, { tensors: [features, weights], result, wanted, gradientDTypes }) => {
    const asked = names.filter((_, place) => wanted[place]);
    const ofParameters = gradientDTypes.filter((_, place) =>
      wanted[place] === true && (names[place] === "weights" || names[place] === "bias")
    );
    const isWide = ofParameters.length > 0 && ofParameters.every((dtype) => dtype === "f32");
    const back = conv.sparseConvBackward<D, D | "f32">(plan, features, weights, gradient, {
      // Without ReLU the gradient of the residual is that of the result.
      wanted: isRelu ? asked : asked.filter((name) => name !== "residual"),
      ...isWide && { weightsDType: "f32" },
      ...backend && { backend },
      ...isRelu && { reluResults: result },
    });
    const others: (Tensor<D | "f32"> | undefined)[] = names.slice(2).map((name) =>
      name === "residual" && !isRelu ? gradient : back[name]
    );
    return [back.features, back.weights, ...others];
  });
}
