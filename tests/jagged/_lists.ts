/**
 * Lists that look random, and lists as the host sees them.
 *
 * @module
 */

import {
  type Context,
  type DType,
  jagged,
  type JaggedTensor,
  type Lists,
  tensor,
  type TypedArrayOf,
} from "../../mod.ts";
import type { Random } from "../_arrays.ts";

/** Rows of numbers of each list. */
export type HostLists = readonly (readonly (readonly (number | bigint)[])[])[];

/** Lengths of lists, some of them 0, and one long. */
export function randomLengths(random: Random, count: number, most: number): number[] {
  return Array.from(
    { length: count },
    () => Math.max(0, random.integer(-(most >> 1), most)),
  );
}

/** Where lists of the given lengths begin. */
export function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** Lists of the given lengths on a device, with rows of a shape. */
export function makeLists<D extends DType>(
  context: Context,
  dtype: D,
  lengths: readonly number[],
  values: TypedArrayOf<D> | readonly (number | bigint)[],
  shape: readonly number[] = [],
): JaggedTensor<D> {
  const offsets = startsOf(lengths);
  using data = tensor(values, { context, dtype, shape: [offsets.at(-1) ?? 0, ...shape] });
  return jagged(data, { offsets });
}

/** The rows of each list, flattened. */
export function rowsOfLists(lists: JaggedTensor): HostLists {
  const values = Array.from<number | bigint>(lists.data.readSync());
  const [rows = 0] = lists.data.shape;
  const width = rows === 0 ? 0 : values.length / rows;
  return Array.from({ length: lists.length }, (_, list) => {
    const [begin, end] = [Number(lists.offsets[list]), Number(lists.offsets[list + 1])];
    return Array.from(
      { length: end - begin },
      (_, row) => values.slice((begin + row) * width, (begin + row + 1) * width),
    );
  });
}

/** The numbers of a tensor or of all lists. */
export function numbersOf(lists: Lists<DType>): (number | bigint)[] {
  const data = "data" in lists ? lists.data : lists;
  return Array.from<number | bigint>(data.readSync());
}
