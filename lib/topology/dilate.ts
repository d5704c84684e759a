/**
 * Grids grown by neighbours.
 *
 * @module
 */

import type { GridBatch, GridWithRows } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { neighborhood, type Neighbors } from "./_neighbors.ts";
import { checkNoRows, tieRows, type WithRows } from "./_rows.ts";

/** Options for {@linkcode dilatedGrid}. */
export interface DilateOptions {
  /**
   * How many times neighbours are added; 0 makes a copy.
   *
   * @default {1}
   */
  readonly radius?: number;
  /**
   * Which voxels are neighbours: those that share a face (6), also an edge (18), also a corner (26).
   *
   * @default {26}
   */
  readonly neighbors?: Neighbors;
}

const NAMES = optionNames<DilateOptions & Partial<WithRows>>({
  radius: true,
  neighbors: true,
  rows: true,
});

/**
 * Makes the grid of the other overload, and rows with it: for each voxel of the result, the row in `grid` of the voxel
 * at the same coordinates, or -1 where `grid` has none. They count over the whole batch, so features follow in one
 * gather.
 *
 * @returns A new batch and its rows; the caller owns both.
 * @determinism Same bits on every backend.
 */
export function dilatedGrid(grid: GridBatch, options: DilateOptions & WithRows): GridWithRows;
/**
 * Grows grids: adds the neighbours of all voxels, as often as the radius says.
 *
 * With 26 neighbours the result is the sum with the cube `[-radius, radius]^3`; boxes of other shapes are {@linkcode
 * paddedGrid}'s. Transforms stay.
 *
 * The calling thread waits for the size of the result; {@linkcode dilatedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The radius and the kind of neighbours.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If the radius is negative or not whole, there is no such kind of neighbours, or a new
 * coordinate does not fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 *
 * @example The neighbours of one voxel
 * ```ts
 * import { dilatedGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using cross = dilatedGrid(grid, { neighbors: 6 });
 * using cube = dilatedGrid(grid, { radius: 2 });
 * assertEquals([cross.numVoxels, cube.numVoxels], [7, 125]);
 * ```
 */
export function dilatedGrid(grid: GridBatch, options?: DilateOptions): GridBatch;
export function dilatedGrid(
  grid: GridBatch,
  options: DilateOptions & Partial<WithRows> = {},
): GridBatch | GridWithRows {
  checkOptions("dilatedGrid", options, NAMES);
  const made = derive(plan(grid, options, "dilatedGrid"));
  return options.rows === true
    ? tieRows({ operator: "dilatedGrid", made, from: made, to: grid })
    : made;
}

/**
 * Makes what {@linkcode dilatedGrid} makes without blocking the calling thread.
 *
 * The call takes its place in the context's order of work when it is made: the inputs may be changed or disposed
 * before the promise settles.
 *
 * @param grid The batch; borrowed.
 * @param options The radius and the kind of neighbours.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If the radius is negative or not whole, there is no such kind of neighbours, or a new
 * coordinate does not fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Growing while something else goes on
 * ```ts
 * import { dilatedGridAsync, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using grown = await dilatedGridAsync(grid, { neighbors: 18 });
 * assertEquals(grown.numVoxels, 19);
 * ```
 */
export async function dilatedGridAsync(
  grid: GridBatch,
  options: DilateOptions = {},
): Promise<GridBatch> {
  checkNoRows("dilatedGridAsync", options, NAMES);
  return await deriveAsync(plan(grid, options, "dilatedGridAsync"));
}

function plan(grid: GridBatch, options: DilateOptions, operator: string): Derivation {
  checkGrid(operator, grid);
  const around = neighborhood(operator, options);
  const first = [grid.context.handle, grid.handle, ...around] as const;
  return {
    operator,
    grid,
    transforms: grid,
    call: (native, last) => native.gridDilate(...first, ...last),
    callAsync: (native, last) => native.gridDilateAsync(...first, ...last),
  };
}
