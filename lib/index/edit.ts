/**
 * Edits of spatial indexes, in place.
 *
 * @module
 */

import { IndexEdit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import type { Tensor } from "../core/mod.ts";
import { checkDType, checkOptions, checkShape, optionNames } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { NO_BUFFER, shareContext } from "../core/ownership.ts";
import { checkKeys, type Key, KEYS } from "./_ask.ts";
import { checkData } from "./_errors.ts";
import { type IndexCapability, nativeIndex, requireCapability, SpatialIndex } from "./_index.ts";
import { checkClass } from "../core/operands.ts";

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
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If a tree gets 2^31 keys or more, or if device memory runs out.
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
export function indexSet(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: EditOptions = {},
): void {
  checkOptions("indexSet", options, NAMES);
  edit(
    { operator: "indexSet", edit: IndexEdit.SET, capability: "flip" },
    index,
    keys,
    options,
    keys,
  );
}

/**
 * Sets elements to 0; otherwise like {@linkcode indexSet}.
 *
 * @param index An index of one bit per element, of layout `wide` or `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Whether to wait for errors.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), or if it is not
 * editable (CAPABILITY).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If a tree gets 2^31 keys or more, or if device memory runs out.
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
  checkOptions("indexClear", options, NAMES);
  edit(
    { operator: "indexClear", edit: IndexEdit.CLEAR, capability: "flip" },
    index,
    keys,
    options,
    keys,
  );
}

/**
 * Toggles elements between 0 and 1, once for each time that they are listed.
 *
 * @param index An index of one bit per element, of layout `wide` or `paper`; edited in place.
 * @param keys Elements, i32 or i64 [n], or [n, axes] with the axes in the order of `dims`; borrowed.
 * @param options Whether to wait for errors.
 * @throws {IndexError} If keys lie outside the index (INDEX_RANGE, with their number and the first), or if it is not
 * editable (CAPABILITY).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If a tree gets 2^31 keys or more, or if device memory runs out.
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
  checkOptions("indexToggle", options, NAMES);
  const { TOGGLE } = IndexEdit;
  edit({ operator: "indexToggle", edit: TOGGLE, capability: "flip" }, index, keys, options, keys);
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
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If there are 2^31 keys or more, or if device memory runs out.
 * @determinism Same bits on every backend, and the same as if the index were rebuilt.
 * @see Fenwick, "A new data structure for cumulative frequency tables", 1994.
 * @category Spatial indexes
 *
 * @example Moving two from one element to another
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexAdd, indexFromValues, indexToValues } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4), { context });
 * using index = indexFromValues(values, { bits: 4 });
 * using keys = tensor(Int32Array.of(0, 1), { context });
 * using deltas = tensor(Int32Array.of(-2, 2), { context });
 * indexAdd(index, keys, deltas);
 * using after = indexToValues(index);
 * assertEquals([...await after.read()], [1n, 3n, 4n]);
 * ```
 */
export function indexAdd(
  index: SpatialIndex,
  keys: Tensor<Key>,
  deltas: Tensor<Key>,
  options: EditOptions = {},
): void {
  checkOptions("indexAdd", options, NAMES);
  const { ADD } = IndexEdit;
  edit({ operator: "indexAdd", edit: ADD, capability: "add" }, index, keys, options, deltas);
}

/** An edit: who asks for it, and what it is. */
interface Edit {
  readonly operator: string;
  readonly edit: IndexEdit;
  readonly capability: IndexCapability;
}

function edit(
  { operator, edit, capability }: Edit,
  index: SpatialIndex,
  keys: Tensor<Key>,
  { checked = true }: EditOptions,
  deltas: Tensor<Key>,
): void {
  const context = shareContext(operator, index, keys, deltas);
  checkClass({ operator, name: "index" }, index, SpatialIndex);
  requireCapability(operator, index, capability);
  const count = checkKeys(operator, index, keys);
  if (capability === "add") {
    checkDType({ operator, name: "deltas" }, deltas, KEYS);
    checkShape({ operator, name: "deltas" }, deltas, [count]);
  }
  checkData(context, operator, (outFault) =>
    nativeOf(context).indexApplyEdit({
      ...nativeIndex(index),
      edit,
      keys: handleOf(keys.buffer),
      indexDtype: dtypeCode(keys.dtype),
      count,
      deltas: capability === "add" ? handleOf(deltas.buffer) : NO_BUFFER,
      deltaDtype: dtypeCode(deltas.dtype),
      checked: checked ? 1 : 0,
      outFault,
    }));
}
