/**
 * Padding of grids by a box.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch, GridWithRows, Triple } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames } from "../core/checks.ts";
import { boxAroundZero } from "./_box.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { checkNoRows, tieRows, type WithRows } from "./_rows.ts";

/**
 * Options for {@linkcode paddedGrid}.
 *
 * @category Topology
 */
export interface PadOptions {
  /** Minimum corner of the box, in voxels; not above 0. */
  readonly min: number | Triple;
  /** Maximum corner of the box, in voxels; not below 0. */
  readonly max: number | Triple;
  /**
   * Whether to keep only voxels for which the whole box is active, instead of adding the box around each voxel.
   *
   * @default {false}
   */
  readonly excludeBorder?: boolean;
}

const NAMES = optionNames<PadOptions & Partial<WithRows>>({
  min: true,
  max: true,
  excludeBorder: "boolean",
  rows: "boolean",
});

/**
 * Like the other overload, but also returns rows: for each voxel of the result, the row in `grid` of the voxel at the
 * same coordinates, or -1 where `grid` has none. Rows are numbered over the whole batch, so one gather transfers
 * features.
 *
 * @returns A new batch and its rows; the caller owns both.
 * @determinism Same bits on every backend.
 * @category Topology
 */
export function paddedGrid(grid: GridBatch, options: PadOptions & WithRows): GridWithRows;
/**
 * Pads grids by a box around each voxel, or keeps the voxels for which the whole box is active.
 *
 * The voxels are all `ijk + [min, max]`: the Minkowski sum with the box. With `excludeBorder` they are those for which
 * all of `ijk + [min, max]` is active. Transforms are unchanged.
 *
 * The calling thread waits for the size of the result; {@linkcode paddedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The box, and whether to exclude the border.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the box does not consist of whole numbers or does not contain 0, or a new coordinate does not
 * fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example One more voxel below
 * ```ts
 * import { gridFromIjk, gridIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { paddedGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 5, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using padded = paddedGrid(grid, { min: [0, 0, -1], max: 0 });
 * using voxels = gridIjk(padded);
 * assertEquals([...await voxels.data.read()], [0, 5, -1, 0, 5, 0]);
 * ```
 */
export function paddedGrid(grid: GridBatch, options: PadOptions): GridBatch;
export function paddedGrid(
  grid: GridBatch,
  options: PadOptions & Partial<WithRows>,
): GridBatch | GridWithRows {
  checkOptions("paddedGrid", options, NAMES);
  const made = derive(plan(grid, options, "paddedGrid"));
  return options.rows === true
    ? tieRows({ operator: "paddedGrid", made, from: made, to: grid })
    : made;
}

/**
 * Like {@linkcode paddedGrid}, without blocking the calling thread.
 *
 * The work is enqueued when the call is made, so the inputs may be changed or disposed before the promise settles.
 *
 * @param grid The batch; borrowed.
 * @param options The box, and whether to exclude the border.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the box does not consist of whole numbers or does not contain 0, or a new coordinate does not
 * fit int32.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Topology
 *
 * @example Padding without blocking
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { paddedGridAsync } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using padded = await paddedGridAsync(grid, { min: -20, max: [0, 1, 2] });
 * assertEquals(padded.numVoxels, 21 * 22 * 23);
 * ```
 */
export async function paddedGridAsync(grid: GridBatch, options: PadOptions): Promise<GridBatch> {
  checkNoRows("paddedGridAsync", options, NAMES);
  return await deriveAsync(plan(grid, options, "paddedGridAsync"));
}

function plan(grid: GridBatch, options: PadOptions, operator: string): Derivation {
  checkGrid(operator, grid);
  const { min, max, excludeBorder = false } = options;
  const request = {
    context: handleOf(grid.context),
    grid: handleOf(grid),
    ...boxAroundZero(operator, min, max),
  };
  return {
    operator,
    grid,
    transforms: grid,
    call: (native, result) =>
      excludeBorder
        ? native.gridErodeBox({ ...request, ...result })
        : native.gridDilateBox({ ...request, ...result }),
    callAsync: (native, result) =>
      excludeBorder
        ? native.gridErodeBoxAsync({ ...request, ...result })
        : native.gridDilateBoxAsync({ ...request, ...result }),
  };
}
