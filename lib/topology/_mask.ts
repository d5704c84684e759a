/**
 * Masks over the voxels of a batch.
 *
 * @module
 */

import { type GridBatch, JaggedTensor, type Lists, type Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkListCount, checkShape, rowsOf } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { shareContext } from "../core/ownership.ts";

/**
 * Takes one truth value for each voxel: a tensor for the whole batch, or one list per grid.
 *
 * @throws {RangeError} If they are not as many as voxels.
 * @throws {TypeError} If they are not bool, or belong to another context.
 */
export function voxelMask(operator: string, grid: GridBatch, mask: Lists<"bool">): Tensor {
  checkGrid(operator, grid);
  shareContext(operator, grid, mask);
  const argument = { operator, name: "mask" };
  const rows = rowsOf(mask);
  checkDType(argument, rows.data, ["bool"]);
  checkShape(argument, rows.data, [grid.numVoxels]);
  if (mask instanceof JaggedTensor) {
    checkListCount(argument, rows, grid);
    const odd = rows.offsets.findIndex((offset, b) => offset !== grid.offsets[b]);
    if (odd >= 0) {
      const held = rows.offsets[odd] ?? 0n;
      refuse(operator, `list ${odd - 1} of mask ends at ${held}, its grid at ${grid.offsets[odd]}`);
    }
  }
  return rows.data;
}
