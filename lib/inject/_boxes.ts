/**
 * Dense boxes of voxels.
 *
 * @module
 */

import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../core/checks.ts";

/** Three whole numbers, one per axis. */
export type IjkTriple = readonly [i: number, j: number, k: number];

/** A voxel for all grids of a batch, or one for each. */
export type IjkPerGrid = IjkTriple | readonly IjkTriple[];

/**
 * Writes out a voxel for each grid.
 *
 * @throws {RangeError} If a number is not a whole one of 32 bits, or if a list has the wrong length.
 */
export function spreadVoxels(
  { operator, name }: { readonly operator: string; readonly name: string },
  value: IjkPerGrid,
  { gridCount }: GridBatch,
): Int32Array<ArrayBuffer> {
  const lists = isTriple(value) ? Array<IjkTriple>(gridCount).fill(value) : value;
  if (lists.length !== gridCount) {
    refuse(operator, `${name} has ${lists.length} voxels, the batch has ${gridCount} grids`);
  }
  const voxels = new Int32Array(gridCount * 3);
  for (const [b, triple] of lists.entries()) {
    if (triple.length !== 3) {
      refuse(operator, `${name} has ${triple.length} components, 3 expected`);
    }
    const odd = triple.find((value) => (value | 0) !== value);
    if (odd !== undefined) refuse(operator, `${name} ${odd} is not a whole number of 32 bits`);
    voxels.set(triple, b * 3);
  }
  return voxels;
}

/** The least box that holds all voxels of a batch; no cells at (0, 0, 0) where there are none. */
export function totalBox(
  { bboxes, voxelCounts }: GridBatch,
): { readonly least: IjkTriple; readonly size: IjkTriple } {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const [b, count] of voxelCounts.entries()) {
    if (count === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      least[axis] = Math.min(least[axis] ?? 0, bboxes[b * 6 + axis] ?? 0);
      most[axis] = Math.max(most[axis] ?? 0, bboxes[b * 6 + 3 + axis] ?? 0);
    }
  }
  const [i = 0, j = 0, k = 0] = least;
  if (i === Infinity) return { least: [0, 0, 0], size: [0, 0, 0] };
  const size = (axis: number): number => (most[axis] ?? 0) - (least[axis] ?? 0) + 1;
  return { least: [i, j, k], size: [size(0), size(1), size(2)] };
}

function isTriple(value: IjkPerGrid): value is IjkTriple {
  return typeof value[0] === "number";
}
