/**
 * Backward pass of sparse convolution.
 *
 * @module
 */

import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { Float, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkWanted } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { dtypeCode } from "../core/dtype.ts";
import { wantedOnly } from "../core/gradients.ts";
import { shareContext } from "../core/ownership.ts";
import { backendCode, type ConvBackendName } from "./base/backends.ts";
import { inListsOfGrid, rowsOfTarget, takeLayer } from "./_features.ts";
import type { ConvPlan } from "./base/conv_plan.ts";

/**
 * Inputs of {@linkcode sparseConv} whose gradients can be computed.
 *
 * @category Convolution
 */
export type ConvInputName = "features" | "weights" | "bias" | "residual";

/**
 * Options for {@linkcode sparseConvBackward}.
 *
 * @typeParam D Element type.
 * @typeParam W Element type of the gradients of weights and bias.
 * @category Convolution
 */
export interface SparseConvBackwardOptions<D extends Float, W extends D | "f32" = D> {
  /**
   * Result of {@linkcode sparseConv}, [target voxels, out channels], if its activation was "relu": where it is not
   * above 0, no gradient is passed. Borrowed.
   */
  readonly reluResults?: Lists<D>;
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["features", "weights"]}
   */
  readonly wanted?: readonly ConvInputName[];
  /**
   * Element type of the gradients of weights and bias: "f32" for features of f16 or bf16 leaves them as they are summed,
   * for parameters that are kept in f32.
   *
   * @default {undefined} That of the features.
   */
  readonly weightsDType?: W;
  /**
   * The implementation. "leaf" and "brick" use "igemm" for gradients of weights, and "leaf" also for those of features
   * with more than 32 output channels. Where tensor cores sum gradients of weights, as all but "gather-scatter" do for
   * f16 and bf16, and "tf32" for f32, infinities and NaN in gradients of results may affect those of weights of other
   * taps.
   *
   * @default {"auto"}
   */
  readonly backend?: ConvBackendName | "auto";
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode sparseConv}.
 *
 * @typeParam D Element type of the features.
 * @typeParam L Where the gradients of the features are: a tensor, or lists.
 * @typeParam W Element type of the gradients of weights and bias.
 * @category Convolution
 */
export interface ConvGradients<
  D extends Float = Float,
  L extends Lists<D> = Lists<D>,
  W extends Float = D,
> extends Bundle {
  /** With respect to the features, [source voxels, in channels], if wanted; owned. */
  readonly features: L | undefined;
  /** With respect to the weights, in their shape, if wanted; owned. */
  readonly weights: Tensor<W> | undefined;
  /** With respect to the bias, [out channels], if wanted; owned. */
  readonly bias: Tensor<W> | undefined;
  /** With respect to the residual, [target voxels, out channels], if wanted; owned. */
  readonly residual: L | undefined;
}

const NAMES = optionNames<SparseConvBackwardOptions<Float>>({
  reluResults: true,
  wanted: true,
  weightsDType: true,
  backend: true,
});

/**
 * Backward pass of {@linkcode sparseConv}: gradients of its inputs from gradients of its result.
 *
 * The gradient of the features is the convolution of the gradients along the reverse plan with the transposed weights;
 * that of a tap's weights is the sum over its pairs of the outer product of gradients and features; that of the bias is
 * the sum of the gradients; that of the residual are the gradients where "relu" passes them. Nothing from the forward pass is needed except, with "relu", its result.
 *
 * Gradients of features are summed as in {@linkcode sparseConv}. For weights, blocks of 256 targets are summed by fused
 * multiply-adds in f32 or, for f64, in f64; blocks and parts of blocks are added in an order that depends on sizes
 * only. The bias is summed in f64. Results are rounded once; with `weightsDType: "f32"`, weights of f16 and bf16 are not.
 *
 * @typeParam D Element type.
 * @typeParam W Element type of the gradients of weights and bias.
 * @param plan As passed to {@linkcode sparseConv}; borrowed, as are the others.
 * @param features As passed to {@linkcode sparseConv}.
 * @param weights As passed to {@linkcode sparseConv}.
 * @param gradients Gradients of a loss with respect to the result, [target voxels, out channels].
 * @param options The gradients to compute, the result if its activation was "relu", and the backend.
 * @returns Gradients with the shapes of the inputs, those of the features in lists where `features` is; the caller owns
 * them.
 * @throws {RangeError} If shapes or lists do not match, there are more than 65536 channels, `wanted` names no input, or
 * there is no such backend.
 * @throws {TypeError} If element types differ or are not supported, or if contexts are mixed.
 * @throws {NativeError} If the backend does not support this convolution.
 * @determinism Same bits in every run on a device, for any number of threads; with "gather-scatter" the same on all
 * devices.
 * @category Convolution
 *
 * @example One gradient, passed back through three taps
 * ```ts
 * import { convPlan, gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sparseConvBackward } from "@denovdb/denovdb/conv";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 3] });
 * using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
 * using features = tensor([1, 2, 3], { context, shape: [3, 1] });
 * using weights = tensor([5, 6, 7], { context, shape: [1, 1, 1, 1, 3] });
 * using gradients = tensor([0, 1, 0], { context, shape: [3, 1] });
 * using result = sparseConvBackward(plan, features, weights, gradients);
 * assertEquals([...await result.features?.read() ?? []], [5, 6, 7]);
 * assertEquals([...await result.weights?.read() ?? []], [1, 2, 3]);
 * ```
 */
