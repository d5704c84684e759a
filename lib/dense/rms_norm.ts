/**
 * Normalization by the root of mean squares.
 *
 * @module
 */

import { handleOrNone } from "../../ffi/owned.ts";
import { checkOptions } from "../../ffi/base/options.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import {
  gradientLayouts,
  type NormalizationOptions,
  type StatisticOf,
  takeScale,
} from "./base/norm.ts";
import { ROW_NORM_NAMES, type RowNormBackwardOptions } from "./layer_norm.ts";
import { takeRowGradients } from "./_row_norm.ts";
import { checkPerChannel, takeRows } from "./_rows.ts";

/**
 * Divides each row by the root of the mean of its squares, and multiplies it by a scale per channel.
 *
 * `result = activation(x / sqrt(mean of x^2 + epsilon) * scale + residual)`. Precision, options and errors are those of
 * {@linkcode layerNorm}.
 *
 * @typeParam D Element type of the features.
 * @param features Features, f16, bf16, f32 or f64 [n, channels]; borrowed, as are the others.
 * @param scale Factor of normalized features, [channels].
 * @param options Epsilon, residual and activation.
 * @returns Normalized features, [n, channels]; the caller owns them.
 * @determinism Same bits on every backend.
 * @see Zhang and Sennrich, "Root mean square layer normalization", 2019.
 * @category Dense layers
 *
 * @example A row of two channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { rmsNorm } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 7], { context, shape: [1, 2] });
 * using scale = tensor([5, 10], { context });
 * using result = rmsNorm(features, scale, { epsilon: 0 });
 * assertEquals([...await result.read()].map(Math.round), [1, 14]);
 * ```
 */
export function rmsNorm<D extends Float>(
  features: Tensor<D>,
  scale: Tensor<StatisticOf<D>>,
  options: NormalizationOptions<D> = {},
): Tensor<D> {
  const { rows, request } = takeScale("rmsNorm", features, scale, options);
  return computeTensor(
    { ...rows, shape: [rows.n, rows.channels] },
    (native, out) => native.normalizeRows({ ...request, ...out, centered: 0 }),
  );
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode rmsNorm}.
 *
 * @category Dense layers
 */
export interface RmsNormGradients<D extends Float = Float> extends Bundle {
  /** With respect to the features, [n, channels], if wanted; owned. */
  readonly features: Tensor<D> | undefined;
  /** With respect to the scale, [channels]; owned. */
  readonly scale: Tensor<StatisticOf<D>>;
  /** With respect to the residual, [n, channels], if wanted; owned. */
  readonly residual: Tensor<D> | undefined;
}

/**
 * Backward pass of {@linkcode rmsNorm}: that of {@linkcode layerNormBackward} without the mean of h. Options and errors
 * are the same.
 *
 * @typeParam D Element type of the features.
 * @param features As passed to {@linkcode rmsNorm}; borrowed, as are the others.
 * @param scale As passed to it.
 * @param gradients Gradients of a loss with respect to the result, [n, channels].
 * @param options Epsilon, the result if its activation was "relu", and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Dense layers
 */
export function rmsNormBackward<D extends Float>(
  features: Tensor<D>,
  scale: Tensor<StatisticOf<D>>,
  gradients: Tensor<D>,
  options: RowNormBackwardOptions<D> = {},
): RmsNormGradients<D> {
  const operator = "rmsNormBackward";
  const checked = checkOptions(operator, options, ROW_NORM_NAMES);
  const rows = takeRows(operator, "features", features);
  checkPerChannel(rows, "scale", scale);
  const { shift: _, ...layouts } = gradientLayouts(rows, checked.wanted ?? ["features"]);
  const request = takeRowGradients(rows, features, scale, gradients, checked);
  const parts = computeTensors(
    rows,
    layouts,
    (native, out, context) =>
      native.normalizeRowsBackward({
        ...request,
        context,
        centered: 0,
        outFeatures: out.features,
        outScale: out.scale,
        outShift: handleOrNone<"buffer">(undefined),
        outResidual: out.residual,
      }),
  );
  return bundle("RmsNormGradients", parts);
}
