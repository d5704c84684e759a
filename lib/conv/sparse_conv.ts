/**
 * Sparse convolution.
 *
 * @module
 */

import { ConvActivation } from "../../ffi/_generated/symbols.ts";
import {
  emptyTensor,
  type Float,
  type JaggedTensor,
  type Lists,
  type Tensor,
} from "../core/mod.ts";
import { checkDType, checkOptions, checkShape, optionNames, refuse } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, NO_BUFFER, shareContext } from "../core/ownership.ts";
import { backendCode, type ConvBackendName } from "./_backends.ts";
import { inListsOfGrid, takeLayer } from "./_features.ts";
import type { ConvPlan } from "./_plan.ts";

/** Options for {@linkcode sparseConv}. */
export interface SparseConvOptions<D extends Float> {
  /** What is added to each channel of the result, [out channels]; nothing when left out. Borrowed. */
  readonly bias?: Tensor<D>;
  /** What is done to the sums: "relu" turns what is below 0 into 0. Nothing when left out. */
  readonly activation?: "relu";
  /**
   * Who computes: "auto" takes the fastest that keeps to the precision of the element type; {@linkcode ConvPlan.explain}
   * says which, and why.
   *
   * - "gather-scatter" takes any element type and sums in one order on all devices.
   * - "igemm" goes over tiles of targets that have much the same taps. f32 has the bits of "gather-scatter"; f16 and bf16
   *   use the matrix units of a GPU, which sum in f32, in an order of their own.
   * - "igemm-split" uses matrix units for f32: each number is split in two of f16 after its row is scaled by a power of
   *   two, and tens of products are summed before f32 takes over. What is lost is below 2^-22 of a number, and below 2^-39
   *   of the largest of its row or its channel's weights. Gradients of weights scale each channel, not rows, and lose what
   *   is below 2^-39 of its largest; of up to 32 channels, in or out, or more than 32 taps they are those of "igemm".
   * - "tf32" takes f32 the way of "window", with as many bits as matrix units have for f32: features and weights are each
   *   scaled by one power of two and rounded to f16; features of 4 or 8 channels may be by one for what each window reads. Of
   *   numbers down to 2^-24 of the largest finite one of the tensor 11 bits are left, smaller ones are off by no more than
   *   2^-35 of it. Sums, the bias and results are f32; errors of results are some 3e-4 of their size. Infinities and NaN
   *   stay what they are; in weights they may reach every result.
   * - "lggs" uses matrix units for f16 and bf16: each tap of 64 targets gathers the rows that are there without gaps.
   * - "leaf" uses matrix units for f16 and bf16 and makes no kernel map: what the targets of a leaf read is found in the
   *   masks of leaves and held on chip. It takes up to 32 channels in and 7 taps along an axis, without strides.
   * - "brick" uses matrix units for f16 and bf16 and makes no kernel map: bricks of 4 x 2 x 2 targets are multiplied whole,
   *   with zeros for voxels that are not there. It takes 3 x 3 x 3 taps without strides.
   * - "window" uses matrix units for f16 and bf16 over windows of targets that are held on chip.
   *
   * Matrix units take voxels that are not there for zeros, so infinities and NaN in weights may also reach results that
   * lack their tap: by "window", "leaf", "brick" and "tf32", and by "auto" where it takes "window".
   *
   * "auto" takes none of "igemm-split", "tf32", "lggs", "leaf" and "brick".
   *
   * @default {"auto"}
   */
  readonly backend?: ConvBackendName | "auto";
}

const NAMES = optionNames<SparseConvOptions<Float>>({
  bias: true,
  activation: true,
  backend: true,
});

/**
 * Convolves features of voxels.
 *
 * The result at a target voxel is the sum over the taps t of the kernel of `weights[:, :, t]` times the features of the
 * source voxel that the plan ties to it by that tap; where there is none, nothing is added. For a stride of 1 this is the
 * cross-correlation that dense libraries call convolution, with zeros where there are no voxels. Along a transposed plan
 * the same weights lead from coarse voxels to fine ones.
 *
 * f16 and bf16 are summed in f32, f32 and f64 in their own type: within a tap over the channels, by fused multiply-adds,
 * then over the taps. Results are rounded once.
 *
 * @typeParam D Element type.
 * @param plan Which voxel reads which; borrowed, as are the others.
 * @param features Features of the source's voxels, f16, bf16, f32 or f64 [voxels, in channels], in row order; lists
 * have to be those of the source's grids.
 * @param weights Weights, [out channels, in channels, ...kernel], of the same element type; [out channels, in
 * channels] will do for a kernel of one tap.
 * @param options The bias, the activation and the backend.
 * @returns Features of the target's voxels, [voxels, out channels], in lists where `features` is; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together, there are more than 65536 channels, or there is no such
 * activation or backend.
 * @throws {TypeError} If element types differ or are of another kind, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If the backend cannot compute this, or device memory runs out.
 * @determinism Same bits in every run on a device, for any number of threads; by "gather-scatter" the same on all devices.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
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
 * Convolves features of voxels that are lists, one for each grid.
 *
 * @returns Features of the target's voxels, one list per grid; the caller owns them.
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
  const { bias, activation, backend = "auto" } = checkOptions(operator, options, NAMES);
  const context = shareContext(operator, plan, features, weights, ...(bias ? [bias] : []));
  const layer = takeLayer(operator, plan, features, weights);
  const { inChannels, outChannels } = layer;
  const { dtype } = weights;
  if (bias !== undefined) {
    checkDType({ operator, name: "bias" }, bias, [dtype]);
    checkShape({ operator, name: "bias" }, bias, [outChannels]);
  }
  const code = backendCode(operator, backend);
  const activationCode = codeOfActivation(operator, activation);
  const result = emptyTensor([plan.target.numVoxels, outChannels], { context, dtype });
  return disposeOnError(result, () => {
    const status = context.native.sparseConv(
      context.handle,
      plan.handle,
      layer.features.buffer.handle,
      weights.buffer.handle,
      bias?.buffer.handle ?? NO_BUFFER,
      dtypeCode(dtype),
      inChannels,
      outChannels,
      activationCode,
      code,
      result.buffer.handle,
    );
    context.check(status, operator);
    return inListsOfGrid(features, plan.target, result);
  });
}

function codeOfActivation(operator: string, activation: "relu" | undefined): ConvActivation {
  if (activation === undefined) return ConvActivation.NONE;
  if (activation === "relu") return ConvActivation.RELU;
  refuse(operator, `activation "${activation}" is not there, relu or nothing expected`);
}
