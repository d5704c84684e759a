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
