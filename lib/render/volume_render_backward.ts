/**
 * Backward pass of compositing.
 *
 * @module
 */

import { handleOrNone } from "../../ffi/owned.ts";
import type { Lists, Real, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkWanted } from "../../ffi/base/checks.ts";
import { rowsOf } from "../core/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { checkGradients, wantedOnly } from "../core/gradients.ts";
import { raysOf, takeVolume, volumeArguments } from "./_rays.ts";
import type { VolumeRenderOptions } from "./volume_render.ts";

/**
 * Inputs of {@linkcode volumeRender}.
 *
 * @category Rendering
 */
export type VolumeInputName = "sigmas" | "rgbs" | "deltas" | "ts";

/**
 * Gradients of a loss with respect to the results of {@linkcode volumeRender}; what is left out counts as 0.
 *
 * @category Rendering
 */
export interface VolumeResultGradients<D extends Real> {
  /** With respect to the colors, [rays, channels]. */
  readonly rgb?: Tensor<D>;
  /** With respect to the depths, [rays]. */
  readonly depth?: Tensor<D>;
  /** With respect to the opacities, [rays]. */
  readonly opacity?: Tensor<D>;
  /** With respect to the weights, [n]. */
  readonly weights?: Lists<D>;
}

/**
 * Options for {@linkcode volumeRenderBackward}.
 *
 * @category Rendering
 */
export interface VolumeRenderBackwardOptions extends VolumeRenderOptions {
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["sigmas", "rgbs"]}
   */
  readonly wanted?: readonly VolumeInputName[];
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode volumeRender}.
 *
 * @category Rendering
 */
export interface VolumeGradients<D extends Real = Real> extends Bundle {
  /** With respect to the densities, [n], if wanted; owned. */
  readonly sigmas: Tensor<D> | undefined;
  /** With respect to the colors, [n, channels], if wanted; owned. */
  readonly rgbs: Tensor<D> | undefined;
  /** With respect to the lengths, [n], if wanted; owned. */
  readonly deltas: Tensor<D> | undefined;
  /** With respect to the positions, [n], if wanted; owned. */
  readonly ts: Tensor<D> | undefined;
}

const GRADIENT_NAMES = optionNames<VolumeResultGradients<Real>>({
  rgb: true,
  depth: true,
  opacity: true,
  weights: true,
});

const NAMES = optionNames<VolumeRenderBackwardOptions>({
  transmittanceThreshold: true,
  wanted: true,
});

/**
 * Backward pass of {@linkcode volumeRender}: gradients of its inputs from gradients of its results.
 *
 * With `G = g_rgb . c + g_depth * t + g_opacity + g_weight` for each sample, its weight w, and T the transmittance
 * behind it, the gradient of `x = sigma * delta` is `T * G` minus the sum of `w * G` over the samples behind it. Then
 * `d sigma = delta * dx`, `d delta = sigma * dx`, `d c = w * g_rgb` and `d t = w * g_depth`. Samples behind the end of
 * a ray have gradients of 0; the end itself is taken as fixed. Weights and transmittances are recomputed, so nothing
 * from the forward pass is needed.
 *
 * @typeParam D Element type.
 * @param sigmas As passed to {@linkcode volumeRender}; borrowed, as are the others.
 * @param rgbs As passed to {@linkcode volumeRender}.
 * @param deltas As passed to {@linkcode volumeRender}.
 * @param ts As passed to {@linkcode volumeRender}.
 * @param gradients Gradients of a loss with respect to the results.
 * @param options The threshold of the forward pass, and the gradients to compute.
 * @returns Gradients with the shapes of the inputs; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, the threshold is not from 0 to 1, or `wanted` names no input.
 * @throws {TypeError} If the values are not all f16, all f32 or all f64, or belong to different contexts.
 * @determinism Same bits on every backend: the exponential function is computed by additions and multiplications, and
 * the order of sums depends only on the length of a ray.
 * @see Max, "Optical models for direct volume rendering", 1995; Mildenhall et al., "NeRF", 2020, section 4.
 * @category Rendering
 *
 * @example More density, more opacity
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { volumeRenderBackward } from "@denovdb/denovdb/render";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using sigmas = tensor([Math.LN2], { context });
 * using rgbs = tensor([1, 1, 1], { context, shape: [1, 3] });
 * using deltas = tensor([1], { context });
 * using ts = tensor([4], { context });
 * using opacity = tensor([1], { context });
 * using result = volumeRenderBackward(sigmas, rgbs, deltas, ts, { opacity });
 * const [gradient = 0] = await result.sigmas?.read() ?? [];
 * assertAlmostEquals(gradient, 0.5, 1e-6); // of 1 - exp(-sigma)
 * ```
 */
export function volumeRenderBackward<D extends Real>(
  sigmas: Lists<D>,
  rgbs: Lists<D>,
  deltas: Lists<D>,
  ts: Lists<D>,
  gradients: VolumeResultGradients<D>,
  options: VolumeRenderBackwardOptions = {},
): VolumeGradients<D> {
  const operator = "volumeRenderBackward";
  const { wanted = ["sigmas", "rgbs"], transmittanceThreshold = 0 } = checkOptions(
    operator,
    options,
    NAMES,
  );
  const { rgb, depth, opacity, weights } = checkOptions(
    operator,
    gradients,
    GRADIENT_NAMES,
    "gradient",
  );
  const there = [rgb, depth, opacity, weights].filter((gradient) => gradient !== undefined);
  const samples = { sigmas, rgbs, deltas, ts };
  const volume = takeVolume(operator, samples, transmittanceThreshold, ...there);
  // The gradient of the weights may know the rays, too.
  const rays = raysOf(operator, weights === undefined ? samples : { ...samples, weights });
  const byWeights = weights && rowsOf(weights).data;
  const { dtype } = sigmas;
  const { count, rayCount } = rays;
  checkGradients(operator, dtype, {
    rgb: [rgb, [rayCount, volume.channels]],
    depth: [depth, [rayCount]],
    opacity: [opacity, [rayCount]],
    weights: [byWeights, [count]],
  });
  checkWanted(operator, wanted, INPUTS);
  const layouts = {
    sigmas: [dtype, volume.sigmas.shape],
    rgbs: [dtype, volume.rgbs.shape],
    deltas: [dtype, volume.deltas.shape],
    ts: [dtype, volume.ts.shape],
  } as const;
  const parts = computeTensors(
    volume,
    wantedOnly(layouts, wanted),
    (native, out) =>
      native.volumeRenderBackward({
        ...volumeArguments(volume, rays),
        rgbGradients: handleOrNone(rgb?.buffer),
        depthGradients: handleOrNone(depth?.buffer),
        opacityGradients: handleOrNone(opacity?.buffer),
        weightGradients: handleOrNone(byWeights?.buffer),
        outSigmas: out.sigmas,
        outRgbs: out.rgbs,
        outDeltas: out.deltas,
        outTs: out.ts,
      }),
  );
  return bundle("VolumeGradients", parts);
}

const INPUTS: readonly VolumeInputName[] = ["sigmas", "rgbs", "deltas", "ts"];
