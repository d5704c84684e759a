/**
 * Operators on tapes for tests of the tape itself, each with its chain rule written out.
 *
 * @module
 */

import { apply, type Operand, type Value } from "../../lib/grad/mod.ts";
import { add, multiply, negate, sum } from "../../lib/jagged/mod.ts";
import { type Float, fullTensor, type Tensor } from "../../mod.ts";

/** The product of elements; reads both. */
export function times<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>>): Value<D> {
  return apply(
    "times",
    [a, b],
    ([a, b]) => ({ result: multiply(a, b) as Tensor<D> }),
    (gradient, { tensors: [a, b], wanted }) => [
      wanted[0] ? multiply(gradient, b) as Tensor<D> : undefined,
      wanted[1] ? multiply(gradient, a) as Tensor<D> : undefined,
    ],
  );
}

/** The sum of elements; reads nothing and shares the gradient. */
export function plus<D extends Float>(a: Operand<D>, b: Operand<NoInfer<D>>): Value<D> {
  return apply(
    "plus",
    [a, b],
    ([a, b]) => ({ result: add(a, b) as Tensor<D>, reads: [] }),
    (gradient) => [gradient, gradient],
  );
}

/** The negative elements; reads nothing. */
export function minus<D extends Float>(a: Operand<D>): Value<D> {
  return apply(
    "minus",
    [a],
    ([a]) => ({ result: negate(a) as Tensor<D>, reads: [] }),
    (gradient) => [negate(gradient) as Tensor<D>],
  );
}

/** The sum of all elements; reads nothing. */
export function total<D extends Float>(a: Operand<D>): Value<D> {
  const { shape } = a;
  return apply(
    "total",
    [a],
    ([a]) => ({ result: sum(a) as Tensor<Float> as Tensor<D>, reads: [] }),
    (gradient) => {
      const ones = fullTensor(shape, 1, { context: gradient.context, dtype: gradient.dtype });
      return [multiply(ones, gradient) as Tensor<D>];
    },
  );
}

/** The same elements in another shape; a view. */
export function shaped<D extends Float>(a: Operand<D>, shape: readonly number[]): Value<D> {
  return apply(
    "shaped",
    [a],
    ([a]) => ({ result: a.reshape(shape) as Tensor<D>, reads: [] }),
    (gradient) => [gradient],
  );
}
