/**
 * Coarsening of grids.
 *
 * @module
 */

import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import { type Derivation, derive, deriveAsync, relation, rescale } from "../core/derive.ts";
import { coarser } from "./_coarser.ts";

/**
 * Options for {@linkcode coarsenedGrid}.
 *
 * @category Topology
 */
export interface CoarsenOptions {
  /** Fine voxels per coarse voxel along each axis; at least 1. */
  readonly factor: number | Triple;
}

const NAMES = optionNames<CoarsenOptions>({ factor: true });

/**
 * Makes grids of larger voxels: those that contain at least one voxel of the source.
 *
 * A voxel `ijk` lies in `floor(ijk / factor)`, rounded down for negative coordinates too. The new voxel size is
 * `size * factor`, and the new origin `origin + (factor - 1) / 2 * size`, so that a coarse voxel covers exactly the
 * block of fine voxels that it replaces.
 *
 * Feature rows are renumbered: `rowMap(grid, coarse, { divisor: factor })` gives, for each voxel of `grid`, the row in
 * the result of the voxel that it lies in ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode coarsenedGridAsync} does not.
 * {@linkcode coarsenedGrids} makes several levels of a pyramid with as many waits as this one takes.
 *
 * @param grid The batch; borrowed.
 * @param options The factor.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the factor is not whole and positive.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example Factor 2
 * ```ts
 * import { coarsenedGrid, gridFromIjk, gridIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([-1, 0, 0, 0, 0, 0, 1, 1, 1]), { context, shape: [3, 3] });
 * using fine = gridFromIjk(ijk, { voxelSize: 0.5 });
 * using grid = coarsenedGrid(fine, { factor: 2 });
 * using coarse = gridIjk(grid);
 * assertEquals([...await coarse.data.read()], [-1, 0, 0, 0, 0, 0]);
 * assertEquals([...grid.voxelSizes, ...grid.origins], [1, 1, 1, 0.25, 0.25, 0.25]);
 * ```
 */
export function coarsenedGrid(grid: GridBatch, options: CoarsenOptions): GridBatch {
  return derive(plan("coarsenedGrid", grid, options));
}

/**
 * Like {@linkcode coarsenedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function coarsenedGridAsync(
  grid: GridBatch,
  options: CoarsenOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("coarsenedGridAsync", grid, options), options);
}

function plan(operator: string, grid: GridBatch, options: CoarsenOptions): Derivation {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const factor = wholeTriple({ operator, name: "factor" }, options.factor, { least: 1 });
  const transforms = rescale(operator, grid, factor, coarser);
  return relation("coarsenedGrid", { operator, grid, transforms }, { factor });
}
