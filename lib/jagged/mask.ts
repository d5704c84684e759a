/**
 * Selection of rows by a mask.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type DType, emptyTensor, JaggedTensor, type Lists } from "../core/mod.ts";
import { checkDType, checkShape, rowsOf, type WithDType } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { callNative } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { checkHasRows, gatherRows, sameOffsets } from "./_lists.ts";

/**
 * Keeps the rows whose mask is true, in order, in their lists.
 *
 * The calling thread waits for the lengths of the result.
 *
 * @typeParam L Tensor or lists.
 * @param lists The rows, [n, ...]; borrowed.
 * @param mask Whether to keep each row, bool [n]; in the same lists, or as a tensor.
 * @returns The kept rows, in lists where `lists` is; lists may become empty. The caller owns them.
 * @throws {RangeError} If `mask` is not [n], or is in lists of other lengths.
 * @throws {TypeError} If `mask` is not bool, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Selected rows
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedMask } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4, 5]], { context });
 * using mask = jaggedFromList([[1, 0, 1], [0, 1]], { context, dtype: "bool" });
 * using kept = jaggedMask(lists, mask);
 * assertEquals([...kept.offsets], [0n, 2n, 3n]);
 * assertEquals([...await kept.data.read()], [1, 3, 5]);
 * ```
 */
export function jaggedMask<L extends Lists<DType>>(
  lists: L,
  mask: Lists<"bool">,
): WithDType<L, L["dtype"]> {
  const operator = "jaggedMask";
  const context = shareContext(operator, lists, mask);
  checkHasRows({ operator, name: "lists" }, lists);
  const { data, count, offsets } = rowsOf(lists);
  const marks = rowsOf(mask);
  checkDType({ operator, name: "mask" }, marks.data, ["bool"]);
  checkShape({ operator, name: "mask" }, marks.data, [count]);
  if (mask instanceof JaggedTensor && !sameOffsets(marks.offsets, offsets)) {
    refuse(operator, "the lists of mask have other lengths");
  }
  using rows = emptyTensor([count], { context, dtype: "i64" });
  const keptOffsets = new BigInt64Array(offsets.length);
  callNative(operator, context, (native, context) =>
    native.jaggedMaskRows({
      context,
      mask: handleOf(marks.data.buffer),
      n: count,
      offsets,
      nLists: offsets.length - 1,
      outRows: handleOf(rows.buffer),
      outOffsets: keptOffsets,
    }));
  using kept = rows.slice(0, Number(keptOffsets.at(-1)));
  const { shape } = kept;
  const taken = gatherRows(data, kept, { operator, shape, fill: 0, checked: false });
  const result: Lists<DType> = lists instanceof JaggedTensor
    ? new JaggedTensor(taken, keptOffsets, lists.outerOffsets)
    : taken;
  return result as WithDType<L, L["dtype"]>;
}
