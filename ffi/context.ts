/**
 * Devices with their work queues.
 *
 * @module
 */

import type { ContextHandle, Native, Status } from "./_generated/native.ts";
import { Stat, StatusCode } from "./_generated/symbols.ts";
import { readEnv } from "./_env.ts";
import { readText } from "./_text.ts";
import { readThreads } from "./_threads.ts";
import { checkOptions, optionNames } from "./base/options.ts";
import { checkText, refuseKind } from "./base/checks.ts";
import { cannot, DisposedError, LibraryError, NativeError } from "./base/errors.ts";
import { statusError } from "./status.ts";
import { type Leak, type LeakNote, leakOf } from "./leaks.ts";
import { type Library, openLibrary } from "./library.ts";

/**
 * A device; `auto` selects the first CUDA device, or else the CPU by a native library, or else the CPU by WebAssembly,
 * which needs no library of the system and no permission.
 *
 * @category Contexts
 */
export type Device = "auto" | "cpu" | "cuda" | `cuda:${number}` | "wasm";

/**
 * Options for {@linkcode openContext}.
 *
 * @category Contexts
 */
export interface ContextOptions {
  /**
   * The device.
   *
   * @default {"auto"} `DENOVDB_DEVICE` overrides `auto`.
   */
  readonly device?: Device;
  /** File of the native library, or of a WebAssembly module (`.wasm`); searched for if omitted. */
  readonly library?: string | URL;
  /**
   * Whether {@linkcode ContextStats.leaks} lists what is alive and which calls made it; this takes some microseconds
   * for each tensor and grid that is made.
   *
   * @default {false}
   */
  readonly trackLeaks?: boolean;
  /**
   * How many host threads share the work of an operator: a whole number from 1 to 1024. On a GPU, where host threads only
   * enqueue work, it is checked but one thread is used. Results do not depend on it.
   *
   * @default The processors that the process may use, by its affinity and the quotas of its container; `DENOVDB_THREADS`
   * overrides this.
   */
  readonly threads?: number;
}

/**
 * Resource statistics of a context.
 *
 * @category Contexts
 */
export interface ContextStats {
  /** Live handles: buffers, grids, plans and events. */
  readonly liveHandles: number;
  /** Device bytes held by live handles. */
  readonly liveBytes: number;
  /** Maximum of device bytes held at once, including scratch memory, since the last reset. */
  readonly peakBytes: number;
  /** Device allocations made so far. */
  readonly allocations: number;
  /** What is alive, in the order in which it was made; undefined unless the context was opened with `trackLeaks`. */
  readonly leaks: readonly Leak[] | undefined;
}

/** Handle that stands for no context. */
const NO_CONTEXT = 0 as ContextHandle;

const NAMES = optionNames<ContextOptions>({
  device: true,
  library: true,
  threads: true,
  trackLeaks: "boolean",
});

/**
 * Opens a device.
 *
 * @returns A new context; the caller owns it.
 * @throws {LibraryError} If the native library is missing or incompatible.
 * @throws {NativeError} If the device cannot be used.
 * @throws {RangeError} If there is no such device, or `threads` is not a whole number from 1 to 1024.
 * @throws {TypeError} If the options are not an object, or one of them is unknown or of the wrong type.
 * @category Contexts
 *
 * @example A device until the end of the block
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext(); // a GPU, or else the CPU
 * using numbers = tensor([1, 2, 3], { context });
 * assertEquals(context.stats().liveHandles, 1);
 * assertEquals(numbers.context, context);
 * ```
 */
export function openContext(options: ContextOptions = {}): Context {
  const { device = "auto", library, trackLeaks } = checkOptions("open context", options, NAMES);
  checkText({ operator: "open context", name: "device" }, device);
  checkLibrary(library);
  const context = openOn(device, library, readThreads(options.threads));
  if (trackLeaks === true) startTracking(context);
  return context;
}

