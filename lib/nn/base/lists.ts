/**
 * Operands in lists: values carry rows, and the offsets of lists go beside them.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { inListsOf } from "../../core/checks.ts";
import { type Float, JaggedTensor, type Lists, type Tensor } from "../../core/mod.ts";
import type { Value } from "../../grad/mod.ts";

/**
 * Rows that may be in lists: a value or a tensor, or constants in lists.
 *
 * @typeParam D Element type.
 * @category Operators of networks
 */
export type RowsOperand<D extends Float> = Value<D> | Lists<D>;

/**
 * Options of operators whose operands may be in lists.
 *
 * @category Operators of networks
 */
export interface ListsOptions {
  /**
   * First row of each list of values, and the number of rows at the end, as lists have them. Constants in lists need
   * none.
   *
   * @default {undefined} One list.
   */
  readonly offsets?: BigInt64Array<ArrayBuffer>;
}

/** Rows without their lists, and what gives lists to rows. */
export interface TakenRows<D extends Float> {
  readonly operand: Value<D> | Tensor<D>;
  readonly inLists: <E extends Float>(rows: Tensor<E>) => Tensor<E>;
}

/**
 * Takes rows from their lists.
 *
 * What gives lists to rows says that it gives a tensor: operators take both, and their overloads tell lists from tensors
 * only to say which of them they return.
 */
export function takeLists<D extends Float>(
  rows: RowsOperand<D>,
  { offsets }: ListsOptions = {},
): TakenRows<D> {
  if (rows instanceof JaggedTensor) {
    return {
      operand: rows.data,
      inLists: (data) => inListsOf(rows, data) as Lists<Float> as never,
    };
  }
  if (offsets === undefined) return { operand: rows, inLists: (data) => data };
  return {
    operand: rows,
    inLists: (data) => new JaggedTensor(data, offsets) as Lists<Float> as never,
  };
}

const NAMES = optionNames<ListsOptions>({ offsets: true });

/** Refuses options other than offsets. */
export function checkListsOptions(operator: string, options: ListsOptions): ListsOptions {
  return checkOptions(operator, options, NAMES);
}

/** The rows of lists. */
export function dataOf<D extends Float>(lists: Lists<D>): Tensor<D> {
  return lists instanceof JaggedTensor ? lists.data : lists;
}
