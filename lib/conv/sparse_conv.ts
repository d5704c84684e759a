/**
 * Sparse convolution.
 *
 * @module
 */

import { ConvActivation } from "../../ffi/_generated/symbols.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { Float, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { backendCode, type ConvBackendName } from "./base/backends.ts";
import { inListsOfGrid, rowsOfTarget, takeLayer } from "./_features.ts";
import type { ConvPlan } from "./base/conv_plan.ts";

/**
 * Options for {@linkcode sparseConv}.
 *
 * @category Convolution
 */
export interface SparseConvOptions<D extends Float> {
  /** Added to each channel of the result, [out channels]; none if omitted. Borrowed. */
  readonly bias?: Tensor<D>;
  /**
   * Added to the result before the activation, [target voxels, out channels]; none if omitted. It takes no pass of its
   * own. Borrowed.
   */
  readonly residual?: Lists<D>;
  /** Activation function: "relu" replaces negative sums by 0. None if omitted. */
  readonly activation?: "relu";
  /**
   * The implementation: "auto" selects the fastest that keeps the precision of the element type;
   * {@linkcode ConvPlan.explain} returns which, and why.
   *
   * - "gather-scatter" takes any element type and sums in the same order on all devices.
   * - "igemm" processes tiles of targets that have similar taps. f32 has the same bits as "gather-scatter"; f16 and
   *   bf16 use the tensor cores of a GPU, which accumulate in f32, in an order of their own.
   * - "igemm-split" uses tensor cores for f32: after its row is scaled by a power of two, each number is split into two
   *   f16 numbers, and partial sums of tens of products are accumulated in f32. The error is below 2^-22 of a number,
   *   and below 2^-39 of the largest of its row or its channel's weights. For gradients of weights, channels are
   *   scaled, not rows, and the error is below 2^-39 of a channel's largest number; with up to 32 channels, in or out,
   *   or more than 32 taps, they are those of "igemm".
   * - "tf32" computes f32 as "window" does, with the precision that tensor cores have for f32: features and weights are
   *   each scaled by one power of two and rounded to f16; features of 4 or 8 channels may be scaled separately for what
   *   each window reads. Numbers down to 2^-24 of the largest finite one of the tensor keep 11 bits, smaller ones have
   *   an error of at most 2^-35 of it. Sums, the bias and results are f32; results have relative errors of about 3e-4.
   *   Infinities and NaN are preserved; in weights they may affect every result.
   * - "lggs" uses tensor cores for f16 and bf16: for each tap of 64 targets, the existing rows are gathered without
   *   gaps.
   * - "leaf" uses tensor cores for f16 and bf16 and makes no kernel map: the voxels that the targets of a leaf read are
   *   found from the masks of leaves and kept in on-chip memory. It takes up to 32 input channels and 7 taps along an
   *   axis, without strides.
   * - "brick" uses tensor cores for f16 and bf16 and makes no kernel map: bricks of 4 x 2 x 2 targets are multiplied as
   *   a whole, with zeros for missing voxels. It takes 3 x 3 x 3 taps without strides.
   * - "window" uses tensor cores for f16 and bf16 over windows of targets that are kept in on-chip memory.
   *
   * Tensor cores treat missing voxels as zeros, so infinities and NaN in weights may also affect results that lack
   * their tap: with "window", "leaf", "brick" and "tf32", and with "auto" if it selects "window".
   *
   * "auto" never selects "igemm-split", "tf32", "lggs", "leaf" or "brick".
   *
   * @default {"auto"}
   */
  readonly backend?: ConvBackendName | "auto";
}

const NAMES = optionNames<SparseConvOptions<Float>>({
  bias: true,
  residual: true,
  activation: true,
  backend: true,
});

