/**
 * Listing what rays meet in lists of voxels, for comparison with brute force.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  jaggedFromList,
  type JaggedTensor,
  type Real,
} from "../../mod.ts";
import { flatten, type Ijk } from "../grid/_oracle.ts";
import { type Ray, stayIn, type Vector, type VoxelList } from "./_oracle.ts";
import type { Lines } from "./_trace.ts";

/** A batch of grids and rays through it. */
export class RayScene<D extends Real = "f64"> implements Disposable {
  readonly grid: GridBatch;
  readonly origins: JaggedTensor<D>;
  readonly directions: JaggedTensor<D>;

  /** Builds grids, and copies a list of rays for each. */
  constructor(
    context: Context,
    grids: readonly VoxelList[],
    lists: readonly Lines[],
    dtype: D,
  ) {
    const options = { context, shape: [3] };
    using ijk = jaggedFromList(grids.map(({ voxels }) => flatten(voxels)), {
      ...options,
      dtype: "i32",
    });
    this.grid = gridFromIjk(ijk, {
      voxelSize: grids.map(({ size }) => size),
      origin: grids.map(({ origin }) => origin),
    });
    const column = (part: 0 | 1): Float64Array<ArrayBuffer>[] =>
      lists.map((rays) => new Float64Array(rays.flatMap((ray) => [...ray[part]])));
    this.origins = jaggedFromList(column(0), { ...options, dtype });
    this.directions = jaggedFromList(column(1), { ...options, dtype });
  }

  /** Gives grids and rays up. */
  [Symbol.dispose](): void {
    this.grid.dispose();
    this.origins.dispose();
    this.directions.dispose();
  }
}

/** A scene in double precision. */
export function scene(
  context: Context,
  grids: readonly VoxelList[],
  lists: readonly Lines[],
): RayScene {
  return new RayScene(context, grids, lists, "f64");
}

/** A stretch of time. */
export type Interval = readonly [begin: number, end: number];

/** Reads the elements of each ray, rays of all grids one after the other. */
export function perRay(list: JaggedTensor): number[][] {
  const flat = Array.from<number | bigint, number>(list.data.readSync(), Number);
  const width = list.eshape.reduce((product, extent) => product * extent, 1);
  return Array.from(
    list.offsets.subarray(1),
    (end, ray) => flat.slice(Number(list.offsets[ray]) * width, Number(end) * width),
  );
}

/** Reads pairs of times of each ray. */
export function intervalsPerRay(list: JaggedTensor): Interval[][] {
  return perRay(list).map(pairs);
}

/** Reads coordinates of each ray. */
export function voxelsPerRay(list: JaggedTensor): Ijk[][] {
  return perRay(list).map((flat) =>
    Array.from({ length: flat.length / 3 }, (_, n): Ijk => [
      flat[3 * n] ?? NaN,
      flat[3 * n + 1] ?? NaN,
      flat[3 * n + 2] ?? NaN,
    ])
  );
}

function pairs(flat: readonly number[]): Interval[] {
  return Array.from({ length: flat.length / 2 }, (_, n): Interval => [
    flat[2 * n] ?? NaN,
    flat[2 * n + 1] ?? NaN,
  ]);
}

/** A voxel that a ray meets. */
export interface Meeting {
  readonly voxel: Ijk;
  readonly row: number;
  readonly enter: number;
  readonly exit: number;
}

/** Every voxel that a ray is inside of, in the order of entering. */
export function meetings(ray: Ray, grid: VoxelList): Meeting[] {
  return grid.voxels.flatMap((voxel, row) => {
    const stay = stayIn(ray, voxel, grid);
    return stay === undefined ? [] : [{ voxel, row, enter: stay.enter, exit: stay.exit }];
  }).sort((a, b) => a.enter - b.enter);
}

/** Fuses stays that follow one another without a gap. */
export function fuse(stays: readonly Interval[]): Interval[] {
  const runs: [number, number][] = [];
  for (const [begin, end] of stays) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === begin) last[1] = end;
    else runs.push([begin, end]);
  }
  return runs;
}

/**
 * Compares with brute force where times are rounded: each voxel that is listed is on the ray at its times, each voxel
 * on the ray for longer than a tolerance is listed, and times do not descend.
 */
