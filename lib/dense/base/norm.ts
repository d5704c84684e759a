/**
 * Parameters and statistics of normalizations, and what they have in common.
 *
 * @module
 */

import type { Float, Tensor } from "../../core/mod.ts";
import { checkOptions, type OptionNames, optionNames } from "../../../ffi/base/options.ts";
import { checkNumber, checkParts, checkWanted, refuse } from "../../../ffi/base/checks.ts";
import { type Bundle, bundle } from "../../core/bundle.ts";
import { computeTensors, type Layout, type Layouts } from "../../core/compute_tensors.ts";
import { wantedOnly } from "../../core/gradients.ts";
import { shareContext } from "../../core/ownership.ts";
import type {
  BatchNormBackwardRequest,
  BatchNormInferenceRequest,
  Native,
  Status,
} from "../../../ffi/_generated/native.ts";
import type { Epilogue } from "../../../ffi/_generated/symbols.ts";
import { handleOf, handleOrNone } from "../../../ffi/owned.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { epilogueOf } from "./epilogue.ts";
import {
  checkPerChannel,
  checkSameRows,
  type FeatureRows,
  statisticOf,
  takeRows,
} from "../_rows.ts";

/**
 * Element type of statistics and parameters of normalizations: f64 for features in f64, f32 for others.
 *
 * @category Dense layers
 */
export type StatisticOf<D extends Float> = D extends "f64" ? "f64" : "f32";

/**
 * Parameters of a normalization, one number per channel.
 *
 * @category Dense layers
 */
export interface Norm<D extends Float = Float> {
  /** Factor of normalized features, [channels]; 1 at the start of a training. */
  readonly scale: Tensor<StatisticOf<D>>;
  /** What is added to them, [channels]; 0 at the start of a training. */
  readonly shift: Tensor<StatisticOf<D>>;
}

/**
 * Options of normalizations.
 *
 * @category Dense layers
 */
export interface NormalizationOptions<D extends Float = Float> {
  /**
   * What is added to variances; 0 or more.
   *
   * @default {1e-5}
   */
  readonly epsilon?: number;
  /** Rows that are added to the normalized ones, in the shape of the features; borrowed. */
  readonly residual?: Tensor<D>;
  /**
   * "relu" makes results 0 where they would be negative.
   *
   * @default {"none"}
   */
  readonly activation?: "none" | "relu";
}

/**
 * Inputs of normalizations whose gradients can be left out.
 *
 * @category Dense layers
 */
export type NormInputName = "features" | "residual";

/**
 * Gradients of a loss with respect to the inputs of a normalization.
 *
 * @category Dense layers
 */
export interface NormGradients<D extends Float = Float> extends Bundle {
  /** With respect to the features, [n, channels], if wanted; owned. */
  readonly features: Tensor<D> | undefined;
  /** With respect to the scale, [channels]; owned. */
  readonly scale: Tensor<StatisticOf<D>>;
  /** With respect to the shift, [channels]; owned. */
  readonly shift: Tensor<StatisticOf<D>>;
  /** With respect to the residual, [n, channels], if wanted; owned. */
  readonly residual: Tensor<D> | undefined;
}

/**
 * Tensors that gradients of rows are written to.
 *
 * @category Dense layers
 */
export interface NormGradientTargets<D extends Float = Float> {
  /** For the gradients with respect to the features, [n, channels]. */
  readonly features?: Tensor<D>;
  /** For those with respect to the residual, [n, channels]. */
  readonly residual?: Tensor<D>;
}

const INPUTS: readonly NormInputName[] = ["features", "residual"];

/** Layouts of the gradients of a normalization. */
export interface GradientLayouts<D extends Float> {
  readonly features: Layout<D> | undefined;
  readonly scale: Layout<StatisticOf<D>>;
  readonly shift: Layout<StatisticOf<D>>;
  readonly residual: Layout<D> | undefined;
}

/** Layouts of gradients, of those of rows that are wanted. */
export function gradientLayouts<D extends Float>(
  { operator, dtype, n, channels }: FeatureRows<D>,
  wanted: readonly NormInputName[],
): GradientLayouts<D> & Layouts {
  checkWanted(operator, wanted, INPUTS);
  const perChannel = [statisticOf(dtype), [channels]] as const;
  const perElement = [dtype, [n, channels]] as const;
  return {
    ...wantedOnly({ features: perElement, residual: perElement }, wanted),
    scale: perChannel,
    shift: perChannel,
  };
}

/** Has a native function write gradients: to the tensors that are given, and to new ones. */
export function computeNormGradients<D extends Float>(
  rows: FeatureRows<D>,
  { features, wanted = ["features"], into = {} }: {
    readonly features: Tensor<D>;
    readonly wanted?: readonly NormInputName[] | undefined;
    readonly into?: NormGradientTargets<D> | undefined;
  },
  call: (native: Native, out: GradientOutputs) => Status,
): NormGradients<D> {
  const { operator } = rows;
  const layouts = gradientLayouts(rows, wanted);
  checkParts({ operator, name: "into" }, into, "{ features, residual }");
  const given: Partial<Record<NormInputName, Tensor<D>>> = {};
  for (const name of INPUTS) {
    const target = into[name];
    if (target === undefined) continue;
    checkSameRows(rows, `into.${name}`, target);
    shareContext(operator, features, target);
    if (!wanted.includes(name)) refuse(operator, `into has ${name}, which is not wanted`);
    given[name] = target;
  }
  const left = {
    ...layouts,
    features: given.features === undefined ? layouts.features : undefined,
    residual: given.residual === undefined ? layouts.residual : undefined,
  };
  const parts = computeTensors(rows, left, (native, out, context) => {
    const handle = (name: NormInputName) =>
      given[name] === undefined ? out[name] : handleOf(given[name].buffer);
    return call(native, {
      context,
      outFeatures: handle("features"),
      outScale: out.scale,
      outShift: out.shift,
      outResidual: handle("residual"),
    });
  });
  return bundle("NormGradients", { ...parts, ...given } as NormGradientParts<D>);
}

