/**
 * Which points or voxels of a tree are meant.
 *
 * @module
 */

import { refuse } from "../core/checks.ts";
import { checkParts } from "../core/operands.ts";

/**
 * A range of consecutive points or voxels.
 *
 * @category Level of detail
 */
export interface LodRange {
  /** Index of the first one. */
  readonly first: number;
  /** Their number. */
  readonly count: number;
}

/** All of n, or a range of them that is there. */
export function rangeOf(operator: string, range: LodRange | undefined, n: number): LodRange {
  if (range === undefined) return { first: 0, count: n };
  checkParts({ operator, name: "range" }, range);
  const { first, count } = range;
  const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(count) && first >= 0 &&
    count >= 0 && first + count <= n;
  return isRange
    ? { first, count }
    : refuse(operator, `${count} from ${first} on are asked for, there are ${n}`);
}
