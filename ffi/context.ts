/**
 * Devices with their work queues.
 *
 * @module
 */

import { checkMade } from "./base/checks.ts";
import type { ContextHandle, Native, Status } from "./_generated/native.ts";
import { Stat, StatusCode } from "./_generated/symbols.ts";
import { readText } from "./_text.ts";
import { DisposedError } from "./base/errors.ts";
import type { ContextStats } from "./context_options.ts";
import { type LeakNote, leakOf } from "./leaks.ts";
import { statusError } from "./status.ts";

/** Handle that stands for no context. */
export const NO_CONTEXT = 0 as ContextHandle;

/** The text of the last error of a context, or of the calls without one. */
export function lastError(native: Native, context: ContextHandle): string {
  return readText((text, length) =>
    native.lastError({ context, outText: text, capacity: text.length, outLength: length })
  );
}

/** The properties of a context that describe its device. */
export type ContextInfo = Pick<Context, "device" | "deviceName" | "fallbackReason" | "threads">;

/**
 * Takes ownership of a native context, and of its library if that is to be closed afterwards. What is native of a context
 * is not public: these functions read it.
 */
export let adoptContext: (
  native: Native,
  handle: ContextHandle,
  info: ContextInfo,
  library?: Disposable,
) => Context;

/** The native library of a context. */
export let nativeOf: (context: Context) => Native;

/**
 * The native handle of a context.
 *
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If the context is lost.
 */
export let contextHandle: (context: Context) => ContextHandle;

/**
 * Throws the error that belongs to a status, unless it is `OK`.
 *
 * @param operator The operation, for the message.
 */
export let checkStatus: (context: Context, status: Status, operator: string) => void;

/** The notes of a context about its live handles, if it is to track them. */
export let leakNotes: (context: Context) => Set<LeakNote> | undefined;

/** Makes a context note its live handles from now on. */
export let startTracking: (context: Context) => void;

let outOf: (context: Context) => Uint32Array;

/**
 * Makes a native call that writes one handle.
 *
 * @param operator The operation, for the message.
 * @returns The handle; the caller owns it.
 */
export function makeHandle<Handle extends number>(
  context: Context,
  operator: string,
  call: (out: Uint32Array) => Status,
): Handle {
  const out = outOf(context);
  checkStatus(context, call(out), operator);
  return (out[0] ?? 0) as Handle;
}

/**
 * A device with its memory and its work queue; `openContext` makes one.
 *
 * @category Contexts
 */
export class Context implements Disposable {
  static {
    adoptContext = (...parts) => new Context(...parts);
    nativeOf = (context) => context.#native;
    contextHandle = (context) => {
      context.assertUsable("use context");
      return context.#handle;
    };
    checkStatus = (context, status, operator) => {
      if (status !== StatusCode.OK) context.#fail(status, operator);
    };
    outOf = (context) => context.#out;
    leakNotes = (context) => context.#leaks;
    startTracking = (context) => context.#leaks = new Set();
    // Everything else that it has is no news to who looks at it on a console or in a notebook.
    const value = function (this: Context): string {
      return this.toString();
    };
    for (const name of ["Deno.customInspect", "nodejs.util.inspect.custom"]) {
      Object.defineProperty(this.prototype, Symbol.for(name), { value });
    }
  }

  /** Short name of the device: `cpu`, `cuda:0` or `wasm`. */
  readonly device: string;
  /** Full name of the device, such as `NVIDIA H200`. */
  readonly deviceName: string;
  /** Why `auto` did not select a CUDA device, and for `wasm`, why no native library. */
  readonly fallbackReason: string | undefined;
  /** Number of host threads that share the work of an operator; 1 on a GPU. */
  readonly threads: number;
  readonly #native: Native;
  readonly #handle: ContextHandle;
  readonly #library: Disposable | undefined;
  #disposed = false;
  #fault: string | undefined;
  readonly #out: Uint32Array = new Uint32Array(1);
  #leaks: Set<LeakNote> | undefined;

  private constructor(
    native: Native,
    handle: ContextHandle,
    info: ContextInfo,
    library?: Disposable,
  ) {
    checkMade("Context", native, "openContext");
    this.#native = native;
    this.#handle = handle;
    this.#library = library;
    this.device = info.device;
    this.deviceName = info.deviceName;
    this.fallbackReason = info.fallbackReason;
    this.threads = info.threads;
  }

  /** The device as text. */
  toString(): string {
    const state = this.#disposed ? " disposed" : this.lost ? " lost" : "";
    return `Context ${this.device} (${this.deviceName})${state}`;
  }

  /** Whether the device failed, so that this context can no longer be used. */
  get lost(): boolean {
    return this.#fault !== undefined;
  }

  /** Whether the context has been disposed. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /**
   * Throws if the context has been disposed or is lost.
   *
   * @param operator The operation, for the message.
   */
  assertUsable(operator: string): void {
    if (this.#disposed) {
      throw new DisposedError(operator, "the context has been disposed");
    }
    if (this.#fault !== undefined) {
      throw statusError(StatusCode.DEVICE_FAULT, operator, this.#fault);
    }
  }

  /** Current resource statistics. */
  stats(): ContextStats {
    const out = new BigInt64Array(Stat.COUNT);
    checkStatus(
      this,
      this.#native.contextStats({ context: contextHandle(this), outStats: out }),
      "read statistics",
    );
    const at = (place: number): number => Number(out[place] ?? 0n);
    return {
      liveHandles: at(Stat.LIVE_HANDLES),
      liveBytes: at(Stat.LIVE_BYTES),
      peakBytes: at(Stat.PEAK_BYTES),
      allocations: at(Stat.ALLOCATIONS),
      leaks: this.#leaks && Array.from(this.#leaks, leakOf),
    };
  }

  /** Resets the peak of device memory. */
  resetPeak(): void {
    checkStatus(
      this,
      this.#native.contextResetPeak({ context: contextHandle(this) }),
      "reset peak",
    );
  }

  /** Makes the n-th allocation from now fail once, for tests; 0 disables this. */
  failAllocation(n: number): void {
    const status = this.#native.contextFailAllocation({ context: contextHandle(this), n });
    checkStatus(this, status, "fail allocation");
  }

  /** Waits until all work enqueued so far is done. */
  async synchronize(): Promise<void> {
    const waiting = this.#native.contextSynchronizeAsync({ context: contextHandle(this) });
    checkStatus(this, await waiting, "synchronize");
  }

  /** Waits until all work enqueued so far is done, blocking this thread. */
  synchronizeSync(): void {
    checkStatus(
      this,
      this.#native.contextSynchronize({ context: contextHandle(this) }),
      "synchronize",
    );
  }

  /** Disposes the context and frees everything on it. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    using _library = this.#library;
    const status = this.#native.contextDestroy({ context: this.#handle });
    if (status === StatusCode.OK || this.lost) return;
    throw statusError(status, "dispose context", lastError(this.#native, NO_CONTEXT));
  }

  /** Disposes the context and frees everything on it. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #fail(status: Status, operator: string): never {
    const text = this.#disposed ? "" : lastError(this.#native, this.#handle);
    if (status === StatusCode.DEVICE_FAULT) this.#fault ??= text;
    throw statusError(status, operator, text);
  }
}
