/**
 * Normalizations on a tape whose statistics are results, too.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import type * as ops from "../dense/mod.ts";
import { applyMany, type Operand } from "../grad/mod.ts";
import type { NormOperand, NormValueOptions } from "./norm.ts";

type Results = Readonly<Record<string, Tensor<Float>>>;

/** Normalized features, and the statistics that they were normalized by. */
interface Normalized<D extends Float> {
  readonly features: Tensor<D>;
  /** Statistics that are results. */
  readonly statistics: Results;
  /** What else the backward pass reads. */
  readonly saved?: Tensor<Float>;
}

/** A normalization, and its backward pass. */
export interface Normalization<D extends Float> {
  readonly operator: string;
  readonly forward: (
    features: Tensor<D>,
    norm: ops.Norm<D>,
    options: ops.NormalizationOptions<D>,
  ) => Normalized<D>;
  readonly backward: (
    features: Tensor<D>,
    norm: ops.Norm<D>,
    normalized: Normalized<D>,
    gradients: Tensor<D>,
    options: ops.BatchNormBackwardOptions,
  ) => ops.NormGradients<D>;
}

/** Runs a normalization; its results are read by the backward pass for ReLU alone. */
export function normalize<D extends Float>(
  { operator, forward, backward }: Normalization<D>,
  features: Operand<D>,
  norm: NormOperand<D>,
  { residual, ...rest }: NormValueOptions<D>,
): unknown {
  const isRelu = rest.activation === "relu";
  const inputs: [Operand<Float>, ...Operand<Float>[]] = [features, norm.scale, norm.shift];
  if (residual !== undefined) inputs.push(residual);
  type S = Tensor<ops.StatisticOf<D>>;
  type Given = readonly [Tensor<D>, S, S, Tensor<D>?];
  return applyMany(operator, inputs, (tensors) => {
    const [x, scale, shift, more] = tensors as unknown as Given;
    const given: {
      -readonly [K in keyof ops.NormalizationOptions<D>]: ops.NormalizationOptions<D>[K];
    } = rest;
    if (more !== undefined) given.residual = more;
    const { features, statistics, saved } = forward(x, { scale, shift }, given);
    const results: Record<string, Tensor<Float>> = { features };
    const readsResults = isRelu ? ["features"] : [];
    for (const name in statistics) {
      results[name] = statistics[name] as Tensor<Float>;
      readsResults.push(name);
    }
    return { results, reads: OPERANDS, readsResults, ...saved && { saved } };
  }, (gradients, { tensors, result, saved, wanted }) => {
    for (const name in gradients) {
      if (name === "features" || gradients[name] === undefined) continue;
      throw new RangeError(
        `the loss depends on the statistics of ${operator}, which pass no gradients`,
      );
    }
    const [x, scale, shift] = tensors as unknown as Given;
    const { features: made, ...statistics } = result;
    const normalized = { features: isRelu ? made : x, statistics, saved } as Normalized<D>;
    const asked: ops.NormInputName[] = [];
    if (wanted[0]) asked.push("features");
    if (wanted[3]) asked.push("residual");
    const back = backward(x, { scale, shift }, normalized, gradients.features as Tensor<D>, {
      activation: rest.activation,
      wanted: asked,
    } as ops.BatchNormBackwardOptions);
    const given: Tensor<Float>[] = [back.features, back.scale, back.shift] as Tensor<Float>[];
    if (residual !== undefined) given.push(back.residual as Tensor<Float>);
    return given as never;
  });
}

/** What backward passes read: features, scale and shift. */
const OPERANDS: readonly number[] = [0, 1, 2];
