/**
 * Group normalization.
 *
 * @module
 */

import { checkClass, checkParts, refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { type Float, JaggedTensor, type Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import {
  computeNormGradients,
  gradientRequest,
  type Norm,
  type NormalizationOptions,
  type NormGradients,
  type NormGradientTargets,
  type NormInputName,
  type StatisticOf,
  takeNorm,
} from "./base/norm.ts";
import { checkSameRows, type FeatureRows, statisticOf } from "./_rows.ts";

/**
 * Lists of rows and groups of channels that are normalized together.
 *
 * @category Dense layers
 */
export interface NormGroups {
  /** How many groups of neighboring channels there are; divides the number of channels. */
  readonly groups: number;
  /**
   * First row of each list, and the number of rows at the end, as batches and jagged tensors have them.
   *
   * @default {undefined} One list.
   */
  readonly offsets?: BigInt64Array<ArrayBuffer>;
}

/**
 * Options for {@linkcode groupNorm}.
 *
 * @category Dense layers
 */
export interface GroupNormOptions<D extends Float = Float>
  extends NormalizationOptions<D>, NormGroups {}

/**
 * Normalized features, and the statistics that they were normalized by.
 *
 * @category Dense layers
 */
export interface GroupNormalized<D extends Float = Float> extends Bundle {
  /** Normalized features, [n, channels]; owned. */
  readonly features: Tensor<D>;
  /** Mean of each list and group, [lists, groups]; owned. */
  readonly mean: Tensor<StatisticOf<D>>;
  /** 1 / sqrt(variance + epsilon), [lists, groups], NaN for an empty list; owned. */
  readonly factor: Tensor<StatisticOf<D>>;
}

/** Checks groups and lists. */
function takeGroups<D extends Float>(
  { operator, n, channels }: FeatureRows<D>,
  features: Tensor<D>,
  { groups, offsets = BigInt64Array.of(0n, BigInt(n)) }: NormGroups,
): {
  readonly groups: number;
  readonly offsets: BigInt64Array<ArrayBuffer>;
  readonly nLists: number;
} {
  wholeNumber({ operator, name: "groups" }, groups, { least: 1 });
  if (channels % groups !== 0) {
    refuse(
      operator,
      `groups is ${groups}, a divisor of the number of channels, ${channels}, expected`,
    );
  }
  checkClass({ operator, name: "offsets" }, offsets, BigInt64Array);
  const lists = new JaggedTensor(features, offsets);
  return { groups, offsets, nLists: lists.length };
}

const NAMES = optionNames<GroupNormOptions>({
  groups: true,
  offsets: true,
  epsilon: true,
  residual: true,
  activation: true,
});

/**
 * Group normalization: each group of neighboring channels gets mean 0 and variance 1 over the rows of a list, then a scale
 * and a shift per channel.
 *
 * `features = activation((x - mean) / sqrt(variance + epsilon) * scale + shift + residual)`, with the mean and the biased
 * variance of all elements that a list has in a group of channels; all lists are normalized at once, and may be empty.
 * Statistics are summed in f64 relative to the first element, so that no digits cancel; results are computed in f32, f64
 * for f64, and rounded once.
 *
 * @typeParam D Element type of the features.
 * @param features Features, f16, bf16, f32 or f64 [n, channels]; borrowed, as are the others.
 * @param norm Scale and shift, [channels].
 * @param options Groups, lists, epsilon, residual and activation.
 * @returns The result and its statistics; the caller owns them.
 * @throws {RangeError} If shapes do not match, `groups` does not divide the channels, of which there are at most 65536,
 * offsets do not ascend from 0 to the number of rows, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Wu and He, "Group normalization", 2018.
 * @category Dense layers
 *
 * @example Two lists, the second of one row
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { groupNorm } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 3, 3, 1, 10, 30], { context, shape: [3, 2] });
 * using scale = tensor([1, 1], { context });
 * using shift = tensor([0, 0], { context });
 * const offsets = BigInt64Array.of(0n, 2n, 3n);
 * using result = groupNorm(features, { scale, shift }, { groups: 1, offsets, epsilon: 0 });
 * assertEquals([...await result.features.read()], [-1, 1, 1, -1, -1, 1]);
 * assertEquals([...await result.mean.read()], [2, 20]);
 * ```
 */
export function groupNorm<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  options: GroupNormOptions<D>,
): GroupNormalized<D> {
  const operator = "groupNorm";
  const { groups, offsets, ...rest } = checkOptions(operator, options, NAMES);
  const { rows, request } = takeNorm<D>(operator, features, norm, rest);
  const lists = takeGroups(rows, features, { groups, ...offsets !== undefined && { offsets } });
  const { n, channels, dtype } = rows;
  const perGroup = [statisticOf(dtype), [lists.nLists, groups]] as const;
  const layouts = {
    features: [dtype, [n, channels]],
    mean: perGroup,
    factor: perGroup,
  } as const;
  const parts = computeTensors(rows, layouts, (native, out, context) =>
    native.groupNorm({
      ...request,
      ...lists,
      context,
      out: out.features,
      outMean: out.mean,
      outFactor: out.factor,
    }));
  return bundle("GroupNormalized", parts);
}

/**
 * Options for {@linkcode groupNormBackward}.
 *
 * @category Dense layers
 */
export interface GroupNormBackwardOptions<D extends Float = Float> extends NormGroups {
  /**
   * Whether the activation was "relu": gradients are not passed where the result is not above 0.
   *
   * @default {"none"}
   */
  readonly activation?: "none" | "relu";
  /**
   * Inputs whose gradients are computed, besides those of scale and shift.
   *
   * @default {["features"]}
   */
  readonly wanted?: readonly NormInputName[];
  /**
   * Tensors that these gradients are written to, and that are returned, in the place of new ones. `features`, `gradients`
   * and the normalized features may be used up so.
   *
   * @default {undefined} New tensors.
   */
  readonly into?: NormGradientTargets<D>;
}

const BACKWARD_NAMES = optionNames<GroupNormBackwardOptions>({
  groups: true,
  offsets: true,
  activation: true,
  wanted: true,
  into: true,
});

/**
 * Backward pass of {@linkcode groupNorm}.
 *
 * Gradients are those that {@linkcode layerNormBackward} names, with means over the elements of a list and a group. Sums
 * are in f64.
 *
 * @typeParam D Element type of the features.
 * @param features As passed to {@linkcode groupNorm}; borrowed, as are the others.
 * @param norm As passed to it.
 * @param normalized What it returned.
 * @param gradients Gradients of a loss with respect to the normalized features, [n, channels].
 * @param options Groups, lists and activation as passed to it, and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws {RangeError} If shapes do not match, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Dense layers
 */
export function groupNormBackward<D extends Float>(
  features: Tensor<D>,
  norm: Norm<D>,
  normalized: GroupNormalized<D>,
  gradients: Tensor<D>,
  options: GroupNormBackwardOptions<D>,
): NormGradients<D> {
  const operator = "groupNormBackward";
  const { activation = "none", wanted, into, groups, offsets } = checkOptions(
    operator,
    options,
    BACKWARD_NAMES,
  );
  const { rows, epilogue } = takeNorm(operator, features, norm, { activation });
  const lists = takeGroups(rows, features, { groups, ...offsets !== undefined && { offsets } });
  const { dtype } = rows;
  checkParts({ operator, name: "normalized" }, normalized, "the result of groupNorm");
  checkSameRows(rows, "normalized.features", normalized.features);
  for (const name of ["mean", "factor"] as const) {
    const argument = { operator, name: `normalized.${name}` };
    checkDType(argument, normalized[name], [statisticOf(dtype)]);
    checkShape(argument, normalized[name], [lists.nLists, groups]);
  }
  checkSameRows(rows, "gradients", gradients);
  const { mean, factor, features: results } = normalized;
  shareContext(operator, features, norm.scale, results, mean, factor, gradients);
  const read = { features, scale: norm.scale, mean, factor, results, gradients };
  const request = gradientRequest(rows, epilogue, read);
  return computeNormGradients(
    rows,
    { features, wanted, into },
    (native, out) => native.groupNormBackward({ ...lists, ...request, ...out }),
  );
}
