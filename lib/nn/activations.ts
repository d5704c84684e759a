/**
 * Activation functions on a tape, with gradients from the operand.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/** Computes a function, and its gradient by its backward pass. */
function activate<D extends Float>(
  operator: string,
  x: Operand<D>,
  forward: (x: Tensor<D>) => unknown,
  backward: (x: Tensor<D>, gradients: Tensor<D>) => Tensor<D>,
): Value<D> {
  return apply(
    operator,
    [x],
    ([x]) => ({ result: forward(x) as Tensor<D> }),
    (gradient, { tensors: [x] }) => [backward(x, gradient)],
  );
}

/**
 * Computes x times the cumulative distribution function of the standard normal distribution.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example The slope at 0 is a half
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gelu, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([0], { context });
 * using found = valueAndGrad({ x }, (p) => sum(gelu(p.x)));
 * assertEquals([...await found.gradients.x.read()], [0.5]);
 * ```
 */
export function gelu<D extends Float>(x: Operand<D>): Value<D> {
  return activate("gelu", x, jagged.gelu, jagged.geluBackward);
}

/**
 * Computes the approximation of {@linkcode gelu} by the hyperbolic tangent, as `geluTanh` of `@denovdb/denovdb/jagged`
 * does. Operands and errors are those of {@linkcode gelu}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function geluTanh<D extends Float>(x: Operand<D>): Value<D> {
  return activate("geluTanh", x, jagged.geluTanh, jagged.geluTanhBackward);
}

/**
 * Computes x / (1 + exp(-x)). Operands and errors are those of {@linkcode gelu}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function silu<D extends Float>(x: Operand<D>): Value<D> {
  return activate("silu", x, jagged.silu, jagged.siluBackward);
}

/**
 * Computes exponential linear units, as `elu` of `@denovdb/denovdb/jagged` does. Errors are those of {@linkcode gelu}.
 *
 * @param x A value; a tensor needs no tape.
 * @param options The factor.
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function elu<D extends Float>(x: Operand<D>, options: jagged.EluOptions = {}): Value<D> {
  return activate(
    "elu",
    x,
    (x) => jagged.elu(x, options),
    (x, gradients) => jagged.eluBackward(x, gradients, options),
  );
}

/**
 * Multiplies negative elements by a slope, as `leakyRelu` of `@denovdb/denovdb/jagged` does. Errors are those of
 * {@linkcode gelu}.
 *
 * @param x A value; a tensor needs no tape.
 * @param options The slope.
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function leakyRelu<D extends Float>(
  x: Operand<D>,
  options: jagged.LeakyReluOptions = {},
): Value<D> {
  return activate(
    "leakyRelu",
    x,
    (x) => jagged.leakyRelu(x, options),
    (x, gradients) => jagged.leakyReluBackward(x, gradients, options),
  );
}
