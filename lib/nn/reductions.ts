/**
 * Sums and means.
 *
 * @module
 */

import { type Float, fullTensor, type Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/**
 * Sums elements, along an axis or all of them, as `sum` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param options The axis, and whether to keep it.
 * @returns The sums, [] without an axis; their tape owns them.
 * @throws {RangeError} If there is no such axis.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sum<D extends Float>(x: Operand<D>, options: jagged.AxisOptions = {}): Value<D> {
  return apply(
    "sum",
    [x],
    ([x]) => ({ result: jagged.sum(x, options) as Tensor<Float> as Tensor<D>, reads: [] }),
    (gradient, { tensors: [{ shape }] }) => [spread(gradient, shape, options, 1)],
  );
}

/**
 * Averages elements, along an axis or all of them. Operands, options and errors are those of {@linkcode sum}; the mean of
 * no elements is 0.
 *
 * @returns The means, [] without an axis; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function mean<D extends Float>(x: Operand<D>, options: jagged.AxisOptions = {}): Value<D> {
  return apply(
    "mean",
    [x],
    ([x]) => ({ result: jagged.mean(x, options) as Tensor<Float> as Tensor<D>, reads: [] }),
    (gradient, { tensors: [{ shape, length }] }) => [
      spread(gradient, shape, options, length / Math.max(gradient.length, 1)),
    ],
  );
}

/** Repeats gradients along the axis that was reduced, divided by a number. */
function spread<D extends Float>(
  gradient: Tensor<D>,
  shape: readonly number[],
  { axis }: jagged.AxisOptions,
  count: number,
): Tensor<D> {
  const { context, dtype } = gradient;
  const kept = axis === undefined ? shape.map(() => 1) : shape.with(axis, 1);
  const share = count > 1 ? jagged.divide(gradient, count) as Tensor<Float> : gradient;
  const repeated = jagged.add(fullTensor(shape, 0, { context, dtype }), share.reshape(kept));
  return repeated as Tensor<Float> as Tensor<D>;
}
