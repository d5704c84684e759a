/**
 * Dilation of grids.
 *
 * @module
 */

import type { Cancelable, GridBatch } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derive, deriveAsync, relation } from "../core/derive.ts";
import { neighborRequest } from "./_neighbors.ts";

/**
 * Neighborhood of a voxel: the 6 that share a face, the 18 that share a face or an edge, or all 26.
 *
 * @category Topology
 */
export type Neighbors = 6 | 18 | 26;

/**
 * Options for {@linkcode dilatedGrid}.
 *
 * @category Topology
 */
export interface DilateOptions {
  /**
   * Number of times that neighbors are added; 0 makes a copy.
   *
   * @default {1}
   */
  readonly radius?: number;
  /**
   * Neighborhood: voxels that share a face (6), a face or an edge (18), or also a corner (26).
   *
   * @default {26}
   */
  readonly neighbors?: Neighbors;
}

const NAMES = optionNames<DilateOptions>({ radius: true, neighbors: true });

/**
 * Dilates grids: adds the neighbors of all voxels, `radius` times.
 *
 * With 26 neighbors the result is the Minkowski sum with the cube `[-radius, radius]^3`; {@linkcode paddedGrid} takes
 * other boxes. Transforms are unchanged.
 *
 * Feature rows are renumbered: `rowMap(dilated, grid)` gives, for each new voxel, the row in `grid` of the voxel at the
 * same coordinates, or -1 where `grid` has none ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode dilatedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The radius and the neighborhood.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the radius is negative or not whole, there is no such neighborhood, or a new coordinate does
 * not fit int32.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example The neighbors of one voxel
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
export function dilatedGrid(grid: GridBatch, options: DilateOptions = {}): GridBatch {
  return derive(plan("dilatedGrid", grid, options));
}

/**
 * Like {@linkcode dilatedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 *
 * @example Dilating without blocking
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { dilatedGridAsync } from "@denovdb/denovdb/topology";
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
  options: DilateOptions & Cancelable = {},
): Promise<GridBatch> {
  return await deriveAsync(plan("dilatedGridAsync", grid, options), options);
}

function plan(operator: string, grid: GridBatch, options: DilateOptions): Derivation {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  return relation("dilatedGrid", { operator, grid }, neighborRequest(operator, options));
}
