/**
 * Fenwick trees of numbers.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError } from "../core/ownership.ts";
import { callChecked, refuseIndex } from "./base/errors.ts";
import { type CheckOptions, emptyIndex, nativeIndex, type SpatialIndex } from "./base/index.ts";
import { checkIndexShape } from "./base/shape.ts";
import type { IndexFromBytesOptions } from "./from_bytes.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode indexFromValues}.
 *
 * @category Spatial indexes
 */
export interface IndexFromValuesOptions extends CheckOptions, Pick<IndexFromBytesOptions, "bits"> {
  /**
   * Extents, the first varying fastest: one to four, 2^40 elements at most.
   *
   * @default {[values.length]}
   */
  readonly dims?: readonly number[];
}

const NAMES = optionNames<IndexFromValuesOptions>({ checked: "boolean", dims: true, bits: true });

/**
 * Builds an index of layout `paper` from numbers.
 *
 * Meanwhile, sums of nodes are held unpacked: 4 bytes per element, or 8 if sums may exceed 2^32. Without `checked`,
 * only the low bits of numbers are used.
 *
 * @param values Numbers from 0 to 2^bits - 1, bool, u8, i32 or i64, as many as there are elements; borrowed.
 * @param options Extents, width, and whether numbers are checked.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If the extents are invalid (BAD_RANK, NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION,
 * TOO_LARGE), or the width (BAD_BITS, WIDTH_OVERFLOW), if the number of numbers is wrong (LENGTH), or if some do not
 * fit (VALUE_RANGE, with their number and the first).
 * @throws {TypeError} If `values` is not bool, u8, i32 or i64.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016.
 * @category Spatial indexes
 *
 * @example Elements of four bits and their tree
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromValues } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5), { context });
 * using index = indexFromValues(values, { bits: 4 });
 * const bytes = await index.data.read();
 * assertEquals(bytes.toHex(), "43255500c4210000090000001f000000");
 * ```
 */
export function indexFromValues(
  values: Tensor<"bool" | "u8" | "i32" | "i64">,
  options: IndexFromValuesOptions = {},
): SpatialIndex {
  const operator = "indexFromValues";
  const { dims, bits = 1, checked = true } = checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "values" }, values, Tensor);
  checkDType({ operator, name: "values" }, values, ["bool", "u8", "i32", "i64"]);
  const shape = checkIndexShape(operator, dims ?? [values.length], bits);
  if (values.length !== shape.size) {
    refuseIndex("LENGTH", operator, `values has ${values.length} numbers, ${shape.size} expected`);
  }
  const { context } = values;
  const index = emptyIndex(context, "paper", shape);
  return disposeOnError(index, () => {
    const { data: outData, ...shape } = nativeIndex(index);
    callChecked(operator, context, (native, outFault) =>
      native.indexFromValues({
        ...shape,
        values: handleOf(values.buffer),
        valueDtype: dtypeCode(values.dtype),
        checked: checked ? 1 : 0,
        outData,
        outFault,
      }));
    return index;
  });
}
