/**
 * Lists of rows: selection, joining, reductions and arithmetic.
 *
 * @module
 */

export type { WithDType } from "./_lists.ts";
export { jaggedConcat, type JaggedConcatOptions, jaggedLike } from "./concat.ts";
export { jaggedGather } from "./gather.ts";
export { jaggedMask } from "./mask.ts";
export { jaggedAt, jaggedSelect, jaggedSlice, type JaggedSliceOptions } from "./select_lists.ts";
export { takeRows, type TakeRowsOptions } from "./take_rows.ts";
