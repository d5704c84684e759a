/**
 * Backward passes of normalizations of rows.
 *
 * @module
 */

import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { NormalizeRowsBackwardRequest } from "../../ffi/_generated/native.ts";
import { dtypeCode } from "../core/dtype.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import { checkEpsilon, type StatisticOf } from "./base/norm.ts";
import type { RowNormBackwardOptions } from "./layer_norm.ts";
import { checkSameRows, type FeatureRows } from "./_rows.ts";

/** What native functions take for both. */
export type RowNormRequest = Omit<
  NormalizeRowsBackwardRequest,
  "context" | "centered" | "outFeatures" | "outScale" | "outShift" | "outResidual"
>;

/** Checks gradients and options of a backward pass. */
export function takeRowGradients<D extends Float>(
  rows: FeatureRows<D>,
  features: Tensor<D>,
  scale: Tensor<StatisticOf<D>>,
  gradients: Tensor<D>,
  { epsilon = 1e-5, reluResults }: RowNormBackwardOptions<D>,
): RowNormRequest {
  const { operator, dtype, n, channels } = rows;
  checkSameRows(rows, "gradients", gradients);
  if (reluResults !== undefined) checkSameRows(rows, "reluResults", reluResults);
  const given = reluResults === undefined ? [] : [reluResults];
  shareContext(operator, features, scale, gradients, ...given);
  checkEpsilon(operator, epsilon);
  return {
    features: handleOf(features.buffer),
    scale: handleOf(scale.buffer),
    results: handleOrNone(reluResults?.buffer),
    gradients: handleOf(gradients.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
    epsilon,
  };
}
