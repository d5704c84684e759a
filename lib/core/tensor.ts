/**
 * Dense arrays on a device.
 *
 * @module
 */

import { checkOptions, type OptionNames, optionNames } from "../../ffi/base/options.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { checkMade, isResource } from "../../ffi/base/checks.ts";
import { createBuffer, createBuffers, type DeviceBuffer } from "../../ffi/buffer.ts";
import type { Context } from "../../ffi/context.ts";
import {
  type DType,
  dtypeBytes,
  type DTypeOf,
  type HostArray,
  inferDType,
  isOwnKind,
  toTypedArray,
  typedArray,
  type TypedArrayOf,
} from "./dtype.ts";
import { showAs } from "./inspect.ts";
import { disposeOnError, type Movable } from "./ownership.ts";
import { elementCount, formatShape } from "./shape.ts";
import { tensorPicture, tensorText } from "./show_tensor.ts";

/**
 * Options for {@linkcode tensor}.
 *
 * @category Tensors
 */
export interface TensorOptions {
  /** Context that holds the data. */
  readonly context: Context;
  /**
   * Extent of each axis, the last one varying fastest.
   *
   * @default {[data.length]}
   */
  readonly shape?: readonly number[];
}

/**
 * Options for {@linkcode emptyTensor} and {@linkcode fullTensor}; a tensor or lists can be passed for their own.
 *
 * @category Tensors
 */
export interface EmptyTensorOptions<D extends DType> {
  /** Context that holds the data. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
}

/**
 * A dense array on a device.
 *
 * Slices and reshaped tensors share storage, which is freed when the last of them is disposed.
 *
 * @typeParam D Element type.
 * @category Tensors
 */
export class Tensor<D extends DType = DType> implements Movable<Tensor<D>> {
  static {
    showAs<Tensor>(this, { text: tensorText, picture: tensorPicture });
  }

  /** Element type. */
  readonly dtype: D;
  /** Extent of each axis, the last one varying fastest. */
  readonly shape: readonly number[];
  /** Device memory that it owns. */
  readonly buffer: DeviceBuffer;
  /** Number of elements. */
  readonly length: number;

  /**
   * Takes ownership of device memory.
   *
   * @param shape Copied.
   * @throws {RangeError} If the memory does not have the size of the shape.
   */
  constructor(buffer: DeviceBuffer, dtype: D, shape: readonly number[]) {
    checkMade("Tensor", buffer, "tensor");
    this.buffer = buffer;
    this.dtype = dtype;
    this.shape = Object.freeze([...shape]);
    this.length = elementCount(shape);
    if (buffer.byteLength !== this.byteLength) {
      throw new RangeError(
        `Cannot make tensor: ${buffer.byteLength} bytes held, ${this.byteLength} needed`,
      );
    }
  }

  /** Context that holds it. */
  get context(): Context {
    return this.buffer.context;
  }

  /** Size in bytes. */
  get byteLength(): number {
    return this.length * dtypeBytes(this.dtype);
  }

  /** Whether it was disposed or moved, or its context has been disposed. */
  get disposed(): boolean {
    return this.buffer.disposed;
  }

  /** Throws, naming the operation, on a tensor that has been disposed. */
  assertUsable(operator: string, noun = "tensor"): void {
    this.buffer.assertUsable(operator, noun);
  }

  /** Frees the memory; idempotent. */
  dispose(): void {
    this.buffer.dispose();
  }

  /** Frees the memory; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Copies the elements to the host, as they are when the call is made. */
  async read(): Promise<TypedArrayOf<D>> {
    this.assertUsable("read tensor");
    const target = typedArray(this.dtype, this.length);
    await this.buffer.readIntoAsync(target);
    return target;
  }

  /** Copies the elements to the host, blocking this thread. */
  readSync(): TypedArrayOf<D> {
    this.assertUsable("read tensor");
    const target = typedArray(this.dtype, this.length);
    this.buffer.readInto(target);
    return target;
  }

  /**
   * Copies the elements to a typed array, blocking this thread.
   *
   * @throws {RangeError} If the array has another length.
   * @throws {TypeError} If the array is of another kind.
   */
  readInto(target: TypedArrayOf<D>): void {
    this.assertUsable("read tensor");
    this.#assertFits("read", target);
    this.buffer.readInto(target);
  }

