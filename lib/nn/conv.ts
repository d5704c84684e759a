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
  const inputs: [Operand<D>, Operand<D>, ...Operand<D>[]] = [features, weights];
  if (bias !== undefined) inputs.push(bias);
  if (residual !== undefined) inputs.push(residual);
  const atBias = bias === undefined ? -1 : 2;
  const atResidual = residual === undefined ? -1 : inputs.length - 1;
  return apply("sparseConv", inputs, (tensors) => {
    const [features, weights] = tensors;
    const added: {
      -readonly [K in keyof conv.SparseConvOptions<D>]: conv.SparseConvOptions<D>[K];
    } = rest;
    const bias = atBias < 0 ? undefined : tensors[atBias];
    const residual = atResidual < 0 ? undefined : tensors[atResidual];
    if (bias !== undefined) added.bias = bias;
    if (residual !== undefined) added.residual = residual;
    return {
      result: conv.sparseConv(plan, features, weights, added),
      reads: FEATURES_AND_WEIGHTS,
      readsResult: isRelu,
    };
  }, (gradient, { tensors: [features, weights], result, wanted, gradientDTypes }) => {
    const asked: conv.ConvInputName[] = [];
    if (wanted[0]) asked.push("features");
    if (wanted[1]) asked.push("weights");
    if (atBias >= 0 && wanted[atBias]) asked.push("bias");
    // Without ReLU the gradient of the residual is that of the result.
    if (atResidual >= 0 && isRelu && wanted[atResidual]) asked.push("residual");
    const isWideAt = (place: number): boolean =>
      place < 0 || wanted[place] !== true || gradientDTypes[place] === "f32";
    const isAsked = wanted[1] === true || atBias >= 0 && wanted[atBias] === true;
    const back = conv.sparseConvBackward<D, D | "f32">(plan, features, weights, gradient, {
      wanted: asked,
      weightsDType: isAsked && isWideAt(1) && isWideAt(atBias) ? "f32" : undefined,
      backend,
      reluResults: isRelu ? result : undefined,
    } as conv.SparseConvBackwardOptions<D, D | "f32">);
    const gradients: [
      Tensor<D | "f32"> | undefined,
      Tensor<D | "f32"> | undefined,
      ...(Tensor<D | "f32"> | undefined)[],
    ] = [back.features, back.weights];
    if (atBias >= 0) gradients.push(back.bias);
    if (atResidual >= 0) gradients.push(isRelu ? back.residual : gradient);
    return gradients;
  });
}

/** What the backward pass reads. */
const FEATURES_AND_WEIGHTS: readonly number[] = [0, 1];
