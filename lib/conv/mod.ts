/**
 * Sparse convolution.
 *
 * @module
 */

export { CONV_BACKENDS, type ConvBackendName } from "./_backends.ts";
export { type ConvExplanation, type ConvLayer, ConvPlan } from "./_plan.ts";
export { convPlan, convPlanAsync, type ConvPlanOptions } from "./plan.ts";
export { sparseConv, type SparseConvOptions } from "./sparse_conv.ts";
export {
  type ConvGradients,
  type ConvInputName,
  sparseConvBackward,
  type SparseConvBackwardOptions,
} from "./sparse_conv_backward.ts";
export {
  type ConvTiming,
  fastestConv,
  parseConvTimings,
  tuneConv,
  type TuneConvOptions,
  type TunedLayer,
} from "./tune_conv.ts";