  /**
   * Replaces all elements.
   *
   * @param data A typed array of this tensor's kind, or a plain array, which is converted.
   * @throws {RangeError} If the array has another length, or a number does not fit an integer type.
   * @throws {TypeError} If the array is of another kind.
   */
  write(data: TypedArrayOf<D> | readonly (number | bigint | boolean)[]): void {
    this.assertUsable("write tensor");
    const values = Array.isArray(data) ? toTypedArray(this.dtype, data) : data;
    this.#assertFits("write", values);
    this.buffer.write(this.dtype === "bool" ? toTypedArray(this.dtype, values) : values);
  }

  /**
   * Sets all elements to one value.
   *
   * @throws {RangeError} If the value does not fit an integer type.
   */
  fill(value: number | bigint | boolean): void {
    this.assertUsable("fill tensor");
    this.buffer.fill(toTypedArray(this.dtype, [value]));
  }

  /**
   * Copies the elements on the device.
   *
   * @returns A new tensor; the caller owns it.
   */
  copy(): Tensor<D> {
    this.assertUsable("copy tensor");
    const buffer = createBuffer(this.context, this.byteLength);
    return disposeOnError(buffer, () => {
      buffer.copyFrom(this.buffer);
      return new Tensor(buffer, this.dtype, this.shape);
    });
  }

  /**
   * Returns a view of rows [begin, end).
   *
   * @returns A new tensor that shares storage; the caller owns it.
   * @throws {RangeError} If there are no such rows.
   */
  slice(begin: number, end?: number): Tensor<D> {
    this.assertUsable("slice tensor");
    const [rows, ...rest] = this.shape;
    if (rows === undefined) throw new RangeError("Cannot slice tensor: it has no axes");
    const stop = end === undefined ? rows : end;
    const isRange = Number.isSafeInteger(begin) && Number.isSafeInteger(stop) &&
      begin >= 0 && begin <= stop && stop <= rows;
    if (!isRange) {
      throw new RangeError(`Cannot slice tensor: rows [${begin}, ${stop}) are not in ${rows} rows`);
    }
    const rowBytes = elementCount(rest) * dtypeBytes(this.dtype);
    const buffer = this.buffer.view(begin * rowBytes, (stop - begin) * rowBytes);
    return new Tensor(buffer, this.dtype, [stop - begin, ...rest]);
  }

  /**
   * Returns a view with another shape.
   *
   * @returns A new tensor that shares storage; the caller owns it.
   * @throws {RangeError} If the shape has another number of elements.
   */
  reshape(shape: readonly number[]): Tensor<D> {
    this.assertUsable("reshape tensor");
    if (elementCount(shape) !== this.length) {
      throw new RangeError(
        `Cannot reshape tensor: ${formatShape(shape)} does not have the elements of ` +
          formatShape(this.shape),
      );
    }
    return new Tensor(this.buffer.view(), this.dtype, shape);
  }

  /** Transfers the memory to a new tensor, which the caller owns; this one is then disposed. */
  move(): Tensor<D> {
    this.assertUsable("move tensor");
    return new Tensor(this.buffer.move(), this.dtype, this.shape);
  }

  /** Element type, shape and device as text. */
  toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    return `Tensor ${this.dtype} ${formatShape(this.shape)} ${place}`;
  }

  #assertFits(verb: string, data: unknown): asserts data is TypedArrayOf<D> {
    if (!isOwnKind(this.dtype, data)) {
      const needed = describeValue(typedArray(this.dtype, 0));
      throw new TypeError(`Cannot ${verb} tensor: ${describeValue(data)} given, ${needed} needed`);
    }
    if (data.length !== this.length) {
      throw new RangeError(
        `Cannot ${verb} tensor: ${data.length} elements given, ${this.length} needed`,
      );
    }
  }
}

const TENSOR_NAMES = optionNames<TensorOptions & { readonly dtype?: DType }>({
  context: true,
  shape: true,
  dtype: true,
});
const EMPTY_TENSOR_NAMES = optionNames<EmptyTensorOptions<DType>>({ context: true, dtype: true });

/** Checks options for which something on a device may stand, whatever else it has. */
function checkLike<O extends object>(
  operator: string,
  options: O,
  names: NoInfer<OptionNames<O>>,
): void {
  if (!isResource(options)) checkOptions(operator, options, names);
}

