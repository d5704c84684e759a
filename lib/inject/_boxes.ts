/**
 * Dense boxes of voxels.
 *
 * @module
 */

import type { InjectToDenseCminorRequest } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { totalBbox } from "../core/grid_info.ts";
import { spreadTriple, wholeNumbers } from "../../ffi/base/numbers.ts";
import type { IjkPerGrid, IjkTriple } from "./to_dense.ts";

/** The most cells along an axis: all coordinates of int32. */
const MOST_CELLS = 2 ** 32;

/** The arguments about boxes that native functions have in common. */
export function boxRequest(
  operator: string,
  { grid, ijkMin, size }: {
    readonly grid: GridBatch;
    readonly ijkMin: IjkPerGrid;
    readonly size: readonly number[];
  },
): Pick<InjectToDenseCminorRequest, "grid" | "nGrids" | "origins" | "size"> {
  return {
    grid: handleOf(grid),
    nGrids: grid.gridCount,
    origins: spreadVoxels({ operator, name: "ijkMin" }, ijkMin, grid),
    size: BigInt64Array.from(size, BigInt),
  };
}

/**
 * Writes out a voxel for each grid.
 *
 * @throws {RangeError} If a number is not a whole one of 32 bits, or if a list has the wrong length.
 * @throws {TypeError} If it is neither a number nor a list.
 */
function spreadVoxels(
  { operator, name }: { readonly operator: string; readonly name: string },
  value: IjkPerGrid,
  { gridCount }: GridBatch,
): Int32Array<ArrayBuffer> {
  const lists = isPerGrid(value)
    ? value
    : Array<IjkTriple>(gridCount).fill(spreadTriple({ operator, name }, value));
  if (lists.length !== gridCount) {
    refuse(operator, `${name} has ${lists.length} voxels, the batch has ${gridCount} grids`);
  }
  const voxels = new Int32Array(gridCount * 3);
  for (const [b, list] of lists.entries()) {
    const triple = spreadTriple({ operator, name }, list);
    const axis = triple.findIndex((one) => !Number.isInteger(one) || (one | 0) !== one);
    if (axis >= 0) {
      const odd = describeValue(triple[axis]);
      refuse(operator, `${name} ${odd} is not a whole number of 32 bits`);
    }
    voxels.set(triple, b * 3);
  }
  return voxels;
}

/**
 * Takes the cells of a box along each axis, or a number for all axes.
 *
 * @param least The fewest cells that an axis may have.
 * @throws {RangeError} If a number is not whole or out of range, or if there are not three.
 * @throws {TypeError} If it is neither a number nor a list.
 */
export function takeSize(operator: string, dims: number | IjkTriple, least: 0 | 1): IjkTriple {
  return wholeNumbers({ operator, name: "dims" }, dims, { least, most: MOST_CELLS });
}

/** The least box that holds all voxels of a batch; no cells at (0, 0, 0) where there are none. */
export function totalBox(grid: GridBatch): { readonly least: IjkTriple; readonly size: IjkTriple } {
  const [i = 0, j = 0, k = 0, ...most] = totalBbox(grid);
  const least = [i, j, k] as const;
  const one = grid.numVoxels > 0 ? 1 : 0;
  const size = (axis: 0 | 1 | 2): number => (most[axis] ?? 0) - least[axis] + one;
  return { least, size: [size(0), size(1), size(2)] };
}

function isPerGrid(value: IjkPerGrid): value is readonly IjkTriple[] {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === "object");
}
