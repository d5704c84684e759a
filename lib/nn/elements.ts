/**
 * Functions of single elements. Their backward passes are made of operators on elements, from the result where that is
 * possible.
 *
 * @module
 */

import { checkAnyNumber } from "../../ffi/base/checks.ts";
import type { DType, Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/** Computes a function, and its gradient from that of the result and from the operand or the result. */
function map<D extends Float>(
  operator: string,
  x: Operand<D>,
  compute: (x: Tensor<D>) => Tensor<DType>,
  { slope, fromResult }: {
    readonly slope: (gradient: Tensor<D>, given: Tensor<D>) => unknown;
    readonly fromResult: boolean;
  },
): Value<D> {
  return apply(
    operator,
    [x],
    ([x]) => ({
      result: compute(x) as Tensor<D>,
      reads: fromResult ? [] : [0],
      readsResult: fromResult,
    }),
    (gradient, { tensors: [x], result }) => [
      slope(gradient, fromResult ? result : x) as Tensor<D>,
    ],
  );
}

/**
 * Changes the sign of elements.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function negate<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "negate",
    [x],
    ([x]) => ({ result: jagged.negate(x) as Tensor<Float> as Tensor<D>, reads: [] }),
    (gradient) => [jagged.negate(gradient) as Tensor<Float> as Tensor<D>],
  );
}

/**
 * Replaces negative elements by 0; NaN stays NaN. The gradient passes where the result is above 0. Operands and errors
 * are those of {@linkcode negate}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function relu<D extends Float>(x: Operand<D>): Value<D> {
  return map("relu", x, jagged.relu, {
    slope: (gradient, result) => jagged.where(jagged.greater(result, 0), gradient, 0),
    fromResult: true,
  });
}

/**
 * Computes 1 / (1 + exp(-x)). Operands and errors are those of {@linkcode negate}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism As `sigmoid` of `@denovdb/denovdb/jagged`.
 * @category Operators of networks
 */
export function sigmoid<D extends Float>(x: Operand<D>): Value<D> {
  return map("sigmoid", x, jagged.sigmoid, {
    slope: (gradient, result) =>
      jagged.multiply(gradient, jagged.multiply(result, jagged.subtract(1, result))),
    fromResult: true,
  });
}

/**
 * Computes the hyperbolic tangent. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism As `tanh` of `@denovdb/denovdb/jagged`.
 * @category Operators of networks
 */
export function tanh<D extends Float>(x: Operand<D>): Value<D> {
  return map("tanh", x, jagged.tanh, {
    slope: (gradient, result) =>
      jagged.multiply(gradient, jagged.subtract(1, jagged.multiply(result, result))),
    fromResult: true,
  });
}

/**
 * Computes the exponential function. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism As `exp` of `@denovdb/denovdb/jagged`.
 * @category Operators of networks
 */
export function exp<D extends Float>(x: Operand<D>): Value<D> {
  return map("exp", x, jagged.exp, {
    slope: (gradient, result) => jagged.multiply(gradient, result),
    fromResult: true,
  });
}

/**
 * Computes the natural logarithm. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism As `log` of `@denovdb/denovdb/jagged`.
 * @category Operators of networks
 */
export function log<D extends Float>(x: Operand<D>): Value<D> {
  return map("log", x, jagged.log, {
    slope: (gradient, x) => jagged.divide(gradient, x),
    fromResult: false,
  });
}

/**
 * Computes the square root. Operands and errors are those of {@linkcode negate}. The gradient at 0 is infinite.
 *
 * @returns A value of the shape of `x`; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sqrt<D extends Float>(x: Operand<D>): Value<D> {
  return map("sqrt", x, jagged.sqrt, {
    slope: (gradient, result) => jagged.divide(jagged.multiply(gradient, 0.5), result),
    fromResult: true,
  });
}

/**
 * Raises elements to a power.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param exponent The exponent, a number.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {TypeError} If it is no value, or if the exponent is no number.
 * @throws {DisposedError} If it has been disposed.
 * @determinism As `power` of `@denovdb/denovdb/jagged`.
 * @category Operators of networks
 */
export function power<D extends Float>(x: Operand<D>, exponent: number): Value<D> {
  checkAnyNumber({ operator: "power", name: "exponent" }, exponent);
  return map("power", x, (x) => jagged.power(x, exponent), {
    slope: (gradient, x) => {
      if (exponent === 0) return jagged.multiply(gradient, 0); // also where x is 0
      const slope = jagged.multiply(jagged.power(x, exponent - 1), exponent);
      return jagged.multiply(gradient, slope);
    },
    fromResult: false,
  });
}

/**
 * Converts elements to another type of floats; the gradient is converted back.
 *
 * @typeParam D Element type.
 * @typeParam E Element type of the result.
 * @param x A value; a tensor needs no tape.
 * @param dtype The other type: f16, bf16, f32 or f64.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {TypeError} If it is no value, or if there is no such type.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function asType<D extends Float, E extends Float>(x: Operand<D>, dtype: E): Value<E> {
  const own = x.dtype;
  return apply(
    "asType",
    [x],
    ([x]) => ({ result: jagged.asType(x, dtype), reads: [] }),
    (gradient) => [jagged.asType(gradient, own) as Tensor<Float> as Tensor<D>],
  );
}
