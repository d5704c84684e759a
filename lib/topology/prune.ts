/**
 * Pruning of grids by a mask.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable, GridBatch, Lists } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derive, deriveAsync, relation } from "../core/derive.ts";
import { voxelMask } from "./_mask.ts";

/** There are none but a signal; those of a third operand are refused rather than ignored. */
type PruneOptions = Record<never, never>;

const NAMES = optionNames<PruneOptions>({});

/**
 * Keeps the voxels of grids that a mask selects.
 *
 * Transforms are unchanged. A grid may lose all its voxels.
 *
 * Feature rows are renumbered: `rowMap(pruned, grid)` gives the row in `grid` of each voxel that is kept
 * ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode prunedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param mask Which voxels are kept, bool [voxels], for the whole batch or one list per grid; borrowed.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the mask does not have one value per voxel.
 * @throws {TypeError} If the mask is not bool, or belongs to another context.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example Keeping every other voxel
 * ```ts
 * import { gridFromDense, gridIjk, openContext, prunedGrid, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 4] });
 * using mask = tensor([true, false, true, false], { context, dtype: "bool" });
 * using grid = prunedGrid(row, mask);
 * using kept = gridIjk(grid);
 * assertEquals([...await kept.data.read()], [0, 0, 0, 0, 0, 2]);
 * ```
 */
export function prunedGrid(grid: GridBatch, mask: Lists<"bool">): GridBatch;
export function prunedGrid(...operands: Operands): GridBatch {
  return derive(plan("prunedGrid", ...operands));
}

/**
 * Like {@linkcode prunedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function prunedGridAsync(
  grid: GridBatch,
  mask: Lists<"bool">,
  options: Cancelable = {},
): Promise<GridBatch> {
  return await deriveAsync(plan("prunedGridAsync", grid, mask, options), options);
}

type Operands = readonly [grid: GridBatch, mask: Lists<"bool">, options?: PruneOptions];

function plan(operator: string, ...[grid, mask, options = {}]: Operands): Derivation {
  checkOptions(operator, options, NAMES);
  const { buffer } = voxelMask(operator, grid, mask);
  return relation("prunedGrid", { operator, grid }, { mask: handleOf(buffer) });
}
