/**
 * Rows of features, and what belongs to their channels.
 *
 * @module
 */

import type { Context, Float, Tensor } from "../core/mod.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import type { StatisticOf } from "./base/norm.ts";

/** The dtype of {@linkcode StatisticOf}. */
export function statisticOf<D extends Float>(dtype: D): StatisticOf<D> {
  return (dtype === "f64" ? "f64" : "f32") as StatisticOf<D>;
}

/** Rows of features of an operator. */
export interface FeatureRows<D extends Float> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  readonly n: number;
  readonly channels: number;
}

/**
 * Takes rows of features, [n, channels].
 *
 * @throws {RangeError} If they have another shape.
 * @throws {TypeError} If they are not floats.
 */
export function takeRows<D extends Float>(
  operator: string,
  name: string,
  features: Tensor<D>,
): FeatureRows<D> {
  checkTensor({ operator, name }, features);
  checkDType({ operator, name }, features, FLOATS);
  const { context, dtype, shape } = features;
  if (shape.length !== 2) {
    throw new RangeError(
      `Cannot run ${operator}: ${name} has shape [${shape}], [n, channels] expected`,
    );
  }
  const [n = 0, channels = 0] = shape;
  return { operator, context, dtype, n, channels };
}

/** Checks another tensor of the same rows. */
export function checkSameRows<D extends Float>(
  { operator, dtype, n, channels }: FeatureRows<D>,
  name: string,
  tensor: Tensor<D>,
): void {
  checkTensor({ operator, name }, tensor);
  checkDType({ operator, name }, tensor, [dtype]);
  checkShape({ operator, name }, tensor, [n, channels]);
}

/** Checks statistics or parameters, one number per channel. */
export function checkPerChannel<D extends Float>(
  { operator, dtype, channels }: FeatureRows<D>,
  name: string,
  tensor: Tensor<StatisticOf<D>>,
): void {
  checkTensor({ operator, name }, tensor);
  checkDType({ operator, name }, tensor, [statisticOf(dtype)]);
  checkShape({ operator, name }, tensor, [channels]);
}
