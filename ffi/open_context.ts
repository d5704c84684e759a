/**
 * Finds and opens devices.
 *
 * @module
 */

import type { ContextHandle, Status } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { readEnv } from "./_env.ts";
import { readText } from "./_text.ts";
import { readThreads } from "./_threads.ts";
import { cannot, LibraryError, NativeError } from "./base/errors.ts";
import {
  adoptContext,
  checkStatus,
  type Context,
  contextHandle,
  lastError,
  nativeOf,
  NO_CONTEXT,
  startTracking,
} from "./context.ts";
import { type ContextOptions, takeContextOptions } from "./context_options.ts";
import { type Library, openLibrary } from "./library.ts";
import { statusError } from "./status.ts";

/**
 * Opens a device.
 *
 * @returns A new context; the caller owns it.
 * @throws {LibraryError} If the native library is missing or incompatible.
 * @throws {NativeError} If the device cannot be used.
 * @throws {RangeError} If there is no such device, `threads` is not a whole number from 1 to 1024, or `memoryLimit` is not
 * one of at least 0.
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
  const { device, library, memoryLimit, trackLeaks } = takeContextOptions(options);
  const context = openOn(device, library, readThreads(options.threads));
  if (trackLeaks === true) startTracking(context);
  if (memoryLimit !== undefined) {
    const request = { context: contextHandle(context), bytes: memoryLimit };
    checkStatus(context, nativeOf(context).contextLimitMemory(request), "open context");
  }
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

/**
 * Makes a context of an opened library, which it closes at its end.
 *
 * @param index The device of the library.
 * @param threads The number of threads that was asked for; 0 for the usual one.
 */
export function createContext(
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
