/**
 * What grids of convolutions are tried on.
 *
 * @module
 */

import type { Lists } from "../grid/_grids.ts";
import type { Ijk } from "../grid/_oracle.ts";
import { borderVoxels, cluster } from "./_batches.ts";

/** Voxels of every residue, on both sides of 0. */
export const SPREAD: readonly Ijk[] = [
  [-4, -1, 0],
  [-1, 0, 1],
  [0, 2, -3],
  [3, -2, 4],
  [5, 1, -1],
];

/** Extents of a kernel and strides, equal or different on the axes. */
export const KERNELS_AND_STRIDES: readonly (readonly [
  kernel: number | Ijk,
  stride: number | Ijk,
])[] = [
  [3, 1],
  [5, 1],
  [2, 1],
  [4, 1],
  [2, 2],
  [4, 4],
  [1, 1],
  [1, 3],
  [3, 2],
  [[1, 2, 3], [3, 1, 2]],
  [[1, 19, 1], 1],
  [[1, 1, 10], [4, 1, 2]],
];

/** Voxels in clusters and at the borders of nodes. */
export const CLUSTERS: Lists = [
  cluster(31, [0, 0, 0], 0.5),
  [],
  [...cluster(32, [-128, 8, 4096], 0.7), ...borderVoxels(33, 30)],
];
