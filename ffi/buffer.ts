/**
 * Device memory.
 *
 * @module
 */

import type { BufferHandle, Status } from "./_generated/native.ts";
import { checkClass, checkView, describeValue } from "./arguments.ts";
import { Context } from "./context.ts";
import { cannot } from "./errors.ts";
import { HandleOwner, shareContext } from "./owned.ts";

/**
 * Allocates device memory; its contents are undefined.
 *
 * @returns A new buffer; the caller owns it.
 * @throws {NativeError} If memory runs out.
 * @throws {TypeError} If the context is missing.
 */
export function createBuffer(context: Context, byteLength: number): DeviceBuffer {
  if (!(context instanceof Context)) {
    const given = context === undefined
      ? "missing"
      : `${describeValue(context)}, a Context expected`;
    throw new TypeError(`${cannot("create buffer")}: the context option is ${given}`);
  }
  const { native, handle } = context;
  const made: BufferHandle = context.make(
    "create buffer",
    (out) => native.bufferCreate(handle, byteLength, out),
  );
  return new DeviceBuffer(context, made, byteLength);
}

/** A span of device memory; views share their storage, which is freed when the last of them is disposed. */
export class DeviceBuffer extends HandleOwner<BufferHandle> {
  /** Size in bytes. */
  readonly byteLength: number;

  /** Takes ownership of a native handle. */
  constructor(context: Context, handle: BufferHandle, byteLength: number) {
    super(context, handle, "buffer");
    this.byteLength = byteLength;
  }

  /**
   * Returns a view of a range of bytes.
   *
   * @returns A new buffer that shares storage; the caller owns it.
   * @throws {RangeError} If the range is not within this buffer.
   */
  view(offset = 0, length: number = this.byteLength - offset): DeviceBuffer {
    const { context } = this;
    const handle = this.handleFor("view buffer");
    const { native } = context;
    const made: BufferHandle = context.make(
      "view buffer",
      (out) => native.bufferView(context.handle, handle, offset, length, out),
    );
    return new DeviceBuffer(context, made, length);
  }

  /**
   * Copies host memory to this buffer; the host memory may be reused immediately.
   *
   * @throws {RangeError} If it does not fit.
   */
  write(data: ArrayBufferView, offset = 0): void {
    checkView({ operator: "write buffer", name: "data" }, data);
    const { context } = this;
    const handle = this.handleFor("write buffer");
    const { byteLength } = data;
    const status = context.native.bufferWrite(context.handle, handle, offset, data, byteLength);
    context.check(status, "write buffer");
  }

  /** Copies all bytes to the host. */
  async read(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.byteLength);
    await this.readIntoAsync(bytes);
    return bytes;
  }

  /**
   * Copies bytes into a whole host array, blocking this thread.
   *
   * @throws {RangeError} If this buffer holds fewer bytes.
   */
  readInto(target: ArrayBufferView, offset = 0): void {
    checkView({ operator: "read buffer", name: "target" }, target);
    const { context } = this;
    const handle = this.handleFor("read buffer");
    const { byteLength } = target;
    const status = context.native.bufferRead(context.handle, handle, offset, target, byteLength);
    context.check(status, "read buffer");
  }

  /**
   * Copies bytes into a whole host array, as they are when the call is made.
   *
   * @throws {RangeError} If this buffer holds fewer bytes.
   */
  async readIntoAsync(target: ArrayBufferView, offset = 0): Promise<void> {
    checkView({ operator: "read buffer", name: "target" }, target);
    const { context } = this;
    const handle = this.handleFor("read buffer");
    const { native } = context;
    const { byteLength } = target;
    const reading = native.bufferReadAsync(context.handle, handle, offset, target, byteLength);
    context.check(await reading, "read buffer");
  }

  /**
   * Fills bytes with a pattern of 1, 2, 4 or 8 bytes.
   *
   * @param pattern A typed array with one element.
   * @throws {RangeError} If the pattern does not tile the range, or the range is not within this buffer.
   */
  fill(pattern: ArrayBufferView, offset = 0, length: number = this.byteLength - offset): void {
    checkView({ operator: "fill buffer", name: "pattern" }, pattern);
    const { context } = this;
    const handle = this.handleFor("fill buffer");
    const { buffer, byteOffset, byteLength } = pattern;
    const words = new Uint32Array(2);
    new Uint8Array(words.buffer).set(new Uint8Array(buffer, byteOffset, Math.min(byteLength, 8)));
    const [low = 0, high = 0] = words;
    const { native } = context;
    context.check(
      native.bufferFill(context.handle, handle, offset, length, low, high, byteLength),
      "fill buffer",
    );
  }

  /**
   * Copies all bytes of another buffer of the same context to this one.
   *
   * @throws {RangeError} If they do not fit, or if the buffers share memory.
   * @throws {TypeError} If the other buffer belongs to another context.
   */
  copyFrom(source: DeviceBuffer, offset = 0): void {
    const context = shareContext("copy buffer", this, source);
    checkClass({ operator: "copy buffer", name: "source" }, source, DeviceBuffer);
    const { native } = context;
    context.check(
      native.bufferCopy(context.handle, source.handle, 0, this.handle, offset, source.byteLength),
      "copy buffer",
    );
  }

  /**
   * Transfers ownership of the memory.
   *
   * @returns A new buffer; the caller owns it, and this one is disposed.
   */
  move(): DeviceBuffer {
    return new DeviceBuffer(this.context, this.release(), this.byteLength);
  }

  /** Destroys the native handle. */
  protected override free(handle: BufferHandle): Status {
    return this.context.native.bufferDestroy(this.context.handle, handle);
  }
}
