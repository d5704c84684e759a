/**
 * Reductions of the losses of items to one number.
 *
 * @module
 */

import { refuse } from "../../../ffi/base/checks.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import { checkDType, checkShape } from "../../core/checks.ts";
import type { Float, Tensor } from "../../core/mod.ts";
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

/** Checks the gradient with respect to a loss, which is one number. */
export function checkLossGradient<D extends Float>(
  operator: string,
  dtype: D,
  gradients: Tensor<StatisticOf<D>>,
): void {
  checkDType({ operator, name: "gradients" }, gradients, [statisticOf(dtype)]);
  checkShape({ operator, name: "gradients" }, gradients, []);
}
