/**
 * Host-side properties of batches: bounds, counts, transforms, and features as lists.
 *
 * Grids of a batch are addressed by index; -1 is the last one, -2 the one before.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkGrid, checkTensor } from "./checks.ts";
import { checkClass, checkUsable, refuse } from "../../ffi/base/checks.ts";
import type { DType } from "./dtype.ts";
import { GridBatch, placeOfGrid } from "./grid_batch.ts";
import type { JaggedTensor } from "./jagged.ts";
import { jagged } from "./jagged_from_list.ts";
import { shareContext } from "./ownership.ts";
import type { Tensor } from "./tensor.ts";

/** Numbers of the bounds of a grid: least i, j, k, then greatest i, j, k. */
const BOUNDS = 6;

/**
 * The bounds of one grid's cells in dual space, where voxel i spans [i, i + 1]: minimum corner, then maximum. All are
 * zero for a grid without voxels.
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 *
 * @example One voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { dualBbox } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([1, 2, 3]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * assertEquals([...dualBbox(grid)], [1, 2, 3, 2, 3, 4]);
 * ```
 */
export function dualBbox(grid: GridBatch, b = 0): Float64Array<ArrayBuffer> {
  checkGridKind("dualBbox", grid);
  const place = placeOfGrid(grid, b, "take bounds");
  return dualBboxes(grid).slice(place * BOUNDS, (place + 1) * BOUNDS);
}

/**
 * The bounds of the cells of each grid in dual space, [grids, 2, 3], as {@linkcode dualBbox} returns them. They are
 * doubles because the upper bound may exceed int32.
 *
 * @category Grids
 */
export function dualBboxes(grid: GridBatch): Float64Array<ArrayBuffer> {
  checkGridKind("dualBboxes", grid);
  const { voxelCounts } = grid;
  return Float64Array.from(grid.bboxes, (value, at) => {
    const isUpper = at % BOUNDS >= 3 && (voxelCounts[Math.floor(at / BOUNDS)] ?? 0) > 0;
    return isUpper ? value + 1 : value;
  });
}

/**
 * Inclusive bounds of the voxels of all grids together: minimum i, j, k, then maximum i, j, k. Grids without voxels are
 * ignored; all are zero if no grid has any.
 *
 * @category Grids
 *
 * @example Two grids
 * ```ts
 * import { gridFromIjk, jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { totalBbox } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const lists = [new Int32Array([1, 2, 3]), new Int32Array([3, 2, 1])];
 * using voxels = jaggedFromList(lists, { context, shape: [3] });
 * using grid = gridFromIjk(voxels);
 * assertEquals([...totalBbox(grid)], [1, 2, 1, 3, 2, 3]);
 * ```
 */
export function totalBbox(grid: GridBatch): Int32Array<ArrayBuffer> {
  checkGridKind("totalBbox", grid);
  const { bboxes, voxelCounts } = grid;
  const total = new Int32Array(BOUNDS);
  let isFirst = true;
  for (const [b, count] of voxelCounts.entries()) {
    if (count === 0) continue;
    const own = bboxes.subarray(b * BOUNDS, (b + 1) * BOUNDS);
    for (const [at, value] of own.entries()) {
      const known = isFirst ? value : total[at] ?? value;
      total[at] = at < 3 ? Math.min(known, value) : Math.max(known, value);
    }
    isFirst = false;
  }
  return total;
}

/**
 * Bounds of the cells of all grids together in dual space: minimum corner, then maximum; all zero if no grid has
 * voxels.
 *
 * @category Grids
 */
export function totalDualBbox(grid: GridBatch): Float64Array<ArrayBuffer> {
  checkGridKind("totalDualBbox", grid);
  const shift = grid.numVoxels > 0 ? 1 : 0;
  return Float64Array.from(totalBbox(grid), (value, at) => at < 3 ? value : value + shift);
}

/**
 * Number of active voxels of one grid.
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 */
export function numVoxelsAt(grid: GridBatch, b: number): number {
  checkGridKind("numVoxelsAt", grid);
  return grid.voxelCounts[placeOfGrid(grid, b, "count voxels")] ?? 0;
}

/**
 * Whether one grid has no voxels.
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 */
export function hasZeroVoxelsAt(grid: GridBatch, b: number): boolean {
  checkGridKind("hasZeroVoxelsAt", grid);
  return numVoxelsAt(grid, b) === 0;
}

/**
 * Number of active voxels of each grid and all grids before it, [grids].
 *
 * @category Grids
 */
export function cumVoxels(grid: GridBatch): BigInt64Array<ArrayBuffer> {
  checkGridKind("cumVoxels", grid);
  return grid.offsets.slice(1);
}

/**
 * Number of active voxels of one grid and all grids before it.
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 */
export function cumVoxelsAt(grid: GridBatch, b: number): number {
  checkGridKind("cumVoxelsAt", grid);
  return Number(grid.offsets[placeOfGrid(grid, b, "count voxels") + 1] ?? 0n);
}

