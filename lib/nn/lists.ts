/**
 * Sums and means of lists, on a tape.
 *
 * @module
 */

import { emptyTensor, type Float, JaggedTensor, type Tensor, tensor } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";
import { checkListsOptions, type ListsOptions } from "./base/lists.ts";

/**
 * Sums the rows of each list, as `jaggedSum` of `@denovdb/denovdb/jagged` does.
 *
 * @typeParam D Element type.
 * @param rows Rows of all lists, [n, ...]; a value.
 * @param options The offsets of the lists; without them, all rows are one list.
 * @returns A row for each list, [lists, ...]; their tape owns them.
 * @throws {RangeError} If offsets do not end at the number of rows.
 * @throws {TypeError} If the rows are no value.
 * @throws {DisposedError} If they have been disposed.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Two lists
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { jaggedSum, multiply, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = tensor([1, 2, 3], { context });
 * using weights = tensor([10, 20], { context });
 * const offsets = BigInt64Array.of(0n, 2n, 3n);
 * using found = valueAndGrad({ rows }, (p) => sum(multiply(jaggedSum(p.rows, { offsets }), weights)));
 * assertEquals([...await found.gradients.rows.read()], [10, 10, 20]);
 * ```
 */
export function jaggedSum<D extends Float>(
  rows: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  return reduce("jaggedSum", rows, options, jagged.jaggedSum, (gradient) => gradient);
}

/**
 * Computes the mean of the rows of each list; that of an empty list is 0. Operands and errors are those of
 * {@linkcode jaggedSum}.
 *
 * @returns A row for each list, [lists, ...]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function jaggedMean<D extends Float>(
  rows: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  return reduce("jaggedMean", rows, options, jagged.jaggedMean, (gradient, offsets) => {
    const { context, dtype, shape } = gradient;
    const counts = Array.from(
      offsets.subarray(1),
      (end, list) => Math.max(1, Number(end - (offsets[list] ?? 0n))),
    );
    const wide = dtype === "f64" ? "f64" : "f32"; // f16 does not count far
    const per = tensor(counts, {
      context,
      dtype: wide,
      shape: shape.map((extent, axis) => axis === 0 ? extent : 1),
    });
    return jagged.asType(jagged.divide(gradient, per) as Tensor<Float>, dtype) as Tensor<D>;
  });
}

/**
 * Computes the root of the sum of squares of each list, column by column. Operands and errors are those of
 * {@linkcode jaggedSum}; the gradient is 0 where the norm is.
 *
 * @returns A row for each list, [lists, ...]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function jaggedNorm<D extends Float>(
  rows: Operand<D>,
  options: ListsOptions = {},
): Value<D> {
  const operator = "jaggedNorm";
  const { offsets = BigInt64Array.of(0n, BigInt(rows.shape[0] ?? 0)) } = checkListsOptions(
    operator,
    options,
  );
  return apply(operator, [rows], ([rows]) => ({
    result: jagged.jaggedNorm(new JaggedTensor(rows, offsets)) as Tensor<Float> as Tensor<D>,
    readsResult: true,
  }), (gradient, { tensors: [rows], result }) => {
    const isFlat = jagged.equal(result, 0) as Tensor<"bool">;
    const share = jagged.where(isFlat, 0, jagged.divide(gradient, result)) as Tensor<Float>;
    const listOfRow = jagged.listOfRows(new JaggedTensor(rows, offsets));
    const shares = jagged.takeRows(share as Tensor<D>, listOfRow);
    return [jagged.multiply(rows, shares) as Tensor<Float> as Tensor<D>];
  });
}

/** Reduces rows of lists; the gradient of each list goes to all of its rows. */
function reduce<D extends Float>(
  operator: string,
  rows: Operand<D>,
  options: ListsOptions,
  compute: (lists: JaggedTensor<D>) => unknown,
  share: (gradient: Tensor<D>, offsets: BigInt64Array<ArrayBuffer>) => Tensor<D>,
): Value<D> {
  const { offsets = BigInt64Array.of(0n, BigInt(rows.shape[0] ?? 0)) } = checkListsOptions(
    operator,
    options,
  );
  return apply(operator, [rows], ([rows]) => ({
    result: compute(new JaggedTensor(rows, offsets)) as Tensor<D>,
    reads: [],
  }), (gradient, { tensors: [{ shape: [count = 0] }] }) => {
    // Rows of nothing: only their number counts, and the rows themselves may be gone.
    const { context, dtype } = gradient;
    const empty = new JaggedTensor(emptyTensor([count, 0], { context, dtype }), offsets);
    const listOfRow = jagged.listOfRows(empty);
    return [jagged.takeRows(share(gradient, offsets), listOfRow)];
  });
}
