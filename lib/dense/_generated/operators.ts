// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  batchNorm,
  type BatchNormalized,
  batchNormBackward,
  type BatchNormBackwardOptions,
  batchNormInference,
  type ChannelStatistics,
} from "../batch_norm.ts";
export {
  crossEntropy,
  crossEntropyBackward,
  type CrossEntropyOptions,
  type TargetDType,
} from "../cross_entropy.ts";
export { dropout, type DropoutOptions } from "../dropout.ts";
export {
  binaryCrossEntropy,
  binaryCrossEntropyBackward,
  type ElementLossBackwardOptions,
  type ElementLossGradients,
  type ElementLossOptions,
  huber,
  huberBackward,
  type HuberBackwardOptions,
  type HuberOptions,
  type LossInputName,
  meanAbs,
  meanAbsBackward,
  meanSquares,
  meanSquaresBackward,
} from "../element_losses.ts";
export {
  groupNorm,
  type GroupNormalized,
  groupNormBackward,
  type GroupNormBackwardOptions,
  type GroupNormOptions,
  type NormGroups,
} from "../group_norm.ts";
export { layerNorm, layerNormBackward, type RowNormBackwardOptions } from "../layer_norm.ts";
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
export {
  streamNormal,
  type StreamNormalOptions,
  streamUniform,
  type StreamUniformOptions,
} from "../random.ts";
export { rmsNorm, rmsNormBackward, type RmsNormGradients } from "../rms_norm.ts";
export {
  logSoftmax,
  logSoftmaxBackward,
  logSumExp,
  logSumExpBackward,
  softmax,
  softmaxBackward,
} from "../softmax.ts";
