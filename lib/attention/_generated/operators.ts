// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { cubicWindows, type CubicWindowsOptions, windowCodes } from "../cubic_windows.ts";
export { dilatedWindows, type DilatedWindowsOptions } from "../dilated_windows.ts";
export { groupByCode, type GroupByCodeOptions } from "../group_by_code.ts";
export { orderByCode } from "../order_by_code.ts";
export { patchWindows, type PatchWindowsOptions } from "../patch_windows.ts";
