/**
 * Elements by rank.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";
import { type AnswerOptions, askIndex, type Key } from "./base/ask.ts";
import type { SpatialIndex } from "./base/index.ts";

/**
 * Finds the element of each rank: the occupied one with that many occupied ones before it, or with several bits the one
 * at which the running sum exceeds the rank.
 *
 * @typeParam D Element type of the results.
 * @param index An index along one axis; borrowed.
 * @param ranks Ranks, i32 or i64 [n], 0 or more; borrowed.
 * @param options Element type, and whether ranks are checked.
 * @returns Elements, [n], -1 where the total does not exceed the rank; the caller owns them.
 * @throws {IndexError} If ranks are negative (BAD_RANK_QUERY, with their number and the first), if elements may not fit
 * i32 (VALUE_RANGE), or if the index has several axes (CAPABILITY).
 * @throws {RangeError} If `ranks` is not [n].
 * @throws {TypeError} If `ranks` is not i32 or i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example The second and the fifth of three
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexOfRank } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(100, 7, 8), { context });
 * using index = indexFromKeys(keys, { dims: [1000] });
 * using ranks = tensor(Int32Array.of(1, 4), { context });
 * using places = indexOfRank(index, ranks);
 * assertEquals([...await places.read()], [8n, -1n]);
 * ```
 */
export function indexOfRank<D extends Key = "i64">(
  index: SpatialIndex,
  ranks: Tensor<Key>,
  options: AnswerOptions<D> = {},
): Tensor<D> {
  return askIndex("indexOfRank", index, ranks, options);
}
