/**
 * The device's word on gradients: their factor, and whether they are finite.
 *
 * @module
 */

import { checkDType, checkShape } from "../core/checks.ts";
import type { Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import type { Model } from "./_model.ts";

/** Checks the result of clipFactor, if there is one. */
export function takeFactor(
  { operator, parameters }: Model,
  factor: Tensor<"f64"> | undefined,
): Tensor<"f64"> | undefined {
  if (factor === undefined) return undefined;
  checkDType({ operator, name: "factor" }, factor, ["f64"]);
  checkShape({ operator, name: "factor" }, factor, [3]);
  shareContext(operator, factor, ...parameters.map(([, tensor]) => tensor));
  return factor;
}
