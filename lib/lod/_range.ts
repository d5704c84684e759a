/**
 * Which points or voxels of a tree are meant.
 *
 * @module
 */

import { refuse } from "../core/checks.ts";

/** Points or voxels that lie next to each other. */
export interface LodRange {
  /** Number of the first one. */
  readonly first: number;
  /** How many there are. */
  readonly count: number;
}

/** All of n, or a range of them that is there. */
export function rangeOf(operator: string, range: LodRange | undefined, n: number): LodRange {
  const { first, count } = range ?? { first: 0, count: n };
  const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(count) && first >= 0 &&
    count >= 0 && first + count <= n;
  return isRange
    ? { first, count }
    : refuse(operator, `${count} from ${first} on are asked for, there are ${n}`);
}
