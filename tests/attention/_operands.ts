/**
 * Operands of attention by chance, also as plain numbers.
 *
 * @module
 */

import {
  type Attended,
  attention,
  attentionBackward,
  type AttentionGradients,
  type AttentionOptions,
  type ScoreOf,
} from "../../lib/attention/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import { type Context, type Float, type Tensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { draw } from "../dense/_numbers.ts";
import type { PlainAttention } from "./_oracle.ts";

/** How large operands are. */
export interface Sizes {
  readonly heads: number;
  readonly depth: number;
  readonly valueDepth?: number;
  readonly offsets: readonly number[];
  /** Where lists of keys end; as lists of queries if omitted. */
  readonly keyOffsets?: readonly number[];
  readonly causal?: boolean;
  readonly scale?: number;
  /** How far relative positions reach; none if omitted. */
  readonly reach?: number;
}

/** Operands on a device, with what the oracle takes. */
export class Operands<D extends Float> implements Disposable {
  readonly q: Tensor<D>;
  readonly k: Tensor<D>;
  readonly v: Tensor<D>;
  readonly gradients: Tensor<D>;
  readonly options: AttentionOptions<D>;
  readonly plain: PlainAttention;

  constructor(context: Context, dtype: D, sizes: Sizes) {
    const { heads, depth, valueDepth = depth, offsets, keyOffsets = offsets, causal = false } =
      sizes;
    const { scale, reach } = sizes;
    const [n = 0, m = 0] = [offsets.at(-1), keyOffsets.at(-1)];
    const range = { low: -2, high: 2 };
    this.q = draw(context, dtype, [n, heads, depth], { seed: 1, ...range });
    this.k = draw(context, dtype, [m, heads, depth], { seed: 2, ...range });
    this.v = draw(context, dtype, [m, heads, valueDepth], { seed: 3, ...range });
    this.gradients = draw(context, dtype, [n, heads, valueDepth], { seed: 4 });
    const places = (count: number, salt: number): Int32Array<ArrayBuffer> =>
      Int32Array.from({ length: count * 3 }, (_, at) => (at * 7919 + salt * 31) % 13 - 6);
    const score = (dtype === "f64" ? "f64" : "f32") as ScoreOf<D>;
    using table = draw(context, "f64", [3, 2 * (reach ?? 0) + 1, heads], { seed: 5 });
    const bias = reach === undefined ? undefined : {
      table: asType(table, score) as Tensor<ScoreOf<D>>,
      positions: tensor(places(n, 1), { context, shape: [n, 3] }),
      keyPositions: tensor(places(m, 2), { context, shape: [m, 3] }),
    };
    this.options = {
      offsets: BigInt64Array.from(offsets, BigInt),
      keyOffsets: BigInt64Array.from(keyOffsets, BigInt),
      causal,
      ...scale !== undefined && { scale },
      ...bias && { bias },
    };
    this.plain = {
      q: numbersOf(this.q),
      k: numbersOf(this.k),
      v: numbersOf(this.v),
      heads,
      depth,
      valueDepth,
      offsets,
      keyOffsets,
      scale: scale ?? 1 / Math.sqrt(depth),
      causal,
      bias: bias && {
        table: numbersOf(bias.table),
        reach: reach ?? 0,
        positions: bias.positions.readSync(),
        keyPositions: bias.keyPositions.readSync(),
      },
    };
  }

  /** What they attend to; the caller owns it. */
  attend(): Attended<D> {
    return attention(this.q, this.k, this.v, this.options);
  }

  /** Their gradients, by what was found; the caller owns them. */
  passBack(found: Attended<D>): AttentionGradients<D> {
    return attentionBackward(this.q, this.k, this.v, found, this.gradients, this.options);
  }

  [Symbol.dispose](): void {
    const { q, k, v, gradients, options: { bias } } = this;
    for (const one of [q, k, v, gradients]) one.dispose();
    for (const one of [bias?.table, bias?.positions, bias?.keyPositions]) one?.dispose();
  }
}

/** How far results may be off: tensor cores round weights to 16 bits. */
export const PRECISION = { f16: 4e-3, bf16: 3e-2, f32: 1e-5, f64: 1e-12 } as const;

/** Lists of all lengths around those of tiles, empty ones, several heads, odd depths, masks and positions. */
export const CASES: readonly Sizes[] = [
  { heads: 1, depth: 1, offsets: [0, 1] },
  { heads: 2, depth: 16, offsets: [0, 0, 1, 3, 3, 34, 66, 131, 131] },
  { heads: 3, depth: 5, valueDepth: 70, offsets: [0, 31, 96], keyOffsets: [0, 33, 33] },
  { heads: 1, depth: 33, valueDepth: 2, offsets: [0, 40, 40, 72], keyOffsets: [0, 7, 90, 250] },
  { heads: 2, depth: 32, offsets: [0, 70, 71, 71, 200], causal: true },
  { heads: 1, depth: 16, offsets: [0, 20, 90], keyOffsets: [0, 70, 75], causal: true, scale: 2 },
  { heads: 2, depth: 16, offsets: [0, 50, 50, 120], reach: 4 },
  { heads: 3, depth: 8, offsets: [0, 9, 30], keyOffsets: [0, 60, 61], reach: 0, causal: true },
  { heads: 1, depth: 64, offsets: [0, 300] },
  { heads: 1, depth: 128, offsets: [0, 129, 200] },
];
