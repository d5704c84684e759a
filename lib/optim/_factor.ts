/**
 * What the device says of gradients.
 *
 * @module
 */

import { checkDType, checkShape } from "../core/checks.ts";
import type { Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import type { Model } from "./_model.ts";

/** Checks three numbers on the device. */
export function checkRecord(operator: string, name: string, record: Tensor<"f64">): void {
  checkDType({ operator, name }, record, ["f64"]);
  checkShape({ operator, name }, record, [3]);
}

/** Checks the result of clipFactor, if there is one. */
export function takeFactor(
  { operator, parameters }: Model,
  factor: Tensor<"f64"> | undefined,
): Tensor<"f64"> | undefined {
  if (factor === undefined) return undefined;
  checkRecord(operator, "factor", factor);
  shareContext(operator, factor, ...parameters.map(([, tensor]) => tensor));
  return factor;
}
