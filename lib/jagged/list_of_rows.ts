/**
 * The list of each row.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { DType, JaggedTensor, Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { callNative, computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { checkHasRows, checkJagged, viewAs } from "./_lists.ts";

/**
 * Returns the number of the list that contains each row.
 *
 * @param lists The lists; borrowed. With outer lists, the inner lists are numbered consecutively.
 * @returns Numbers of lists, i32 [rows]; the caller owns them.
 * @throws {NativeError} If there are 2^31 lists or more.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Lists of 2 and 1
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { listOfRows } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[7, 8], [], [9]], { context });
 * using numbers = listOfRows(lists);
 * assertEquals([...await numbers.read()], [0, 0, 2]);
 * ```
 */
export function listOfRows(lists: JaggedTensor): Tensor<"i32"> {
  const operator = "listOfRows";
  checkJagged(operator, lists);
  const { context, data, offsets, length } = lists;
  const [n = 0] = data.shape;
  return computeTensor(
    { operator, context, dtype: "i32", shape: [n] },
    (native, out) => native.listOfRows({ ...out, n, offsets, nLists: length }),
  );
}

/**
 * Options for {@linkcode jaggedFromListOfRows}.
 *
 * @category Lists
 */
export interface ListOfRowsOptions {
  /** Number of lists: at most 2^24, or 16 for each row. */
  readonly count: number;
}

/** So many lists may be empty whatever the number of rows. */
const MOST_EMPTY_LISTS = 2 ** 24;

const NAMES = optionNames<ListOfRowsOptions>({ count: true });

/**
 * Views the rows of a tensor as lists, given the number of each row's list.
 *
 * The calling thread waits for the lengths of the lists.
 *
 * @typeParam D Element type.
 * @param data The rows, [n, ...]; the caller keeps ownership, and the result shares their storage.
 * @param listOfRow Number of each row's list, i32 or i64 [n], in ascending order; borrowed.
 * @param options Number of lists, any of which may be empty.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there is not one number for each row, or `count` is not a valid number of lists.
 * @throws {TypeError} If `listOfRow` is not i32 or i64, or if contexts are mixed.
 * @throws {NativeError} If numbers decrease, or are not below `count` ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Three lists, one of them empty
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { jaggedFromListOfRows } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = tensor([7, 8, 9], { context });
 * using numbers = tensor(Int32Array.of(0, 0, 2), { context });
 * using lists = jaggedFromListOfRows(rows, numbers, { count: 3 });
 * assertEquals(lists.lshape, [2, 0, 1]);
 * ```
 */
export function jaggedFromListOfRows<D extends DType>(
  data: Tensor<D>,
  listOfRow: Tensor<"i32" | "i64">,
  options: ListOfRowsOptions,
): JaggedTensor<D> {
  const operator = "jaggedFromListOfRows";
  const { count } = checkOptions(operator, options, NAMES);
  const context = shareContext(operator, data, listOfRow);
  checkHasRows({ operator, name: "data" }, data);
  checkDType({ operator, name: "listOfRow" }, listOfRow, ["i32", "i64"]);
  const [rows = 0] = data.shape;
  checkShape({ operator, name: "listOfRow" }, listOfRow, [rows]);
  // More would be memory for empty lists alone.
  const most = Math.min(Math.max(MOST_EMPTY_LISTS, 16 * rows), 2 ** 31 - 1);
  if (!Number.isInteger(count) || count < 0 || count > most) {
    refuse(operator, `count is ${count}, a number of lists from 0 to ${most} expected`);
  }
  const offsets = new BigInt64Array(count + 1);
  callNative(operator, context, (native, context) =>
    native.jaggedFromListOfRows({
      context,
      listOfRow: handleOf(listOfRow.buffer),
      indexDtype: dtypeCode(listOfRow.dtype),
      n: rows,
      nLists: count,
      outOffsets: offsets,
    }));
  return viewAs(data, offsets);
}
