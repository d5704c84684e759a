/**
 * Gradients of operators on tapes, compared with differences.
 *
 * @module
 */

import { assert } from "@std/assert";
import { type Context, type Float, type Tensor, tensor } from "../../mod.ts";
import { checkGradients, multiply, type Operand, sum, type Value } from "../../lib/nn/mod.ts";

/** Numbers that repeat nothing, between -1 and 1. */
export function wave(length: number, seed = 0): Float64Array<ArrayBuffer> {
  return Float64Array.from(
    { length },
    (_, at) => Math.sin(1 + 1.7 * at + 0.9 * at * at + 3.1 * seed),
  );
}

/** A tensor of such numbers. */
export function waves(context: Context, shape: readonly number[], seed = 0): Tensor<"f64"> {
  const length = shape.reduce((count, extent) => count * extent, 1);
  return tensor(wave(length, seed), { context, shape });
}

/** A loss of any tensor: the sum of its elements, each with a weight of its own. */
export function weighed(x: Operand<"f64">): Value<"f64"> {
  const { shape } = x;
  const { context } = "tensor" in x ? x.tensor : x;
  const length = shape.reduce((count, extent) => count * extent, 1);
  const weights = tensor(wave(length, 7).map((one) => one + 2), { context, shape });
  const tape = "tape" in x ? x.tape : undefined;
  return sum(multiply(x, tape?.own(weights) ?? weights));
}

/** Compares gradients along random directions and along each number. */
export async function checkBoth<P extends object>(
  params: P,
  body: Parameters<typeof checkGradients<P>>[0],
  options: { readonly eps?: number } = {},
): Promise<void> {
  for (const mode of ["directions", "coordinates"] as const) {
    const { count } = await checkGradients(body, params, { mode, ...options });
    assert(count > 0);
  }
}

export type { Float };
