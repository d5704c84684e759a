/**
 * Lists of lists, and other partitions of the same rows.
 *
 * @module
 */

import {
  type DType,
  type HostArray,
  jaggedFromList,
  type JaggedListOptions,
  JaggedTensor,
  type Tensor,
} from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkArray, refuse } from "../../ffi/base/checks.ts";
import { disposeOnError } from "../core/ownership.ts";
import { formatShape } from "../core/shape.ts";
import { axisOf, checkJagged, offsetsOf, placeOf, viewAs } from "./_lists.ts";
import { jaggedSlice } from "./select_lists.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Options for {@linkcode jaggedFromNestedList}.
 *
 * @category Lists
 */
export interface NestedListOptions<D extends DType> extends JaggedListOptions {
  /** Element type. */
  readonly dtype: D;
}

const NESTED_LIST_NAMES = optionNames<NestedListOptions<DType>>({
  context: true,
  shape: true,
  dtype: true,
});
const FLATTEN_NAMES = optionNames<FlattenOptions>({ dim: true });

/**
 * Copies lists of lists to a device, one after the other.
 *
 * @typeParam D Element type.
 * @param lists For each outer list, its lists: row-major numbers, or tensors of one context, which are copied.
 * @param options Element type, context and shape of a row; tensors determine the last two.
 * @returns A new batch of two list dimensions; the caller owns it.
 * @throws {RangeError} If a list does not consist of rows of the shape.
 * @throws {TypeError} If tensors differ in context, or lists cannot be converted to the element type.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Two clouds of one scan, one of another
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { jaggedFromNestedList } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromNestedList([[[1, 2], [3]], [[4]]], { context, dtype: "f32" });
 * assertEquals(lists.lshape, [[2, 1], [1]]);
 * ```
 */
export function jaggedFromNestedList<D extends DType>(
  lists: readonly (readonly (Tensor<D> | HostArray)[])[],
  options: NestedListOptions<D>,
): JaggedTensor<D> {
  checkOptions("jaggedFromNestedList", options, NESTED_LIST_NAMES);
  checkArray({ operator: "jaggedFromNestedList", name: "lists" }, lists, "a list of lists");
  for (const [place, outer] of lists.entries()) {
    checkArray({ operator: "jaggedFromNestedList", name: `outer list ${place}` }, outer);
  }
  const flat = jaggedFromList<D>(lists.flat(), options);
  return disposeOnError(
    flat,
    () => new JaggedTensor(flat.data, flat.offsets, offsetsOf(lists.map(({ length }) => length))),
  );
}

/**
 * Options for {@linkcode jaggedFlatten}.
 *
 * @category Lists
 */
export interface FlattenOptions {
  /**
   * Which list dimension to remove: 0 removes the outer lists, 1 joins the lists of each outer list. Without outer
   * lists, 0 joins all lists.
   *
   * @default {0}
   */
  readonly dim?: 0 | 1;
}

/**
 * Removes a list dimension. Rows are not moved, and the result shares their storage.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param options The list dimension.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there is no such list dimension.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Removing outer lists, and joining inner ones
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { jaggedFlatten, jaggedFromNestedList } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromNestedList([[[1, 2], [3]], [[4]]], { context, dtype: "f32" });
 * using inner = jaggedFlatten(lists);
 * using outer = jaggedFlatten(lists, { dim: 1 });
 * assertEquals([inner.lshape, outer.lshape], [[2, 1, 1], [3, 1]]);
 * ```
 */
export function jaggedFlatten<D extends DType>(
  lists: JaggedTensor<D>,
  options: FlattenOptions = {},
): JaggedTensor<D> {
  const operator = "jaggedFlatten";
  const { dim = 0 } = checkOptions(operator, options, FLATTEN_NAMES);
  checkJagged(operator, lists);
  const { data, offsets, outerOffsets, ldim } = lists;
  if (!Number.isInteger(dim) || dim < 0 || dim >= ldim) {
    refuse(operator, `dim ${dim} is not among ${ldim} list dimensions`);
  }
  if (outerOffsets === undefined) {
    return viewAs(data, BigInt64Array.of(0n, offsets.at(-1) ?? 0n));
  }
  const kept = dim === 0 ? offsets : outerOffsets.map((list) => offsets[Number(list)] ?? 0n);
  return viewAs(data, kept);
}

/**
 * Partitions the same rows into other lists. Rows are not moved, and the result shares their storage.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param lshape Number of rows of each list, or for each outer list those of its lists.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If lengths are not whole numbers, or do not add up to the number of rows.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Two lists repartitioned into three
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedReshape } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4]], { context });
 * using cut = jaggedReshape(lists, [[1, 2], [1]]);
 * assertEquals(cut.lshape, [[1, 2], [1]]);
 * ```
 */
