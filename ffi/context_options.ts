/**
 * Options and statistics of contexts.
 *
 * @module
 */

import { checkText, refuseKind } from "./base/checks.ts";
import { wholeNumber } from "./base/numbers.ts";
import { checkOptions, optionNames } from "./base/options.ts";
import type { Leak } from "./leaks.ts";

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
   * Number of host threads that share the work of an operator: a whole number from 1 to 1024. On a GPU, where host
   * threads only enqueue work, it is checked but one thread is used. Results do not depend on it.
   *
   * @default The processors that the process may use, by its affinity and the quotas of its container; `DENOVDB_THREADS`
   * overrides this.
   */
  readonly threads?: number;
  /**
   * Most bytes of device memory that the context may hold at once, scratch memory included: what needs more fails with
   * a {@linkcode NativeError} of the kind "out-of-memory" before it begins.
   *
   * @default What the device has. Of the CPU, that is the memory of the machine or of its container, without swap space.
   */
  readonly memoryLimit?: number;
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
  /** Live handles in the order in which they were made; undefined unless the context was opened with `trackLeaks`. */
  readonly leaks: readonly Leak[] | undefined;
}

const NAMES = optionNames<ContextOptions>({
  device: true,
  library: true,
  memoryLimit: true,
  threads: true,
  trackLeaks: "boolean",
});

/**
 * Checks all options but `threads`.
 *
 * @throws {RangeError} If a number is out of range.
 * @throws {TypeError} If the options are not an object, or one of them is unknown or of the wrong type.
 */
export function takeContextOptions(
  options: ContextOptions,
): ContextOptions & { readonly device: Device } {
  const taken = checkOptions("open context", options, NAMES);
  const { device = "auto", library, memoryLimit } = taken;
  checkText({ operator: "open context", name: "device" }, device);
  checkLibrary(library);
  checkMemoryLimit(memoryLimit);
  return { ...taken, device };
}

function checkLibrary(library: string | URL | undefined): void {
  if (library === undefined || typeof library === "string") return;
  const argument = { operator: "open context", name: "library" };
  if (!(library instanceof URL)) refuseKind(argument, library, "a file");
  if (library.protocol === "file:") return;
  throw new TypeError(`Cannot open context: library is of ${library.protocol}, a file expected`);
}

function checkMemoryLimit(bytes: number | undefined): void {
  if (bytes !== undefined) {
    wholeNumber({ operator: "open context", name: "memoryLimit" }, bytes, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    });
  }
}
