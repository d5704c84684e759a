/**
 * Tracing rays through lists of voxels, for comparison with brute force.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { type Context, firstActiveVoxel, gridFromIjk, jaggedFromList } from "../../mod.ts";
import { canonical, flatten, type Ijk } from "../grid/_oracle.ts";
import { firstHit, type Hit, type Ray, type Vector, type VoxelList } from "./_oracle.ts";

/** A range of times for the rays of a list. */
export interface Range {
  readonly tMin?: number;
  readonly tMax?: number;
}

/** A list of rays as pairs of origin and direction. */
export type Lines = readonly (readonly [origin: Vector, direction: Vector])[];

/** Traces rays in double precision through a batch of grids, one list of rays for each grid. */
export function trace(
  context: Context,
  grids: readonly VoxelList[],
  lists: readonly Lines[],
  range: Range = {},
): Hit[] {
  const options = { context, shape: [3] };
  using ijk = jaggedFromList(grids.map(({ voxels }) => flatten(voxels)), {
    ...options,
    dtype: "i32",
  });
  using grid = gridFromIjk(ijk, {
    voxelSize: grids.map(({ size }) => size),
    origin: grids.map(({ origin }) => origin),
  });
  const column = (part: 0 | 1): Float64Array<ArrayBuffer>[] =>
    lists.map((rays) => new Float64Array(rays.flatMap((ray) => [...ray[part]])));
  using origins = jaggedFromList(column(0), { ...options, dtype: "f64" });
  using directions = jaggedFromList(column(1), { ...options, dtype: "f64" });
  using hits = firstActiveVoxel(grid, origins, directions, range);
  const rows = hits.rows.readSync();
  const times = hits.times.readSync();
  const faces = hits.faces.readSync();
  return Array.from(rows, (row, n): Hit => ({
    row: Number(row),
    time: Number(times[n]),
    face: faces[n] ?? NaN,
  }));
}

/** Makes a grid of voxels in any order. */
export function voxelList(
  voxels: readonly Ijk[],
  size: Vector = [1, 1, 1],
  origin: Vector = [0, 0, 0],
): VoxelList {
  return { voxels: canonical(voxels), size, origin };
}

/** Adds a range of times to a line. */
export function asRay(
  [origin, direction]: Lines[number],
  { tMin = 0, tMax = Infinity }: Range,
): Ray {
  return { origin, direction, tMin, tMax };
}

/** Where every crossing is exact in binary, results equal brute force to the bit. */
export function assertExact(
  context: Context,
  grid: VoxelList,
  lines: Lines,
  range: Range = {},
): void {
  trace(context, [grid], [lines], range).forEach((hit, n) => {
    const line = lines[n];
    assert(line !== undefined);
    assertEquals(hit, firstHit(asRay(line, range), grid), `ray ${n}`);
  });
}
