/**
 * The linear layer.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkWanted } from "../../ffi/base/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { computeTensor } from "../core/native_call.ts";
import { dtypeCode } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { wantedOnly } from "../core/gradients.ts";
import { epilogueOf } from "./base/epilogue.ts";
import { takeRows } from "./_rows.ts";

/**
 * Options for {@linkcode linear}.
 *
 * @category Dense layers
 */
export interface LinearOptions<D extends Float = Float> {
  /** Added to each row of the result, [out channels]; none if omitted. Borrowed. */
  readonly bias?: Tensor<D>;
  /** Added to the result, in its shape; none if omitted. Borrowed. */
  readonly residual?: Tensor<D>;
  /**
   * "relu" makes results 0 where they would be negative.
   *
   * @default {"none"}
   */
  readonly activation?: "none" | "relu";
}

const NAMES = optionNames<LinearOptions>({ bias: true, residual: true, activation: true });

/** The sizes of a linear layer, and who asks. */
interface Layer<D extends Float> {
  readonly operator: string;
  readonly dtype: D;
  readonly n: number;
  readonly inChannels: number;
  readonly outChannels: number;
}

/** Takes features, [n, in channels], and weights, [out channels, in channels]. */
function takeLayer<D extends Float>(
  operator: string,
  features: Tensor<D>,
  weights: Tensor<D>,
): Layer<D> {
  const { n, channels, dtype } = takeRows(operator, "features", features);
  checkTensor({ operator, name: "weights" }, weights);
  checkDType({ operator, name: "weights" }, weights, [dtype]);
  const [outChannels = 0] = weights.shape;
  checkShape({ operator, name: "weights" }, weights, [outChannels, channels]);
  return { operator, dtype, n, inChannels: channels, outChannels };
}

/** Checks another tensor of a layer, if there is one. */
function checkPart<D extends Float>(
  { operator, dtype }: Layer<D>,
  name: string,
  tensor: Tensor<D> | undefined,
  shape: readonly number[],
): void {
  if (tensor === undefined) return;
  checkTensor({ operator, name }, tensor);
  checkDType({ operator, name }, tensor, [dtype]);
  checkShape({ operator, name }, tensor, shape);
}

/** Tensors that were given. */
function givenOf(...tensors: readonly (Tensor | undefined)[]): Tensor[] {
  return tensors.filter((one) => one !== undefined);
}

/**
 * Linear layer: `result = activation(features weights^T + bias + residual)`.
 *
 * f32 and f64 are summed over the channels of a row in chunks of 256, each from 0 by fused multiply-adds in order. f16
 * and bf16 are summed in f32, on tensor cores where the device has them, and rounded once.
 *
 * @typeParam D Element type.
 * @param features Features, f16, bf16, f32 or f64 [n, in channels]; borrowed, as are the others.
 * @param weights Weights, [out channels, in channels].
 * @param options Bias, residual and activation.
 * @returns The result, [n, out channels]; the caller owns it.
 * @throws {RangeError} If shapes do not match, there are more than 65536 channels, or an option is none of those.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Dense layers
 *
 * @example Two rows of two channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { linear } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * using weights = tensor([1, 1, 1, -1, 0, 1], { context, shape: [3, 2] });
 * using bias = tensor([0, 0, 10], { context });
 * using result = linear(features, weights, { bias, activation: "relu" });
 * assertEquals([...await result.read()], [3, 0, 12, 7, 0, 14]);
 * ```
 */
export function linear<D extends Float>(
  features: Tensor<D>,
  weights: Tensor<D>,
  options: LinearOptions<D> = {},
): Tensor<D> {
  const operator = "linear";
  const { bias, residual, activation = "none" } = checkOptions(operator, options, NAMES);
  const layer = takeLayer(operator, features, weights);
  const { dtype, n, inChannels, outChannels } = layer;
  checkPart(layer, "bias", bias, [outChannels]);
  checkPart(layer, "residual", residual, [n, outChannels]);
  const context = shareContext(operator, features, weights, ...givenOf(bias, residual));
  const epilogue = epilogueOf(operator, activation);
  return computeTensor(
    { operator, context, dtype, shape: [n, outChannels] },
    (native, request) =>
      native.linear({
        ...request,
        features: handleOf(features.buffer),
        weights: handleOf(weights.buffer),
        bias: handleOrNone(bias?.buffer),
        residual: handleOrNone(residual?.buffer),
        dtype: dtypeCode(dtype),
        n,
        inChannels,
        outChannels,
        epilogue,
      }),
  );
}

