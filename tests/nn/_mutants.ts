/**
 * Operators with the right forward and a wrong backward pass: bugs that others had, each computed on the host.
 *
 * @module
 */

import { type ConvPlan, sparseConv, sparseConvBackward } from "../../lib/conv/mod.ts";
import { batchNorm, batchNormBackward } from "../../lib/dense/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { volumeRender, volumeRenderBackward } from "../../lib/render/mod.ts";
import { jagged, type Tensor, tensor } from "../../mod.ts";
import type { Operators } from "./_trajectory.ts";

type Wide = Tensor<"f64">;
type Operand = nn.Operand<"f64">;

/** What may be wrong with the backward pass of a convolution. */
export type ConvBug =
  | "none"
  | "no gradient of features"
  | "mirrored taps of features"
  | "mirrored taps of weights";

/** Weights whose taps are mirrored through the middle of the kernel: those of each pair of channels, backwards. */
function mirrored(weights: Wide): Wide {
  const { context, shape } = weights;
  const taps = shape.slice(2).reduce((count, extent) => count * extent, 1);
  const numbers = weights.readSync();
  for (let at = 0; at < numbers.length; at += taps) numbers.subarray(at, at + taps).reverse();
  return tensor(numbers, { context, shape });
}

/** A convolution with a bug. */
export function convWith(bug: ConvBug): Operators["sparseConv"] {
  const backend = "gather-scatter";
  return (plan: ConvPlan, x: nn.RowsOperand<"f64">, weights: Operand) =>
    nn.apply(
      "convolution",
      [x as Operand, weights],
      ([x, weights]) => ({ result: sparseConv(plan, x, weights, { backend }) }),
      (gradient, { tensors: [x, weights] }) => {
        const kernel = bug === "mirrored taps of features" ? mirrored(weights) : weights;
        const back = sparseConvBackward(plan, x, kernel, gradient, { backend });
        const none = bug === "no gradient of features";
        const byWeights = back.weights as Wide;
        return [
          none
            ? tensor(new Float64Array(x.length), { context: x.context, shape: x.shape })
            : back.features,
          bug === "mirrored taps of weights" ? mirrored(byWeights) : byWeights,
        ];
      },
    );
}

/** What may be left out of the backward pass of a normalization: the mean gradient, and that along the features. */
export type NormBug = "none" | "no means" | "no mean" | "no mean along the features";

/** A normalization with relu and a bug. */
export function normWith(bug: NormBug): Operators["batchNorm"] {
  return (x, { scale, shift }) => ({
    features: nn.apply(
      "normalization",
      [x, scale as Operand, shift as Operand],
      ([x, scale, shift]) => {
        const { features, ...saved } = batchNorm(x, { scale, shift }, { activation: "relu" });
        return { result: features, readsResult: true, saved: nn.ownTree({ ...saved }) };
      },
      (gradient, { tensors: [x, scale, shift], result, saved }) => {
        const given = { features: result, ...saved } as never;
        const back = batchNormBackward(x, { scale, shift }, given, gradient, {
          activation: "relu",
        });
        const { context, shape } = x;
        const [rows = 0, channels = 0] = shape;
        const read = (one: Wide) => one.readSync();
        const [mean, factor, scales] = [read(saved.mean), read(saved.factor), read(scale)];
        const [byScale, byShift] = [read(back.scale), read(back.shift)];
        const [numbers, passed, results] = [read(x), read(gradient), read(result)];
        const keeps = { mean: bug === "none", along: bug === "none" };
        if (bug === "no mean") keeps.along = true;
        if (bug === "no mean along the features") keeps.mean = true;
        const dx = numbers.map((number, at) => {
          const of = (list: Float64Array) => list[at % channels] ?? NaN;
          const own = (results[at] ?? 0) > 0 ? passed[at] ?? NaN : 0;
          const normal = (number - of(mean)) * of(factor);
          const level = keeps.mean ? of(byShift) / rows : 0;
          const along = keeps.along ? normal * of(byScale) / rows : 0;
          return of(scales) * of(factor) * (own - level - along);
        });
        return [tensor(dx, { context, shape }), back.scale, back.shift];
      },
    ),
  });
}

/** Opacities of rays whose densities get gradients, with or without what hides what is behind. */
export function opacityWith(
  bug: "none" | "no occlusion",
  offsets: readonly number[],
): (sigmas: nn.Value<"f64">, colors: Wide, deltas: Wide, ts: Wide) => nn.Value<"f64"> {
  return (sigmas, colors, deltas, ts) =>
    nn.apply(
      "compositing",
      [sigmas],
      ([sigmas]) => ({
        result: volumeRender(jagged(sigmas, { offsets: [...offsets] }), colors, deltas, ts).rgb,
      }),
      (gradient, { tensors: [sigmas] }) => {
        const lists = jagged(sigmas, { offsets: [...offsets] });
        if (bug === "none") {
          return [volumeRenderBackward(lists, colors, deltas, ts, { rgb: gradient }).sigmas];
        }
        const [densities, lengths] = [sigmas.readSync(), deltas.readSync()];
        const [shades, byRgb] = [colors.readSync(), gradient.readSync()];
        const channels = colors.shape[1] ?? 0;
        const found = densities.map((density, sample) => {
          const ray = offsets.findLastIndex((first) => first <= sample);
          let depth = 0;
          for (let at = offsets[ray] ?? 0; at <= sample; at++) {
            depth += (densities[at] ?? NaN) * (lengths[at] ?? NaN);
          }
          let value = 0;
          for (let channel = 0; channel < channels; channel++) {
            const shade = shades[sample * channels + channel] ?? NaN;
            value += (byRgb[ray * channels + channel] ?? NaN) * shade;
          }
          return density < 0 ? 0 : (lengths[sample] ?? NaN) * Math.exp(-depth) * value;
        });
        return [tensor(found, { context: sigmas.context })];
      },
    );
}