/**
 * Convolves voxel features.
 *
 * The result at a target voxel is the sum over the taps t of the kernel of `weights[:, :, t]` times the features of the
 * source voxel that the plan connects by that tap; missing voxels contribute nothing. The bias and the residual are added
 * to the sum, in this order, then comes the activation. For a stride of 1 this is the
 * cross-correlation that dense libraries call convolution, with zeros where there are no voxels. With a transposed plan
 * the same weights lead from coarse voxels to fine ones.
 *
 * f16 and bf16 are summed in f32, f32 and f64 in their own type: within a tap over the channels, by fused
 * multiply-adds, then over the taps. Results are rounded once.
 *
 * @typeParam D Element type.
 * @param plan The plan; borrowed, as are the others.
 * @param features Features of the source's voxels, f16, bf16, f32 or f64 [voxels, in channels], in row order; lists
 * must match the source's grids.
 * @param weights Weights, [out channels, in channels, ...kernel], of the same element type; for a kernel of one tap
 * also [out channels, in channels].
 * @param options The bias, the residual, the activation and the backend.
 * @returns Features of the target's voxels, [voxels, out channels], in lists where `features` is; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, there are more than 65536 channels, or there is no such
 * activation or backend.
 * @throws {TypeError} If element types differ or are not supported, or if contexts are mixed.
 * @throws {NativeError} If the backend does not support this convolution.
 * @determinism Same bits in every run on a device, for any number of threads; with "gather-scatter" the same on all
 * devices.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Convolution
 *
 * @example Differences along a row
 * ```ts
 * import { convPlan, gridFromDense, openContext, sparseConv, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 4] });
 * using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
 * using features = tensor([1, 4, 9, 16], { context, shape: [4, 1] });
 * using weights = tensor([-1, 0, 1], { context, shape: [1, 1, 1, 1, 3] });
 * using slopes = sparseConv(plan, features, weights);
 * assertEquals([...await slopes.read()], [4, 8, 12, -9]);
 * ```
 */
export function sparseConv<D extends Float>(
  plan: ConvPlan,
  features: Tensor<D>,
  weights: Tensor<D>,
  options?: SparseConvOptions<D>,
): Tensor<D>;
/**
 * Convolves voxel features in lists, one for each grid.
 *
 * @returns Features of the target's voxels, one list per grid; the caller owns them.
 * @category Convolution
 */
export function sparseConv<D extends Float>(
  plan: ConvPlan,
  features: JaggedTensor<D>,
  weights: Tensor<D>,
  options?: SparseConvOptions<D>,
): JaggedTensor<D>;
export function sparseConv<D extends Float>(
  plan: ConvPlan,
  features: Lists<D>,
  weights: Tensor<D>,
  options: SparseConvOptions<D> = {},
): Lists<D> {
  const operator = "sparseConv";
  const { bias, residual, activation, backend = "auto" } = checkOptions(operator, options, NAMES);
  const added = [bias, residual].filter((one) => one !== undefined);
  const context = shareContext(operator, plan, features, weights, ...added);
  const layer = takeLayer(operator, plan, features, weights);
  const { inChannels, outChannels } = layer;
  const { dtype } = weights;
  if (bias !== undefined) {
    checkDType({ operator, name: "bias" }, bias, [dtype]);
    checkShape({ operator, name: "bias" }, bias, [outChannels]);
  }
  const more = residual && rowsOfTarget(operator, "residual", residual, plan, layer);
  const code = backendCode(operator, backend);
  const activationCode = codeOfActivation(operator, activation);
  const layout = { operator, context, dtype, shape: [plan.target.numVoxels, outChannels] };
  const result = computeTensor(layout, (native, request) =>
    native.sparseConv({
      ...request,
      plan: handleOf(plan),
      features: handleOf(layer.features.buffer),
      weights: handleOf(weights.buffer),
      bias: handleOrNone(bias?.buffer),
      residual: handleOrNone(more?.buffer),
      dtype: dtypeCode(dtype),
      inChannels,
      outChannels,
      activation: activationCode,
      backend: code,
    }));
  return inListsOfGrid(features, plan.target, result);
}

function codeOfActivation(operator: string, activation: "relu" | undefined): ConvActivation {
  if (activation === undefined) return ConvActivation.NONE;
  if (activation === "relu") return ConvActivation.RELU;
  refuse(operator, `activation "${activation}" is not there, relu or nothing expected`);
}
