/**
 * What all reductions have in common: which numbers become one, and the shape of the result.
 *
 * @module
 */

import type { Reduction } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type DType,
  emptyTensor,
  type JaggedTensor,
  type Lists,
  type Tensor,
} from "../core/mod.ts";
import { checkResource, rowsOf } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError } from "../core/ownership.ts";
import { elementCount } from "../core/shape.ts";
import { axisOf, checkHasRows, inListsOf } from "./_lists.ts";

/**
 * Options of reductions.
 *
 * @category Reductions of lists
 */
export interface ReduceOptions<Dim extends number = number> {
  /**
   * 0 reduces the rows of each list to one row. Another number reduces an axis of the elements, [rows, 1st axis, 2nd
   * axis, ...]; negative ones count from the last, and do not reach the rows.
   *
   * @default {0}
   */
  readonly dim?: Dim;
  /**
   * Whether to keep the reduced axis, with extent 1.
   *
   * @default {false}
   */
  readonly keepdim?: boolean;
}

/**
 * Result of a reduction: a tensor with a row for each list, or as many rows as before, in lists where they were.
 *
 * @category Reductions of lists
 */
export type Reduced<L extends Lists<DType>, D extends DType, Dim extends number> = number extends
  Dim ? Lists<D>
  : Dim extends 0 ? Tensor<D>
  : L extends JaggedTensor<DType> ? JaggedTensor<D>
  : Tensor<D>;

/** Runs of rows of a dense array that are reduced, column by column. */
export interface Segments {
  readonly data: Tensor;
  readonly rows: number;
  readonly columns: number;
  readonly count: number;
  /** Rows of each segment, or -1: the offsets say. */
  readonly length: number;
  readonly offsets: BigInt64Array<ArrayBuffer>;
  /** Shape of the result. */
  readonly shape: readonly number[];
  /** Whether the rows of lists are reduced. */
  readonly ofLists: boolean;
}

/** Plans a reduction: lists are segments, or the elements along an axis are. */
export function planSegments(
  operator: string,
  lists: Lists<DType>,
  options: ReduceOptions,
): Segments {
  checkResource(operator, lists);
  const { dim = 0, keepdim = false } = options;
  checkHasRows({ operator, name: "lists" }, lists);
  const { data, offsets } = rowsOf(lists);
  const { shape } = data;
  const axis = axisOf(operator, dim, shape);
  const kept = keepdim ? [1] : [];
  if (axis === 0) {
    const [rows = 0, ...row] = shape;
    const count = offsets.length - 1;
    const columns = elementCount(row);
    const out = [count, ...kept, ...row];
    return { data, rows, columns, count, length: -1, offsets, shape: out, ofLists: true };
  }
  const count = elementCount(shape.slice(0, axis));
  const length = shape[axis] ?? 0;
  return {
    data,
    rows: count * length,
    columns: elementCount(shape.slice(axis + 1)),
    count,
    length,
    offsets: new BigInt64Array(0),
    shape: [...shape.slice(0, axis), ...kept, ...shape.slice(axis + 1)],
    ofLists: false,
  };
}

/** Gives the result of a reduction its lists. */
export function settle<L extends Lists<DType>, D extends DType, Dim extends number>(
  lists: L,
  { ofLists }: Segments,
  result: Tensor<D>,
): Reduced<L, D, Dim> {
  const settled: Lists<D> = ofLists ? result : inListsOf(lists, result);
  return settled as Reduced<L, D, Dim>;
}

/** A reduction by name. */
export interface Fold<D extends DType> {
  readonly operator: string;
  readonly reduction: Reduction;
  /** Element type of the result. */
  readonly dtype: D;
  /** What is taken from the count of a variance. */
  readonly correction?: number;
}

/** Reduces lists, or an axis of elements. */
export function reduceLists<L extends Lists<DType>, D extends DType, Dim extends number>(
  lists: L,
  options: ReduceOptions<Dim>,
  { operator, reduction, dtype, correction = 0 }: Fold<D>,
): Reduced<L, D, Dim> {
  const segments = planSegments(operator, lists, options);
  const { data, rows, columns, count, length, offsets, shape } = segments;
  const { context } = data;
  const result = emptyTensor(shape, { context, dtype });
  return disposeOnError(result, () => {
    const status = nativeOf(context).reduceSegments({
      context: handleOf(context),
      reduction,
      correction,
      values: handleOf(data.buffer),
      dtype: dtypeCode(data.dtype),
      n: rows,
      columns,
      nSegments: count,
      length,
      offsets,
      nOffsets: offsets.length,
      out: handleOf(result.buffer),
      outDtype: dtypeCode(dtype),
    });
    checkStatus(context, status, operator);
    return settle<L, D, Dim>(lists, segments, result);
  });
}
