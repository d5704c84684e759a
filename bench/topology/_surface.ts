/**
 * Surfaces for the benchmarks of operators on grids.
 *
 * @module
 */

import { type Context, gridFromIjk, gridIjk, JaggedTensor, tensor } from "../_api.ts";
import { drawPoints } from "../grid/_inputs.ts";
import type { CaseInput, Voxel } from "./_cases.ts";

/** How far the second surface lies from the first. */
const SHIFT: Voxel = [3, 1, 2];

/** Grids of surfaces with all that the operators take; disposable as one. */
export interface Surface extends CaseInput, Disposable {
  /** The voxels of all grids, in row order. */
  readonly voxels: () => readonly Voxel[];
}

/** Draws surfaces of so many points each and builds their grids. */
export function buildSurfaces(context: Context, points: number, grids = 1): Surface {
  const flat = new Int32Array(grids * points * 3);
  for (let b = 0; b < grids; b++) {
    flat.set(drawPoints("surface", points, "random", b + 1), b * points * 3);
  }
  const offsets = BigInt64Array.from({ length: grids + 1 }, (_, b) => BigInt(b * points));
  const shape = [grids * points, 3];
  using ijk = new JaggedTensor(tensor(flat, { context, shape }), offsets);
  const grid = gridFromIjk(ijk);
  for (let at = 0; at < flat.length; at++) flat[at] = (flat[at] ?? 0) + (SHIFT[at % 3] ?? 0);
  using far = new JaggedTensor(tensor(flat, { context, shape }), offsets);
  const shifted = gridFromIjk(far);
  const flags = Uint8Array.from({ length: grid.numVoxels }, (_, row) => row % 2);
  const mask = tensor(flags, { context, dtype: "bool" });
  return {
    grid,
    shifted,
    mask,
    voxels: (): readonly Voxel[] => {
      using listed = gridIjk(grid);
      const values = listed.data.readSync();
      return Array.from(
        { length: grid.numVoxels },
        (_, row): Voxel => [
          values[row * 3] ?? 0,
          values[row * 3 + 1] ?? 0,
          values[row * 3 + 2] ?? 0,
        ],
      );
    },
    [Symbol.dispose](): void {
      for (const one of [grid, shifted, mask]) one.dispose();
    },
  };
}