/**
 * Edge lengths of the voxels of one grid, [3].
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 */
export function voxelSizeAt(grid: GridBatch, b: number): Float64Array<ArrayBuffer> {
  checkGridKind("voxelSizeAt", grid);
  const place = placeOfGrid(grid, b, "take voxel size");
  return grid.voxelSizes.slice(place * 3, (place + 1) * 3);
}

/**
 * World position of the center of voxel (0, 0, 0) of one grid, [3].
 *
 * @throws {RangeError} If there is no such grid.
 * @category Grids
 */
export function originAt(grid: GridBatch, b: number): Float64Array<ArrayBuffer> {
  checkGridKind("originAt", grid);
  const place = placeOfGrid(grid, b, "take origin");
  return grid.origins.slice(place * 3, (place + 1) * 3);
}

/**
 * The matrix of each grid from voxel space to world space, [grids, 4, 4]. Points are row vectors:
 * `[x, y, z, 1] @ matrix`, so that the translation is in the last row.
 *
 * @category Grids
 *
 * @example A voxel of size 2
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { voxelToWorldMatrices } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 2, origin: [3, 4, 5] });
 * assertEquals([...voxelToWorldMatrices(grid)], [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 3, 4, 5, 1]);
 * ```
 */
export function voxelToWorldMatrices(grid: GridBatch): Float64Array<ArrayBuffer> {
  checkGridKind("voxelToWorldMatrices", grid);
  return matrices(grid, (size, origin) => [size, origin]);
}

/**
 * The matrix of each grid from world space to voxel space, [grids, 4, 4]; see {@linkcode voxelToWorldMatrices}.
 *
 * @category Grids
 */
export function worldToVoxelMatrices(grid: GridBatch): Float64Array<ArrayBuffer> {
  checkGridKind("worldToVoxelMatrices", grid);
  return matrices(grid, (size, origin) => [1 / size, 0 - origin / size]);
}

/**
 * Views the rows of a tensor as features of a batch's voxels, one list per grid.
 *
 * @param grid The batch; borrowed.
 * @param data A row for each voxel, [voxels, ...]; the caller keeps ownership, and the result shares its storage.
 * @returns A new batch of lists; the caller owns it.
 * @throws {RangeError} If the number of rows is not the number of voxels.
 * @throws {TypeError} If `data` belongs to another context.
 * @throws {DisposedError} If an input has been disposed.
 * @category Grids
 *
 * @example One feature for each of three voxels
 * ```ts
 * import { gridFromIjk, jaggedFromList, openContext, tensor } from "@denovdb/denovdb";
 * import { gridJaggedLike } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const lists = [new Int32Array([1, 2, 3]), new Int32Array([3, 2, 1, 0, 0, 0])];
 * using voxels = jaggedFromList(lists, { context, shape: [3] });
 * using grid = gridFromIjk(voxels);
 * using data = tensor([0.5, 1, 2], { context });
 * using features = gridJaggedLike(grid, data);
 * assertEquals([...features.offsets], [0n, 1n, 3n]);
 * ```
 */
export function gridJaggedLike<D extends DType>(grid: GridBatch, data: Tensor<D>): JaggedTensor<D> {
  const operator = "gridJaggedLike";
  checkGrid(operator, grid);
  shareContext(operator, grid, data);
  checkTensor({ operator, name: "data" }, data);
  const [rows] = data.shape;
  if (rows !== grid.numVoxels) {
    refuse(operator, `data has ${rows ?? "no"} rows, the grid has ${grid.numVoxels} voxels`);
  }
  return jagged(data, { offsets: grid.offsets });
}

/**
 * Whether two batches are the same grids in device memory; copies are not.
 *
 * @throws {DisposedError} If a batch has been disposed.
 * @category Grids
 */
export function isSame(a: GridBatch, b: GridBatch): boolean {
  checkUsable({ operator: "isSame", name: "a" }, a, GridBatch);
  checkUsable({ operator: "isSame", name: "b" }, b, GridBatch);
  return a.context === b.context && handleOf(a) === handleOf(b);
}

/** Rejects what is not a batch of grids; the host has the properties of one that has been disposed. */
function checkGridKind(operator: string, grid: GridBatch): void {
  checkClass({ operator, name: "the grid" }, grid, GridBatch);
}

function matrices(
  { gridCount, voxelSizes, origins }: GridBatch,
  entries: (size: number, origin: number) => readonly [scale: number, shift: number],
): Float64Array<ArrayBuffer> {
  const all = new Float64Array(gridCount * 16);
  for (let b = 0; b < gridCount; b++) {
    for (let axis = 0; axis < 3; axis++) {
      const [scale, shift] = entries(voxelSizes[b * 3 + axis] ?? NaN, origins[b * 3 + axis] ?? NaN);
      all[b * 16 + axis * 5] = scale;
      all[b * 16 + 12 + axis] = shift;
    }
    all[b * 16 + 15] = 1;
  }
  return all;
}
