/**
 * Slow, obvious answers about leaves.
 *
 * @module
 */

import { canonical, type Ijk, INT32_MAX, INT32_MIN, keyOf } from "../grid/_oracle.ts";

/** Lists of voxels with leaves at all borders of nodes, at the ends of int32, and none. */
export const LEAF_LISTS: readonly (readonly Ijk[])[] = [
  [
    ...[-9, -1, 0, 7, 8, 16].flatMap((i) =>
      [-1, 0, 9].flatMap((j) => [-1, 0, 8].map((k): Ijk => [i, j, k]))
    ),
    [120, 127, 127],
    [128, 128, 128],
    [4095, 0, 0],
    [4096, 0, 0],
    [-4096, -4097, 4096],
    [-4089, -4096, 4095],
  ],
  [],
  [[0, 0, 0], [-8, -8, -8], [INT32_MIN, INT32_MIN, INT32_MIN], [INT32_MAX, INT32_MAX, INT32_MAX]],
];

/** The origins of the leaves of a list of voxels, in their order. */
export function leavesOf(list: readonly Ijk[]): Ijk[] {
  const origins = canonical(list).map(([i, j, k]): Ijk => [i & ~7, j & ~7, k & ~7]);
  return [...new Map(origins.map((origin) => [keyOf(origin), origin])).values()];
}
