/**
 * Compositing of samples along rays.
 *
 * @module
 */

import { JaggedTensor, type Lists, type Real, type Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { takeVolume, volumeArguments } from "./_rays.ts";

/**
 * Options for {@linkcode volumeRender}.
 *
 * @category Rendering
 */
export interface VolumeRenderOptions {
  /**
   * Transmittance at or below which a ray ends; the sample that reaches it still counts. With 0, a ray ends when its
   * transmittance underflows.
   *
   * @default {0}
   */
  readonly transmittanceThreshold?: number;
}

/**
 * Results of compositing samples along rays.
 *
 * @category Rendering
 */
export interface VolumeRendering<D extends Real = Real> extends Bundle {
  /** Weighted sum of colors of each ray, [rays, channels]; owned. */
  readonly rgb: Tensor<D>;
  /** Weighted sum of positions of each ray, not divided by the opacity, [rays]; owned. */
  readonly depth: Tensor<D>;
  /** Sum of weights of each ray, [rays]; owned. */
  readonly opacity: Tensor<D>;
  /** Weight of each sample, 0 behind the end of its ray, [n] in lists by ray; owned. */
  readonly weights: JaggedTensor<D>;
  /** Number of samples of each ray up to its end, i64 [rays]; owned. */
  readonly sampleCounts: Tensor<"i64">;
}

const NAMES = optionNames<VolumeRenderOptions>({ transmittanceThreshold: true });

/**
 * Composites samples along rays, front to back, with an emission-absorption model.
 *
 * With transmittance T = 1 at the start of a ray, each sample i absorbs `a = 1 - exp(-sigma * delta)`, has the weight
 * `w = a * T`, and leaves `T * (1 - a)`. The results of a ray are `rgb = sum w * c`, `depth = sum w * t` and
 * `opacity = sum w`; a background adds `(1 - opacity)` of its color. A ray ends with the sample that brings the
 * transmittance to the threshold or below: it counts, and those behind it are ignored. A ray without samples results in
 * 0.
 *
 * The rays are the lists of those arguments that are lists, which must match; the others are tensors with as many rows.
 * If no argument is in lists, all samples belong to one ray. f16 is computed in f32, f32 and f64 in their own type.
 * Long rays are computed in parallel, in blocks of 32 samples.
 *
 * @typeParam D Element type.
 * @param sigmas Density of each sample, [n]; borrowed, as are the others.
 * @param rgbs Color of each sample, or any number of other channels, [n, channels].
 * @param deltas Length of each sample along its ray, [n], in the reciprocal unit of `sigmas`.
 * @param ts Position of each sample along its ray, [n].
 * @param options The transmittance at which rays end.
 * @returns Colors, depths, opacities, weights and counts; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, or if the threshold is not from 0 to 1.
 * @throws {TypeError} If the samples are not all f16, all f32 or all f64, or belong to different contexts.
 * @determinism Same bits on every backend: the exponential function is computed by additions and multiplications, and
 * the order of sums depends only on the length of a ray.
 * @see Max, "Optical models for direct volume rendering", 1995; Mildenhall et al., "NeRF", 2020, section 4.
 * @category Rendering
 *
 * @example Half of the light stops at each of two samples
 * ```ts
 * import { jagged, openContext, tensor, volumeRender } from "@denovdb/denovdb";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using data = tensor([Math.LN2, Math.LN2], { context });
 * using sigmas = jagged(data, { offsets: [0, 2] });
 * using rgbs = tensor([1, 0, 0, 0, 1, 0], { context, shape: [2, 3] });
 * using deltas = tensor([1, 1], { context });
 * using ts = tensor([4, 8], { context });
 * using result = volumeRender(sigmas, rgbs, deltas, ts);
 * const [red = 0, green = 0] = await result.rgb.read();
 * const [depth = 0] = await result.depth.read();
 * assertAlmostEquals(red, 0.5, 1e-6);
 * assertAlmostEquals(green, 0.25, 1e-6);
 * assertAlmostEquals(depth, 0.5 * 4 + 0.25 * 8, 1e-6);
 * ```
 */
export function volumeRender<D extends Real>(
  sigmas: Lists<D>,
  rgbs: Lists<D>,
  deltas: Lists<D>,
  ts: Lists<D>,
  options: VolumeRenderOptions = {},
): VolumeRendering<D> {
  const operator = "volumeRender";
  const { transmittanceThreshold = 0 } = checkOptions(operator, options, NAMES);
  const volume = takeVolume(operator, { sigmas, rgbs, deltas, ts }, transmittanceThreshold);
  const { rays, rays: { count, rayCount, offsets, outerOffsets }, channels } = volume;
  const { dtype } = sigmas;
  const layouts = {
    rgb: [dtype, [rayCount, channels]],
    depth: [dtype, [rayCount]],
    opacity: [dtype, [rayCount]],
    weights: [dtype, [count]],
    sampleCounts: ["i64", [rayCount]],
  } as const;
  const parts = computeTensors(volume, layouts, (native, out) =>
    native.volumeRender({
      ...volumeArguments(volume, rays),
      outRgb: out.rgb,
      outDepth: out.depth,
      outOpacity: out.opacity,
      outWeights: out.weights,
      outCounts: out.sampleCounts,
    }));
  const weights = new JaggedTensor(parts.weights, offsets, outerOffsets);
  return bundle("VolumeRendering", { ...parts, weights });
}
