/**
 * Device memory.
 *
 * @module
 */

import type { BufferHandle } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { checkClass, checkView } from "./base/checks.ts";
import { describeValue } from "./base/words.ts";
import { checkStatus, Context, contextHandle, makeHandle, nativeOf } from "./context.ts";
import { cannot } from "./base/errors.ts";
import { endHandle, handleOf, HandleOwner, releaseHandle, shareContext } from "./owned.ts";

/**
 * Allocates device memory; its contents are undefined.
 *
 * @returns A new buffer; the caller owns it.
 * @throws {NativeError} If memory runs out.
 * @throws {TypeError} If the context is missing.
 * @category Buffers and events
 */
export function createBuffer(context: Context, byteLength: number): DeviceBuffer {
  if (!(context instanceof Context)) {
    const given = context === undefined
      ? "missing; openContext() makes one"
      : `${describeValue(context)}, a Context expected`;
    throw new TypeError(`${cannot("create buffer")}: the context option is ${given}`);
  }
  const native = nativeOf(context);
  const handle = contextHandle(context);
  const made: BufferHandle = makeHandle(
    context,
    "create buffer",
    (out) => native.bufferCreate({ context: handle, nBytes: byteLength, outBuffer: out }),
  );
  return adoptBuffer(context, made, byteLength);
}

/** Sizes and handles of buffers that are made together; as words, because a BigInt for each size would be an object. */
let sizes = new BigInt64Array(16);
let words = new Uint32Array(sizes.buffer);
let handles = new Uint32Array(16);

/**
 * Allocates several buffers by one native call, all of them or none.
 *
 * @returns New buffers; the caller owns them.
 */
export function createBuffers(
  context: Context,
  byteLengths: readonly number[],
): DeviceBuffer[] {
  const n = byteLengths.length;
  if (n > handles.length) {
    sizes = new BigInt64Array(2 * n);
    words = new Uint32Array(sizes.buffer);
    handles = new Uint32Array(2 * n);
  }
  for (let at = 0; at < n; at++) {
    const bytes = byteLengths[at] ?? 0;
    words[2 * at] = bytes; // modulo 2^32
    words[2 * at + 1] = Math.floor(bytes / 2 ** 32);
  }
  const status = nativeOf(context).bufferCreateAll({
    context: contextHandle(context),
    n,
    nBytes: sizes,
    outBuffers: handles,
  });
  checkStatus(context, status, "create buffer");
  const made: DeviceBuffer[] = [];
  for (let at = 0; at < n; at++) {
    made.push(adoptBuffer(context, handles[at] as BufferHandle, byteLengths[at] ?? 0));
  }
  return made;
}

/** Disposes buffers by one native call for those of a context. */
export let disposeBuffers: (buffers: readonly DeviceBuffer[]) => void;

/** Takes ownership of a native buffer. */
export let adoptBuffer: (
  context: Context,
  handle: BufferHandle,
  byteLength: number,
) => DeviceBuffer;

/** Whether a buffer has its storage to itself: no view of the same storage is alive. */
export let isSoleView: (buffer: DeviceBuffer) => boolean;

/** Storage that several buffers share, and how many of them are alive. */
interface Storage {
  views: number;
}

/**
 * A span of device memory; views share their storage, which is freed when the last of them is disposed.
 *
 * @category Buffers and events
 */
