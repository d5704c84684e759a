/**
 * Choices between elements, on a tape.
 *
 * @module
 */

import { refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";
import { sumTo } from "./_broadcast.ts";

/** Passes gradients where a condition holds, and 0 elsewhere. */
function passWhere<D extends Float>(condition: Tensor<"bool">, gradient: Tensor<D>): Tensor<D> {
  return jagged.where(condition, gradient, 0) as Tensor<Float> as Tensor<D>;
}

/**
 * Takes elements of one operand where a condition holds, and of the other elsewhere, as `where` of
 * `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param condition The condition, bool; borrowed until the backward pass has run.
 * @param a Elements where it holds. One of both operands is a value.
 * @param b Elements where it does not.
 * @returns The elements; their tape owns them.
 * @throws {RangeError} If shapes do not match.
 * @throws {TypeError} If the condition is not bool, if no operand is a value, or if they are values of several tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function where<D extends Float>(
  condition: Tensor<"bool">,
  a: Operand<D>,
  b: Operand<NoInfer<D>>,
): Value<D> {
  return apply(
    "where",
    [a, b],
    ([a, b]) => ({
      result: jagged.where(condition, a, b) as Tensor<Float> as Tensor<D>,
      reads: [],
    }),
    (gradient, { tensors: [a, b], wanted }) => {
      const other = jagged.where(condition, 0, gradient) as Tensor<Float> as Tensor<D>;
      return [
        wanted[0] ? sumTo(passWhere(condition, gradient), a.shape) : undefined,
        wanted[1] ? sumTo(other, b.shape) : undefined,
      ];
    },
  );
}

/**
 * Takes the larger of two elements, as `maximum` of `@denovdb/denovdb/jagged` does. The gradient goes to the first operand
 * where that is not less, and to the second elsewhere.
 *
 * @typeParam D Element type.
 * @param a First operand. One of both is a value.
 * @param b Second operand.
 * @returns The elements; their tape owns them.
 * @throws {RangeError} If shapes do not match.
 * @throws {TypeError} If no operand is a value, or if they are values of several tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function maximum<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>>): Value<D> {
  return choose("maximum", jagged.maximum, jagged.greaterEqual, a, b);
}

/**
 * Takes the smaller of two elements. The gradient goes to the first operand where that is not greater, and to the second
 * elsewhere. Operands and errors are those of {@linkcode maximum}.
 *
 * @returns The elements; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function minimum<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>>): Value<D> {
  return choose("minimum", jagged.minimum, jagged.lessEqual, a, b);
}

function choose<D extends Float>(
  operator: string,
  compute: (a: Tensor<D>, b: Tensor<D>) => unknown,
  isFirst: (a: Tensor<D>, b: Tensor<D>) => Tensor<"bool">,
  a: Operand<D>,
  b: Operand<D>,
): Value<D> {
  return apply(
    operator,
    [a, b],
    ([a, b]) => ({ result: compute(a, b) as Tensor<D> }),
    (gradient, { tensors: [a, b], wanted }) => {
      const first = isFirst(a, b);
      const other = jagged.where(first, 0, gradient) as Tensor<Float> as Tensor<D>;
      return [
        wanted[0] ? sumTo(passWhere(first, gradient), a.shape) : undefined,
        wanted[1] ? sumTo(other, b.shape) : undefined,
      ];
    },
  );
}

/**
 * Bounds of `clamp` of networks; at least one is needed.
 *
 * @category Operators of networks
 */
export interface BoundsOptions {
  /**
   * Lower bound.
   *
   * @default {undefined} None.
   */
  readonly low?: number;
  /**
   * Upper bound, which takes precedence over the lower one.
   *
   * @default {undefined} None.
   */
  readonly high?: number;
}

const NAMES = optionNames<BoundsOptions>({ low: true, high: true });

/**
 * Clamps elements to bounds, as `clamp` of `@denovdb/denovdb/jagged` does. The gradient passes where an element is within
 * the bounds or on one.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param options The bounds.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {RangeError} If there is no bound.
 * @throws {TypeError} If it is no value, or if a bound is no number.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function clamp<D extends Float>(x: Operand<D>, options: BoundsOptions): Value<D> {
  const operator = "clamp";
  const { low, high } = checkOptions(operator, options, NAMES);
  if (low === undefined && high === undefined) refuse(operator, "low and high are missing");
  return apply(
    operator,
    [x],
    ([x]) => ({
      result: jagged.clamp(x, options) as Tensor<Float> as Tensor<D>,
      readsResult: true,
    }),
    (gradient, { tensors: [x], result }) => [passWhere(jagged.equal(x, result), gradient)],
  );
}

/**
 * Computes magnitudes. The gradient at 0 is 0.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function abs<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "abs",
    [x],
    ([x]) => ({ result: jagged.abs(x) as Tensor<Float> as Tensor<D> }),
    (gradient, { tensors: [x] }) => {
      const above = passWhere(jagged.greater(x, 0), gradient);
      const below = passWhere(jagged.less(x, 0), gradient);
      return [jagged.subtract(above, below) as Tensor<Float> as Tensor<D>];
    },
  );
}

/**
 * Interpolates linearly, `a + weight * (b - a)`, as `lerp` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param a The result for a weight of 0.
 * @param b The result for a weight of 1.
 * @param weight Weight of `b`. At least one operand is a value; shapes fit as those of `add`.
 * @returns A value of the shape of all; its tape owns it.
 * @throws {RangeError} If shapes do not fit.
 * @throws {TypeError} If no operand is a value, or if element types differ.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function lerp<D extends Float>(
  a: Operand<D>,
  b: Operand<NoInfer<D>>,
  weight: Operand<NoInfer<D>>,
): Value<D> {
  return apply(
    "lerp",
    [a, b, weight],
    ([a, b, weight]) => ({ result: jagged.lerp(a, b, weight) as Tensor<Float> as Tensor<D> }),
    (gradient, { tensors: [a, b, weight], wanted }) => {
      const times = (factor: unknown): Tensor<D> =>
        jagged.multiply(gradient, factor as Tensor<D>) as Tensor<Float> as Tensor<D>;
      return [
        wanted[0] ? sumTo(times(jagged.subtract(1, weight)), a.shape) : undefined,
        wanted[1] ? sumTo(times(weight), b.shape) : undefined,
        wanted[2] ? sumTo(times(jagged.subtract(b, a)), weight.shape) : undefined,
      ];
    },
  );
}
