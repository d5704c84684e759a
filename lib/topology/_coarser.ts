/**
 * How voxels grow when a grid is coarsened.
 *
 * @module
 */

import type { Rescale } from "../core/derive.ts";

/** A coarse voxel covers exactly the block of fine ones that it replaces. */
export const coarser: Rescale = (size, origin, by) => [size * by, origin + 0.5 * (by - 1) * size];
