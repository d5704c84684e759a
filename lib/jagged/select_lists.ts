/**
 * Selection of lists.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import { type DType, emptyTensor, JaggedTensor, type Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkNumbers, refuse } from "../../ffi/base/checks.ts";
import { disposeOnError } from "../core/ownership.ts";
import { checkJagged, copyLists, listLengths, offsetsOf, placeOf } from "./_lists.ts";

/**
 * Options for {@linkcode jaggedSlice}.
 *
 * @category Lists
 */
export interface JaggedSliceOptions {
  /**
   * First list, or outer list; negative numbers count from the end, and out-of-range numbers are clamped.
   *
   * @default {0}
   */
  readonly start?: number;
  /**
   * The list to stop before, counted like `start`.
   *
   * @default {lists.length} The end.
   */
  readonly stop?: number;
  /**
   * Increment, 1 or more.
   *
   * @default {1}
   */
  readonly step?: number;
}

/**
 * Returns a view of one list.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed. With outer lists, the inner lists are numbered consecutively.
 * @param index The list; negative numbers count from the end.
 * @returns The rows of the list, sharing storage; the caller owns the tensor.
 * @throws {RangeError} If there is no such list.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example The last list
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedAt } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2], [3, 4, 5]], { context });
 * using last = jaggedAt(lists, -1);
 * assertEquals([...await last.read()], [3, 4, 5]);
 * ```
 */
export function jaggedAt<D extends DType>(lists: JaggedTensor<D>, index: number): Tensor<D> {
  const operator = "jaggedAt";
  checkJagged(operator, lists);
  return lists.list(placeOf({ operator, name: "list" }, index, lists.length));
}

const NAMES = optionNames<JaggedSliceOptions>({ start: true, stop: true, step: true });

/**
 * Selects lists by a slice, as in Python: `start`, `stop` and `step`.
 *
 * With outer lists, these are selected. With a step of 1 the result shares storage; otherwise the rows are copied.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param options Which lists.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If `start` or `stop` is not a whole number, or `step` is not 1 or more.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Every second list
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedSlice } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2], [3], [4, 5]], { context });
 * using some = jaggedSlice(lists, { step: 2 });
 * assertEquals([...some.offsets], [0n, 2n, 4n]);
 * assertEquals([...await some.data.read()], [1, 2, 4, 5]);
 * ```
 */
export function jaggedSlice<D extends DType>(
  lists: JaggedTensor<D>,
  options: JaggedSliceOptions = {},
): JaggedTensor<D> {
  const operator = "jaggedSlice";
  const { start = 0, stop, step = 1 } = checkOptions(operator, options, NAMES);
  checkJagged(operator, lists);
  const length = (lists.outerOffsets ?? lists.offsets).length - 1;
  const clamp = (place: number, name: string): number => {
    if (!Number.isInteger(place)) refuse(operator, `${name} is ${place}, a whole number expected`);
    return Math.min(Math.max(place < 0 ? place + length : place, 0), length);
  };
  if (!Number.isInteger(step) || step < 1) refuse(operator, `step is ${step}, 1 or more expected`);
  const begin = clamp(start, "start");
  const end = Math.max(clamp(stop ?? length, "stop"), begin);
  if (step === 1) return viewLists(lists, begin, end);
  const count = Math.ceil((end - begin) / step);
  return chooseLists(
    operator,
    lists,
    Array.from({ length: count }, (_, nth) => begin + nth * step),
  );
}

/**
 * Selects lists by index, or by one boolean per list.
 *
 * With outer lists, these are selected.
 *
 * @typeParam D Element type.
 * @param lists The lists; borrowed.
 * @param which Indices of lists in any order and with repetitions, negative ones from the end; or one boolean per list.
 * @returns A new batch, copied; the caller owns it.
 * @throws {RangeError} If there is no such list, or if there are not as many booleans as lists.
 * @throws {TypeError} If indices and booleans are mixed, or an element is neither.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example In another order
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedSelect } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2], [3], [4, 5]], { context });
 * using some = jaggedSelect(lists, [-1, 0, -1]);
 * assertEquals([...await some.data.read()], [4, 5, 1, 2, 4, 5]);
 * ```
 */
export function jaggedSelect<D extends DType>(
  lists: JaggedTensor<D>,
  which: readonly number[] | readonly boolean[],
): JaggedTensor<D> {
  const operator = "jaggedSelect";
  checkJagged(operator, lists);
  const length = (lists.outerOffsets ?? lists.offsets).length - 1;
  checkNumbers({ operator, name: "which" }, which);
  const [first] = which;
  if (which.some((entry) => typeof entry !== typeof first)) {
    throw new TypeError(`Cannot run ${operator}: numbers and booleans are mixed`);
  }
  if (typeof first === "boolean") {
    if (which.length !== length) {
      refuse(operator, `there are ${which.length} booleans, the number of lists is ${length}`);
    }
    return chooseLists(operator, lists, which.flatMap((kept, list) => kept ? [list] : []));
  }
  const places = Array.from<unknown, number>(which, (index) => {
    if (typeof index === "number") return placeOf({ operator, name: "list" }, index, length);
    const given = describeValue(index);
    throw new TypeError(`Cannot run ${operator}: a list is ${given}, numbers or booleans expected`);
  });
  return chooseLists(operator, lists, places);
}

/** Views neighboring lists, or outer ones. */
function viewLists<D extends DType>(
  lists: JaggedTensor<D>,
  begin: number,
  end: number,
): JaggedTensor<D> {
  const { data, offsets, outerOffsets } = lists;
  const cut = (from: BigInt64Array<ArrayBuffer>, first: number, last: number) =>
    from.slice(first, last + 1).map((offset) => offset - (from[first] ?? 0n));
  const first = Number(outerOffsets?.[begin] ?? begin);
  const last = Number(outerOffsets?.[end] ?? end);
  const rows = data.slice(Number(offsets[first]), Number(offsets[last]));
  const outer = outerOffsets && cut(outerOffsets, begin, end);
  return disposeOnError(rows, () => new JaggedTensor(rows, cut(offsets, first, last), outer));
}

/** Copies lists, or outer ones. */
function chooseLists<D extends DType>(
  operator: string,
  lists: JaggedTensor<D>,
  places: readonly number[],
): JaggedTensor<D> {
  const { data, offsets, outerOffsets, context, dtype } = lists;
  const inner = outerOffsets === undefined ? places : places.flatMap((outer) => {
    const begin = Number(outerOffsets[outer]);
    return Array.from({ length: Number(outerOffsets[outer + 1]) - begin }, (_, nth) => begin + nth);
  });
  const lengths = listLengths(lists);
  const counts = BigInt64Array.from(inner, (list) => lengths[list] ?? 0n);
  const sources = BigInt64Array.from(inner, (list) => offsets[list] ?? 0n);
  const chosen = offsetsOf([...counts]);
  const outerLengths = outerOffsets && listLengths({ offsets: outerOffsets });
  const outer = outerLengths && offsetsOf(places.map((place) => outerLengths[place] ?? 0n));
  const [, ...row] = data.shape;
  const rows = emptyTensor([Number(chosen.at(-1)), ...row], { context, dtype });
  return disposeOnError(rows, () => {
    copyLists(operator, data, { sources, targets: chosen, counts }, rows);
    return new JaggedTensor(rows, chosen, outer);
  });
}
