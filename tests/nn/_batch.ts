/**
 * A small batch of three grids, one of which is empty, and points in it.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  gridFromIjk,
  jagged,
  type JaggedTensor,
  type Own,
  tensor,
} from "../../mod.ts";

const FIRST = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1], [2, 1, 1]];
const LAST = [[-1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 3], [0, 1, 3]];

/** Voxels [7], none, and [5]. */
export function threeGrids(context: Context, own: Own): GridBatch {
  const ijk = own(tensor(Int32Array.from([...FIRST, ...LAST].flat()), { context, shape: [12, 3] }));
  const lists = own(jagged(ijk, { offsets: OFFSETS.voxels }));
  return own(gridFromIjk(lists, { voxelSize: [0.5, 1, 0.75] }));
}

/** Offsets of the voxels and of the points below. */
export const OFFSETS: Readonly<Record<"voxels" | "points", readonly number[]>> = {
  voxels: [0, 7, 7, 12],
  points: [0, 4, 5, 8],
};

/** Points of each grid, f64 [8, 3], none of them on the boundary of a cell. */
export function pointsInGrids(context: Context, own: Own): JaggedTensor<"f64"> {
  const rows = [
    ...[[0.11, 0.23, 0.31], [0.41, 0.77, 0.12], [0.66, 0.9, 0.4], [5, 5, 5.1]],
    ...[[0.1, 0.2, 0.3]],
    ...[[-0.2, 0.3, 0.2], [0.1, 0.6, 2.1], [0.12, 0.4, 1.9]],
  ];
  const data = own(tensor(Float64Array.from(rows.flat()), { context, shape: [8, 3] }));
  return own(jagged(data, { offsets: OFFSETS.points }));
}
