// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { convPlan, convPlanAsync, type ConvPlanOptions } from "../plan.ts";
export { sparseConv, type SparseConvOptions } from "../sparse_conv.ts";
export {
  type ConvGradients,
  type ConvInputName,
  sparseConvBackward,
  type SparseConvBackwardOptions,
} from "../sparse_conv_backward.ts";
export {
  type ConvTiming,
  fastestConv,
  parseConvTimings,
  tuneConv,
  type TuneConvOptions,
  type TunedLayer,
} from "../tune_conv.ts";