export function jaggedReshape<D extends DType>(
  lists: JaggedTensor<D>,
  lshape: readonly number[] | readonly (readonly number[])[],
): JaggedTensor<D> {
  const operator = "jaggedReshape";
  checkJagged(operator, lists);
  checkArray({ operator, name: "lshape" }, lshape);
  const lengths = lshape.flat();
  const wrong = lengths.find((length) => !Number.isSafeInteger(length) || length < 0);
  if (wrong !== undefined) refuse(operator, `${wrong} is no number of rows`);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const [rows = 0] = lists.data.shape;
  if (total !== rows) refuse(operator, `the lists have ${total} rows, ${rows} expected`);
  const outer = lshape.filter((entry) => typeof entry !== "number");
  if (outer.length > 0 && outer.length < lshape.length) {
    refuse(operator, "lengths and lists of lengths are mixed");
  }
  const outerOffsets = outer.length > 0 ? offsetsOf(outer.map(({ length }) => length)) : undefined;
  return viewAs(lists.data, offsetsOf(lengths), outerOffsets);
}

/**
 * Partitions the same rows into lists of the same lengths as those of another batch. Rows are not moved, and the result
 * shares their storage.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param other The batch whose lists, and outer lists, are used; borrowed, of any element type.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there are not as many rows.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example The lists of another batch
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedReshapeAs } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4]], { context });
 * using other = jaggedFromList([[5], [6], [7, 8]], { context });
 * using cut = jaggedReshapeAs(lists, other);
 * assertEquals(cut.lshape, [1, 1, 2]);
 * ```
 */
export function jaggedReshapeAs<D extends DType>(
  lists: JaggedTensor<D>,
  other: JaggedTensor,
): JaggedTensor<D> {
  const operator = "jaggedReshapeAs";
  checkJagged(operator, lists);
  checkJagged(operator, other, "other");
  const [[rows = 0], [others = 0]] = [lists.data.shape, other.data.shape];
  if (rows !== others) refuse(operator, `the lists have ${others} rows, ${rows} expected`);
  return viewAs(lists.data, other.offsets, other.outerOffsets);
}

/**
 * Removes an axis of extent 1 of the elements. The result shares storage.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param dim The axis of [rows, 1st axis, 2nd axis, ...], not the rows; negative numbers count from the last.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there is no such axis, or if it has another extent.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Columns of one number
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedSqueeze } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2], [3]], { context, shape: [1] });
 * using flat = jaggedSqueeze(lists, -1);
 * assertEquals(flat.data.shape, [3]);
 * ```
 */
export function jaggedSqueeze<D extends DType>(
  lists: JaggedTensor<D>,
  dim: number,
): JaggedTensor<D> {
  const operator = "jaggedSqueeze";
  checkJagged(operator, lists);
  const { shape } = lists.data;
  const axis = axisOf(operator, dim, shape);
  if (axis === 0 || shape[axis] !== 1) {
    refuse(operator, `axis ${dim} of ${formatShape(shape)} is not an element's axis of extent 1`);
  }
  const data = lists.data.reshape(shape.toSpliced(axis, 1));
  return disposeOnError(data, () => new JaggedTensor(data, lists.offsets, lists.outerOffsets));
}

/**
 * Returns a view of each list.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed. With outer lists, the inner lists follow each other.
 * @returns A tensor for each list, all sharing storage; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Shapes of lists
 * ```ts
 * import { jaggedFromList, openContext, scope } from "@denovdb/denovdb";
 * import { jaggedUnbind } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2], [3]], { context });
 * scope((own) => {
 *   const views = jaggedUnbind(lists).map(own);
 *   assertEquals(views.map(({ shape }) => shape), [[2], [1]]);
 * });
 * ```
 */
export function jaggedUnbind<D extends DType>(lists: JaggedTensor<D>): Tensor<D>[] {
  checkJagged("jaggedUnbind", lists);
  using made = new DisposableStack();
  const views = Array.from({ length: lists.length }, (_, list) => made.use(lists.list(list)));
  made.move();
  return views;
}

/**
 * Returns a view of the lists of one outer list.
 *
 * @typeParam D Element type.
 * @param lists Lists in lists; borrowed.
 * @param index The outer list; negative numbers count from the end.
 * @returns The lists, without outer lists, sharing storage; the caller owns them.
 * @throws {RangeError} If there is no such outer list.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example The first outer list
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { jaggedAtOuter, jaggedFromNestedList } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromNestedList([[[1, 2], [3]], [[4]]], { context, dtype: "f32" });
 * using first = jaggedAtOuter(lists, 0);
 * assertEquals(first.lshape, [2, 1]);
 * ```
 */
export function jaggedAtOuter<D extends DType>(
  lists: JaggedTensor<D>,
  index: number,
): JaggedTensor<D> {
  const operator = "jaggedAtOuter";
  checkJagged(operator, lists);
  if (lists.outerOffsets === undefined) refuse(operator, "the lists are not in outer lists");
  const outer = placeOf({ operator, name: "outer list" }, index, lists.outerOffsets.length - 1);
  using one = jaggedSlice(lists, { start: outer, stop: outer + 1 });
  return viewAs(one.data, one.offsets);
}
