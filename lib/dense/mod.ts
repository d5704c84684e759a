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

export type { Context, Float, Tensor } from "../core/mod.ts";
export type { Reduction } from "./base/reduction.ts";
export type { StreamOptions } from "./base/stream.ts";
export type {
  BatchNormOptions,
  Norm,
  NormalizationOptions,
  NormGradients,
  NormGradientTargets,
  NormInputName,
  StatisticOf,
} from "./base/norm.ts";
export * from "./_generated/operators.ts";
