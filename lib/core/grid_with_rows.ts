/**
 * Batches of grids with rows.
 *
 * @module
 */

import type { GridBatch } from "./grid_batch.ts";
import type { Tensor } from "./tensor.ts";

/**
 * A batch of grids, and rows that relate it to its source.
 *
 * @category Grids
 */
export class GridWithRows implements Disposable {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /**
   * Rows, numbered over the whole batch, i64 [n], -1 for none; see the function that returned this for their meaning.
   * Owned.
   */
  readonly rows: Tensor<"i64">;

  /** Takes ownership of both parts. */
  constructor(grid: GridBatch, rows: Tensor<"i64">) {
    this.grid = grid;
    this.rows = rows;
  }

  /** Whether both parts have been disposed. */
  get disposed(): boolean {
    return this.grid.disposed && this.rows.disposed;
  }

  /** Disposes both parts; idempotent. */
  dispose(): void {
    this.rows.dispose();
    this.grid.dispose();
  }

  /** Disposes both parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * A batch of grids, and rows that relate it to each of its sources.
 *
 * @category Grids
 */
export class GridWithSourceRows implements Disposable {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** For each source, its rows, numbered over the whole batch, i64 [voxels of `grid`], -1 for none. Owned. */
  readonly rows: readonly Tensor<"i64">[];

  /** Takes ownership of all parts. */
  constructor(grid: GridBatch, rows: readonly Tensor<"i64">[]) {
    this.grid = grid;
    this.rows = rows;
  }

  /** Whether all parts have been disposed. */
  get disposed(): boolean {
    return this.grid.disposed && this.rows.every(({ disposed }) => disposed);
  }

  /** Disposes all parts; idempotent. */
  dispose(): void {
    for (const rows of this.rows) rows.dispose();
    this.grid.dispose();
  }

  /** Disposes all parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}
