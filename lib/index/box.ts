/**
 * Box sums of spatial indexes, and ranks from them.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";
import { askBoxes, type Key } from "./base/ask.ts";
import type { CheckOptions, SpatialIndex } from "./base/index.ts";

/**
 * Sums the elements of boxes [low, high).
 *
 * A box that starts at 0 gives the sum of all elements below each of its upper coordinates, which is the same for many
 * elements: for a unique number of each element see {@linkcode indexLinearRank}.
 *
 * @param index An index of layout `paper`; borrowed.
 * @param low Inclusive lower corners, i32 or i64 [n, axes] with the axes in the order of `dims`, or [n] for one axis;
 * borrowed.
 * @param high Exclusive upper corners, like `low`; borrowed.
 * @param options Whether boxes are checked.
 * @returns Sums, i64 [n]; the caller owns them.
 * @throws {IndexError} If boxes lie outside the index (INDEX_RANGE) or end before they begin (BOX_ORDER, with their
 * number and the first), or if the layout does not support boxes (CAPABILITY).
 * @throws {RangeError} If `low` and `high` have the wrong shape.
 * @throws {TypeError} If they are not both i32 or both i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016.
 * @category Spatial indexes
 *
 * @example Rows of five, x first
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexBox, indexFromValues } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const rows = [1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1];
 * using values = tensor(Uint8Array.from(rows), { context });
 * using index = indexFromValues(values, { dims: [5, 3] });
 * using low = tensor(Int32Array.of(0, 0, 1, 1), { context, shape: [2, 2] });
 * using high = tensor(Int32Array.of(5, 3, 3, 3), { context, shape: [2, 2] });
 * using sums = indexBox(index, low, high);
 * assertEquals([...await sums.read()], [9n, 3n]);
 * ```
 */
export function indexBox<D extends Key>(
  index: SpatialIndex,
  low: Tensor<D>,
  high: Tensor<D>,
  options: CheckOptions = {},
): Tensor<"i64"> {
  return askBoxes("indexBox", index, low, high, options);
}

/**
 * Sums the elements that come before each key in the order in which the first axis varies fastest: one box for each
 * axis.
 *
 * For occupied elements this is a consecutive number, 0, 1, 2, ... in this order.
 *
 * @param index An index of layout `paper`; borrowed.
 * @param keys Elements, i32 or i64 [n, axes] with the axes in the order of `dims`, or [n] for one axis; borrowed.
 * @param options Whether keys are checked.
 * @returns Sums, i64 [n]; the caller owns them.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), or if the layout
 * does not support boxes (CAPABILITY).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example The second row begins after three
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromValues, indexLinearRank } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(1, 0, 1, 1, 0, 0, 1, 1), { context });
 * using index = indexFromValues(values, { dims: [4, 2] });
 * using keys = tensor(Int32Array.of(0, 1, 3, 1), { context, shape: [2, 2] });
 * using ranks = indexLinearRank(index, keys);
 * assertEquals([...await ranks.read()], [3n, 4n]);
 * ```
 */
export function indexLinearRank(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: CheckOptions = {},
): Tensor<"i64"> {
  return askBoxes("indexLinearRank", index, keys, "none", options);
}
