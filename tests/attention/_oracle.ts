/**
 * Attention in plain numbers: the softmax of whole rows of scores, in f64.
 *
 * @module
 */

/** Operands as numbers. */
export interface PlainAttention {
  readonly q: ArrayLike<number>;
  readonly k: ArrayLike<number>;
  readonly v: ArrayLike<number>;
  readonly heads: number;
  readonly depth: number;
  readonly valueDepth: number;
  readonly offsets: readonly number[];
  readonly keyOffsets: readonly number[];
  readonly scale: number;
  readonly causal?: boolean;
  readonly bias?: {
    readonly table: ArrayLike<number>;
    readonly reach: number;
    readonly positions: ArrayLike<number>;
    readonly keyPositions: ArrayLike<number>;
  } | undefined;
}

/** Means of values, [n, heads, value depth], and logarithms of sums, [heads, n]. */
export interface PlainAttended {
  readonly features: Float64Array;
  readonly logSums: Float64Array;
}

/** The definition. */
export function attendPlainly(given: PlainAttention): PlainAttended {
  const { q, k, v, heads, depth, valueDepth, offsets, keyOffsets, scale, causal = false } = given;
  const n = offsets.at(-1) ?? 0;
  const features = new Float64Array(n * heads * valueDepth);
  const logSums = new Float64Array(n * heads);
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [begin = 0, end = 0] = [offsets[list], offsets[list + 1]];
    const [keyBegin = 0, keyEnd = 0] = [keyOffsets[list], keyOffsets[list + 1]];
    for (let query = begin; query < end; query++) {
      const most = causal ? Math.min(keyEnd, keyBegin + query - begin + 1) : keyEnd;
      for (let head = 0; head < heads; head++) {
        const scores: number[] = [];
        for (let key = keyBegin; key < most; key++) {
          let dot = 0;
          for (let at = 0; at < depth; at++) {
            dot += (q[(query * heads + head) * depth + at] ?? NaN) *
              (k[(key * heads + head) * depth + at] ?? NaN);
          }
          scores.push(dot * scale + biasOf(given, query, key, head));
        }
        const top = Math.max(...scores);
        const weights = scores.map((score) => Math.exp(score - top));
        const sum = weights.reduce((sum, one) => sum + one, 0);
        logSums[head * n + query] = scores.length === 0 ? -Infinity : top + Math.log(sum);
        for (let at = 0; at < valueDepth; at++) {
          let mean = 0;
          for (const [place, weight] of weights.entries()) {
            mean += weight / sum *
              (v[((keyBegin + place) * heads + head) * valueDepth + at] ?? NaN);
          }
          features[(query * heads + head) * valueDepth + at] = mean;
        }
      }
    }
  }
  return { features, logSums };
}

function biasOf({ bias, heads }: PlainAttention, query: number, key: number, head: number): number {
  if (bias === undefined) return 0;
  const { table, reach, positions, keyPositions } = bias;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const by = (positions[query * 3 + axis] ?? NaN) - (keyPositions[key * 3 + axis] ?? NaN);
    const entry = Math.max(-reach, Math.min(reach, by)) + reach;
    sum += table[(axis * (2 * reach + 1) + entry) * heads + head] ?? NaN;
  }
  return sum;
}
