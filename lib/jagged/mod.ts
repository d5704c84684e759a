/**
 * Lists of rows: selection, joining, reductions and arithmetic.
 *
 * @module
 */

export type { WithDType } from "./_lists.ts";
export { jaggedConcat, type JaggedConcatOptions, jaggedLike } from "./concat.ts";
export { type Extremes, jaggedMax, jaggedMin, type Ordered } from "./extremes.ts";
export { jaggedGather } from "./gather.ts";
export { jaggedMask } from "./mask.ts";
export {
  jaggedAll,
  jaggedAny,
  jaggedMean,
  jaggedProd,
  jaggedSum,
  type MeanOfLists,
  type SumOf,
} from "./reduce.ts";
export type { Reduced, ReduceOptions } from "./_reduce.ts";
export { jaggedAt, jaggedSelect, jaggedSlice, type JaggedSliceOptions } from "./select_lists.ts";
export {
  jaggedNorm,
  jaggedStd,
  jaggedVar,
  type NormOptions,
  type SpreadOptions,
} from "./spread.ts";
export { takeRows, type TakeRowsOptions } from "./take_rows.ts";
