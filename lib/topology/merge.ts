/**
 * Unions of grids.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type Cancelable, GridBatch, type GridWithSourceRows, scope } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { type Derivation, derivation, derive, deriveAsync } from "../core/derive.ts";
import { mapRows } from "../core/voxel_rows.ts";

/**
 * Makes the unions of grids: grid b of the result has the voxels of grid b of all batches.
 *
 * Voxels are identified by their coordinates; the transforms are those of the first batch, whatever the others have. A
 * single batch is copied.
 *
 * Feature rows are renumbered; {@linkcode mergedGridWithRows} returns the row of each voxel in each of the batches.
 *
 * The calling thread waits for the size of the result; {@linkcode mergedGridAsync} does not.
 *
 * @param first The batch whose transforms are used; borrowed.
 * @param others Batches with as many grids each; borrowed.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the batches do not have the same number of grids.
 * @throws {TypeError} If the batches belong to several contexts.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
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
  return derive(plan("mergedGrid", [first, ...others]));
}

/**
 * Like {@linkcode mergedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * Options may follow the batches. Their `signal` ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export function mergedGridAsync(
  first: GridBatch,
  ...others: readonly GridBatch[]
): Promise<GridBatch>;
/**
 * Like {@linkcode mergedGrid}, without blocking the calling thread, until a signal ends it.
 *
 * @category Topology
 */
export function mergedGridAsync(
  first: GridBatch,
  ...others: readonly [...grids: GridBatch[], options: Cancelable]
): Promise<GridBatch>;
export async function mergedGridAsync(
  first: GridBatch,
  ...others: readonly (GridBatch | Cancelable)[]
): Promise<GridBatch> {
  const operator = "mergedGridAsync";
  const last = others.at(-1);
  const isGiven = isOptions(last);
  const options = isGiven ? checkOptions(operator, last, NAMES) : {};
  const grids = isGiven ? others.slice(0, -1) : others;
  return await deriveAsync(plan(operator, [first, ...grids as readonly GridBatch[]]), options);
}

/** There are none but a signal. */
const NAMES = optionNames<Record<never, never>>({});

/** Whether an operand is an object as it is written for options, with some; all else is a batch, or refused as one. */
function isOptions(operand: GridBatch | Cancelable | undefined): operand is Cancelable {
  return typeof operand === "object" && operand !== null && !(operand instanceof GridBatch) &&
    [Object.prototype, null].includes(Object.getPrototypeOf(operand)) &&
    Object.keys(operand).length > 0;
}

/**
 * Like {@linkcode mergedGrid}, but also returns rows for each source: for each voxel of the result, the row in that
 * batch of the voxel at the same coordinates, or -1 where the batch has none.
 *
 * Rows are numbered over the whole batch, so one gather per source transfers its features.
 *
 * The calling thread waits for the size of the result.
 *
 * @param first The batch whose transforms are used; borrowed.
 * @param others Batches with as many grids each; borrowed.
 * @returns A new batch, and rows in the order of the sources, i64 [voxels of the result] each; the caller owns all.
 * @throws {RangeError} If the batches do not have the same number of grids.
 * @throws {TypeError} If the batches belong to several contexts.
 * @determinism Same bits on every backend.
 * @category Topology
 *
 * @example Where the voxels of two bars come from
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { mergedGridWithRows } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using low = gridFromDense({ context, dims: [1, 1, 3] });
 * using high = gridFromDense({ context, dims: [1, 1, 2], ijkMin: [0, 0, 2] });
 * using merged = mergedGridWithRows(low, high);
 * assertEquals(merged.grid.numVoxels, 4);
 * const rows = await Promise.all(merged.rows.map((one) => one.read()));
 * assertEquals(rows.map((one) => [...one]), [[0n, 1n, 2n, -1n], [-1n, -1n, 0n, 1n]]);
 * ```
 */
export function mergedGridWithRows(
  first: GridBatch,
  ...others: readonly GridBatch[]
): GridWithSourceRows {
  const operator = "mergedGridWithRows";
  const made = derive(plan(operator, [first, ...others]));
  return disposeOnError(made, () => {
    const sources = [first, ...others];
    const rows = scope((own) => sources.map((to) => own(mapRows(operator, made, to))));
    return bundle("GridWithSourceRows", { grid: made, rows });
  });
}

function plan(operator: string, grids: readonly [GridBatch, ...GridBatch[]]): Derivation {
  const [grid, ...others] = grids;
  checkGrid(operator, grid);
  shareContext(operator, grid, ...others);
  const odd = others.find(({ gridCount }) => gridCount !== grid.gridCount);
  if (odd !== undefined) {
    refuse(operator, `one batch has ${grid.gridCount} grids, another ${odd.gridCount}`);
  }
  const handles = Uint32Array.from(grids, (grid) => handleOf(grid));
  const sources = { grids: handles, nSources: grids.length };
  return derivation("mergedGrid", { operator, grid, transforms: grid }, sources);
}
