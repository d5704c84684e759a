/**
 * Attention in patches of point transformers, and in one long list.
 *
 * @module
 */

import {
  type Attended,
  attention,
  attentionBackward,
  type AttentionOptions,
  type Context,
  type Float,
  packedAttention,
  packedAttentionBackward,
  streamNormal,
  type Tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row } from "../_harness.ts";

/** How large operands are: patches of so many rows. */
interface Sizes {
  readonly rows: number;
  readonly patch: number;
  readonly heads: number;
  readonly depth: number;
}

/** A stage of Point Transformer v3, and a layer of a language model in little. */
const SIZES: readonly Sizes[] = [
  { rows: 16_384, patch: 1024, heads: 4, depth: 16 },
  { rows: 4096, patch: 4096, heads: 2, depth: 64 },
];

interface Input {
  readonly q: Tensor<Float>;
  readonly k: Tensor<Float>;
  readonly v: Tensor<Float>;
  readonly qkv: Tensor<Float>;
  readonly gradients: Tensor<Float>;
  readonly options: AttentionOptions<Float>;
  readonly found: Attended<Float>;
  readonly packed: Attended<Float>;
}

function attentionRows(dtype: "bf16" | "f16" | "f32", sizes: Sizes): BenchRow[] {
  const { rows, patch, heads, depth } = sizes;
  const make = (context: Context): Input => {
    const numbers = (stream: number, shape: readonly number[]): Tensor<Float> =>
      streamNormal(shape, { context, dtype, seed: 1, stream });
    const count = rows / patch;
    const offsets = BigInt64Array.from({ length: count + 1 }, (_, list) => BigInt(list * patch));
    const [q, k, v, gradients] = [
      ...[numbers(1, [rows, heads, depth]), numbers(2, [rows, heads, depth])] as const,
      ...[numbers(3, [rows, heads, depth]), numbers(4, [rows, heads, depth])] as const,
    ];
    const qkv = numbers(5, [rows, 3, heads, depth]);
    const options = { offsets };
    const found = attention(q, k, v, options);
    const packed = packedAttention(qkv, options);
    return { q, k, v, qkv, gradients, options, found, packed };
  };
  const on = (): string =>
    `${rows} rows in patches of ${patch}, ${heads} heads of ${depth}, ${dtype}`;
  const items = (): number => rows * patch * heads;
  /** Operations by pass, so many for each pair of a query and a key and each element of a head. */
  const operations =
    (each: number) => (): readonly [number, string] => [each * items() * depth, dtype];
  const isFinite = (one: Tensor<Float> | undefined): boolean => {
    using few = one?.slice(0, 8);
    return few?.readSync().every((value) => Number.isFinite(Number(value))) === true;
  };
  const bytesOfRows = rows * heads * depth * (dtype === "f32" ? 4 : 2);
  return [
    row(attention, make, {
      on,
      items,
      run: ({ q, k, v, options }) => attention(q, k, v, options),
      check: ({ features }) => isFinite(features),
      bytes: () => 4 * bytesOfRows,
      operations: operations(4),
    }),
    row(attentionBackward, make, {
      on,
      items,
      run: ({ q, k, v, found, gradients, options }) =>
        attentionBackward(q, k, v, found, gradients, options),
      check: ({ q, k, v }) => [q, k, v].every(isFinite),
      bytes: () => 8 * bytesOfRows,
      operations: operations(10),
    }),
    row(packedAttention, make, {
      on,
      items,
      run: ({ qkv, options }) => packedAttention(qkv, options),
      check: ({ features }) => isFinite(features),
      bytes: () => 4 * bytesOfRows,
      operations: operations(4),
    }),
    row(packedAttentionBackward, make, {
      on,
      items,
      run: ({ qkv, packed, gradients, options }) =>
        packedAttentionBackward(qkv, packed, gradients, options),
      check: ({ qkv }) => isFinite(qkv),
      bytes: () => 8 * bytesOfRows,
      operations: operations(10),
    }),
  ];
}

await benchTable(
  import.meta.main,
  SIZES.flatMap((sizes) =>
    (["bf16", "f16", "f32"] as const).flatMap((dtype) => attentionRows(dtype, sizes))
  ),
);
