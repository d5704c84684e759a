// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  batchNorm,
  type BatchNormalized,
  batchNormBackward,
  type BatchNormBackwardOptions,
  type BatchNormGradients,
  batchNormInference,
  type ChannelStatistics,
  type NormInputName,
} from "../batch_norm.ts";
export {
  linear,
  linearBackward,
  type LinearBackwardOptions,
  type LinearGradients,
  type LinearInputName,
  type LinearOptions,
} from "../linear.ts";
export {
  matmul,
  matmulBackward,
  type MatmulBackwardOptions,
  type MatmulGradients,
  type MatmulInputName,
  type MatmulOptions,
} from "../matmul.ts";
