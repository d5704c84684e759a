/**
 * Lists of different lengths on a device, stored consecutively.
 *
 * @module
 */

import { checkOptions, describeValue, isResource, optionNames } from "../../ffi/arguments.ts";
import { Context } from "../../ffi/context.ts";
import {
  type DType,
  type DTypeOf,
  type HostArray,
  inferDType,
  toTypedArray,
  type TypedArrayOf,
} from "./dtype.ts";
import { showAs } from "./inspect.ts";
import { disposeOnError, type Movable, shareContext } from "./ownership.ts";
import { elementCount, formatShape, sameShape } from "./shape.ts";
import { jaggedText, tensorPicture } from "./show_tensor.ts";
import { emptyTensor, Tensor } from "./tensor.ts";
import { checkArray, checkClass, checkUsable } from "./operands.ts";

/** Options for {@linkcode jagged}; a jagged tensor can be passed for its offsets. */
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

/** Options for {@linkcode jaggedFromList}. */
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

/**
 * A batch of lists on a device: the rows of all lists in one tensor, and the offset of each list.
 *
 * @typeParam D Element type.
 */
export class JaggedTensor<D extends DType = DType> implements Movable<JaggedTensor<D>> {
  static {
    showAs<JaggedTensor>(this, {
      text: jaggedText,
      picture: (lists) => tensorPicture(lists.data, { caption: jaggedText(lists) }),
    });
  }

  /** The rows of all lists, [rows, ...]. */
  readonly data: Tensor<D>;
  /** Number of lists. */
  readonly length: number;
  /**
   * First list of each outer list, and the number of lists at the end; must not be modified. Undefined without outer
   * lists. Operators whose documentation does not mention outer lists only see the inner ones.
   */
  readonly outerOffsets: BigInt64Array<ArrayBuffer> | undefined;

  #offsets: BigInt64Array<ArrayBuffer> | undefined;
  /** Where lists end, until somebody asks for that. */
  #ends: Tensor<"i64"> | undefined;

  /**
   * Takes ownership of tensors.
   *
   * @param offsets First row of each list, and the number of rows at the end, or a tensor of the end of each list,
   * [lists], which is copied to the host when offsets are first read.
   * @throws {RangeError} If offsets do not start at 0, decrease, or do not end at the number of rows or lists; those of
   * a tensor are checked when they are read.
   */
  constructor(
    data: Tensor<D>,
    offsets: BigInt64Array<ArrayBuffer> | Tensor<"i64">,
    outerOffsets?: BigInt64Array<ArrayBuffer>,
  ) {
    const [rows] = data.shape;
    if (rows === undefined) throw new RangeError("Cannot make jagged tensor: data has no axes");
    if (offsets instanceof Tensor) {
      this.#ends = offsets;
      this.length = offsets.length;
    } else {
      assertOffsets(offsets, rows, "offsets", "rows");
      this.#offsets = offsets;
      this.length = offsets.length - 1;
    }
    if (outerOffsets !== undefined) {
      assertOffsets(outerOffsets, this.length, "outer offsets", "lists");
    }
    this.data = data;
    this.outerOffsets = outerOffsets;
  }

