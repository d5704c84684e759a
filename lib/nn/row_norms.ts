/**
 * Normalizations of rows on a tape.
 *
 * @module
 */

import * as ops from "../dense/mod.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import type { NormOperand, NormValueOptions } from "./norm.ts";

type Parameters = readonly Operand<Float>[];
type Tensors = readonly Tensor<Float>[];

/** A normalization of rows by parameters, which come after the features, and its backward pass. */
interface RowNorm<D extends Float> {
  readonly operator: string;
  readonly forward: (
    features: Tensor<D>,
    parameters: Tensors,
    options: ops.NormalizationOptions<D>,
  ) => Tensor<D>;
  readonly backward: (
    features: Tensor<D>,
    parameters: Tensors,
    gradients: Tensor<D>,
    options: ops.RowNormBackwardOptions<D>,
  ) => ops.RmsNormGradients<D> & { readonly shift?: Tensor<Float> };
}

function run<D extends Float>(
  { operator, forward, backward }: RowNorm<D>,
  features: Operand<D>,
  parameters: Parameters,
  { residual, ...rest }: NormValueOptions<D>,
): Value<D> {
  const isRelu = rest.activation === "relu";
  const end = 1 + parameters.length;
  const inputs = [features, ...parameters, ...residual === undefined ? [] : [residual]];
  const made = apply(operator, inputs, (tensors: Tensors) => {
    const [x, ...others] = tensors as [Tensor<D>, ...Tensors];
    const more = others[parameters.length] as Tensor<D> | undefined;
    const options = { ...rest, ...more && { residual: more } };
    return {
      result: forward(x, others.slice(0, parameters.length), options),
      reads: Array.from({ length: end }, (_, at) => at),
      readsResult: isRelu,
    };
  }, (gradient, { tensors, result, wanted }) => {
    const [x, ...others] = tensors as readonly Tensor<Float>[] as [Tensor<D>, ...Tensors];
    const back = backward(x, others.slice(0, parameters.length), gradient as Tensor<D>, {
      ...rest.epsilon !== undefined && { epsilon: rest.epsilon },
      ...isRelu && { reluResults: result as Tensor<D> },
      wanted: [
        ...(wanted[0] ? ["features" as const] : []),
        ...(wanted[end] ? ["residual" as const] : []),
      ],
    });
    return [
      back.features,
      back.scale,
      ...back.shift === undefined ? [] : [back.shift],
      ...residual === undefined ? [] : [back.residual],
    ];
  });
  return made as Value<D>;
}

/**
 * Layer normalization, as `layerNorm` of `@denovdb/denovdb/dense` does.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param norm Scale and shift, [channels]. At least one operand is a value.
 * @param options Epsilon, residual and activation.
 * @returns Normalized features, [n, channels]; their tape owns them.
 * @throws As `layerNorm`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A shift reaches every row
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { layerNorm, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3, 5, 4], { context, shape: [2, 2] });
 * using scale = tensor([1, 1], { context });
 * using shift = tensor([0, 0], { context });
 * using found = valueAndGrad({ scale, shift }, (norm) => sum(layerNorm(features, norm)));
 * assertEquals([...await found.gradients.shift.read()], [2, 2]);
 * ```
 */
export function layerNorm<D extends Float>(
  features: Operand<D>,
  norm: NormOperand<NoInfer<D>>,
  options: NormValueOptions<NoInfer<D>> = {},
): Value<D> {
  const normOf = ([scale, shift]: Tensors): ops.Norm<D> => ({ scale, shift }) as ops.Norm<D>;
  return run<D>(
    {
      operator: "layerNorm",
      forward: (x, parameters, options) => ops.layerNorm(x, normOf(parameters), options),
      backward: (x, parameters, gradients, options) =>
        ops.layerNormBackward(x, normOf(parameters), gradients, options),
    },
    features,
    [norm.scale, norm.shift],
    options,
  );
}

/**
 * Normalization by the root of mean squares, as `rmsNorm` of `@denovdb/denovdb/dense` does. Options and errors are those
 * of {@linkcode layerNorm}.
 *
 * @typeParam D Element type of the features.
 * @param features Features, [n, channels].
 * @param scale Factor of normalized features, [channels], f64 for features in f64 and f32 for others: where parameters are
 * computed in less, convert it by `asType`. At least one operand is a value.
 * @param options Epsilon, residual and activation.
 * @returns Normalized features, [n, channels]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function rmsNorm<D extends Float>(
  features: Operand<D>,
  scale: Operand<ops.StatisticOf<NoInfer<D>>>,
  options: NormValueOptions<NoInfer<D>> = {},
): Value<D> {
  const scaleOf = ([scale]: Tensors): Tensor<ops.StatisticOf<D>> =>
    scale as Tensor<ops.StatisticOf<D>>;
  return run<D>(
    {
      operator: "rmsNorm",
      forward: (x, parameters, options) => ops.rmsNorm(x, scaleOf(parameters), options),
      backward: (x, parameters, gradients, options) =>
        ops.rmsNormBackward(x, scaleOf(parameters), gradients, options),
    },
    features,
    [scale],
    options,
  );
}
