/**
 * Joining, slicing and reordering.
 *
 * @module
 */

import { type Float, fullTensor, type Tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/**
 * Concatenates along an axis, as `concat` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param parts Operands of one element type, at least one of them a value.
 * @param options The axis, 0 by default.
 * @returns A value; its tape owns it.
 * @throws {RangeError} If there are no operands, or if shapes do not match.
 * @throws {TypeError} If element types differ, if no operand is a value, or if they are values of several tapes.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Channels of two layers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { concat, multiply, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2], { context, shape: [2, 1] });
 * using b = tensor([3, 4], { context, shape: [2, 1] });
 * using scale = tensor([10, 20], { context });
 * using found = valueAndGrad({ a, b }, (p) =>
 *   sum(multiply(concat([p.a, p.b], { axis: 1 }), scale)));
 * assertEquals([...await found.gradients.b.read()], [20, 20]);
 * ```
 */
export function concat<D extends Float>(
  parts: readonly Operand<D>[],
  options: jagged.ConcatOptions = {},
): Value<D> {
  return apply(
    "concat",
    parts,
    (tensors) => ({
      result: jagged.concat<D>(tensors, options),
      reads: [],
      again: (tensors) => jagged.concat<D>(tensors as readonly Tensor<D>[], options),
    }),
    (gradient, { tensors, wanted }) => {
      const axis = axisIn(gradient, options.axis ?? 0);
      let end = 0;
      return tensors.map(({ shape }, place) => {
        const begin = end;
        end += shape[axis] ?? 0;
        return wanted[place] ? jagged.sliceAxis(gradient, { axis, begin, end }) : undefined;
      });
    },
  );
}

/**
 * Stacks along a new axis, as `stack` of `@denovdb/denovdb/jagged` does. Operands and errors are those of
 * {@linkcode concat}.
 *
 * @returns A value; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function stack<D extends Float>(
  parts: readonly Operand<D>[],
  options: jagged.ConcatOptions = {},
): Value<D> {
  return apply(
    "stack",
    parts,
    (tensors) => ({ result: jagged.stack<D>(tensors, options), reads: [] }),
    (gradient, { tensors, wanted }) => {
      const axis = axisIn(gradient, options.axis ?? 0);
      return tensors.map(({ shape }, begin) =>
        wanted[begin]
          ? jagged.sliceAxis(gradient, { axis, begin, end: begin + 1 }).reshape(shape) as Tensor<D>
          : undefined
      );
    },
  );
}

/**
 * Takes a range along an axis, as `sliceAxis` of `@denovdb/denovdb/jagged` does without steps.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param options The axis, and the range; negative numbers count from the end.
 * @returns A value; its tape owns it.
 * @throws {RangeError} If there is no such axis or range, or if the step is not 1.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function sliceAxis<D extends Float>(
  x: Operand<D>,
  options: Omit<jagged.SliceAxisOptions, "step">,
): Value<D> {
  return apply(
    "sliceAxis",
    [x],
    ([x]) => ({ result: jagged.sliceAxis(x, options), reads: [] }),
    (gradient, { tensors: [x] }) => {
      const axis = axisIn(x, options.axis);
      const extent = x.shape[axis] ?? 0;
      const { begin = 0 } = options;
      const first = begin < 0 ? begin + extent : begin;
      const last = first + (gradient.shape[axis] ?? 0);
      const { context, dtype } = gradient;
      const zeros = (count: number): Tensor<D> =>
        fullTensor(x.shape.with(axis, count), 0, { context, dtype });
      return [jagged.concat([zeros(first), gradient, zeros(extent - last)], { axis })];
    },
  );
}

/**
 * Takes channels: a range of the last axis.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param begin The first channel.
 * @param end The channel behind the last one.
 * @returns A value, [..., end - begin]; its tape owns it.
 * @throws As {@linkcode sliceAxis}.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function channels<D extends Float>(x: Operand<D>, begin: number, end: number): Value<D> {
  return sliceAxis(x, { axis: -1, begin, end });
}

/**
 * Reorders axes, as `permute` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param order The axes of `x` in their new order.
 * @returns A value; its tape owns it.
 * @throws {RangeError} If the order does not have each axis once.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function permute<D extends Float>(x: Operand<D>, order: readonly number[]): Value<D> {
  return apply(
    "permute",
    [x],
    ([x]) => ({ result: jagged.permute(x, order), reads: [] }),
    (gradient) => {
      const places = order.map((axis) => axisIn(gradient, axis));
      return [jagged.permute(gradient, places.map((_, axis) => places.indexOf(axis)))];
    },
  );
}

/**
 * Exchanges the last two axes, as `transpose` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param x A value of two axes or more; a tensor needs no tape.
 * @returns A value; its tape owns it.
 * @throws {RangeError} If there are fewer axes.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function transpose<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "transpose",
    [x],
    ([x]) => ({ result: jagged.transpose(x), reads: [] }),
    (gradient) => [jagged.transpose(gradient)],
  );
}

/**
 * Gives a value another shape; nothing is copied, in neither direction.
 *
 * @typeParam D Element type.
 * @param x A value; a tensor needs no tape.
 * @param shape The shape, of as many elements.
 * @returns A value that shares the memory; its tape owns it.
 * @throws {RangeError} If the shape has another number of elements.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @category Operators of networks
 */
export function reshape<D extends Float>(x: Operand<D>, shape: readonly number[]): Value<D> {
  return apply(
    "reshape",
    [x],
    ([x]) => ({ result: x.reshape(shape) as Tensor<D>, reads: [] }),
    (gradient) => [gradient],
  );
}

/** An axis counted from the first one. */
function axisIn({ shape }: Tensor<Float>, axis: number): number {
  return axis < 0 ? axis + shape.length : axis;
}
