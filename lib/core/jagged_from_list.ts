/**
 * Makes batches of lists.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { checkArray, checkClass, checkUsable, isResource } from "../../ffi/base/checks.ts";
import { Context } from "../../ffi/context.ts";
import {
  type DType,
  type DTypeOf,
  type HostArray,
  inferDType,
  toTypedArray,
  type TypedArrayOf,
} from "./dtype.ts";
import { JaggedTensor } from "./jagged.ts";
import { disposeOnError, shareContext } from "./ownership.ts";
import { elementCount, formatShape, sameShape } from "./shape.ts";
import { emptyTensor, Tensor } from "./tensor.ts";

/**
 * Options for {@linkcode jagged}; a jagged tensor can be passed for its offsets.
 *
 * @category Lists
 */
export interface JaggedOptions {
  /** First row of each list, and the number of rows at the end: [lists + 1]. */
  readonly offsets: BigInt64Array | readonly (bigint | number)[];
  /**
   * First list of each outer list, and the number of lists at the end: [outer lists + 1].
   *
   * @default {undefined} No outer lists.
   */
  readonly outerOffsets?: BigInt64Array | readonly (bigint | number)[] | undefined;
}

/**
 * Options for {@linkcode jaggedFromList}.
 *
 * @category Lists
 */
export interface JaggedListOptions {
  /** Context that holds the data; not needed for lists of tensors. */
  readonly context?: Context;
  /**
   * Shape of one row.
   *
   * @default {[]} For lists of tensors, that of their rows.
   */
  readonly shape?: readonly number[];
}

const JAGGED_NAMES = optionNames<JaggedOptions>({ offsets: true, outerOffsets: true });
const JAGGED_LIST_NAMES = optionNames<JaggedListOptions & { readonly dtype?: DType }>({
  context: true,
  shape: true,
  dtype: true,
});

/**
 * Views the rows of a tensor as a batch of lists.
 *
 * @param data The rows, [rows, ...]; the caller keeps ownership, and the result shares its storage.
 * @param options The offsets of the lists; those of another jagged tensor can be passed.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If offsets do not start at 0, decrease, or do not end at the number of rows or lists.
 * @throws {TypeError} If offsets are missing.
 * @category Lists
 *
 * @example Rows of a tensor as two lists
 * ```ts
 * import { jagged, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = tensor([1, 2, 3, 4, 5, 6], { context, shape: [3, 2] });
 * using lists = jagged(rows, { offsets: [0, 1, 3] });
 * assertEquals([lists.length, lists.data.shape], [2, [3, 2]]);
 * ```
 */
export function jagged<D extends DType>(data: Tensor<D>, options: JaggedOptions): JaggedTensor<D> {
  if (!isResource(options)) checkOptions("jagged", options, JAGGED_NAMES);
  const offsets = toOffsets("offsets", options.offsets);
  const { outerOffsets } = options;
  const outer = outerOffsets === undefined ? undefined : toOffsets("outerOffsets", outerOffsets);
  checkUsable({ operator: "make jagged tensor", name: "data" }, data, Tensor);
  const rows = data.reshape(data.shape);
  return disposeOnError(rows, () => new JaggedTensor(rows, offsets, outer));
}

function toOffsets(
  name: string,
  offsets: BigInt64Array | readonly (bigint | number)[],
): BigInt64Array<ArrayBuffer> {
  if (Array.isArray(offsets) || ArrayBuffer.isView(offsets)) {
    return toTypedArray("i64", Array.from<bigint | number>(offsets));
  }
  const given = offsets === undefined ? "missing" : describeValue(offsets);
  throw new TypeError(`Cannot make jagged tensor: ${name} are ${given}, a list expected`);
}

/**
 * Copies lists to a device, one after the other.
 *
 * The element type is that of the first typed array; plain arrays become f32. A `dtype` option converts.
 *
 * @param lists Row-major numbers of each list, or tensors of one context, which are copied.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a list does not consist of rows of the shape.
 * @throws {TypeError} If tensors differ in context, or lists cannot be converted to the element type.
 * @category Lists
 *
 * @example Two lists of numbers
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4]], { context });
 * assertEquals([lists.length, lists.data.length], [2, 4]);
 * assertEquals([...lists.offsets], [0n, 3n, 4n]);
 * ```
 */
