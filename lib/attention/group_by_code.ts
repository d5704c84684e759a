/**
 * Groups of rows of the same code.
 *
 * @module
 */

import { wholeNumber } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Lists, Tensor } from "../core/mod.ts";
import type { CodeGroups } from "./base/code_groups.ts";
import { takeCodes } from "./_codes.ts";
import { groupRows } from "./_groups.ts";

/**
 * Options for {@linkcode groupByCode}.
 *
 * @category Attention
 */
export interface GroupByCodeOptions {
  /**
   * How many of the lowest bits of codes are ignored, 0 to 63: 3 for the voxels of twice the size along a Morton or
   * Hilbert curve.
   *
   * @default {0}
   */
  readonly shift?: number;
}

const NAMES = optionNames<GroupByCodeOptions>({ shift: true });

/**
 * Groups rows of the same code in each list, by ascending code; the rows of a group stay in their order.
 *
 * This is pooling by code: `rows` has a list for each group, which `jaggedMax(takeRows(features, rows))` reduces, and
 * `takeRows(pooled, groups)` unpools. The codes of the groups are those of the coarse rows, in ascending order. The calling
 * thread waits for the number of groups.
 *
 * @param codes Codes, i64 [n]; a tensor is one list; borrowed.
 * @param options How many bits are ignored.
 * @returns The groups; the caller owns them. Outer lists of `rows` are the lists of the codes.
 * @throws {RangeError} If the codes are not [n], or an option is out of range.
 * @throws {TypeError} If they are not i64.
 * @throws {NativeError} If device memory runs out, or if there are more than 2^32 rows.
 * @determinism Same bits on every backend.
 * @category Attention
 *
 * @example Pooling and unpooling
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { groupByCode } from "@denovdb/denovdb/attention";
 * import { jaggedMax, takeRows } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using codes = tensor(BigInt64Array.of(17n, 3n, 16n, 5n), { context });
 * using features = tensor([1, 2, 3, 4], { context, shape: [4, 1] });
 * using groups = groupByCode(codes, { shift: 3 });
 * assertEquals([...await groups.codes.data.read()], [0n, 2n]);
 * using taken = takeRows(features, groups.rows);
 * using pooled = jaggedMax(taken);
 * assertEquals([...await pooled.values.read()], [4, 3]);
 * using back = takeRows(pooled.values, groups.groups);
 * assertEquals([...await back.read()], [3, 4, 3, 4]);
 * ```
 */
export function groupByCode(codes: Lists<"i64">, options: GroupByCodeOptions = {}): CodeGroups {
  const operator = "groupByCode";
  const { shift = 0 } = checkOptions(operator, options, NAMES);
  wholeNumber({ operator, name: "shift" }, shift, { least: 0, most: 63 });
  const { data, offsets, context } = takeCodes(operator, codes);
  return groupRows({ operator, context, codes: data as Tensor<"i64">, offsets, shift });
}
