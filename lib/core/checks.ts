/**
 * Checks of tensors, lists and grids; what else arguments can be is checked in `ffi/base`.
 *
 * @module
 */

import {
  type Argument,
  checkClass,
  checkResource,
  refuse,
  refuseKind,
} from "../../ffi/base/checks.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { Context } from "./context.ts";
import { type DType, REALS } from "./dtype.ts";
import { GridBatch } from "./grid_batch.ts";
import { JaggedTensor, type Lists } from "./jagged.ts";
import { formatShape } from "./shape.ts";
import { Tensor } from "./tensor.ts";

/** The rows of one or several lists, and the offset of each list. */
export interface ListRows {
  /** Rows of all lists. */
  readonly data: Tensor;
  /** Number of rows. */
  readonly count: number;
  /** First row of each list, and the number of rows at the end: [lists + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
}

/**
 * Rejects values that are not contexts, or that have been disposed.
 *
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkContext(operator: string, context: Context): void {
  checkResource(operator, context);
  checkClass({ operator, name: "context" }, context, Context);
}

/** Rejects values that are not tensors, such as lists. */
export function checkTensor(argument: Argument, value: Tensor): void {
  if (value instanceof Tensor) return;
  if (!((value as unknown) instanceof JaggedTensor)) refuseKind(argument, value, "a tensor");
  const { operator, name } = argument;
  throw new TypeError(
    `${cannot(operator)}: ${name} is in lists, a tensor such as its data expected`,
  );
}

/** Rejects values that are neither tensors nor jagged tensors. */
export function checkLists(argument: Argument, value: Lists<DType>): void {
  if (value instanceof Tensor || value instanceof JaggedTensor) return;
  refuseKind(argument, value, "lists or a tensor");
}

/**
 * Rejects values that are not batches of grids, or that have been disposed.
 *
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkGrid(operator: string, grid: GridBatch): void {
  if (grid instanceof GridBatch) return grid.assertUsable(operator);
  refuseKind({ operator, name: "the grid" }, grid, "a GridBatch");
}

/** Rejects element types other than the given ones, and lists. */
export function checkDType(
  { operator, name }: Argument,
  tensor: Tensor,
  accepted: readonly DType[],
): void {
  checkTensor({ operator, name }, tensor);
  const { dtype } = tensor;
  if (accepted.includes(dtype)) return;
  throw new TypeError(`${cannot(operator)}: ${name} is ${dtype}, ${oneOf(accepted)} expected`);
}

/** Rejects names other than those of real element types. */
export function checkRealName({ operator, name }: Argument, dtype: unknown): void {
  if (REALS.some((known) => known === dtype)) return;
  const given = describeValue(dtype);
  throw new TypeError(`${cannot(operator)}: ${name} is ${given}, ${oneOf(REALS)} expected`);
}

/** Rejects shapes that do not match a pattern, in which a name stands for any extent. */
export function checkShape(
  { operator, name }: Argument,
  tensor: Tensor,
  pattern: readonly (number | string)[],
): void {
  checkTensor({ operator, name }, tensor);
  const { shape } = tensor;
  let fits = shape.length === pattern.length;
  for (let axis = 0; fits && axis < shape.length; axis++) {
    const extent = pattern[axis];
    fits = typeof extent === "string" || extent === shape[axis];
  }
  if (fits) return;
  refuse(operator, `${name} shape is ${formatShape(shape)}, ${formatShape(pattern)} expected`);
}

/** Treats a tensor as one list, and a jagged tensor as its lists; anything else has no rows, and fails later checks. */
export function rowsOf(lists: Lists<DType>): ListRows {
  const data = lists instanceof JaggedTensor ? lists.data : lists;
  const count = data instanceof Tensor ? data.shape[0] ?? 0 : 0;
  if (lists instanceof JaggedTensor) return { data, count, offsets: lists.offsets };
  const offsets = new BigInt64Array(2); // BigInt64Array.of takes ten times as long
  offsets[1] = BigInt(count);
  return { data, count, offsets };
}

/**
 * Lists of the kind of `L` with another element type.
 *
 * @category Tensors
 */
export type WithDType<L extends Lists<DType>, D extends DType> = L extends JaggedTensor<DType>
  ? JaggedTensor<D>
  : Tensor<D>;

/** Gives rows the lists, and outer lists, of other rows; a tensor has none. Takes ownership of the rows. */
export function inListsOf<L extends Lists<DType>, D extends DType>(
  lists: L,
  rows: Tensor<D>,
): WithDType<L, D> {
  const result: Lists<D> = lists instanceof JaggedTensor
    ? new JaggedTensor(rows, lists.offsets, lists.outerOffsets)
    : rows;
  return result as WithDType<L, D>;
}

/**
 * Takes lists of three numbers each, [n, 3].
 *
 * @throws {RangeError} If they have another shape.
 * @throws {TypeError} If they have another element type.
 */
export function vectorRows(
  argument: Argument,
  lists: Lists<DType>,
  accepted: readonly DType[],
): ListRows {
  if (!(lists instanceof JaggedTensor)) checkTensor(argument, lists);
  const rows = rowsOf(lists);
  checkDType(argument, rows.data, accepted);
  checkShape(argument, rows.data, ["n", 3]);
  return rows;
}

/**
 * Takes lists of three numbers each, [n, 3], one list for each grid.
 *
 * @throws {RangeError} If they have another shape, or are not as many as grids.
 * @throws {TypeError} If they have another element type.
 */
export function vectorsPerGrid(
  argument: Argument,
  lists: Lists<DType>,
  accepted: readonly DType[],
  grid: GridBatch,
): ListRows {
  const rows = vectorRows(argument, lists, accepted);
  checkListCount(argument, rows, grid);
  return rows;
}

/** Rejects lists unless there is one for each grid. */
export function checkListCount(
  { operator, name }: Argument,
  { offsets }: ListRows,
  { gridCount }: GridBatch,
): void {
  const lists = offsets.length - 1;
  if (lists === gridCount) return;
  refuse(
    operator,
    `the number of lists in ${name} is ${lists}, the number of grids is ${gridCount}`,
  );
}

/** Rejects lists whose offsets differ from those of another argument. */
export function checkSameOffsets(
  { operator, name }: Argument,
  { offsets }: { readonly offsets: BigInt64Array },
  other: { readonly name: string; readonly offsets: BigInt64Array },
): void {
  const same = offsets === other.offsets ||
    (offsets.length === other.offsets.length &&
      offsets.every((offset, list) => offset === other.offsets[list]));
  if (!same) refuse(operator, `${other.name} and ${name} have different offsets`);
}
