/**
 * What every question to a batch of grids has in common: checks, the result and its lists.
 *
 * @module
 */

import {
  type BufferHandle,
  type Context,
  type DType,
  emptyTensor,
  type GridBatch,
  type GridHandle,
  JaggedTensor,
  type Status,
  type Tensor,
} from "../core/mod.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { formatShape } from "../core/shape.ts";

/** Elements of a batch: one list for each grid, or a plain tensor for a batch of one. */
export type Lists<D extends DType> = Tensor<D> | JaggedTensor<D>;

/** Element types of points. */
export type Real = "f16" | "f32" | "f64";

/** Element types of points. */
export const REALS: readonly Real[] = ["f16", "f32", "f64"];

/** A question: who asks, about what, and what the answer looks like. */
export interface Question<Answer extends DType> {
  /** Name of the operator. */
  readonly operator: string;
  /** Name of its second argument. */
  readonly name: string;
  /** Element types that it accepts. */
  readonly dtypes: readonly DType[];
  /** Element type of the answer. */
  readonly answer: Answer;
  /** Shape of the answer to one element. */
  readonly shape: readonly number[];
}

/** The checked arguments of a native call. */
export interface Asked {
  readonly context: Context;
  readonly grid: GridHandle;
  readonly elements: BufferHandle;
  readonly count: number;
  /** First element of each list, [grids + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
  readonly gridCount: number;
  readonly out: BufferHandle;
}

/**
 * Checks the arguments of a question, allocates its answer and asks.
 *
 * @returns The answer, in lists where the elements are; the caller owns it.
 * @throws {RangeError} If the elements are not [n, 3] or not one list per grid.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input is gone.
 */
export function ask<Answer extends DType>(
  grid: GridBatch,
  elements: Lists<DType>,
  question: Question<Answer>,
  call: (asked: Asked) => Status,
): Lists<Answer> {
  const { operator, name, dtypes, answer, shape } = question;
  const context = shareContext(operator, grid, elements);
  const data = elements instanceof JaggedTensor ? elements.data : elements;
  if (!dtypes.includes(data.dtype)) {
    const expected = dtypes.join(", ").replace(/, (\w+)$/, " or $1");
    throw new TypeError(`Cannot run ${operator}: ${name} is ${data.dtype}, ${expected} expected`);
  }
  const [count = 0, axes] = data.shape;
  if (data.shape.length !== 2 || axes !== 3) {
    const given = formatShape(data.shape);
    throw new RangeError(`Cannot run ${operator}: ${name} shape is ${given}, [n, 3] expected`);
  }
  const offsets = elements instanceof JaggedTensor
    ? elements.offsets
    : BigInt64Array.of(0n, BigInt(count));
  if (offsets.length !== grid.gridCount + 1) {
    throw new RangeError(
      `Cannot run ${operator}: the number of lists in ${name} is ${offsets.length - 1}, ` +
        `the number of grids is ${grid.gridCount}`,
    );
  }
  const result = emptyTensor([count, ...shape], { context, dtype: answer });
  return disposeOnError(result, () => {
    const status = call({
      context,
      grid: grid.handle,
      elements: data.buffer.handle,
      count,
      offsets,
      gridCount: grid.gridCount,
      out: result.buffer.handle,
    });
    context.check(status, operator);
    return elements instanceof JaggedTensor ? new JaggedTensor(result, offsets) : result;
  });
}
