/**
 * Checks of codes in lists.
 *
 * @module
 */

import { checkResource } from "../../ffi/base/checks.ts";
import { checkDType, checkLists, checkShape, type ListRows, rowsOf } from "../core/checks.ts";
import { type Context, JaggedTensor, type Lists } from "../core/mod.ts";

/** Whole numbers in lists, one a row. */
export interface RowNumbers extends ListRows {
  readonly context: Context;
  readonly outerOffsets: BigInt64Array<ArrayBuffer> | undefined;
}

/** Takes codes, or row numbers. */
export function takeCodes(operator: string, codes: Lists<"i64">, name = "codes"): RowNumbers {
  checkResource(operator, codes);
  checkLists({ operator, name }, codes);
  const rows = rowsOf(codes);
  checkDType({ operator, name }, rows.data, ["i64"]);
  checkShape({ operator, name }, rows.data, ["n"]);
  const { context } = codes;
  const outerOffsets = codes instanceof JaggedTensor ? codes.outerOffsets : undefined;
  return { ...rows, context, outerOffsets };
}
