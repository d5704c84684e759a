/**
 * Padding of grids by a box.
 *
 * @module
 */

import type { IjkBox } from "../core/boxes.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { boxAroundZero, boxRelation } from "./_box.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";

/**
 * Options for {@linkcode paddedGrid}.
 *
 * @category Topology
 */
export interface PadOptions extends IjkBox {
  /** Minimum corner of the box, in voxels; not above 0. */
  readonly ijkMin: number | Triple;
  /** Maximum corner of the box, in voxels; not below 0. */
  readonly ijkMax: number | Triple;
  /**
   * Whether to keep only voxels for which the whole box is active, instead of adding the box around each voxel.
   *
   * @default {false}
   */
  readonly excludeBorder?: boolean;
}

const NAMES = optionNames<PadOptions>({ ijkMin: true, ijkMax: true, excludeBorder: "boolean" });

/**
 * Pads grids by a box around each voxel, or keeps the voxels for which the whole box is active.
 *
 * The voxels are all `ijk + [ijkMin, ijkMax]`: the Minkowski sum with the box. With `excludeBorder` they are those for
 * which all of `ijk + [ijkMin, ijkMax]` is active. Transforms are unchanged.
 *
 * Feature rows are renumbered: `rowMap(padded, grid)` gives, for each new voxel, the row in `grid` of the voxel at the
 * same coordinates, or -1 where `grid` has none ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode paddedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The box, and whether to exclude the border.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the box does not consist of whole numbers or does not contain 0, or a new coordinate does not
 * fit int32.
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
 * using padded = paddedGrid(grid, { ijkMin: [0, 0, -1], ijkMax: 0 });
 * using voxels = gridIjk(padded);
 * assertEquals([...await voxels.data.read()], [0, 5, -1, 0, 5, 0]);
 * ```
 */
export function paddedGrid(grid: GridBatch, options: PadOptions): GridBatch {
  return derive(plan("paddedGrid", grid, options));
}

/**
 * Like {@linkcode paddedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function paddedGridAsync(
  grid: GridBatch,
  options: PadOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("paddedGridAsync", grid, options), options);
}

function plan(operator: string, grid: GridBatch, options: PadOptions): Derivation {
  const { ijkMin, ijkMax, excludeBorder = false } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const box = boxAroundZero(operator, ijkMin, ijkMax);
  return boxRelation({ operator, grid }, box, excludeBorder);
}