export function sparseConvBackward<D extends Float, W extends D | "f32" = D>(
  plan: ConvPlan,
  features: Tensor<D>,
  weights: Tensor<D>,
  gradients: Lists<D>,
  options?: SparseConvBackwardOptions<D, W>,
): ConvGradients<D, Tensor<D>, W>;
/**
 * Backward pass of {@linkcode sparseConv} for features in lists, one for each grid.
 *
 * @returns Gradients with the shapes of the inputs; the caller owns them.
 * @category Convolution
 */
export function sparseConvBackward<D extends Float, W extends D | "f32" = D>(
  plan: ConvPlan,
  features: JaggedTensor<D>,
  weights: Tensor<D>,
  gradients: Lists<D>,
  options?: SparseConvBackwardOptions<D, W>,
): ConvGradients<D, JaggedTensor<D>, W>;
export function sparseConvBackward<D extends Float, W extends D | "f32" = D>(
  plan: ConvPlan,
  features: Lists<D>,
  weights: Tensor<D>,
  gradients: Lists<D>,
  options: SparseConvBackwardOptions<D, W> = {},
): ConvGradients<D, Lists<D>, W> {
  const operator = "sparseConvBackward";
  const { reluResults, wanted = ["features", "weights"], weightsDType, backend = "auto" } =
    checkOptions(operator, options, NAMES);
  const given = [gradients, ...(reluResults === undefined ? [] : [reluResults])];
  const context = shareContext(operator, plan, features, weights, ...given);
  const layer = takeLayer<D>(operator, plan, features, weights);
  const { inChannels, outChannels } = layer;
  const { dtype } = weights;
  const rows = rowsOfTarget(operator, "gradients", gradients, plan, layer);
  const results = reluResults && rowsOfTarget(operator, "reluResults", reluResults, plan, layer);
  checkWanted(operator, wanted, INPUTS);
  const ofWeights = takeWeightsDType(operator, dtype, weightsDType);
  const code = backendCode(operator, backend);
  const layouts = {
    features: [dtype, layer.features.shape],
    weights: [ofWeights, weights.shape],
    bias: [ofWeights, [outChannels]],
    residual: [dtype, rows.shape],
  } as const;
  const caller = { operator, context };
  const parts = computeTensors(
    caller,
    wantedOnly(layouts, wanted),
    (native, out) =>
      native.sparseConvBackward({
        context: handleOf(context),
        plan: handleOf(plan),
        features: handleOf(layer.features.buffer),
        weights: handleOf(weights.buffer),
        results: handleOrNone(results?.buffer),
        gradients: handleOf(rows.buffer),
        dtype: dtypeCode(dtype),
        inChannels,
        outChannels,
        weightsDtype: dtypeCode(ofWeights),
        backend: code,
        outFeatures: out.features,
        outWeights: out.weights,
        outBias: out.bias,
        outResidual: out.residual,
      }),
  );
  const { features: byFeatures, residual } = parts;
  return bundle("ConvGradients", {
    ...parts,
    features: byFeatures && inListsOfGrid(features, plan.source, byFeatures),
    residual: residual && inListsOfGrid(features, plan.target, residual),
  });
}

const INPUTS: readonly ConvInputName[] = ["features", "weights", "bias", "residual"];

/** The element type of the gradients of weights: that of the features unless another is asked for. */
function takeWeightsDType<D extends Float, W extends D | "f32">(
  operator: string,
  dtype: D,
  wish: W | undefined,
): W {
  if (wish === undefined || wish === dtype) return dtype as D & W;
  if (wish === "f32" && (dtype === "f16" || dtype === "bf16")) return wish;
  throw new TypeError(
    `${cannot(operator)}: weightsDType is ${describeValue(wish)}, ${
      dtype === "f16" || dtype === "bf16" ? `${dtype} or f32` : dtype
    } expected`,
  );
}
