/**
 * Lists of different lengths on a device, stored consecutively.
 *
 * @module
 */

import { checkMade } from "../../ffi/base/checks.ts";
import type { Context } from "../../ffi/context.ts";
import type { DType } from "./dtype.ts";
import { showAs } from "./inspect.ts";
import { type Movable, ownsPrivately } from "./ownership.ts";
import { jaggedText, tensorPicture } from "./show_tensor.ts";
import { Tensor } from "./tensor.ts";

/**
 * A batch of lists on a device: the rows of all lists in one tensor, and the offset of each list.
 *
 * @typeParam D Element type.
 * @category Lists
 */
export class JaggedTensor<D extends DType = DType> implements Movable<JaggedTensor<D>> {
  static {
    ownsPrivately<JaggedTensor>(this, (lists) => [lists.#ends]);
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
  /** Ends of lists, undefined until somebody asks for them. */
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
    checkMade("JaggedTensor", data, "jagged");
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
 * @category Lists
 */
export type Lists<D extends DType> = Tensor<D> | JaggedTensor<D>;

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
