// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  attention,
  attentionBackward,
  type AttentionBackwardOptions,
  type AttentionInputName,
} from "../attention.ts";
export { cubicWindows, type CubicWindowsOptions, windowCodes } from "../cubic_windows.ts";
export { dilatedWindows, type DilatedWindowsOptions } from "../dilated_windows.ts";
export { groupByCode, type GroupByCodeOptions } from "../group_by_code.ts";
export { orderByCode } from "../order_by_code.ts";
export {
  packedAttention,
  packedAttentionBackward,
  type PackedAttentionBackwardOptions,
} from "../packed_attention.ts";
export { patchWindows, type PatchWindowsOptions } from "../patch_windows.ts";
