/**
 * The softplus function on a tape.
 *
 * @module
 */

import { checkNumber } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/**
 * Options for {@linkcode softplus}.
 *
 * @category Operators of networks
 */
export interface SoftplusOptions {
  /**
   * What is added to elements first.
   *
   * @default {0}
   */
  readonly shift?: number;
  /**
   * What the function is multiplied by.
   *
   * @default {1}
   */
  readonly scale?: number;
}

const NAMES = optionNames<SoftplusOptions>({ shift: true, scale: true });

/**
 * Computes `scale * log(1 + exp(x + shift))`, which is smooth and above 0: densities from any numbers, for example.
 *
 * Large numbers do not overflow. f16 and bf16 are computed in f32 and rounded once.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param options What is added, and what is multiplied by.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {RangeError} If an option is not finite.
 * @throws {TypeError} If it is no value, or if an option is no number.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example The slope at 0 is a half
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { softplus, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([4], { context });
 * using found = valueAndGrad({ x }, (p) => sum(softplus(p.x, { shift: -4, scale: 10 })));
 * assertAlmostEquals((await found.loss.read())[0] ?? NaN, 10 * Math.LN2, 1e-6);
 * assertAlmostEquals((await found.gradients.x.read())[0] ?? NaN, 5, 1e-6);
 * ```
 */
export function softplus<D extends Float>(
  x: Operand<D>,
  options: SoftplusOptions = {},
): Value<D> {
  const operator = "softplus";
  const { shift = 0, scale = 1 } = checkOptions(operator, options, NAMES);
  checkNumber({ operator, name: "shift" }, shift);
  checkNumber({ operator, name: "scale" }, scale);
  return apply(operator, [x], ([x]) => {
    const moved = shifted(x, shift);
    // max(y, 0) + log(1 + exp(-|y|)), whose exponential is at most 1
    const rest = jagged.log1p(jagged.exp(jagged.negate(jagged.abs(moved))));
    const whole = jagged.multiply(jagged.add(jagged.relu(moved), rest), scale);
    return { result: jagged.asType(whole, x.dtype) };
  }, (gradient, { tensors: [x] }) => {
    const slope = jagged.multiply(jagged.sigmoid(shifted(x, shift)), scale);
    return [jagged.asType(jagged.multiply(gradient, slope), x.dtype)];
  });
}

/** Elements plus a number, in the type that is computed in. */
function shifted<D extends Float>(x: Tensor<D>, shift: number): Tensor<Float> {
  const moved = jagged.add(x.dtype === "f64" ? x : jagged.asType(x, "f32"), shift);
  return moved as Tensor<Float>;
}