type NormGradientParts<D extends Float> = Omit<NormGradients<D>, keyof Bundle>;

/** The context and what is written to, as native functions take them. */
type GradientOutputs = Pick<
  BatchNormBackwardRequest,
  "context" | "outFeatures" | "outScale" | "outShift" | "outResidual"
>;

/** Options that were checked, as native functions take them. */
export interface CheckedNorm<D extends Float> {
  readonly rows: FeatureRows<D>;
  readonly epilogue: Epilogue;
  /** What native functions that normalize take alike. */
  readonly request: Omit<BatchNormInferenceRequest, "context" | "mean" | "variance" | "out">;
}

const KINDS = { epsilon: true, residual: true, activation: true } as const;

const NAMES = optionNames<NormalizationOptions>(KINDS);

/**
 * Options of batch normalization by the statistics of all rows.
 *
 * @category Dense layers
 */
export interface BatchNormOptions<D extends Float = Float> extends NormalizationOptions<D> {
  /**
   * Whether the unbiased variance is returned besides, which running statistics are blended with: the biased one times
   * n / (n - 1).
   *
   * @default {false}
   */
  readonly unbiased?: boolean;
}

/** Names of the options of batch normalization. */
export const BATCH_NAMES: OptionNames<BatchNormOptions> = optionNames<BatchNormOptions>({
  ...KINDS,
  unbiased: "boolean",
});

/** Checks features, parameters and options of a normalization. */
export function takeNorm<D extends Float>(
  operator: string,
  features: Tensor<D>,
  norm: Norm<D>,
  options: BatchNormOptions<D>,
  names: OptionNames<BatchNormOptions> = NAMES,
): CheckedNorm<D> {
  const checked = checkOptions(operator, options, names);
  const rows = takeRows(operator, "features", features);
  checkParts({ operator, name: "norm" }, norm, "{ scale, shift }");
  checkPerChannel(rows, "norm.scale", norm.scale);
  checkPerChannel(rows, "norm.shift", norm.shift);
  return take(rows, features, norm, checked);
}

/** Checks features, the scale and options of a normalization that does not shift. */
export function takeScale<D extends Float>(
  operator: string,
  features: Tensor<D>,
  scale: Tensor<StatisticOf<D>>,
  options: NormalizationOptions<D>,
): CheckedNorm<D> {
  const checked = checkOptions(operator, options, NAMES);
  const rows = takeRows(operator, "features", features);
  checkPerChannel(rows, "scale", scale);
  return take(rows, features, { scale }, checked);
}

/** Checks what is added to variances. */
export function checkEpsilon(operator: string, epsilon: number): void {
  checkNumber({ operator, name: "epsilon" }, epsilon);
  if (epsilon < 0) {
    refuse(operator, `epsilon is ${epsilon}, 0 or more expected`);
  }
}

function take<D extends Float>(
  rows: FeatureRows<D>,
  features: Tensor<D>,
  { scale, shift }: Partial<Norm<D>> & Pick<Norm<D>, "scale">,
  { epsilon = 1e-5, residual, activation = "none" }: NormalizationOptions<D>,
): CheckedNorm<D> {
  const { operator, dtype, n, channels } = rows;
  if (residual !== undefined) checkSameRows(rows, "residual", residual);
  const given = [shift, residual].filter((one) => one !== undefined);
  shareContext(operator, features, scale, ...given);
  checkEpsilon(operator, epsilon);
  const epilogue = epilogueOf(operator, activation);
  const request = {
    features: handleOf(features.buffer),
    scale: handleOf(scale.buffer),
    shift: handleOrNone(shift?.buffer),
    residual: handleOrNone(residual?.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
    epsilon,
    epilogue,
  };
  return { rows, epilogue, request };
}

/** Tensors that a backward pass by statistics reads. */
export interface GradientInputs {
  readonly features: Tensor;
  readonly scale: Tensor;
  readonly mean: Tensor;
  readonly factor: Tensor;
  /** Normalized features, which ReLU asks for. */
  readonly results: Tensor;
  readonly gradients: Tensor;
}

/** The arguments that backward passes by statistics have in common. */
export function gradientRequest<D extends Float>(
  { dtype, n, channels }: FeatureRows<D>,
  epilogue: Epilogue,
  { features, scale, mean, factor, results, gradients }: GradientInputs,
): Omit<BatchNormBackwardRequest, keyof GradientOutputs> {
  return {
    features: handleOf(features.buffer),
    scale: handleOf(scale.buffer),
    mean: handleOf(mean.buffer),
    factor: handleOf(factor.buffer),
    results: handleOrNone(epilogue === 0 ? undefined : results.buffer),
    gradients: handleOf(gradients.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
  };
}
