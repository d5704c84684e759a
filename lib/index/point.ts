/**
 * Elements of spatial indexes, by key.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";
import { type AnswerOptions, askIndex, askWhether, type Key } from "./base/ask.ts";
import type { CheckOptions, SpatialIndex } from "./base/index.ts";

/**
 * Reads elements of an index.
 *
 * A tree reads the key's node and its children: two reads on average along one axis, 2^d along d.
 *
 * @typeParam D Element type of the results.
 * @param index The index, of any layout; borrowed.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Element type, and whether keys are checked.
 * @returns Elements, [n]; the caller owns them.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), or if elements may
 * not fit i32 (VALUE_RANGE).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016.
 * @category Spatial indexes
 *
 * @example Elements of four bits
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromValues, indexPoint } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4, 1, 5, 9), { context });
 * using index = indexFromValues(values, { bits: 4 });
 * using keys = tensor(Int32Array.of(5, 0), { context });
 * using elements = indexPoint(index, keys);
 * assertEquals([...await elements.read()], [9n, 3n]);
 * ```
 */
export function indexPoint<D extends Key = "i64">(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: AnswerOptions<D> = {},
): Tensor<D> {
  return askIndex("indexPoint", index, keys, options);
}

/**
 * Tests which elements of an index are not 0.
 *
 * @param index The index, of any layout; borrowed.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Whether keys are checked.
 * @returns Whether each element is occupied, bool [n]; the caller owns it.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first).
 * @throws As {@linkcode indexPoint}.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example Two of three
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexOccupied } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(7, 100), { context });
 * using index = indexFromKeys(keys, { dims: [1000] });
 * using asked = tensor(Int32Array.of(7, 8, 100), { context });
 * using occupied = indexOccupied(index, asked);
 * assertEquals([...await occupied.read()], [1, 0, 1]);
 * ```
 */
export function indexOccupied(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: CheckOptions = {},
): Tensor<"bool"> {
  return askWhether(index, keys, options);
}
