/**
 * Prefix and range sums of spatial indexes along one axis.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";
import { type AnswerOptions, askBoxes, askIndex, type Key } from "./base/ask.ts";
import type { CheckOptions, SpatialIndex } from "./base/index.ts";

/**
 * Sums the elements before each key; for occupancy this is the key's rank, whether it is occupied or not.
 *
 * @typeParam D Element type of the results.
 * @param index An index along one axis; borrowed.
 * @param keys Elements, i32 or i64 [n], from 0 to the size of the index, which gives the sum of all; borrowed.
 * @param options Element type, and whether keys are checked.
 * @returns Sums, [n]; the caller owns them.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), if sums may not fit
 * i32 (VALUE_RANGE), or if the index has several axes (CAPABILITY).
 * @throws {RangeError} If `keys` is not [n].
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Fenwick, "A new data structure for cumulative frequency tables", 1994.
 * @category Spatial indexes
 *
 * @example Running sums
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromValues, indexPrefix } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4, 1, 5, 9), { context });
 * using index = indexFromValues(values, { bits: 4 });
 * using keys = tensor(Int32Array.of(0, 3, 6), { context });
 * using sums = indexPrefix(index, keys);
 * assertEquals([...await sums.read()], [0n, 8n, 23n]);
 * ```
 */
export function indexPrefix<D extends Key = "i64">(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: AnswerOptions<D> = {},
): Tensor<D> {
  return askIndex("indexPrefix", index, keys, options);
}

/**
 * Sums the elements of ranges [low, high). Nodes common to both prefix sums are not read.
 *
 * @param index An index along one axis; borrowed.
 * @param low Inclusive starts, i32 or i64 [n]; borrowed.
 * @param high Exclusive ends, like `low`; borrowed.
 * @param options Whether ranges are checked.
 * @returns Sums, i64 [n]; the caller owns them.
 * @throws {IndexError} If ranges lie outside the index (INDEX_RANGE) or end before they begin (BOX_ORDER, with their
 * number and the first), or if the index has several axes (CAPABILITY).
 * @throws As {@linkcode indexBox}.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example How many are occupied between two keys
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexRange } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(7, 8, 100), { context });
 * using index = indexFromKeys(keys, { dims: [1000] });
 * using low = tensor(Int32Array.of(0, 8, 50), { context });
 * using high = tensor(Int32Array.of(8, 1000, 50), { context });
 * using counts = indexRange(index, low, high);
 * assertEquals([...await counts.read()], [1n, 2n, 0n]);
 * ```
 */
export function indexRange<D extends Key>(
  index: SpatialIndex,
  low: Tensor<D>,
  high: Tensor<D>,
  options: CheckOptions = {},
): Tensor<"i64"> {
  return askBoxes("indexRange", index, low, high, options);
}
