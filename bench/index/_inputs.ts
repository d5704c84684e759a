/**
 * Bits, keys and indexes to measure spatial indexes with, and what is true of them.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../../mod.ts";
import {
  indexFromBits,
  indexFromValues,
  type IndexLayout,
  type SpatialIndex,
} from "../../lib/index/mod.ts";

/** Elements of which one in eight is occupied, and keys to ask for. */
export interface IndexInput {
  readonly context: Context;
  /** Number of elements. */
  readonly size: number;
  /** Bits on the host. */
  readonly host: Uint8Array<ArrayBuffer>;
  readonly bits: Tensor<"u8">;
  /** Number of keys. */
  readonly count: number;
  /** Keys at random. */
  readonly keys: Tensor<"i32" | "i64">;
  /** Keys in order: 0, 1, 2 and so on, from 0 again behind the last element. */
  readonly ordered: Tensor<"i32" | "i64">;
  /** The same keys and some elements more each. */
  readonly ends: Tensor<"i32" | "i64">;
  /** Ranks at random, some of them too great. */
  readonly ranks: Tensor<"i32" | "i64">;
  /** Elements to edit, at random. */
  readonly edits: Tensor<"i32" | "i64">;
  readonly deltas: Tensor<"i32">;
  /** Boxes in `box`. */
  readonly low: Tensor<"i32">;
  readonly high: Tensor<"i32">;
  /** A tree of as many elements as fit a cube. */
  readonly box: SpatialIndex;
  /** A tree of numbers of four bits. */
  readonly nibbles: SpatialIndex;
  readonly values: Tensor<"u8">;
  /** Indexes of the bits, by layout. */
  readonly of: Readonly<Record<IndexLayout, SpatialIndex>>;
}

/** Sizes of an input. */
export interface InputSizes {
  readonly size: number;
  readonly count: number;
  readonly edits: number;
}

/** What a benchmark of one operator runs on. */
export function benchSizes({ device }: Context): InputSizes {
  return device === "cpu"
    ? { size: 2_949_120, count: 2 ** 18, edits: 2 ** 14 }
    : { size: 188_743_680, count: 2 ** 26, edits: 2 ** 20 };
}

/** Makes an input; it lives as long as the program. */
export function makeInput(context: Context, { size, count, edits }: InputSizes): IndexInput {
  const next = xorshift(0x9e3779b9);
  const host = new Uint8Array(4 * Math.ceil(size / 32));
  const words = new Uint32Array(host.buffer);
  for (let at = 0; at < words.length; at++) words[at] = next() & next() & next();
  const bytes = host.subarray(0, Math.ceil(size / 8));
  const below = (limit: number): number =>
    Math.floor((next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53 * limit);
  const numbers = (length: number, make: () => number): Tensor<"i32" | "i64"> =>
    size < 2 ** 31
      ? tensor(Int32Array.from({ length }, make), { context })
      : tensor(BigInt64Array.from({ length }, () => BigInt(make())), { context });
  const places = Float64Array.from({ length: count }, () => below(size));
  let order = 0;
  let at = 0;
  const keys = numbers(count, () => places[at++] ?? 0);
  at = 0;
  const ends = numbers(count, () => {
    const begin = places[at++] ?? 0;
    return begin + below(size + 1 - begin);
  });
  const side = Math.min(512, Math.floor(Math.cbrt(size)));
  const boxes = Math.min(count, 2 ** 20);
  const corners = Int32Array.from({ length: boxes * 3 }, () => below(side));
  const bits = tensor(bytes, { context });
  const boxed = tensor(host.subarray(0, Math.ceil(side ** 3 / 8)), { context });
  const values = tensor(Uint8Array.from({ length: Math.min(size, 2 ** 24) }, () => below(16)), {
    context,
  });
  const shape = { context, shape: [boxes, 3] };
  const index = (layout: IndexLayout): SpatialIndex =>
    indexFromBits(bits, { dims: [size], layout });
  return {
    ...{ context, size, host: bytes, bits, count, keys, ends, values },
    ordered: numbers(count, () => order++ % size),
    ranks: numbers(count, () => below(size / 7)),
    edits: numbers(edits, () => below(size)),
    deltas: tensor(new Int32Array(edits), { context }),
    low: tensor(corners, shape),
    high: tensor(corners.map((corner) => corner + 1 + below(side - corner)), shape),
    box: indexFromBits(boxed, { dims: [side, side, side], layout: "paper" }),
    nibbles: indexFromValues(values, { bits: 4 }),
    of: {
      paper: index("paper"),
      wide: index("wide"),
      rank96: index("rank96"),
      rank224: index("rank224"),
    },
  };
}

/** Whether an element of an input is occupied. */
export function isSet({ host }: IndexInput, k: number): boolean {
  return ((host[Math.floor(k / 8)] ?? 0) >> k % 8 & 1) === 1;
}

/** How many elements before one are occupied. */
export function onesBefore({ host }: IndexInput, k: number): number {
  let ones = 0;
  const byte = Math.floor(k / 8);
  for (let at = 0; at < byte; at++) ones += ONES[host[at] ?? 0] ?? 0;
  return ones + (ONES[(host[byte] ?? 0) & (1 << k % 8) - 1] ?? 0);
}

const ONES = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll("0", "").length,
);

/** Marsaglia's generator of 32-bit numbers. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
