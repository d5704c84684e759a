/**
 * Refinement of grids.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable, GridBatch, Lists, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import {
  type Derivation,
  derive,
  deriveAsync,
  relation,
  type Rescale,
  rescale,
} from "../core/derive.ts";
import { NO_BUFFER } from "../core/ownership.ts";
import { voxelMask } from "./_mask.ts";

/**
 * Options for {@linkcode refinedGrid}.
 *
 * @category Topology
 */
export interface RefineOptions {
  /** Fine voxels per voxel along each axis; at least 1. */
  readonly factor: number | Triple;
  /** Which voxels to refine, bool [voxels], for the whole batch or one list per grid; all if omitted. */
  readonly mask?: Lists<"bool">;
}

const NAMES = optionNames<RefineOptions>({ factor: true, mask: true });

/**
 * Makes grids of smaller voxels: each voxel is subdivided, or dropped if the mask is false.
 *
 * A voxel `ijk` becomes `ijk * factor + [0, factor - 1]`. The new voxel size is `size / factor`, and the new origin
 * `origin - (factor - 1) / 2 * size / factor`, so that the fine voxels exactly cover the voxel that they replace.
 *
 * Feature rows are renumbered: `rowMap(fine, grid, { divisor: factor })` gives, for each new voxel, the row in `grid`
 * of the voxel that it is a part of ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode refinedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The factor and the mask, which is borrowed.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the factor is not whole and positive, the mask does not have one value per voxel, or a new
 * coordinate does not fit int32.
 * @throws {TypeError} If the mask is not bool, or belongs to another context.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example Two voxels per voxel
 * ```ts
 * import { gridFromIjk, gridIjk, openContext, refinedGrid, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([-3, 1, 2]), { context, shape: [1, 3] });
 * using coarse = gridFromIjk(ijk);
 * using grid = refinedGrid(coarse, { factor: [2, 1, 1] });
 * using fine = gridIjk(grid);
 * assertEquals([...await fine.data.read()], [-6, 1, 2, -5, 1, 2]);
 * assertEquals([...grid.voxelSizes, ...grid.origins], [0.5, 1, 1, -0.25, 0, 0]);
 * ```
 */
export function refinedGrid(grid: GridBatch, options: RefineOptions): GridBatch {
  return derive(plan("refinedGrid", grid, options));
}

/**
 * Like {@linkcode refinedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function refinedGridAsync(
  grid: GridBatch,
  options: RefineOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("refinedGridAsync", grid, options), options);
}

/** The inverse of what coarsening does. */
const finer: Rescale = (size, origin, by) => [size / by, origin - 0.5 * (by - 1) * (size / by)];

function plan(operator: string, grid: GridBatch, options: RefineOptions): Derivation {
  const { mask } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const factor = wholeTriple({ operator, name: "factor" }, options.factor, { least: 1 });
  const kept = mask === undefined ? NO_BUFFER : handleOf(voxelMask(operator, grid, mask).buffer);
  const transforms = rescale(operator, grid, factor, finer);
  return relation("refinedGrid", { operator, grid, transforms }, { factor, mask: kept });
}
