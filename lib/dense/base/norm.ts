/**
 * Parameters and statistics of normalizations, and what they have in common.
 *
 * @module
 */

import type { Float, Tensor } from "../../core/mod.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { checkNumber, checkParts, refuse } from "../../../ffi/base/checks.ts";
import { shareContext } from "../../core/ownership.ts";
import type { BatchNormInferenceRequest } from "../../../ffi/_generated/native.ts";
import type { Epilogue } from "../../../ffi/_generated/symbols.ts";
import { handleOf, handleOrNone } from "../../../ffi/owned.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { epilogueOf } from "./epilogue.ts";
import { checkPerChannel, checkSameRows, type FeatureRows, takeRows } from "../_rows.ts";

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

/** Options that were checked, as native functions take them. */
export interface CheckedNorm<D extends Float> {
  readonly rows: FeatureRows<D>;
  readonly epilogue: Epilogue;
  /** What native functions that normalize take alike. */
  readonly request: Omit<BatchNormInferenceRequest, "context" | "mean" | "variance" | "out">;
}

const NAMES = optionNames<NormalizationOptions>({
  epsilon: true,
  residual: true,
  activation: true,
});

/** Checks features, parameters and options of a normalization. */
export function takeNorm<D extends Float>(
  operator: string,
  features: Tensor<D>,
  norm: Norm<D>,
  options: NormalizationOptions<D>,
): CheckedNorm<D> {
  const { epsilon = 1e-5, residual, activation = "none" } = checkOptions(operator, options, NAMES);
  const rows = takeRows(operator, "features", features);
  checkParts({ operator, name: "norm" }, norm, "{ scale, shift }");
  checkPerChannel(rows, "norm.scale", norm.scale);
  checkPerChannel(rows, "norm.shift", norm.shift);
  if (residual !== undefined) checkSameRows(rows, "residual", residual);
  const { scale, shift } = norm;
  shareContext(operator, features, scale, shift, ...(residual === undefined ? [] : [residual]));
  checkNumber({ operator, name: "epsilon" }, epsilon);
  if (epsilon < 0) {
    refuse(operator, `epsilon is ${epsilon}, 0 or more expected`);
  }
  const { dtype, n, channels } = rows;
  const epilogue = epilogueOf(operator, activation);
  const request = {
    features: handleOf(features.buffer),
    scale: handleOf(scale.buffer),
    shift: handleOf(shift.buffer),
    residual: handleOrNone(residual?.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
    epsilon,
    epilogue,
  };
  return { rows, epilogue, request };
}
