/**
 * Compiling WebAssembly ahead, where it must not block.
 *
 * @module
 */

import { LibraryError } from "./base/errors.ts";
import { refuseKind } from "./base/checks.ts";
import { checkOptions, optionNames } from "./base/options.ts";
import type { Context } from "./context.ts";
import type { ContextOptions } from "./context_options.ts";
import { openContext } from "./open_context.ts";
import { openLibrary } from "./library.ts";
import { canReadFiles, isEmbedded, prepareModule, type WasmSource } from "./wasm/compiled.ts";

/**
 * Options for {@linkcode prepareWasm}.
 *
 * @category Contexts
 */
export interface WasmOptions {
  /**
   * The module: an address, an answer of `fetch`, or its bytes.
   *
   * @default The module inside of the package, or that of a checkout.
   */
  readonly module?: string | URL | Response | Uint8Array<ArrayBuffer> | ArrayBuffer;
}

const NAMES = optionNames<WasmOptions>({ module: true });

/**
 * Loads and compiles the WebAssembly module without blocking, so that {@linkcode openContext} finds it. Only the main
 * thread of a web page needs this, where compiling must not block; elsewhere, it saves time if something else is to be
 * waited for anyway.
 *
 * @throws {LibraryError} If there is no module, or it cannot be compiled.
 * @throws {TypeError} If the options are not an object, or one of them is unknown or of the wrong type.
 * @category Contexts
 */
export async function prepareWasm(options: WasmOptions = {}): Promise<void> {
  const operator = "prepare wasm";
  const { module } = checkOptions(operator, options, NAMES);
  checkSource(operator, module);
  if (module === undefined && !isEmbedded() && canReadFiles()) {
    openLibrary("wasm")[Symbol.dispose](); // of a checkout; what was compiled is kept
    return;
  }
  try {
    await prepareModule(module);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LibraryError("the wasm library", [{ path: nameOf(module), reason }]);
  }
}

/**
 * Opens a device as {@linkcode openContext} does, after preparing WebAssembly where that may be needed.
 *
 * @returns A new context; the caller owns it.
 * @throws {LibraryError} If there is no library or module for the device.
 * @throws {NativeError} If the device cannot be used.
 * @throws {RangeError} As openContext.
 * @throws {TypeError} As openContext.
 * @category Contexts
 */
export async function openContextAsync(options: ContextOptions = {}): Promise<Context> {
  const { device = "auto", library } = options ?? {}; // openContext refuses what are no options
  const isPage = !("Deno" in globalThis) && !("process" in globalThis);
  if (device === "wasm" || isPage) {
    await prepareWasm(library === undefined ? {} : { module: library });
  }
  return openContext(isPage ? { ...options, device: "wasm" } : options);
}

function checkSource(operator: string, source: WasmSource | undefined): void {
  const isSource = source === undefined || typeof source === "string" || source instanceof URL ||
    source instanceof Response || source instanceof Uint8Array || source instanceof ArrayBuffer;
  if (!isSource) refuseKind({ operator, name: "module" }, source, "an address or bytes");
}

function nameOf(source: WasmSource | undefined): string {
  if (source === undefined) return "the module of the package";
  if (source instanceof Response) return source.url;
  return typeof source === "string" || source instanceof URL ? String(source) : "bytes";
}
