/**
 * Unions of grids.
 *
 * @module
 */

import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../core/checks.ts";
import { shareContext } from "../core/ownership.ts";
import { type Derivation, derive, deriveAsync } from "./_derive.ts";

/**
 * Makes the unions of grids: grid b of the result has the voxels that grid b of at least one batch has.
 *
 * Voxels are the same when their coordinates are; the transforms are those of the first batch, whatever the others
 * have. One batch alone is copied.
 *
 * Feature rows are numbered anew; {@linkcode rowMap} finds the row that a voxel has in each of the batches.
 *
 * The calling thread waits for the size of the result; {@linkcode mergedGridAsync} does not.
 *
 * @param first The batch that gives the transforms; borrowed.
 * @param others Batches with as many grids each; borrowed.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If the batches do not have the same number of grids.
 * @throws {TypeError} If the batches belong to several contexts.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 *
 * @example Two bars that cross
 * ```ts
 * import { gridFromDense, mergedGrid, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using bar = gridFromDense({ context, dims: [1, 1, 3] });
 * using beam = gridFromDense({ context, dims: [1, 3, 1] });
 * using cross = mergedGrid(bar, beam);
 * assertEquals(cross.numVoxels, 5);
 * ```
 */
export function mergedGrid(first: GridBatch, ...others: readonly GridBatch[]): GridBatch {
  return derive(plan([first, ...others], "mergedGrid"));
}

/**
 * Makes what {@linkcode mergedGrid} makes without blocking the calling thread.
 *
 * The call takes its place in the context's order of work when it is made: the inputs may be changed or disposed
 * before the promise settles.
 *
 * @param first The batch that gives the transforms; borrowed.
 * @param others Batches with as many grids each; borrowed.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If the batches do not have the same number of grids.
 * @throws {TypeError} If the batches belong to several contexts.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Merging while something else goes on
 * ```ts
 * import { gridFromDense, mergedGridAsync, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using low = gridFromDense({ context, dims: 2 });
 * using high = gridFromDense({ context, dims: 2, ijkMin: 1 });
 * using both = await mergedGridAsync(low, high);
 * assertEquals(both.numVoxels, 15);
 * ```
 */
export async function mergedGridAsync(
  first: GridBatch,
  ...others: readonly GridBatch[]
): Promise<GridBatch> {
  return await deriveAsync(plan([first, ...others], "mergedGridAsync"));
}

function plan(grids: readonly [GridBatch, ...GridBatch[]], operator: string): Derivation {
  const [grid, ...others] = grids;
  const context = shareContext(operator, grid, ...others);
  const odd = others.find(({ gridCount }) => gridCount !== grid.gridCount);
  if (odd !== undefined) {
    refuse(operator, `one batch has ${grid.gridCount} grids, another ${odd.gridCount}`);
  }
  const handles = Uint32Array.from(grids, ({ handle }) => handle);
  const first = [context.handle, handles, grids.length] as const;
  return {
    operator,
    grid,
    transforms: grid,
    call: (native, last) => native.gridMerge(...first, ...last),
    callAsync: (native, last) => native.gridMergeAsync(...first, ...last),
  };
}
