/**
 * Batches of grids that come with rows.
 *
 * @module
 */

import type { GridBatch } from "./grid_batch.ts";
import type { Tensor } from "./tensor.ts";

/** A batch of grids, and rows that tie it to what it was made of. */
export class GridWithRows implements Disposable {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** Rows over the whole batch, i64 [n], -1 for none; what has them says the function that made this. Owned. */
  readonly rows: Tensor<"i64">;

  /** Takes both parts over. */
  constructor(grid: GridBatch, rows: Tensor<"i64">) {
    this.grid = grid;
    this.rows = rows;
  }

  /** Whether both parts are gone. */
  get disposed(): boolean {
    return this.grid.disposed && this.rows.disposed;
  }

  /** Gives both parts up; doing so again has no effect. */
  dispose(): void {
    this.rows.dispose();
    this.grid.dispose();
  }

  /** Gives both parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** A batch of grids, and rows that tie it to each of the batches that it was made of. */
export class GridWithSourceRows implements Disposable {
  /** The batch; owned. */
  readonly grid: GridBatch;
  /** For each source its rows over the whole batch, i64 [voxels of `grid`], -1 for none. Owned. */
  readonly rows: readonly Tensor<"i64">[];

  /** Takes all parts over. */
  constructor(grid: GridBatch, rows: readonly Tensor<"i64">[]) {
    this.grid = grid;
    this.rows = rows;
  }

  /** Whether all parts are gone. */
  get disposed(): boolean {
    return this.grid.disposed && this.rows.every(({ disposed }) => disposed);
  }

  /** Gives all parts up; doing so again has no effect. */
  dispose(): void {
    for (const rows of this.rows) rows.dispose();
    this.grid.dispose();
  }

  /** Gives all parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}
