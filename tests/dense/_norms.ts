/**
 * Oracles of normalizations, in f64.
 *
 * @module
 */

/** What batch normalization by the definition gives, for channels as arrays of rows. */
export interface BatchOracle {
  readonly features: number[];
  readonly mean: number[];
  readonly variance: number[];
}

/** Normalizes [n, channels] by two passes over the rows of each channel. */
export function normalizeBatch(
  x: ArrayLike<number>,
  { channels, epsilon, scale, shift, residual, relu }: {
    readonly channels: number;
    readonly epsilon: number;
    readonly scale: ArrayLike<number>;
    readonly shift: ArrayLike<number>;
    readonly residual?: ArrayLike<number> | undefined;
    readonly relu: boolean;
  },
): BatchOracle {
  const n = x.length / channels;
  const features = new Array<number>(x.length);
  const mean: number[] = [];
  const variance: number[] = [];
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0;
    for (let at = channel; at < x.length; at += channels) sum += x[at] ?? NaN;
    const center = sum / n;
    let squares = 0;
    for (let at = channel; at < x.length; at += channels) squares += ((x[at] ?? NaN) - center) ** 2;
    mean.push(center);
    variance.push(squares / n);
    for (let at = channel; at < x.length; at += channels) {
      const normal = ((x[at] ?? NaN) - center) / Math.sqrt(squares / n + epsilon);
      const y = normal * (scale[channel] ?? NaN) + (shift[channel] ?? NaN) + (residual?.[at] ?? 0);
      features[at] = relu && y < 0 ? 0 : y;
    }
  }
  return { features, mean, variance };
}
