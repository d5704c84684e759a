/**
 * Ranks of occupied elements.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";
import { type AnswerOptions, askIndex, type Key } from "./base/ask.ts";
import type { SpatialIndex } from "./base/index.ts";

/**
 * Finds the rank of each occupied key: the position of its data if those of the occupied elements are stored
 * consecutively.
 *
 * Occupancy and rank are found together, so elements that are not occupied cost one or two reads. For elements with
 * several bits the rank is the sum of those before.
 *
 * @typeParam D Element type of the results.
 * @param index An index along one axis; borrowed.
 * @param keys Elements, i32 or i64 [n]; borrowed.
 * @param options Element type, and whether keys are checked.
 * @returns Ranks, [n], -1 for elements that are not occupied; the caller owns them.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), if ranks may not fit
 * i32 (VALUE_RANGE), or if the index has several axes (CAPABILITY); see {@linkcode indexLinearRank}.
 * @throws {RangeError} If `keys` is not [n].
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016, unconstrained access.
 * @category Spatial indexes
 *
 * @example Occupied elements are numbered in order
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexLookup } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(100, 7, 8), { context });
 * using index = indexFromKeys(keys, { dims: [1000] });
 * using ranks = indexLookup(index, keys, { dtype: "i32" });
 * assertEquals([...await ranks.read()], [2, 0, 1]);
 * ```
 */
export function indexLookup<D extends Key = "i64">(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: AnswerOptions<D> = {},
): Tensor<D> {
  return askIndex("indexLookup", index, keys, options);
}
