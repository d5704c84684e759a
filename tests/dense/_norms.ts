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

/** How rows or groups are normalized. */
export interface GroupOracle {
  readonly channels: number;
  readonly groups: number;
  readonly offsets: readonly number[];
  readonly epsilon: number;
  readonly scale: ArrayLike<number>;
  readonly shift?: ArrayLike<number>;
  readonly residual?: ArrayLike<number> | undefined;
  readonly relu: boolean;
  /** Whether the mean is subtracted; true by default. */
  readonly centered?: boolean;
}

/** Normalizes each group of channels of each list by two passes. Rows are lists of one row and one group. */
export function normalizeGroups(x: ArrayLike<number>, oracle: GroupOracle): number[] {
  const { channels, groups, offsets, epsilon, scale, shift, residual, relu } = oracle;
  const { centered = true } = oracle;
  const result = new Array<number>(x.length);
  const width = channels / groups;
  for (let list = 0; list + 1 < offsets.length; list++) {
    for (let group = 0; group < groups; group++) {
      const places: number[] = [];
      for (let row = offsets[list] ?? NaN; row < (offsets[list + 1] ?? NaN); row++) {
        for (let at = 0; at < width; at++) places.push(row * channels + group * width + at);
      }
      const held = places.map((place) => x[place] ?? NaN);
      const mean = centered ? held.reduce((sum, one) => sum + one, 0) / held.length : 0;
      const variance = held.reduce((sum, one) => sum + (one - mean) ** 2, 0) / held.length;
      for (const place of places) {
        const channel = place % channels;
        const normal = ((x[place] ?? NaN) - mean) / Math.sqrt(variance + epsilon);
        const y = normal * (scale[channel] ?? NaN) + (shift?.[channel] ?? 0) +
          (residual?.[place] ?? 0);
        result[place] = relu && y < 0 ? 0 : y;
      }
    }
  }
  return result;
}

/** Offsets of as many lists of one row. */
export function rowsAsLists(n: number): number[] {
  return Array.from({ length: n + 1 }, (_, at) => at);
}