/**
 * Inputs of {@linkcode linear} whose gradients can be computed.
 *
 * @category Dense layers
 */
export type LinearInputName = "features" | "weights" | "bias" | "residual";

/**
 * Options for {@linkcode linearBackward}.
 *
 * @category Dense layers
 */
export interface LinearBackwardOptions<D extends Float = Float> {
  /** The result, if its activation was "relu": gradients are passed where it is above 0. Borrowed. */
  readonly reluResults?: Tensor<D>;
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["features", "weights"]}
   */
  readonly wanted?: readonly LinearInputName[];
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode linear}.
 *
 * @category Dense layers
 */
export interface LinearGradients<D extends Float = Float> extends Bundle {
  /** With respect to the features, [n, in channels], if wanted; owned. */
  readonly features?: Tensor<D> | undefined;
  /** With respect to the weights, [out channels, in channels], if wanted; owned. */
  readonly weights?: Tensor<D> | undefined;
  /** With respect to the bias, [out channels], if wanted; owned. */
  readonly bias?: Tensor<D> | undefined;
  /** With respect to the residual, [n, out channels], if wanted; owned. */
  readonly residual?: Tensor<D> | undefined;
}

const BACKWARD_NAMES = optionNames<LinearBackwardOptions>({ reluResults: true, wanted: true });

const INPUTS: readonly LinearInputName[] = ["features", "weights", "bias", "residual"];

/**
 * Backward pass of {@linkcode linear}.
 *
 * Gradients of features and of weights are products as {@linkcode linear} computes them; where weights are few, parts of
 * the rows are summed apart, in a way that depends on sizes alone. The bias is summed in f64. Results are rounded once.
 *
 * @typeParam D Element type.
 * @param features As passed to {@linkcode linear}; borrowed, as are the others.
 * @param weights As passed to {@linkcode linear}.
 * @param gradients Gradients of a loss with respect to the result, [n, out channels].
 * @param options The gradients to compute, and the result if its activation was "relu".
 * @returns Gradients with the shapes of the inputs; the caller owns them.
 * @throws {RangeError} If shapes do not match, there are more than 65536 channels, or `wanted` names no input.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Dense layers
 *
 * @example One gradient of a row of two channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { linearBackward } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 2], { context, shape: [1, 2] });
 * using weights = tensor([3, 4], { context, shape: [1, 2] });
 * using gradients = tensor([10], { context, shape: [1, 1] });
 * using back = linearBackward(features, weights, gradients);
 * assertEquals([...await back.features?.read() ?? []], [30, 40]);
 * assertEquals([...await back.weights?.read() ?? []], [10, 20]);
 * ```
 */
export function linearBackward<D extends Float>(
  features: Tensor<D>,
  weights: Tensor<D>,
  gradients: Tensor<D>,
  options: LinearBackwardOptions<D> = {},
): LinearGradients<D> {
  const operator = "linearBackward";
  const { reluResults, wanted = ["features", "weights"] } = checkOptions(
    operator,
    options,
    BACKWARD_NAMES,
  );
  const layer = takeLayer(operator, features, weights);
  const { dtype, n, inChannels, outChannels } = layer;
  checkPart(layer, "gradients", gradients, [n, outChannels]);
  checkPart(layer, "reluResults", reluResults, [n, outChannels]);
  checkWanted(operator, wanted, INPUTS);
  const context = shareContext(operator, features, weights, gradients, ...givenOf(reluResults));
  const layouts = {
    features: [dtype, [n, inChannels]],
    weights: [dtype, [outChannels, inChannels]],
    bias: [dtype, [outChannels]],
    residual: [dtype, [n, outChannels]],
  } as const;
  const parts = computeTensors(
    { operator, context },
    wantedOnly(layouts, wanted),
    (native, out, context) =>
      native.linearBackward({
        context,
        features: handleOf(features.buffer),
        weights: handleOf(weights.buffer),
        results: handleOrNone(reluResults?.buffer),
        gradients: handleOf(gradients.buffer),
        dtype: dtypeCode(dtype),
        n,
        inChannels,
        outChannels,
        outFeatures: out.features,
        outWeights: out.weights,
        outBias: out.bias,
        outResidual: out.residual,
      }),
  );
  return bundle("LinearGradients", parts);
}