  /**
   * First row of each list, and the number of rows at the end; must not be modified.
   *
   * Operators that determine the lengths of lists on the device leave the offsets there. The first access then copies
   * them, and blocks this thread meanwhile.
   *
   * @throws {DisposedError} If they are on the device and the batch has been disposed.
   */
  get offsets(): BigInt64Array<ArrayBuffer> {
    if (this.#offsets !== undefined) return this.#offsets;
    this.assertUsable("read offsets");
    const offsets = new BigInt64Array(this.length + 1);
    this.#ends?.readInto(offsets.subarray(1));
    assertOffsets(offsets, this.data.shape[0] ?? 0, "offsets", "rows");
    this.#ends?.dispose();
    this.#ends = undefined;
    return this.#offsets = offsets;
  }

  /** Number of list dimensions: 2 with outer lists, otherwise 1. */
  get ldim(): 1 | 2 {
    return this.outerOffsets === undefined ? 1 : 2;
  }

  /** Number of rows of each list, grouped by outer list if there are any. */
  get lshape(): readonly number[] | readonly (readonly number[])[] {
    const { offsets, outerOffsets } = this;
    const lengths = Array.from(
      offsets.subarray(1),
      (end, list) => Number(end - (offsets[list] ?? 0n)),
    );
    if (outerOffsets === undefined) return lengths;
    return Array.from(
      outerOffsets.subarray(1),
      (end, outer) => lengths.slice(Number(outerOffsets[outer]), Number(end)),
    );
  }

  /** Shape of a row. */
  get eshape(): readonly number[] {
    return this.data.shape.slice(1);
  }

  /** Element type. */
  get dtype(): D {
    return this.data.dtype;
  }

  /** Context that holds it. */
  get context(): Context {
    return this.data.context;
  }

  /** Whether it was disposed or moved, or its context has been disposed. */
  get disposed(): boolean {
    return this.data.disposed;
  }

  /** Throws, naming the operation, on a batch that has been disposed. */
  assertUsable(operator: string): void {
    this.data.assertUsable(operator, "jagged tensor");
  }

  /** Frees the memory; idempotent. */
  dispose(): void {
    this.data.dispose();
    this.#ends?.dispose();
  }

  /** Frees the memory; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * Returns a view of one list.
   *
   * @returns A new tensor that shares storage; the caller owns it.
   * @throws {RangeError} If there is no such list.
   */
  list(index: number): Tensor<D> {
    this.assertUsable("take list");
    const begin = this.offsets[index];
    const end = this.offsets[index + 1];
    if (begin === undefined || end === undefined) {
      throw new RangeError(`Cannot take list: ${index} is not below ${this.length}`);
    }
    return this.data.slice(Number(begin), Number(end));
  }

  /** Transfers ownership to a new batch, which the caller owns; this one is then disposed. */
  move(): JaggedTensor<D> {
    this.assertUsable("move jagged tensor");
    return new JaggedTensor(
      this.data.move(),
      this.#ends?.move() ?? this.offsets,
      this.outerOffsets,
    );
  }

  /** Element type, number of lists, shape and device as text. */
  toString(): string {
    return `JaggedTensor of ${this.length} in ${this.data}`;
  }
}

/**
 * Lists of elements: a tensor is one list, a jagged tensor holds several.
 *
 * @typeParam D Element type.
 */
export type Lists<D extends DType> = Tensor<D> | JaggedTensor<D>;

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
 */
export function jaggedFromList<D extends DType>(
  lists: readonly (Tensor<D> | HostArray)[],
  options: JaggedListOptions & { readonly dtype: D },
): JaggedTensor<D>;
/**
 * Copies lists of numbers to a device, one after the other.
 *
 * @returns A new batch; the caller owns it.
 */
export function jaggedFromList<A extends HostArray>(
  lists: readonly A[],
  options: JaggedListOptions & { readonly context: Context },
): JaggedTensor<DTypeOf<A>>;
/**
 * Copies tensors one after the other.
 *
 * @returns A new batch; the caller owns it.
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
    throw new TypeError("Cannot make jagged tensor: the context option is missing");
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

function assertOffsets(
  offsets: BigInt64Array<ArrayBuffer>,
  count: number,
  name: string,
  counted: string,
): void {
  const refuse = (problem: string): never => {
    throw new RangeError(`Cannot make jagged tensor: ${name} ${problem}`);
  };
  // Halves of numbers, because a million big integers take many times as long.
  const halves = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
  const at = (place: number): number =>
    (halves[place * 2 + 1] ?? 0) * 2 ** 32 + ((halves[place * 2] ?? 0) >>> 0);
  if (offsets.length === 0 || at(0) !== 0) refuse("must start at 0");
  let before = 0;
  for (let place = 1; place < offsets.length; place++) {
    const here = at(place);
    if (here < before) refuse(`descend at ${place}`);
    before = here;
  }
  if (offsets.at(-1) !== BigInt(count)) {
    refuse(`end at ${offsets.at(-1)}, but there are ${count} ${counted}`);
  }
}
