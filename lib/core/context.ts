/**
 * Devices, re-exported with the values that live on them.
 *
 * @module
 */

export { Context } from "../../ffi/context.ts";
export type { ContextOptions, ContextStats, Device } from "../../ffi/context_options.ts";
export { openContext } from "../../ffi/open_context.ts";
export type { Leak } from "../../ffi/leaks.ts";
export { openContextAsync, prepareWasm, type WasmOptions } from "../../ffi/prepare_wasm.ts";
