/**
 * Histograms of samples, and the value where air ends and matter begins.
 *
 * @module
 */

/** Counts of values in bins of even width. */
export interface Histogram {
  /** Number of finite values in each bin. */
  readonly counts: Float64Array;
  /** The least finite value. */
  readonly least: number;
  /** The greatest finite value. */
  readonly most: number;
}

/** Bins of a histogram: bytes have one each. */
const BINS = 256;

/**
 * Counts values.
 *
 * @param values Any numbers; those that are not finite are left out.
 * @returns Counts in 256 bins from the least to the greatest value.
 * @throws {RangeError} If no value is finite.
 */
export function histogramOf(values: ArrayLike<number | bigint>): Histogram {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]);
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) throw new RangeError("Cannot render: the file holds no finite sample");
  const counts = new Float64Array(BINS);
  // Halves, because the difference of two finite numbers need not be one.
  const half = most / 2 - least / 2;
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]);
    if (!Number.isFinite(value)) continue;
    const bin = half > 0 ? Math.round((value / 2 - least / 2) / half * (BINS - 1)) : 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { counts, least, most };
}

/** The value in the middle of a bin. */
export function valueOfBin({ least, most }: Histogram, bin: number): number {
  return least + (most / (BINS - 1) - least / (BINS - 1)) * bin;
}

/** By how much a hill has to rise over the valley before it, so that noise makes none. */
const RISE = 1.2;

/** By how many square roots of its height, for a few samples more than none are no hill. */
const CERTAINTY = 3;

/**
 * Finds the value up to which samples are air.
 *
 * Most samples of a scan are air or nearly so: that is the highest peak. What follows it falls to a valley before the
 * first hill of matter, and there the threshold is. Where nothing rises again, Otsu's method divides the values.
 *
 * @param histogram The values.
 * @returns A value from the least to below the greatest, or the one that all have.
 * @see Otsu, "A threshold selection method from gray-level histograms", 1979.
 */
export function airThreshold(histogram: Histogram): number {
  const smooth = smoothed(smoothed(histogram.counts));
  let peak = 0;
  smooth.forEach((count, bin) => {
    if (count > (smooth[peak] ?? 0)) peak = bin;
  });
  let valley = peak;
  for (let bin = peak; bin < smooth.length; bin++) {
    const [count = 0, low = 0] = [smooth[bin], smooth[valley]];
    if (count < low) valley = bin;
    const isHill = count > low * RISE && count - low > CERTAINTY * Math.sqrt(count);
    if (isHill && valley > peak) return valueOfBin(histogram, valley);
  }
  return valueOfBin(histogram, otsu(histogram.counts));
}

/** Averages each bin with two on either side. */
function smoothed(counts: Float64Array): Float64Array {
  return counts.map((_, bin) => {
    let sum = 0;
    for (let near = bin - 2; near <= bin + 2; near++) sum += counts[near] ?? 0;
    return sum / 5;
  });
}

/** The last bin of the lower class, when the classes differ the most. */
function otsu(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const moment = counts.reduce((sum, count, bin) => sum + count * bin, 0);
  let best = { bin: 0, between: -1 };
  let below = 0;
  let belowMoment = 0;
  counts.forEach((count, bin) => {
    below += count;
    belowMoment += count * bin;
    if (below === 0 || below === total) return;
    const difference = belowMoment / below - (moment - belowMoment) / (total - below);
    const between = below * (total - below) * difference ** 2;
    if (between > best.between) best = { bin, between };
  });
  return best.bin;
}

/**
 * Finds the value below which a share of the samples above a threshold lie.
 *
 * @param histogram The values.
 * @param threshold Samples up to this do not count.
 * @param share From 0 to 1.
 * @returns A value above the threshold where there is one.
 */
export function quantileAbove(histogram: Histogram, threshold: number, share: number): number {
  const { counts, most } = histogram;
  const above = counts.map((count, bin) => valueOfBin(histogram, bin) > threshold ? count : 0);
  const wanted = above.reduce((sum, count) => sum + count, 0) * share;
  let sum = 0;
  for (let bin = 0; bin < above.length; bin++) {
    sum += above[bin] ?? 0;
    if (sum >= wanted && sum > 0) return valueOfBin(histogram, bin);
  }
  return most;
}
