/**
 * Clipping of grids to boxes.
 *
 * @module
 */

import type { IjkBox } from "../core/boxes.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { type Argument, refuse } from "../../ffi/base/checks.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";
import { type Derivation, derive, deriveAsync, relation } from "../core/derive.ts";

/**
 * Options for {@linkcode clippedGrid}.
 *
 * @category Topology
 */
export interface ClipOptions extends IjkBox<number | Triple | readonly Triple[]> {
  /** Minimum corner of the box, or of each grid's box. */
  readonly ijkMin: number | Triple | readonly Triple[];
  /** Maximum corner of the box, or of each grid's box; inclusive. */
  readonly ijkMax: number | Triple | readonly Triple[];
}

const NAMES = optionNames<ClipOptions>({ ijkMin: true, ijkMax: true });

/**
 * Keeps the voxels of grids that lie in a box, bounds included.
 *
 * Transforms are unchanged. A grid may lose all its voxels.
 *
 * Feature rows are renumbered: `rowMap(clipped, grid)` gives the row in `grid` of each voxel that is kept
 * ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode clippedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options One box, or one for each grid.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If a bound does not consist of whole numbers that fit int32, a minimum is above its maximum, or
 * there is not one box for each grid.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Topology
 *
 * @example A slice of a cube
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { clippedGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 8 });
 * using grid = clippedGrid(cube, { ijkMin: [2, 0, -100], ijkMax: [2, 3, 100] });
 * assertEquals([...grid.bbox()], [2, 0, 0, 2, 3, 7]);
 * ```
 */
export function clippedGrid(grid: GridBatch, options: ClipOptions): GridBatch {
  return derive(plan("clippedGrid", grid, options));
}

/**
 * Like {@linkcode clippedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function clippedGridAsync(
  grid: GridBatch,
  options: ClipOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("clippedGridAsync", grid, options), options);
}

function plan(operator: string, grid: GridBatch, options: ClipOptions): Derivation {
  const { ijkMin, ijkMax } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const boxes = new Int32Array(grid.gridCount * 6);
  writeCorners({ operator, name: "ijkMin" }, ijkMin, boxes, 0);
  writeCorners({ operator, name: "ijkMax" }, ijkMax, boxes, 3);
  for (let at = 0; at < boxes.length; at += at % 6 === 2 ? 4 : 1) {
    const [low = 0, high = 0] = [boxes[at], boxes[at + 3]];
    if (low > high) {
      const box = (at - at % 6) / 6;
      refuse(operator, `ijkMin ${low} is above ijkMax ${high} in the box of grid ${box}`);
    }
  }
  return relation("clippedGrid", { operator, grid }, { boxes });
}

/** Writes one corner of each box, [grids, 2, 3]. */
function writeCorners(
  argument: Argument,
  value: number | Triple | readonly Triple[],
  boxes: Int32Array<ArrayBuffer>,
  place: 0 | 3,
): void {
  const gridCount = boxes.length / 6;
  if (!isPerGrid(value)) {
    const corner = wholeTriple(argument, value);
    for (let b = 0; b < gridCount; b++) boxes.set(corner, b * 6 + place);
    return;
  }
  if (value.length !== gridCount) {
    const { operator, name } = argument;
    refuse(
      operator,
      `the number of ${name} is ${value.length}, the number of grids is ${gridCount}`,
    );
  }
  for (const [b, corner] of value.entries()) {
    boxes.set(wholeTriple(argument, corner), b * 6 + place);
  }
}

function isPerGrid(value: number | Triple | readonly Triple[]): value is readonly Triple[] {
  return Array.isArray(value) && typeof value[0] !== "number";
}
