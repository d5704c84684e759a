/**
 * Rows in the order of codes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { JaggedTensor, type Lists } from "../core/mod.ts";
import type { RowOrder } from "./base/row_order.ts";
import { takeCodes } from "./_codes.ts";

/**
 * Orders the rows of each list by code, such as the position of voxels along a space-filling curve.
 *
 * Codes of `gridMortonZyx`, `gridMortonZxy`, `gridHilbert` and `gridHilbertYxz` of `@denovdb/denovdb/query` give the
 * orders of point transformers, the last of each pair transposed. Rows of the same code stay in their order. Nothing
 * waits.
 *
 * @param codes Codes, i64 [n]; a tensor is one list; borrowed.
 * @returns The order, with the same lists; the caller owns it.
 * @throws {RangeError} If the codes are not [n].
 * @throws {TypeError} If they are not i64.
 * @throws {NativeError} If device memory runs out, or if there are more than 2^32 rows.
 * @determinism Same bits on every backend.
 * @category Attention
 *
 * @example Two lists
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { orderByCode } from "@denovdb/denovdb/attention";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using codes = jaggedFromList([[9, 2, 5], [1, 0]], { context, dtype: "i64" });
 * using order = orderByCode(codes);
 * assertEquals([...await order.rows.data.read()], [1n, 2n, 0n, 4n, 3n]);
 * assertEquals([...await order.inverse.read()], [2n, 0n, 1n, 4n, 3n]);
 * ```
 */
export function orderByCode(codes: Lists<"i64">): RowOrder {
  const operator = "orderByCode";
  const { data, count, offsets, outerOffsets, context } = takeCodes(operator, codes);
  const layouts = { rows: ["i64", [count]], inverse: ["i64", [count]] } as const;
  const { rows, inverse } = computeTensors(
    { operator, context },
    layouts,
    (native, out, context) =>
      native.orderByCode({
        context,
        codes: handleOf(data.buffer),
        n: count,
        offsets,
        nLists: offsets.length - 1,
        outRows: out.rows,
        outInverse: out.inverse,
      }),
  );
  return bundle("RowOrder", { rows: new JaggedTensor(rows, offsets, outerOffsets), inverse });
}
