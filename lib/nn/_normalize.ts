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
  const { activation } = rest;
  const isRelu = activation === "relu";
  const inputs = [features, norm.scale, norm.shift, ...(residual === undefined ? [] : [residual])];
  const take = (tensors: readonly Tensor<Float>[]) => {
    type S = Tensor<ops.StatisticOf<D>>;
    const [x, scale, shift, more] = tensors as [Tensor<D>, S, S, Tensor<D>?];
    return { x, norm: { scale, shift }, more };
  };
  return applyMany(operator, inputs, (tensors) => {
    const { x, norm, more } = take(tensors);
    const options = (residual?: Tensor<D>) => ({ ...rest, ...residual && { residual } });
    const { features, statistics, saved } = forward(x, norm, options(more));
    return {
      results: { features, ...statistics } as Results,
      reads: [0, 1, 2],
      readsResults: [...isRelu ? ["features"] : [], ...Object.keys(statistics)],
      ...again && {
        again: {
          features: (tensors) => {
            const { x, norm, more } = take(tensors);
            return again(x, norm, statistics, options(more)) as Tensor<Float>;
          },
        },
      },
      ...saved && { saved },
    };
  }, ({ features: gradients, ...others }, { tensors, result, saved, wanted, isSpare }) => {
    if (Object.values(others).some((gradient) => gradient !== undefined)) {
      throw new RangeError(
        `the loss depends on the statistics of ${operator}, which pass no gradients`,
      );
    }
    const { x, norm } = take(tensors);
    const { features: made, ...statistics } = result;
    const normalized = { features: isRelu ? made : x, statistics, saved } as Normalized<D>;
    const given = gradients as Tensor<D>;
    const back = backward(x, norm, normalized, given, {
      ...activation && { activation },
      wanted: [
        ...(wanted[0] ? ["features" as const] : []),
        ...(wanted[3] ? ["residual" as const] : []),
      ],
      into: {
        ...wanted[0] && isSpare(x) && { features: x },
        ...wanted[3] && isSpare(given) && { residual: given },
      },
    });
    return [
      back.features,
      back.scale,
      back.shift,
      ...(residual === undefined ? [] : [back.residual]),
    ];
  });
}
