/**
 * Batches of grids with rows.
 *
 * @module
 */

import type { Bundle } from "./bundle.ts";
import type { GridBatch } from "./grid_batch.ts";
import type { Tensor } from "./tensor.ts";

/**
 * A batch of grids, and rows that relate it to its source.
 *
 * @category Grids
 */
export interface GridWithRows extends Bundle {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /**
   * Rows, numbered over the whole batch, i64 [n], -1 for none; see the function that returned this for their meaning.
   * Owned.
   */
  readonly rows: Tensor<"i64">;
}

/**
 * A batch of grids, and rows that relate it to each of its sources.
 *
 * @category Grids
 */
export interface GridWithSourceRows extends Bundle {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** For each source, its rows, numbered over the whole batch, i64 [voxels of `grid`], -1 for none. Owned. */
  readonly rows: readonly Tensor<"i64">[];
}