export function assertListed(
  ray: Ray,
  grid: VoxelList,
  listed: { readonly voxels: readonly Ijk[]; readonly times: readonly Interval[] },
  tolerance: number,
): void {
  const { voxels, times } = listed;
  assertEquals(voxels.length, times.length);
  const seen = new Map(voxels.map((voxel, n) => [String(voxel), n]));
  assertEquals(seen.size, voxels.length, "a voxel is listed twice");
  const active = new Set(grid.voxels.map(String));
  times.forEach(([enter, exit], n) => {
    assert(enter < exit && enter >= ray.tMin && exit <= ray.tMax, `times ${enter}, ${exit}`);
    assert(n === 0 || (times[n - 1]?.[1] ?? NaN) <= enter, "stays overlap");
    assert(active.has(String(voxels[n])), `${voxels[n]} is not active`);
    const middle = (enter + exit) / 2;
    ([0, 1, 2] as const).forEach((axis) => {
      const at = (ray.origin[axis] + middle * ray.direction[axis] - grid.origin[axis]) /
        grid.size[axis];
      const speed = Math.abs(ray.direction[axis] / grid.size[axis]);
      const off = Math.abs(at - (voxels[n]?.[axis] ?? NaN));
      assert(off <= 0.5 + speed * tolerance + 1e-9, `${voxels[n]} is ${off} off the ray`);
    });
  });
  for (const { voxel, enter, exit } of meetings(ray, grid)) {
    const found = times[seen.get(String(voxel)) ?? -1];
    if (found === undefined) {
      assert(exit - enter <= tolerance, `${voxel} at ${enter} to ${exit} is not listed`);
      continue;
    }
    assert(Math.abs(found[0] - enter) <= tolerance, `enters at ${found[0]}, not ${enter}`);
    assert(Math.abs(found[1] - exit) <= tolerance, `leaves at ${found[1]}, not ${exit}`);
  }
}

/** Random lines around a box, a third of them from inside, some along axes. */
export function randomLines(
  random: () => number,
  count: number,
  reach: Vector,
  center: Vector,
): Lines {
  const wide = (axis: 0 | 1 | 2, factor: number): number =>
    center[axis] + (random() * 2 - 1) * reach[axis] * factor;
  return Array.from({ length: count }, (_, n): Lines[number] => {
    const factor = n % 3 === 0 ? 1 : 3;
    const origin: Vector = [wide(0, factor), wide(1, factor), wide(2, factor)];
    const scale = 10 ** (random() * 4 - 2);
    const along = (axis: 0 | 1 | 2): number =>
      n % 7 === axis ? 0 : (wide(axis, 0.8) - origin[axis]) * scale;
    return [origin, [along(0), along(1), along(2)]];
  });
}

/** Lines whose crossings with the planes of cells are exact in binary: directions are 0 or powers of two. */
export function exactLines(random: () => number, count: number, grid: VoxelList): Lines {
  const speeds = [0, -0, 0.5, -0.5, 1, -1, 2, -2];
  const speed = (): number => speeds[Math.floor(random() * speeds.length)] ?? 0;
  const place = (axis: 0 | 1 | 2): number =>
    grid.origin[axis] + grid.size[axis] * Math.round((random() * 32 - 16) * 4) / 4;
  return Array.from({ length: count }, (): Lines[number] => [
    [place(0), place(1), place(2)],
    [speed(), speed(), speed()],
  ]).filter(([, direction]) => direction.some((value) => value !== 0));
}

/** Names, sizes and origins of voxels of all kinds. */
export const VOXEL_SIZES = [
  ["unit", [1, 1, 1], [0, 0, 0]],
  ["uneven", [0.37, 1.9, 0.05], [11.3, -7.7, 0.21]],
  ["tiny", [1e-6, 1e-6, 1e-6], [0, 0, 0]],
  ["huge", [1e7, 1e7, 1e7], [1e8, 0, -1e8]],
] as const;

/** Lines of rounded numbers. */
export function roundedTo(round: (number: number) => number, lines: Lines): Lines {
  const rounded = ([x, y, z]: Vector): Vector => [round(x), round(y), round(z)];
  return lines.map(([from, along]) => [rounded(from), rounded(along)]);
}
