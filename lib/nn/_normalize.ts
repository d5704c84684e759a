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
  /** Results that it does not read. */
  readonly unread?: Results;
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
    options: ops.BatchNormBackwardOptions<D>,
  ) => ops.NormGradients<D>;
  /** Normalizes again by statistics that were found, with the same bits. */
  readonly again?: (
    features: Tensor<D>,
    norm: ops.Norm<D>,
    statistics: Results,
    options: ops.NormalizationOptions<D>,
  ) => Tensor<D>;
}

/** Runs a normalization; its results are read by the backward pass for ReLU alone. */
export function normalize<D extends Float>(
  { operator, forward, backward, again }: Normalization<D>,
  features: Operand<D>,
  norm: NormOperand<D>,
  { residual, ...rest }: NormValueOptions<D>,
): unknown {
  const isRelu = rest.activation === "relu";
  const inputs: [Operand<Float>, ...Operand<Float>[]] = [features, norm.scale, norm.shift];
  if (residual !== undefined) inputs.push(residual);
  type S = Tensor<ops.StatisticOf<D>>;
  type Given = readonly [Tensor<D>, S, S, Tensor<D>?];
  /** The options of the operator, with the residual of its tensors. */
  const optionsOf = (more: Tensor<D> | undefined): ops.NormalizationOptions<D> =>
    more === undefined ? rest : { ...rest, residual: more };
  return applyMany(operator, inputs, (tensors) => {
    const [x, scale, shift, more] = tensors as unknown as Given;
    const { features, statistics, saved, unread } = forward(x, { scale, shift }, optionsOf(more));
    const results: Record<string, Tensor<Float>> = { features };
    const readsResults = isRelu ? ["features"] : [];
    for (const name in statistics) {
      results[name] = statistics[name] as Tensor<Float>;
      readsResults.push(name);
    }
    for (const name in unread) results[name] = unread[name] as Tensor<Float>;
    return {
      results,
      reads: OPERANDS,
      readsResults,
      ...again && {
        again: {
          features: (tensors) => {
            const [x, scale, shift, more] = tensors as unknown as Given;
            return again(x, { scale, shift }, statistics, optionsOf(more)) as Tensor<Float>;
          },
        },
      },
      ...saved && { saved },
    };
  }, (gradients, { tensors, result, saved, wanted, isSpare }) => {
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
    const ofFeatures = gradients.features as Tensor<D>;
    const into: { features?: Tensor<D>; residual?: Tensor<D> } = {};
    if (wanted[0] && isSpare(x)) into.features = x;
    if (wanted[3] && isSpare(ofFeatures)) into.residual = ofFeatures;
    const back = backward(x, { scale, shift }, normalized, ofFeatures, {
      activation: rest.activation,
      wanted: asked,
      into,
    } as ops.BatchNormBackwardOptions<D>);
    const given: Tensor<Float>[] = [back.features, back.scale, back.shift] as Tensor<Float>[];
    if (residual !== undefined) given.push(back.residual as Tensor<Float>);
    return given as never;
  });
}

/** What backward passes read: features, scale and shift. */
const OPERANDS: readonly number[] = [0, 1, 2];
