/**
 * Grids on the corners of cells.
 *
 * @module
 */

import type { GridBatch, GridWithRows } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { checkNoRows, tieRows, type WithRows } from "./_rows.ts";

/** Options for {@linkcode dualGrid}. */
export interface DualOptions {
  /**
   * Whether to keep only voxels whose eight corners `ijk + {0, 1}^3` are all active in the source.
   *
   * @default {false}
   */
  readonly excludeBorder?: boolean;
}

const NAMES = optionNames<DualOptions & Partial<WithRows>>({
  excludeBorder: true,
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
export function dualGrid(grid: GridBatch, options: DualOptions & WithRows): GridWithRows;
/**
 * Makes the duals of grids: their voxels lie on the corners of the cells of the source.
 *
 * The voxels are `ijk + {0, 1}^3`. The origin moves half a voxel down, onto the corners, and the origins of the dual
 * become those of the source: grids and their duals swap places, so the dual of a dual is back at the origin exactly.
 *
 * With `excludeBorder` the voxels are those whose `ijk + {0, 1}^3` are all active. That leads back from a dual:
 * `dualGrid(dualGrid(grid), { excludeBorder: true })` has the voxels and the transforms of `grid`, and also the holes
 * in it whose eight corners all belong to other cells. Of a grid that is no dual it makes the corners that have eight
 * active cells around them, but numbered one lower along each axis than the dual without `excludeBorder` numbers them;
 * {@linkcode erodedGrid} with `min: -1, max: 0` keeps that numbering.
 *
 * The calling thread waits for the size of the result; {@linkcode dualGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options Whether to exclude the border.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If a new coordinate does not fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 *
 * @example The corners of a voxel, and back
 * ```ts
 * import { dualGrid, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([7, 7, 7]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.1 });
 * using dual = dualGrid(grid);
 * assertEquals([...dual.bbox()], [7, 7, 7, 8, 8, 8]);
 * assertEquals([...dual.origins], [-0.05, -0.05, -0.05]);
 * using again = dualGrid(dual, { excludeBorder: true });
 * assertEquals([...again.bbox()], [...grid.bbox()]);
 * assertEquals([...again.origins], [...grid.origins]);
 * ```
 */
export function dualGrid(grid: GridBatch, options?: DualOptions): GridBatch;
export function dualGrid(
  grid: GridBatch,
  options: DualOptions & Partial<WithRows> = {},
): GridBatch | GridWithRows {
  checkOptions("dualGrid", options, NAMES);
  const made = derive(plan(grid, options, "dualGrid"));
  return options.rows === true
    ? tieRows({ operator: "dualGrid", made, from: made, to: grid })
    : made;
}

/**
 * Makes what {@linkcode dualGrid} makes without blocking the calling thread.
 *
 * The call takes its place in the context's order of work when it is made: the inputs may be changed or disposed
 * before the promise settles.
 *
 * @param grid The batch; borrowed.
 * @param options Whether to exclude the border.
 * @returns A new batch with as many grids, which shares nothing with its source; the caller owns it.
 * @throws {RangeError} If a new coordinate does not fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Making a dual while something else goes on
 * ```ts
 * import { dualGridAsync, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using dual = await dualGridAsync(grid);
 * assertEquals(dual.numVoxels, 12);
 * ```
 */
export async function dualGridAsync(
  grid: GridBatch,
  options: DualOptions = {},
): Promise<GridBatch> {
  checkNoRows("dualGridAsync", options, NAMES);
  return await deriveAsync(plan(grid, options, "dualGridAsync"));
}

function plan(
  grid: GridBatch,
  options: DualOptions,
  operator: string,
): Derivation {
  checkGrid(operator, grid);
  const { excludeBorder = false } = options;
  const { voxelSizes, origins, dualOrigins } = grid;
  const [low, high] = [Int32Array.of(0, 0, 0), Int32Array.of(1, 1, 1)];
  const first = [grid.context.handle, grid.handle, low, high] as const;
  return {
    operator,
    grid,
    transforms: { voxelSizes, origins: dualOrigins, dualOrigins: origins },
    call: (native, last) =>
      excludeBorder
        ? native.gridErodeBox(...first, ...last)
        : native.gridDilateBox(...first, ...last),
    callAsync: (native, last) =>
      excludeBorder
        ? native.gridErodeBoxAsync(...first, ...last)
        : native.gridDilateBoxAsync(...first, ...last),
  };
}
