/**
 * Gathering rows within lists.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type DType, JaggedTensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkClass, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount } from "../core/shape.ts";
import { gatherRows } from "./_lists.ts";

/**
 * Gathers rows of each list by indices that count from the start of the list.
 *
 * The calling thread waits for the check of the indices.
 *
 * @typeParam D Element type.
 * @param lists The lists to gather from, rows [n, ...]; borrowed.
 * @param indices For each list, indices of its rows; i32 or i64 [m] or [m, ...]; negative ones count from the end.
 * @returns Lists as long as those of `indices`; each index is replaced by the row, so rows are [m, ...] with the axes
 * of `indices` first. The caller owns them.
 * @throws {RangeError} If there are not as many lists of indices as lists.
 * @throws {TypeError} If `indices` is not i32 or i64, or if contexts are mixed.
 * @throws {NativeError} If indices are out of range for their list ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example The first and the last row of each list
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedGather } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4, 5]], { context });
 * using ends = jaggedFromList([Int32Array.of(0, -1), Int32Array.of(0, -1)], { context });
 * using rows = jaggedGather(lists, ends);
 * assertEquals([...await rows.data.read()], [1, 3, 4, 5]);
 * ```
 */
export function jaggedGather<D extends DType>(
  lists: JaggedTensor<D>,
  indices: JaggedTensor<"i32" | "i64">,
): JaggedTensor<D> {
  const operator = "jaggedGather";
  const context = shareContext(operator, lists, indices);
  checkClass({ operator, name: "lists" }, lists, JaggedTensor);
  checkClass({ operator, name: "indices" }, indices, JaggedTensor);
  checkDType({ operator, name: "indices" }, indices.data, ["i32", "i64"]);
  if (indices.length !== lists.length) {
    refuse(
      operator,
      `the number of lists in indices is ${indices.length}, the number of lists is ${lists.length}`,
    );
  }
  const { shape, length } = indices.data;
  const each = BigInt(elementCount(shape.slice(1)));
  using rows = computeTensor(
    { operator, context, dtype: "i64", shape: [length] },
    (native, out) =>
      native.jaggedGatherRows({
        ...out,
        indices: handleOf(indices.data.buffer),
        indexDtype: dtypeCode(indices.dtype),
        n: length,
        indexOffsets: indices.offsets.map((offset) => offset * each),
        offsets: lists.offsets,
        nLists: lists.length,
      }),
  );
  const gathered = gatherRows(lists.data, rows, { operator, shape, fill: 0, checked: false });
  return new JaggedTensor(gathered, indices.offsets, indices.outerOffsets);
}
