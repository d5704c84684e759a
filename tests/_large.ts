/**
 * Tensors of more elements than 32 bits can number, of which some rows matter.
 *
 * Tests take their small sizes unless DENOVDB_LARGE is 1: the large ones need a GPU of 140 GB.
 *
 * @module
 */

import { type Context, type DType, fullTensor, type Tensor } from "../mod.ts";
import { elementCount } from "../lib/core/shape.ts";
import type { TypedArrayOf } from "../lib/core/dtype.ts";
import { isGpu } from "./_backends.ts";
import { assertBits, type NumberArray } from "./_compare.ts";

/** Elements from which on 32 bits with and without a sign wrap around. */
const WRAPS = [2 ** 31, 2 ** 32];

/** What a device runs with. */
export type SizeOf = (on: Pick<Context, "device">) => number;

/** The large size where a GPU is to take it, else the small one; titles of tests say which. */
export function sizesOf(small: number, large: number): SizeOf {
  const wanted = Deno.env.get("DENOVDB_LARGE") === "1";
  return (on) => wanted && isGpu(on) ? large : small;
}

/**
 * Where `count` rows are looked at: at both ends of tensors, and around the elements at which numbers wrap in those of
 * some widths.
 */
export function windowsOf(rows: number, count: number, widths: readonly number[]): number[] {
  const wraps = widths.flatMap((width) => WRAPS.map((wrap) => Math.floor(wrap / width)));
  const firsts = [...wraps.map((row) => row - Math.floor(count / 2)), rows - count]
    .filter((first) => first >= count && first <= rows - count)
    .sort((a, b) => a - b);
  return [0, ...firsts.filter((first, at) => first < (firsts[at + 1] ?? Infinity) - count)];
}

/** What fills a tensor. */
export interface Spread<D extends DType> {
  readonly dtype: D;
  readonly shape: readonly number[];
  /** Of all rows but those of the windows. */
  readonly filler: number;
  /** First rows of windows. */
  readonly windows: readonly number[];
  /** The rows of each window. */
  readonly pattern: TypedArrayOf<D>;
}

/** Makes a tensor that has the same rows in each window. */
export function spread<D extends DType>(
  context: Context,
  { dtype, shape, filler, windows, pattern }: Spread<D>,
): Tensor<D> {
  const all = fullTensor(shape, filler, { context, dtype });
  const count = pattern.length / elementCount(shape.slice(1));
  for (const first of windows) {
    using part = all.slice(first, first + count);
    part.write(pattern);
  }
  return all;
}

/** Refuses a tensor that has other rows in one of the windows. */
export function assertWindows(
  actual: Tensor,
  windows: readonly number[],
  expected: NumberArray | BigInt64Array,
): void {
  const count = expected.length / elementCount(actual.shape.slice(1));
  for (const first of windows) {
    using part = actual.slice(first, first + count);
    assertBits(part.readSync(), expected);
  }
}