export function jaggedFromList<D extends DType>(
  lists: readonly (Tensor<D> | HostArray)[],
  options: JaggedListOptions & { readonly dtype: D },
): JaggedTensor<D>;
/**
 * Copies lists of numbers to a device, one after the other.
 *
 * @returns A new batch; the caller owns it.
 * @category Lists
 */
export function jaggedFromList<A extends HostArray>(
  lists: readonly A[],
  options: JaggedListOptions & { readonly context: Context },
): JaggedTensor<DTypeOf<A>>;
/**
 * Copies tensors one after the other.
 *
 * @returns A new batch; the caller owns it.
 * @category Lists
 */
export function jaggedFromList<D extends DType>(
  lists: readonly Tensor<D>[],
  options?: JaggedListOptions,
): JaggedTensor<D>;
export function jaggedFromList(
  lists: readonly (Tensor | HostArray)[],
  options: JaggedListOptions & { readonly dtype?: DType } = {},
): JaggedTensor {
  checkOptions("jaggedFromList", options, JAGGED_LIST_NAMES);
  checkArray({ operator: "jaggedFromList", name: "lists" }, lists);
  const { context, dtype, shape } = commonLayout(lists, options);
  const parts = lists.map((list) => list instanceof Tensor ? list : toTypedArray(dtype, list));
  const rowLength = elementCount(shape);
  const offsets = new BigInt64Array(parts.length + 1);
  for (const [index, part] of parts.entries()) {
    const rows = countRows(part, index, dtype, shape, rowLength);
    offsets[index + 1] = (offsets[index] ?? 0n) + BigInt(rows);
  }
  const data = emptyTensor([Number(offsets.at(-1)), ...shape], { context, dtype });
  return disposeOnError(data, () => {
    let place = 0;
    for (const part of parts) {
      if (part instanceof Tensor) data.buffer.copyFrom(part.buffer, place);
      else data.buffer.write(part, place);
      place += part.byteLength;
    }
    return new JaggedTensor(data, offsets);
  });
}

interface Layout {
  readonly context: Context;
  readonly dtype: DType;
  readonly shape: readonly number[];
}

function commonLayout(
  lists: readonly (Tensor | HostArray)[],
  options: JaggedListOptions & { readonly dtype?: DType },
): Layout {
  const tensors = lists.filter((list) => list instanceof Tensor);
  const [first, ...others] = tensors;
  const context = first === undefined
    ? options.context
    : shareContext("make jagged tensor", first, ...others);
  if (context === undefined) {
    throw new TypeError(
      "Cannot make jagged tensor: the context option is missing, { context: openContext() } expected",
    );
  }
  if (options.context !== undefined) {
    checkClass({ operator: "make jagged tensor", name: "the context" }, options.context, Context);
  }
  if (options.context !== undefined && options.context !== context) {
    throw new TypeError(
      `Cannot make jagged tensor: the tensors are on ${context.device} and not in the context ` +
        `of ${options.context.device} that is asked for`,
    );
  }
  const array = lists.find((list): list is HostArray => ArrayBuffer.isView(list));
  return {
    context,
    dtype: options.dtype ?? first?.dtype ?? inferDType(array ?? []),
    shape: options.shape ?? first?.shape.slice(1) ?? [],
  };
}

function countRows(
  part: Tensor | TypedArrayOf<DType>,
  index: number,
  dtype: DType,
  shape: readonly number[],
  rowLength: number,
): number {
  if (part instanceof Tensor) {
    const [rows, ...rest] = part.shape;
    if (part.dtype !== dtype) {
      throw new TypeError(
        `Cannot make jagged tensor: list ${index} is ${part.dtype}, ${dtype} expected`,
      );
    }
    if (rows !== undefined && sameShape(rest, shape)) return rows;
  } else if (rowLength > 0 && part.length % rowLength === 0) {
    return part.length / rowLength;
  }
  const held = part instanceof Tensor ? formatShape(part.shape) : `${part.length} elements`;
  throw new RangeError(
    `Cannot make jagged tensor: list ${index} has ${held}, rows of ${formatShape(shape)} expected`,
  );
}