/**
 * Copies numbers to a device.
 *
 * The element type is that of a typed array; plain arrays become f32. A `dtype` option converts.
 *
 * @param options The context, the shape and the element type; a tensor can be passed for its own.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If the shape does not match the data, or a number does not fit an integer type.
 * @category Tensors
 *
 * @example Two points
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 5, 0.02, 0, 5], { context, shape: [2, 3] });
 * assertEquals([points.dtype, points.length], ["f32", 6]);
 * using rows = tensor([1, 2], { context, dtype: "i32" });
 * assertEquals(await rows.read(), new Int32Array([1, 2]));
 * ```
 */
export function tensor<D extends DType>(
  data: HostArray,
  options: TensorOptions & { readonly dtype: D },
): Tensor<D>;
/**
 * Copies numbers to a device.
 *
 * @returns A new tensor; the caller owns it.
 * @category Tensors
 */
export function tensor<A extends HostArray>(data: A, options: TensorOptions): Tensor<DTypeOf<A>>;
export function tensor(
  data: HostArray,
  options: TensorOptions & { readonly dtype?: DType },
): Tensor {
  checkLike("tensor", options, TENSOR_NAMES);
  const { context, shape, dtype = inferDType(data) } = options;
  const values = toTypedArray(dtype, data);
  const extents = shape ?? [values.length];
  if (elementCount(extents) !== values.length) {
    throw new RangeError(
      `Cannot make tensor: ${values.length} elements given, shape ${formatShape(extents)} needs ` +
        elementCount(extents),
    );
  }
  const result = emptyTensor(extents, { context, dtype });
  return disposeOnError(result, () => {
    result.buffer.write(values);
    return result;
  });
}

/**
 * Allocates a tensor; its contents are undefined.
 *
 * @param options The context and the element type; a tensor or lists can be passed for their own.
 * @returns A new tensor; the caller owns it.
 * @throws {NativeError} If memory runs out.
 * @category Tensors
 */
export function emptyTensor<D extends DType>(
  shape: readonly number[],
  options: EmptyTensorOptions<D>,
): Tensor<D> {
  // Many operators allocate by this: two options that are the known ones take no time to look for others.
  let given = 0;
  for (const _ in options) given++;
  if (given !== 2 || options?.context === undefined || options.dtype === undefined) {
    checkLike("emptyTensor", options, EMPTY_TENSOR_NAMES);
  }
  return makeTensor(options.context, options.dtype, shape);
}

/**
 * Allocates a tensor for an operator, which knows what it asks for.
 *
 * @returns A new tensor; the caller owns it.
 */
export function makeTensor<D extends DType>(
  context: Context,
  dtype: D,
  shape: readonly number[],
): Tensor<D> {
  return new Tensor(createBuffer(context, elementCount(shape) * dtypeBytes(dtype)), dtype, shape);
}

/** Element type and shape of a tensor. */
export type Layout<D extends DType = DType> = readonly [dtype: D, shape: readonly number[]];

/**
 * Allocates several tensors by one native call, all of them or none.
 *
 * @returns New tensors; the caller owns them.
 */
export function makeTensors(context: Context, layouts: readonly Layout[]): Tensor[] {
  const bytes = layouts.map(([dtype, shape]) => elementCount(shape) * dtypeBytes(dtype));
  const buffers = createBuffers(context, bytes);
  return layouts.map(([dtype, shape], at) => new Tensor(buffers[at] as DeviceBuffer, dtype, shape));
}

/**
 * Makes a tensor filled with one value.
 *
 * @param options The context and the element type; a tensor or lists can be passed for their own.
 * @returns A new tensor; the caller owns it.
 * @throws {NativeError} If memory runs out.
 * @throws {RangeError} If the value does not fit an integer type.
 * @category Tensors
 */
export function fullTensor<D extends DType>(
  shape: readonly number[],
  value: number | bigint | boolean,
  options: EmptyTensorOptions<D>,
): Tensor<D> {
  checkLike("fullTensor", options, EMPTY_TENSOR_NAMES);
  const result = emptyTensor(shape, options);
  return disposeOnError(result, () => {
    result.fill(value);
    return result;
  });
}
