/**
 * Erosion of grids by neighbors or by a box.
 *
 * @module
 */

import { cannot } from "../../ffi/base/errors.ts";
import type { IjkBox } from "../core/boxes.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { boxAroundZero, boxRelation } from "./_box.ts";
import { type Derivation, derive, deriveAsync, relation } from "../core/derive.ts";
import { neighborRequest } from "./_neighbors.ts";
import type { Neighbors } from "./dilate.ts";

/**
 * Options for {@linkcode erodedGrid} by neighbors.
 *
 * @category Topology
 */
export interface ErodeOptions {
  /**
   * Number of times that voxels that lack a neighbor are removed; 0 makes a copy.
   *
   * @default {1}
   */
  readonly radius?: number;
  /**
   * Neighborhood: voxels that share a face (6), a face or an edge (18), or also a corner (26).
   *
   * @default {26}
   */
  readonly neighbors?: Neighbors;
}

/**
 * Options for {@linkcode erodedGrid} by a box.
 *
 * @category Topology
 */
export interface ErodeBoxOptions extends IjkBox {
  /** Minimum corner of the box, in voxels; not above 0. */
  readonly ijkMin: number | Triple;
  /** Maximum corner of the box, in voxels; not below 0. */
  readonly ijkMax: number | Triple;
}

const NAMES = optionNames<ErodeOptions | ErodeBoxOptions>({
  radius: true,
  neighbors: true,
  ijkMin: true,
  ijkMax: true,
});

/**
 * Erodes grids: removes the voxels that lack a neighbor, `radius` times, or those that lack a part of a box.
 *
 * With `ijkMin` and `ijkMax`, a voxel is kept if all of `ijk + [ijkMin, ijkMax]` is active; 26 neighbors correspond to
 * the box `[-radius, radius]^3`. Transforms are unchanged.
 *
 * Feature rows are renumbered: `rowMap(eroded, grid)` gives the row in `grid` of each voxel that is kept
 * ({@linkcode rowMap}).
 *
 * The calling thread waits for the size of the result; {@linkcode erodedGridAsync} does not.
 *
 * @param grid The batch; borrowed.
 * @param options The radius and the neighborhood, or the box.
 * @returns A new batch with as many grids, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If the radius is negative or not whole, there is no such neighborhood, or the box does not
 * consist of whole numbers or does not contain 0.
 * @throws {TypeError} If both a radius and a box are given.
 * @determinism Same bits on every backend.
 * @see Serra, "Image Analysis and Mathematical Morphology", 1982.
 * @category Topology
 *
 * @example The interior of a cube
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { erodedGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 5 });
 * using inside = erodedGrid(cube, { radius: 2, neighbors: 6 });
 * assertEquals([...inside.bbox()], [2, 2, 2, 2, 2, 2]);
 * using above = erodedGrid(cube, { ijkMin: [0, 0, -1], ijkMax: 0 });
 * assertEquals([...above.bbox()], [0, 0, 1, 4, 4, 4]);
 * ```
 */
export function erodedGrid(
  grid: GridBatch,
  options: ErodeOptions | ErodeBoxOptions = {},
): GridBatch {
  return derive(plan("erodedGrid", grid, options));
}

/**
 * Like {@linkcode erodedGrid}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Topology
 */
export async function erodedGridAsync(
  grid: GridBatch,
  options: (ErodeOptions | ErodeBoxOptions) & Cancelable = {},
): Promise<GridBatch> {
  return await deriveAsync(plan("erodedGridAsync", grid, options), options);
}

function plan(
  operator: string,
  grid: GridBatch,
  options: ErodeOptions | ErodeBoxOptions,
): Derivation {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  if (isBox(operator, options)) {
    const box = boxAroundZero(operator, options.ijkMin, options.ijkMax);
    return boxRelation({ operator, grid }, box, true);
  }
  return relation("erodedGrid", { operator, grid }, neighborRequest(operator, options));
}

/**
 * Whether a box is asked for.
 *
 * @throws {TypeError} If neighbors are, too.
 */
function isBox(
  operator: string,
  options: ErodeOptions | ErodeBoxOptions,
): options is ErodeBoxOptions {
  const { ijkMin, ijkMax, radius, neighbors }: Partial<ErodeOptions & ErodeBoxOptions> = options;
  if (ijkMin === undefined && ijkMax === undefined) return false;
  if (radius === undefined && neighbors === undefined) return true;
  const extra = radius === undefined ? "neighbors" : "radius";
  throw new TypeError(
    `${cannot(operator)}: ${extra} is given along with a box, ijkMin and ijkMax alone expected`,
  );
}
