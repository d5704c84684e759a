/**
 * Operands, options and results of attention.
 *
 * @module
 */

import type { Bundle } from "../../core/bundle.ts";
import type { Float, Tensor } from "../../core/mod.ts";

/**
 * Element type of sums of exponentials and of tables: f64 for features in f64, f32 for others.
 *
 * @category Attention
 */
export type ScoreOf<D extends Float> = D extends "f64" ? "f64" : "f32";

/**
 * Numbers that are added to scores by the positions of a query and a key.
 *
 * Scores get `table[0][x] + table[1][y] + table[2][z]` of their head, where x, y and z are the position of the query less
 * that of the key along an axis, clamped to `-reach` to `reach`, plus `reach`.
 *
 * @category Attention
 */
export interface RelativePositions<D extends Float = Float> {
  /** A number for each axis, difference and head, [3, 2 reach + 1, heads]. */
  readonly table: Tensor<ScoreOf<D>>;
  /** Positions of queries, such as coordinates of voxels, i32 [n, 3]. */
  readonly positions: Tensor<"i32">;
  /**
   * Positions of keys, i32 [m, 3].
   *
   * @default {positions}
   */
  readonly keyPositions?: Tensor<"i32">;
}

/**
 * Options of attention within lists of rows.
 *
 * @category Attention
 */
export interface PackedAttentionOptions<D extends Float = Float> {
  /**
   * First row of each list, and the number of rows at the end, as batches, jagged tensors and windows have them.
   *
   * @default {undefined} One list.
   */
  readonly offsets?: BigInt64Array<ArrayBuffer>;
  /**
   * Factor of products of queries and keys.
   *
   * @default {1 / sqrt(elements of a head)}
   */
  readonly scale?: number;
  /**
   * Whether a query sees only keys whose place in their list is not beyond its own. On tensor cores, values that are no
   * finite numbers may also reach the up to 127 queries before them.
   *
   * @default {false}
   */
  readonly causal?: boolean;
  /**
   * What is added to scores by relative positions.
   *
   * @default {undefined} Nothing.
   */
  readonly bias?: RelativePositions<D>;
}

/**
 * Options of attention.
 *
 * @category Attention
 */
export interface AttentionOptions<D extends Float = Float> extends PackedAttentionOptions<D> {
  /**
   * The same for lists of keys and values, of which there are as many.
   *
   * @default {offsets}
   */
  readonly keyOffsets?: BigInt64Array<ArrayBuffer>;
}

/**
 * What attention found, and what its backward pass needs of it.
 *
 * @category Attention
 */
export interface Attended<D extends Float = Float> extends Bundle {
  /** Means of values, [n, heads, elements of a value]; owned. */
  readonly features: Tensor<D>;
  /** Logarithms of the sums of exponentials of scores, [heads, n]; -inf where there are no keys; owned. */
  readonly logSums: Tensor<ScoreOf<D>>;
}

/**
 * Gradients with respect to the operands of attention; those that were wanted.
 *
 * @category Attention
 */
export interface AttentionGradients<D extends Float = Float> extends Bundle {
  /** In the shape of the queries; owned. */
  readonly q?: Tensor<D>;
  /** In the shape of the keys; owned. */
  readonly k?: Tensor<D>;
  /** In the shape of the values; owned. */
  readonly v?: Tensor<D>;
  /** In the shape of the table of relative positions; owned. */
  readonly table?: Tensor<ScoreOf<D>>;
}

/**
 * Gradients with respect to packed operands of attention; those that were wanted.
 *
 * @category Attention
 */
export interface PackedAttentionGradients<D extends Float = Float> extends Bundle {
  /** In the shape of the packed operand; owned. */
  readonly qkv?: Tensor<D>;
  /** In the shape of the table of relative positions; owned. */
  readonly table?: Tensor<ScoreOf<D>>;
}