export class DeviceBuffer extends HandleOwner<"buffer"> {
  static {
    adoptBuffer = (context, handle, byteLength) => new DeviceBuffer(context, handle, byteLength);
    disposeBuffers = (buffers) => {
      const [{ context } = {}] = buffers;
      if (context === undefined || context.disposed) return;
      const handles = new Uint32Array(buffers.length);
      let n = 0;
      for (const buffer of buffers) {
        if (buffer.context !== context) buffer.dispose();
        else if (!buffer.disposed) {
          if (buffer.#storage !== undefined) buffer.#storage.views--;
          handles[n++] = endHandle(buffer);
        }
      }
      if (n === 0 || context.lost) return;
      const native = nativeOf(context);
      const status = native.bufferDestroyAll({
        context: contextHandle(context),
        n,
        buffers: handles,
      });
      if (status !== StatusCode.DEVICE_FAULT) checkStatus(context, status, "dispose buffer");
    };
    isSoleView = (buffer) => buffer.#storage === undefined || buffer.#storage.views === 1;
  }

  /** Size in bytes. */
  readonly byteLength: number;
  /** Undefined as long as there has been no view. */
  #storage: Storage | undefined;

  private constructor(
    context: Context,
    handle: BufferHandle,
    byteLength: number,
    storage?: Storage,
  ) {
    super(context, handle, "buffer");
    this.byteLength = byteLength;
    this.#storage = storage;
  }

  /** Destroys the handle; idempotent. */
  override dispose(): void {
    if (this.#storage !== undefined && !this.disposed) this.#storage.views--;
    super.dispose();
  }

  /**
   * Returns a view of a range of bytes.
   *
   * @returns A new buffer that shares storage; the caller owns it.
   * @throws {RangeError} If the range is not within this buffer.
   */
  view(offset = 0, length: number = this.byteLength - offset): DeviceBuffer {
    const { context } = this;
    const handle = handleOf(this, "view buffer");
    const native = nativeOf(context);
    const made: BufferHandle = makeHandle(
      context,
      "view buffer",
      (out) =>
        native.bufferView({
          context: contextHandle(context),
          buffer: handle,
          offset,
          nBytes: length,
          outBuffer: out,
        }),
    );
    this.#storage ??= { views: 1 };
    this.#storage.views++;
    return new DeviceBuffer(context, made, length, this.#storage);
  }

  /**
   * Copies host memory to this buffer; the host memory may be reused immediately.
   *
   * @throws {RangeError} If it does not fit.
   */
  write(data: ArrayBufferView, offset = 0): void {
    checkView({ operator: "write buffer", name: "data" }, data);
    const { context } = this;
    const handle = handleOf(this, "write buffer");
    const { byteLength } = data;
    const status = nativeOf(context).bufferWrite({
      context: contextHandle(context),
      buffer: handle,
      offset,
      data,
      nBytes: byteLength,
    });
    checkStatus(context, status, "write buffer");
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
    const handle = handleOf(this, "read buffer");
    const { byteLength } = target;
    const status = nativeOf(context).bufferRead({
      context: contextHandle(context),
      buffer: handle,
      offset,
      outData: target,
      nBytes: byteLength,
    });
    checkStatus(context, status, "read buffer");
  }

  /**
   * Copies bytes into a whole host array, as they are when the call is made.
   *
   * @throws {RangeError} If this buffer holds fewer bytes.
   */
  async readIntoAsync(target: ArrayBufferView, offset = 0): Promise<void> {
    checkView({ operator: "read buffer", name: "target" }, target);
    const { context } = this;
    const handle = handleOf(this, "read buffer");
    const native = nativeOf(context);
    const { byteLength } = target;
    const reading = native.bufferReadAsync({
      context: contextHandle(context),
      buffer: handle,
      offset,
      outData: target,
      nBytes: byteLength,
    });
    checkStatus(context, await reading, "read buffer");
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
    const handle = handleOf(this, "fill buffer");
    const { buffer, byteOffset, byteLength } = pattern;
    const words = new Uint32Array(2);
    new Uint8Array(words.buffer).set(new Uint8Array(buffer, byteOffset, Math.min(byteLength, 8)));
    const [low = 0, high = 0] = words;
    const native = nativeOf(context);
    checkStatus(
      context,
      native.bufferFill({
        context: contextHandle(context),
        buffer: handle,
        offset,
        nBytes: length,
        patternLow: low,
        patternHigh: high,
        patternBytes: byteLength,
      }),
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
    const native = nativeOf(context);
    checkStatus(
      context,
      native.bufferCopy({
        context: contextHandle(context),
        source: handleOf(source),
        sourceOffset: 0,
        target: handleOf(this),
        targetOffset: offset,
        nBytes: source.byteLength,
      }),
      "copy buffer",
    );
  }

  /**
   * Transfers ownership of the memory.
   *
   * @returns A new buffer; the caller owns it, and this one is disposed.
   */
  move(): DeviceBuffer {
    return new DeviceBuffer(this.context, releaseHandle(this), this.byteLength, this.#storage);
  }
}
