/**
 * Layers of networks on rows of features, products, normalizations and softmax, and losses, with their backward passes.
 *
 * @example Two channels of two rows
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { batchNorm } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 10, 3, 30], { context, shape: [2, 2] });
 * using scale = tensor([1, 2], { context });
 * using shift = tensor([0, 1], { context });
 * using result = batchNorm(features, { scale, shift }, { epsilon: 0 });
 * assertEquals([...await result.features.read()], [-1, -1, 1, 3]);
 * ```
 *
 * @module
 */

export {
  batchNorm,
  type BatchNormalized,
  batchNormBackward,
  type BatchNormBackwardOptions,
  type BatchNormGradients,
  batchNormInference,
  type ChannelStatistics,
  type NormInputName,
} from "./batch_norm.ts";
export {
  crossEntropy,
  crossEntropyBackward,
  type CrossEntropyOptions,
  type TargetDType,
} from "./cross_entropy.ts";
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
} from "./element_losses.ts";
export {
  logSoftmax,
  logSoftmaxBackward,
  logSumExp,
  logSumExpBackward,
  softmax,
  softmaxBackward,
} from "./softmax.ts";
export {
  linear,
  linearBackward,
  type LinearBackwardOptions,
  type LinearGradients,
  type LinearInputName,
  type LinearOptions,
} from "./linear.ts";
export {
  matmul,
  matmulBackward,
  type MatmulBackwardOptions,
  type MatmulGradients,
  type MatmulInputName,
  type MatmulOptions,
} from "./matmul.ts";
export { dropout, type DropoutOptions } from "./dropout.ts";
export {
  streamNormal,
  type StreamNormalOptions,
  streamUniform,
  type StreamUniformOptions,
} from "./random.ts";
export type { Context, Float, Tensor } from "../core/mod.ts";
export type { StreamOptions } from "./base/stream.ts";
export type { Reduction } from "./base/reduction.ts";
export type { Norm, NormalizationOptions, StatisticOf } from "./base/norm.ts";
