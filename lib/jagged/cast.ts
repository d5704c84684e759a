/**
 * Conversion of element types.
 *
 * @module
 */

import type { DType, Lists } from "../core/mod.ts";
import { assertDType } from "../core/dtype.ts";
import { convert } from "./_elements.ts";
import { checkLists, type WithDType } from "../core/checks.ts";
import { checkResource } from "../../ffi/base/checks.ts";

/**
 * Converts elements to another type.
 *
 * Conversions to floats round to nearest even. Floats are truncated towards 0 when they become integers. Numbers beyond
 * the range of an integer type become the nearest in range, and NaN becomes 0. As bool, everything but 0 is true.
 *
 * @typeParam L Tensor or lists.
 * @typeParam D Element type of the result.
 * @param lists Elements of any type; borrowed.
 * @param dtype Element type of the result.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {TypeError} If there is no such element type.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Numbers to bytes
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { asType } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using numbers = tensor([-1, 2.75, 300, NaN], { context });
 * using bytes = asType(numbers, "u8");
 * assertEquals([...await bytes.read()], [0, 2, 255, 0]);
 * ```
 */
export function asType<L extends Lists<DType>, D extends DType>(
  lists: L,
  dtype: D,
): WithDType<L, D> {
  checkResource("asType", lists);
  checkLists({ operator: "asType", name: "lists" }, lists);
  assertDType(dtype);
  return convert("asType", lists, dtype) as WithDType<L, D>;
}
