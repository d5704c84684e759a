/**
 * Reductions of the losses of items to one number.
 *
 * @module
 */

import type { BufferHandle, Native, Status } from "../../../ffi/_generated/native.ts";
import { refuse } from "../../../ffi/base/checks.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import { handleOf } from "../../../ffi/owned.ts";
import { checkDType, checkShape } from "../../core/checks.ts";
import type { Caller } from "../../core/compute_tensors.ts";
import type { Float, Tensor } from "../../core/mod.ts";
import { computeTensor, type OutRequest } from "../../core/native_call.ts";
import { shareContext } from "../../core/ownership.ts";
import { statisticOf } from "../_rows.ts";
import type { StatisticOf } from "./norm.ts";

/**
 * The reduction of a loss: the mean of the losses of items, or their sum.
 *
 * @category Losses
 */
export type Reduction = "mean" | "sum";

/** The number by which native functions know it. */
export function takeReduction(operator: string, reduction: Reduction): number {
  if (reduction === "mean") return 1;
  if (reduction === "sum") return 0;
  refuse(operator, `reduction is ${describeValue(reduction)}, "mean" or "sum" expected`);
}

/** A loss that is computed from scores: one number, which the caller owns. */
export function computeLoss<D extends Float>(
  { operator, context, dtype }: Caller & { readonly dtype: D },
  call: (native: Native, request: OutRequest) => Status,
): Tensor<StatisticOf<D>> {
  return computeTensor({ operator, context, dtype: statisticOf(dtype), shape: [] }, call);
}

/** Checks the gradient with respect to a loss of scores, which is one number. */
export function takeLossGradient<D extends Float>(
  operator: string,
  scores: Tensor<D>,
  gradients: Tensor<StatisticOf<D>>,
): BufferHandle {
  checkDType({ operator, name: "gradients" }, gradients, [statisticOf(scores.dtype)]);
  checkShape({ operator, name: "gradients" }, gradients, []);
  shareContext(operator, scores, gradients);
  return handleOf(gradients.buffer);
}
