/**
 * Numbers by chance of any float type, and how far those of a type may be off.
 *
 * @module
 */

import { asType, randomUniform } from "../../lib/jagged/mod.ts";
import type { Context, Float, Tensor } from "../../mod.ts";

/** Relative precision of results. */
export const PRECISION = { f16: 2e-3, bf16: 1.6e-2, f32: 3e-6, f64: 1e-12 } as const;

/** The types of features. */
export const DTYPES = ["f16", "bf16", "f32", "f64"] as const;

/** Random numbers, of the same bits in each type up to rounding. */
export function draw<D extends Float>(
  context: Context,
  dtype: D,
  shape: readonly number[],
  { seed = 1, low = -1, high = 1 }: {
    readonly seed?: number;
    readonly low?: number;
    readonly high?: number;
  } = {},
): Tensor<D> {
  using wide = randomUniform(shape, { context, dtype: "f64", seed, low, high });
  return asType(wide, dtype) as Tensor<D>;
}

/** Slopes of a function of numbers, by central differences. */
export function slopesOf(
  loss: (numbers: Float64Array) => number,
  at: Float64Array,
  step = 1e-6,
): Float64Array {
  return at.map((one, place) =>
    (loss(at.with(place, one + step)) -
      loss(at.with(place, one - step))) / (2 * step)
  );
}
