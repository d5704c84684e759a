/**
 * Samples along rays on the host, and compositing by its definition.
 *
 * @module
 */

import {
  type Context,
  jagged,
  type JaggedTensor,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";

/** Samples of rays in double precision. */
export interface Samples {
  /** Samples of each ray. */
  readonly lengths: readonly number[];
  readonly channels: number;
  readonly sigmas: Float64Array;
  /** [n, channels] */
  readonly rgbs: Float64Array;
  readonly deltas: Float64Array;
  readonly ts: Float64Array;
}

/** What compositing gives, in double precision. */
export interface Composited {
  readonly rgb: Float64Array;
  readonly depth: Float64Array;
  readonly opacity: Float64Array;
  readonly weights: Float64Array;
  readonly counts: readonly number[];
}

const ARRAYS = { f16: Float16Array, f32: Float32Array, f64: Float64Array };

/** First sample of each ray, and the number of samples. */
export function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** Numbers as an element type holds them. */
export function rounded(dtype: Real, numbers: ArrayLike<number>): Float64Array<ArrayBuffer> {
  return Float64Array.from(ARRAYS[dtype].from(Array.from(numbers)));
}

/** Samples that look random, as an element type holds them; a sample absorbs some 10 percent. */
export function randomSamples(
  seed: number,
  lengths: readonly number[],
  { channels = 3, dtype = "f64" }: { readonly channels?: number; readonly dtype?: Real } = {},
): Samples {
  const random = new Random(seed);
  const n = startsOf(lengths).at(-1) ?? 0;
  const draw = (count: number, least: number, most: number): Float64Array =>
    rounded(dtype, Array.from({ length: count }, () => random.number(least, most)));
  return {
    lengths,
    channels,
    sigmas: draw(n, 0, 2),
    rgbs: draw(n * channels, -1, 1),
    deltas: draw(n, 0.01, 0.2),
    ts: draw(n, 1, 5),
  };
}

/** Composites one sample after the other. */
export function composite(
  { lengths, channels, sigmas, rgbs, deltas, ts }: Samples,
  threshold = 0,
): Composited {
  const starts = startsOf(lengths);
  const rgb = new Float64Array(lengths.length * channels);
  const depth = new Float64Array(lengths.length);
  const opacity = new Float64Array(lengths.length);
  const weights = new Float64Array(sigmas.length);
  const counts = lengths.map((length, ray) => {
    let transmittance = 1;
    for (let place = 0; place < length; place++) {
      const s = (starts[ray] ?? 0) + place;
      const alpha = 1 - Math.exp(-(sigmas[s] ?? 0) * (deltas[s] ?? 0));
      const weight = alpha * transmittance;
      weights[s] = weight;
      for (let c = 0; c < channels; c++) {
        const at = ray * channels + c;
        rgb[at] = (rgb[at] ?? 0) + weight * (rgbs[s * channels + c] ?? 0);
      }
      depth[ray] = (depth[ray] ?? 0) + weight * (ts[s] ?? 0);
      opacity[ray] = (opacity[ray] ?? 0) + weight;
      transmittance *= 1 - alpha;
      if (transmittance <= threshold) return place + 1;
    }
    return length;
  });
  return { rgb, depth, opacity, weights, counts };
}

/** Samples on a device; densities are in lists by ray. */
export class DeviceSamples<D extends Real> implements Disposable {
  readonly sigmas: JaggedTensor<D>;
  readonly rgbs: Tensor<D>;
  readonly deltas: Tensor<D>;
  readonly ts: Tensor<D>;

  constructor(context: Context, dtype: D, samples: Samples) {
    const n = samples.sigmas.length;
    using sigmas = tensor([...samples.sigmas], { context, dtype });
    this.sigmas = jagged(sigmas, { offsets: startsOf(samples.lengths) });
    this.rgbs = tensor([...samples.rgbs], { context, dtype, shape: [n, samples.channels] });
    this.deltas = tensor([...samples.deltas], { context, dtype });
    this.ts = tensor([...samples.ts], { context, dtype });
  }

  /** The arguments of compositing, in order. */
  get args(): readonly [JaggedTensor<D>, Tensor<D>, Tensor<D>, Tensor<D>] {
    return [this.sigmas, this.rgbs, this.deltas, this.ts];
  }

  [Symbol.dispose](): void {
    for (const part of this.args) part.dispose();
  }
}
