/**
 * Samples along rays that benchmarks composite.
 *
 * @module
 */

import { type Context, jagged, type JaggedTensor, type Tensor, tensor } from "../../mod.ts";

/** Samples in all. */
export const SAMPLES: number = 1 << 20;
/** Channels of a sample. */
export const CHANNELS = 3;

/** The arguments of compositing, in order. */
export type VolumeArguments = readonly [
  sigmas: JaggedTensor<"f32">,
  rgbs: Tensor<"f32">,
  deltas: Tensor<"f32">,
  ts: Tensor<"f32">,
];

/** Samples of as many rays of equal length; each ray absorbs 1 - 1/e of the light, evenly. */
export function benchSamples(context: Context, rays: number): VolumeArguments {
  const length = SAMPLES / rays;
  const filled = (value: number): Tensor<"f32"> =>
    tensor(new Float32Array(SAMPLES).fill(value), { context });
  const offsets = Array.from({ length: rays + 1 }, (_, ray) => ray * length);
  using sigmas = filled(1);
  const colors = new Float32Array(SAMPLES * CHANNELS).fill(0.5);
  return [
    jagged(sigmas, { offsets }),
    tensor(colors, { context, shape: [SAMPLES, CHANNELS] }),
    filled(1 / length),
    filled(2),
  ];
}