function openOn(device: string, library: string | URL | undefined, threads: number): Context {
  const wanted = device === "auto" ? readEnv("DENOVDB_DEVICE") ?? "auto" : device;
  const found = /^(?:auto|cpu|wasm|cuda(?::(\d{1,4}))?)$/.exec(wanted);
  if (found === null) {
    throw new RangeError(
      `Cannot open device "${wanted}": it must be "auto", "cpu", "cuda", "cuda:<number>" or "wasm"`,
    );
  }
  if (wanted === "cpu" || wanted === "wasm") {
    return createContext(openLibrary(wanted, library), 0, threads);
  }
  if (wanted !== "auto") {
    return createContext(openLibrary("cuda", library), Number(found[1] ?? 0), threads);
  }
  if (library !== undefined) return createContext(openLibrary(undefined, library), 0, threads);
  return openFirst(threads);
}

/** Opens the first device of those that `auto` stands for. */
function openFirst(threads: number): Context {
  const reasons: string[] = [];
  let missing: unknown;
  for (const backend of ["cuda", "cpu", "wasm"] as const) {
    try {
      const reason = reasons.length > 0 ? reasons.join("; ") : undefined;
      return createContext(openLibrary(backend), 0, threads, reason);
    } catch (error) {
      if (!(error instanceof LibraryError || error instanceof NativeError)) throw error;
      // Nobody needs CUDA, so its absence is no reason to tell people what to build.
      reasons.push(error instanceof LibraryError ? error.problem : error.message);
      if (backend === "cpu") missing = error;
    }
  }
  throw missing;
}

function checkLibrary(library: string | URL | undefined): void {
  if (library === undefined || typeof library === "string") return;
  const argument = { operator: "open context", name: "library" };
  if (!(library instanceof URL)) refuseKind(argument, library, "a file");
  if (library.protocol === "file:") return;
  throw new TypeError(`Cannot open context: library is of ${library.protocol}, a file expected`);
}

function createContext(
  library: Library,
  index: number,
  threads: number,
  fallbackReason?: string,
): Context {
  try {
    const { native, backend } = library;
    const device = backend === "cuda" ? `cuda:${index}` : backend;
    const operator = `open ${device}`;
    const check = (status: Status): void => {
      if (status === StatusCode.OK) return;
      throw statusError(status, operator, lastError(native, NO_CONTEXT));
    };
    const out = new Uint32Array(1);
    check(native.deviceCount({ outCount: out }));
    const [count = 0] = out;
    if (index >= count) {
      throw new RangeError(`${cannot(operator)}: the number of ${backend} devices is ${count}`);
    }
    const name = readText((text, length) =>
      native.deviceName({ device: index, outText: text, capacity: text.length, outLength: length })
    );
    check(native.contextCreate({ device: index, threads, outContext: out }));
    const handle = out[0] as ContextHandle;
    check(native.contextThreads({ context: handle, outThreads: out }));
    const used = out[0] ?? 1;
    const deviceName = backend === "cuda" ? name : nameWithThreads(name, used, library.note);
    const info = { device, deviceName, fallbackReason, threads: used };
    return adoptContext(native, handle, info, library);
  } catch (error) {
    library[Symbol.dispose]();
    throw error;
  }
}

/** The name of a device of host threads, such as `CPU, 2 threads`. */
function nameWithThreads(name: string, threads: number, note: string | undefined): string {
  const text = `${name}, ${threads} thread${threads === 1 ? "" : "s"}`;
  return note === undefined ? text : `${text}, as ${note}`;
}

function lastError(native: Native, context: ContextHandle): string {
  return readText((text, length) =>
    native.lastError({ context, outText: text, capacity: text.length, outLength: length })
  );
}

/** The properties of a context that describe its device. */
type ContextInfo = Pick<Context, "device" | "deviceName" | "fallbackReason" | "threads">;

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

/** Where a context notes its live handles, if it is to track them. */
export let leakNotes: (context: Context) => Set<LeakNote> | undefined;

let startTracking: (context: Context) => void;

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
 * A device with its memory and its work queue; {@linkcode openContext} makes one.
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
  /** How many host threads share the work of an operator; 1 on a GPU. */
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
