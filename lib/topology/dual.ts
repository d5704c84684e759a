/**
 * Dual grids, whose voxels are the corners of cells.
 *
 * @module
 */

import type { Cancelable, GridBatch } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { boxRelation } from "./_box.ts";

/**
 * Options for {@linkcode dualGrid}.
 *
 * @category Topology
 */
export interface DualOptions {
  /**
   * Whether to keep only voxels whose eight corners `ijk + {0, 1}^3` are all active in the source.
   *
   * @default {false}
   */
  readonly excludeBorder?: boolean;
}

const NAMES = optionNames<DualOptions>({ excludeBorder: "boolean" });

/**
 * Makes dual grids: their voxels lie on the corners of the cells of the source.
 *
 * The voxels are `ijk + {0, 1}^3`. The origin moves down by half a voxel, onto the corners. The transforms of a grid
 * and its dual are exchanged, so the dual of a dual has exactly the original origin.
 *
 * With `excludeBorder` the voxels are those whose `ijk + {0, 1}^3` are all active. This inverts the dual:
 * `dualGrid(dualGrid(grid), { excludeBorder: true })` has the voxels and transforms of `grid`, plus holes whose eight
 * corners all belong to other cells. Applied to a grid that is not a dual, it yields the corners that are surrounded by
 * eight active cells, but with coordinates one lower along each axis than those of the dual without `excludeBorder`;
 * {@linkcode erodedGrid} of the grid itself with `ijkMin: -1, ijkMax: 0` yields the same corners by the coordinates of
 * that dual, with the transforms of the grid.
 *
 * Feature rows are renumbered: `rowMap(dual, grid)` gives, for each new voxel, the row in `grid` of the voxel at the
 * same coordinates, or -1 where `grid` has none ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode dualGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options Whether to exclude the border.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If a new coordinate does not fit int32.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example The corners of a voxel, and back
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { dualGrid } from "@denovdb/denovdb/topology";
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
export function dualGrid(grid: GridBatch, options: DualOptions = {}): GridBatch {
  return derive(plan("dualGrid", grid, options));
}

/**
 * Like {@linkcode dualGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function dualGridAsync(
  grid: GridBatch,
  options: DualOptions & Cancelable = {},
): Promise<GridBatch> {
  return await deriveAsync(plan("dualGridAsync", grid, options), options);
}

function plan(operator: string, grid: GridBatch, options: DualOptions): Derivation {
  const { excludeBorder = false } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const { voxelSizes, origins, dualOrigins } = grid;
  const transforms = { voxelSizes, origins: dualOrigins, dualOrigins: origins };
  const box = { low: Int32Array.of(0, 0, 0), high: Int32Array.of(1, 1, 1) };
  return boxRelation({ operator, grid, transforms }, box, excludeBorder);
}
