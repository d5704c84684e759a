/**
 * Statistics of the active values below nodes of a NanoVDB grid: bounds, least and greatest, mean and deviation.
 *
 * @module
 */
import type { NrrdValues } from "../base/samples.ts";

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;

/** Sums of all nodes of a level. */
export class Summaries {
  /** Least and greatest active voxel of each node, [nodes, 2, 3]. */
  readonly boxes: Int32Array;
  /** Which values are the least and the greatest of each node, [nodes, 2]. */
  readonly extremes: Uint32Array;
  readonly #counts: Float64Array;
  readonly #means: Float64Array;
  /** Sums of squares of differences from the mean. */
  readonly #spreads: Float64Array;
  readonly #least: Float64Array;
  readonly #most: Float64Array;

  /** Starts with nothing in any node. */
  constructor(nodes: number) {
    this.boxes = new Int32Array(6 * nodes);
    for (let at = 0; at < this.boxes.length; at++) this.boxes[at] = at % 6 < 3 ? HIGHEST : LOWEST;
    this.extremes = new Uint32Array(2 * nodes);
    this.#counts = new Float64Array(nodes);
    this.#means = new Float64Array(nodes);
    this.#spreads = new Float64Array(nodes);
    this.#least = new Float64Array(nodes);
    this.#most = new Float64Array(nodes);
  }

  /** The mean of the values of a node. */
  mean(node: number): number {
    return this.#means[node] ?? 0;
  }

  /** Standard deviation of values: the root of the mean square of their distances from the mean. */
  deviation(node: number): number {
    const count = this.#counts[node] ?? 0;
    return count < 2 ? 0 : Math.sqrt((this.#spreads[node] ?? 0) / count);
  }

  /** Takes a box into the bounds of a node. */
  addBox(node: number, low: ArrayLike<number>, high: ArrayLike<number>): void {
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++) {
      const at = 6 * node + axis;
      boxes[at] = Math.min(boxes[at] ?? HIGHEST, low[axis] ?? HIGHEST);
      boxes[at + 3] = Math.max(boxes[at + 3] ?? LOWEST, high[axis] ?? LOWEST);
    }
  }

  /**
   * Takes values that follow each other, one of each voxel of a leaf that has nothing yet.
   *
   * @see B. P. Welford, "Note on a method for calculating corrected sums of squares and products", 1962.
   */
  addRun(
    node: number,
    { values, channels, first, count }: {
      readonly values: NrrdValues;
      readonly channels: number;
      readonly first: number;
      readonly count: number;
    },
  ): void {
    const start = scalarOf(values, channels, first);
    const isPlain = channels === 1 && !(values instanceof BigInt64Array) &&
      !(values instanceof BigUint64Array);
    let [least, leastAt, most, mostAt] = [start, first, start, first];
    let [mean, spread] = [0, 0];
    for (let at = 0; at < count; at++) {
      const value = isPlain ? values[first + at] ?? 0 : scalarOf(values, channels, first + at);
      const off = value - mean;
      mean += off / (at + 1);
      spread += off * (value - mean);
      if (value < least) {
        least = value;
        leastAt = first + at;
      } else if (value > most) {
        most = value;
        mostAt = first + at;
      }
    }
    this.#addExtremes(node, least, leastAt, most, mostAt);
    this.#counts[node] = count;
    this.#means[node] = mean;
    this.#spreads[node] = spread;
  }

  /** Takes one value, which many voxels have. */
  addMany(node: number, value: number, index: number, voxels: number): void {
    this.#addExtremes(node, value, index, value, index);
    this.#addMoments(node, { count: voxels, mean: value, spread: 0 });
  }

  /** Takes what another node has; its extremes stay the same values. */
  addNode(node: number, other: Summaries, child: number): void {
    const { boxes, extremes } = other;
    this.addBox(
      node,
      boxes.subarray(6 * child, 6 * child + 3),
      boxes.subarray(6 * child + 3, 6 * child + 6),
    );
    const count = other.#counts[child] ?? 0;
    if (count === 0) return;
    this.#addExtremes(
      node,
      other.#least[child] ?? 0,
      extremes[2 * child] ?? 0,
      other.#most[child] ?? 0,
      extremes[2 * child + 1] ?? 0,
    );
    const [mean, spread] = [other.#means[child] ?? 0, other.#spreads[child] ?? 0];
    this.#addMoments(node, { count, mean, spread });
  }

  #addExtremes(node: number, least: number, leastAt: number, most: number, mostAt: number): void {
    const isFirst = this.#counts[node] === 0;
    if (isFirst || least < (this.#least[node] ?? 0)) {
      this.#least[node] = least;
      this.extremes[2 * node] = leastAt;
    }
    if (isFirst || most > (this.#most[node] ?? 0)) {
      this.#most[node] = most;
      this.extremes[2 * node + 1] = mostAt;
    }
  }

  /** See T. F. Chan, G. H. Golub and R. J. LeVeque, "Updating formulae and a pairwise algorithm", 1979. */
  #addMoments(
    node: number,
    { count, mean, spread }: {
      readonly count: number;
      readonly mean: number;
      readonly spread: number;
    },
  ): void {
    const before = this.#counts[node] ?? 0;
    const share = 1 / (before + count);
    const own = this.#means[node] ?? 0;
    const off = mean - own;
    this.#means[node] = own + share * off * count;
    this.#spreads[node] = (this.#spreads[node] ?? 0) +
      (spread + share * off * off * before * count);
    this.#counts[node] = before + count;
  }
}

/** Scalar of a value in sums: a number itself, or the square of the length of a vector in its own precision. */
export function scalarOf(values: NrrdValues, channels: number, row: number): number {
  if (channels === 1) return Number(values[row] ?? 0);
  const isSingle = values instanceof Float32Array;
  let sum = 0;
  for (let channel = 0; channel < channels; channel++) {
    const one = Number(values[row * channels + channel] ?? 0);
    sum = isSingle ? Math.fround(sum + Math.fround(one * one)) : sum + one * one;
  }
  return sum;
}
