/**
 * Devices, for those who need nothing else to begin with.
 *
 * @module
 */

export {
  Context,
  type ContextInfo,
  type ContextOptions,
  type ContextStats,
  type Device,
  openContext,
} from "../../ffi/context.ts";
