/**
 * Edits of spatial indexes, in place.
 *
 * @module
 */

import { IndexEdit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";
import { NO_BUFFER } from "../core/ownership.ts";
import { type Asker, type Key, KEYS, takeKeys } from "./base/ask.ts";
import { callChecked } from "./base/errors.ts";
import type { SpatialIndex } from "./base/index.ts";

/**
 * Options of edits.
 *
 * @category Spatial indexes
 */
export interface EditOptions {
  /**
   * Whether the calling thread waits, and rejected edits throw. If false, they have no effect, and nothing waits.
   *
   * @default {true}
   */
  readonly checked?: boolean;
}

const NAMES = optionNames<EditOptions>({ checked: "boolean" });

/**
 * Sets elements to 1. A batch is applied as a whole or, if it is rejected, not at all.
 *
 * Layout `wide` writes a bit and the counters behind it in two sectors, and then updates the counters of each 65536
 * elements once; a tree sorts the keys and adds to the nodes of each.
 *
 * @param index An index of one bit per element, of layout `wide` or `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`, in any order and with
 * repetitions; borrowed.
 * @param options Whether to wait for errors.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), or if it is not
 * editable (CAPABILITY).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @throws {NativeError} If a tree gets 2^31 keys or more.
 * @determinism Same bits on every backend, and the same as if the index were rebuilt.
 * @category Spatial indexes
 *
 * @example Ranks follow edits
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexLookup, indexSet } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(100), { context });
 * using index = indexFromKeys(keys, { dims: [1000] });
 * using more = tensor(Int32Array.of(7, 8, 7), { context });
 * indexSet(index, more);
 * using ranks = indexLookup(index, keys);
 * assertEquals([...await ranks.read()], [2n]);
 * ```
 */
export function indexSet(index: SpatialIndex, keys: Tensor<Key>, options: EditOptions = {}): void {
  const asker = { operator: "indexSet", capability: "flip" } as const;
  edit(asker, IndexEdit.SET, index, keys, options, "none");
}

/**
 * Sets elements to 0; otherwise like {@linkcode indexSet}.
 *
 * @param index An index of one bit per element, of layout `wide` or `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Whether to wait for errors.
 * @throws As {@linkcode indexSet}.
 * @determinism Same bits on every backend, and the same as if the index were rebuilt.
 * @category Spatial indexes
 *
 * @example One is left
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexClear, indexToBits } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(1, 2), { context });
 * using index = indexFromKeys(keys, { dims: [8] });
 * using gone = tensor(Int32Array.of(1, 5), { context });
 * indexClear(index, gone);
 * using bits = indexToBits(index);
 * assertEquals([...await bits.read()], [0b100]);
 * ```
 */
export function indexClear(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: EditOptions = {},
): void {
  const asker = { operator: "indexClear", capability: "flip" } as const;
  edit(asker, IndexEdit.CLEAR, index, keys, options, "none");
}

/**
 * Toggles elements between 0 and 1, once for each time that they are listed.
 *
 * @param index An index of one bit per element, of layout `wide` or `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Whether to wait for errors.
 * @throws As {@linkcode indexSet}.
 * @determinism Same bits on every backend, and the same as if the index were rebuilt.
 * @category Spatial indexes
 *
 * @example Toggling twice changes nothing
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexToBits, indexToggle } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(1, 2), { context });
 * using index = indexFromKeys(keys, { dims: [8] });
 * using toggled = tensor(Int32Array.of(1, 5, 5, 0), { context });
 * indexToggle(index, toggled);
 * using bits = indexToBits(index);
 * assertEquals([...await bits.read()], [0b101]);
 * ```
 */
export function indexToggle(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: EditOptions = {},
): void {
  const asker = { operator: "indexToggle", capability: "flip" } as const;
  edit(asker, IndexEdit.TOGGLE, index, keys, options, "none");
}

/**
 * Adds to elements of a tree. Values listed for the same element are summed, and every element must then be from 0 to
 * 2^bits - 1; otherwise none changes.
 *
 * @param index An index of layout `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param deltas Values to add, i32 or i64 [n], -(2^32 - 1) to 2^32 - 1; borrowed.
 * @param options Whether to wait for errors.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), if elements would
 * exceed their width (VALUE_RANGE), or if the layout is another (CAPABILITY).
 * @throws {RangeError} If `keys` or `deltas` has the wrong shape.
 * @throws {TypeError} If they are not i32 or i64, or if contexts are mixed.
 * @throws {NativeError} If there are 2^31 keys or more.
 * @determinism Same bits on every backend, and the same as if the index were rebuilt.
 * @see Fenwick, "A new data structure for cumulative frequency tables", 1994.
 * @category Spatial indexes
 *
 * @example Moving two from one element to another
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexUpdate, indexFromValues, indexToValues } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4), { context });
 * using index = indexFromValues(values, { bits: 4 });
 * using keys = tensor(Int32Array.of(0, 1), { context });
 * using deltas = tensor(Int32Array.of(-2, 2), { context });
 * indexUpdate(index, keys, deltas);
 * using after = indexToValues(index);
 * assertEquals([...await after.read()], [1n, 3n, 4n]);
 * ```
 */
export function indexUpdate(
  index: SpatialIndex,
  keys: Tensor<Key>,
  deltas: Tensor<Key>,
  options: EditOptions = {},
): void {
  const asker = { operator: "indexUpdate", capability: "add" } as const;
  edit(asker, IndexEdit.ADD, index, keys, options, deltas);
}

function edit(
  asker: Asker,
  edit: IndexEdit,
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: EditOptions,
  deltas: Tensor<Key> | "none",
): void {
  const { operator } = asker;
  checkOptions(operator, options, NAMES);
  const others = deltas === "none" ? [] : [deltas];
  const { context, count, request } = takeKeys(asker, index, keys, options, "keys", ...others);
  if (deltas !== "none") {
    checkDType({ operator, name: "deltas" }, deltas, KEYS);
    checkShape({ operator, name: "deltas" }, deltas, [count]);
  }
  callChecked(operator, context, (native, outFault) =>
    native.indexApplyEdit({
      ...request,
      edit,
      keys: handleOf(keys.buffer),
      deltas: deltas === "none" ? NO_BUFFER : handleOf(deltas.buffer),
      deltaDtype: dtypeCode((deltas === "none" ? keys : deltas).dtype),
      outFault,
    }));
}
