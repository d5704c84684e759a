/**
 * Devices, re-exported with the values that live on them.
 *
 * @module
 */

export {
  Context,
  type ContextOptions,
  type ContextStats,
  type Device,
  openContext,
} from "../../ffi/context.ts";
export type { Leak } from "../../ffi/leaks.ts";
