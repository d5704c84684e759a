/**
 * The common part of all reductions: which numbers become one, and the shape of the result.
 *
 * @module
 */

import type { FindExtremesRequest } from "../../ffi/_generated/native.ts";
import type { Reduction } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, Lists, Tensor } from "../core/mod.ts";
import { checkResource } from "../../ffi/base/checks.ts";
import { inListsOf, rowsOf } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { elementCount } from "../core/shape.ts";
import { axisOf, checkHasRows } from "./_lists.ts";
import type { Reduced, ReduceOptions } from "./reduce.ts";

/** Runs of rows of a dense array that are reduced, column by column, and the shape of the result. */
export interface Segments {
  readonly data: Tensor;
  readonly shape: readonly number[];
  /** Whether the rows of lists are reduced. */
  readonly ofLists: boolean;
  /** Arguments of native functions; a length of -1 says that there are offsets. */
  readonly request: Pick<
    FindExtremesRequest,
    "values" | "dtype" | "n" | "columns" | "nSegments" | "length" | "offsets" | "nOffsets"
  >;
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
  const { shape, dtype } = data;
  const axis = axisOf(operator, dim, shape);
  const ofLists = axis === 0;
  const before = ofLists ? [offsets.length - 1] : shape.slice(0, axis);
  const after = shape.slice(axis + 1);
  const nSegments = elementCount(before);
  const [rows = 0] = shape;
  const length = shape[axis] ?? 0;
  return {
    data,
    shape: [...before, ...keepdim ? [1] : [], ...after],
    ofLists,
    request: {
      values: handleOf(data.buffer),
      dtype: dtypeCode(dtype),
      n: ofLists ? rows : nSegments * length,
      columns: elementCount(after),
      nSegments,
      length: ofLists ? -1 : length,
      offsets: ofLists ? offsets : new BigInt64Array(0),
      nOffsets: ofLists ? offsets.length : 0,
    },
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
  /** Element type of the result, by that of the elements. */
  readonly dtypeOf: (dtype: DType) => D;
  /** Number that is subtracted from the count of a variance. */
  readonly correction?: number;
}

/** Reduces lists, or an axis of elements. */
export function reduceLists<L extends Lists<DType>, D extends DType, Dim extends number>(
  lists: L,
  options: ReduceOptions<Dim>,
  { operator, reduction, dtypeOf, correction = 0 }: Fold<D>,
): Reduced<L, D, Dim> {
  const segments = planSegments(operator, lists, options);
  const { data: { context }, shape, request } = segments;
  const dtype = dtypeOf(lists.dtype);
  const made = { reduction, correction, outDtype: dtypeCode(dtype) };
  const result = computeTensor(
    { operator, context, dtype, shape },
    (native, out) => native.reduceSegments({ ...request, ...made, ...out }),
  );
  return settle<L, D, Dim>(lists, segments, result);
}
