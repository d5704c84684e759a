/**
 * Masks for tests.
 *
 * @module
 */

import { type GridBatch, jaggedFromList, type JaggedTensor } from "../../mod.ts";

/** A mask that depends on the row of a voxel in its own grid. */
export function maskOf(
  grid: GridBatch,
  keep: (row: number, b: number) => boolean,
): JaggedTensor<"bool"> {
  const lists = grid.voxelCounts.map((count, b) =>
    Array.from({ length: count }, (_, row) => keep(row, b))
  );
  return jaggedFromList(lists, { context: grid.context, dtype: "bool" });
}
