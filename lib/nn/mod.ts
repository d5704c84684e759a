/**
 * Operators for functions that are differentiated: those of the other modules with the same names and arguments, which
 * take and give values of a tape. What makes tapes is here, too: all of `@denovdb/denovdb/grad`.
 *
 * Operands are values, or tensors, which are constants; at least one is a value. Results belong to the tape.
 *
 * @example A step of gradient descent
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { multiplyInto, subtractInto } from "@denovdb/denovdb/jagged";
 * import { mean, multiply, subtract, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using y = tensor([3, 6], { context });
 * using slope = tensor([1], { context });
 * using found = valueAndGrad({ slope }, (p) => {
 *   const error = subtract(multiply(x, p.slope), y);
 *   return mean(multiply(error, error));
 * });
 * assertEquals([...await found.loss.read()], [10]);
 * const step = found.gradients.slope;
 * multiplyInto(step, step, 0.125);
 * subtractInto(slope, slope, step);
 * assertEquals([...await slope.read()], [2.25]);
 * ```
 *
 * @module
 */

export * from "../grad/mod.ts";
export { elu, gelu, geluTanh, leakyRelu, silu } from "./activations.ts";
export {
  attention,
  type AttentionValueOptions,
  packedAttention,
  type PackedAttentionValueOptions,
  type RelativePositionValues,
} from "./attention.ts";
export { add, divide, multiply, subtract } from "./arithmetic.ts";
export { abs, type BoundsOptions, clamp, lerp, maximum, minimum, where } from "./choices.ts";
export { asType, exp, log, negate, power, relu, sigmoid, sqrt, tanh } from "./elements.ts";
export { takeRows } from "./gathers.ts";
export { channels, concat, permute, reshape, sliceAxis, stack, transpose } from "./layouts.ts";
export { jaggedMax, jaggedMin, max, min } from "./extremes.ts";
export { jaggedMean, jaggedNorm, jaggedSum } from "./lists.ts";
export { mean, sum } from "./reductions.ts";
export type { ListsOptions, RowsOperand } from "./base/lists.ts";
export { type ConvOptions, sparseConv } from "./conv.ts";
export { dropout } from "./dropout.ts";
export {
  type InitialOptions,
  kaimingNormal,
  kaimingUniform,
  type LinearParameters,
  makeLinear,
  type MakeLinearOptions,
  makeNorm,
  type MakeNormOptions,
  type NormParameters,
  streamOf,
  uniformFan,
  xavierNormal,
  xavierUniform,
} from "./initializers.ts";
export { truncatedNormal, type TruncatedNormalOptions } from "./truncated_normal.ts";
export {
  binaryCrossEntropy,
  crossEntropy,
  huber,
  logSoftmax,
  logSumExp,
  meanAbs,
  meanSquares,
  softmax,
} from "./losses.ts";
export {
  marchingCubes,
  meshDistances,
  signedMeshDistances,
  surfaceFeatures,
  surfaceNormals,
  type SurfaceValues,
} from "./mesh.ts";
export {
  batchNorm,
  type BatchNormalizedValues,
  batchNormInference,
  type BatchNormValueOptions,
  type NormOperand,
  type NormValueOptions,
} from "./norm.ts";
export { groupNorm, type GroupNormalizedValues, type GroupNormValueOptions } from "./group_norm.ts";
export { layerNorm, rmsNorm } from "./row_norms.ts";
export { linear, type LinearValueOptions, matmul } from "./products.ts";
export { averagePool, maxPool, upsampleNearest, voxelMean } from "./pool.ts";
export { pointsOnRays } from "./rays.ts";
export { overBackground, type RenderedValues, volumeRender } from "./render.ts";
export {
  sampleBezier,
  sampleBezierWithGrad,
  sampleTrilinear,
  sampleTrilinearWithGrad,
  type ValuesWithGrad,
} from "./sample.ts";
export { type ImageOperands, integrateTsdf, type TsdfOperands, type TsdfValues } from "./sdf.ts";
export { softplus, type SoftplusOptions } from "./softplus.ts";
export { splatBezier, splatTrilinear } from "./splat.ts";
export {
  loadParameters,
  type LoadParametersOptions,
  type ParameterArray,
  type ReadParameter,
  readParameters,
  type UnmatchedParameters,
} from "./parameters.ts";
export {
  type BatchNormalizer,
  batchNormalizer,
  type BatchNormalizerOptions,
  type Normalizer,
  runningNormalizer,
  type RunningStatistics,
  runningStatistics,
} from "./statistics.ts";
export { convWeights, type ConvWeightsLayout, type ConvWeightsOptions } from "./weights.ts";
