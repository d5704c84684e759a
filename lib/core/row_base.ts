/**
 * Starts of row numbers.
 *
 * @module
 */

import { RowBase } from "../../ffi/_generated/symbols.ts";
import type { Argument } from "../../ffi/base/checks.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { cannot } from "../../ffi/base/errors.ts";

/**
 * Start of row numbers: the first voxel of the batch, or the first voxel of each grid.
 *
 * @category Queries
 */
export type RowsOf = "batch" | "grid";

/**
 * The native name of what rows are counted from.
 *
 * @throws {RangeError} If there is no such count.
 */
export function rowBase(operator: Argument["operator"], rows: RowsOf): RowBase {
  if (rows === "batch") return RowBase.IN_BATCH;
  if (rows === "grid") return RowBase.IN_GRID;
  const given = describeValue(rows satisfies never);
  throw new RangeError(`${cannot(operator)}: rows is ${given}, "batch" or "grid" expected`);
}
