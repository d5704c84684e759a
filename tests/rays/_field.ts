/**
 * Crossing levels of fields, and the rule for chords by brute force.
 *
 * @module
 */

import {
  rayImplicitIntersection,
  type RayImplicitOptions,
  rayTrilinearIntersection,
  rayTrilinearIntersectionWithNormals,
  type RayTrilinearOptions,
} from "../../lib/rays/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridIjk,
  jaggedFromList,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { meetings, RayScene } from "./_lists.ts";
import type { Ray, Vector, VoxelList } from "./_oracle.ts";
import type { Lines } from "./_trace.ts";

/** A grid with a value for each voxel, in row order. */
export interface Field extends VoxelList {
  readonly values: readonly number[];
}

/** A field from a function of places in world space. */
export function fieldOn(grid: VoxelList, at: (place: Vector) => number): Field {
  return { ...grid, values: grid.voxels.map((voxel) => at(centerOf(voxel, grid))) };
}

/** Where the center of a voxel is. */
export function centerOf(
  voxel: ArrayLike<number>,
  { size, origin }: Pick<VoxelList, "size" | "origin">,
): Vector {
  const along = (axis: 0 | 1 | 2): number => (voxel[axis] ?? NaN) * size[axis] + origin[axis];
  return [along(0), along(1), along(2)];
}

/** Where a ray is at a time. */
export function placeAt([origin, direction]: Lines[number], time: number): Vector {
  const along = (axis: 0 | 1 | 2): number => origin[axis] + time * direction[axis];
  return [along(0), along(1), along(2)];
}

/** The distance to the surface of a ball, negative inside. */
export function ball(center: Vector, radius: number): (place: Vector) => number {
  return ([x, y, z]) => Math.hypot(x - center[0], y - center[1], z - center[2]) - radius;
}

/** What a field is between voxels: something along chords, or the trilinear mean. */
export type Accuracy = "chord" | "trilinear";

/** How to look for crossings. */
export interface Asked extends RayImplicitOptions {
  readonly accuracy?: Accuracy;
}

/** The function of each accuracy. */
const BY_ACCURACY: Readonly<Record<Accuracy, typeof rayImplicitIntersection>> = {
  chord: rayImplicitIntersection,
  trilinear: rayTrilinearIntersection,
};

/** Times of the rays of all lists, one list for each field. */
export function crossingTimes(
  context: Context,
  fields: readonly Field[],
  lists: readonly Lines[],
  asked: Asked = {},
  dtype: Real = "f64",
): number[] {
  using rays = new RayScene<Real>(context, fields, lists, dtype);
  const parts = fields.map(({ values }) => new Float64Array(values));
  using values = jaggedFromList(parts, { context, dtype, shape: [] });
  const { grid, origins, directions } = rays;
  const { accuracy = "chord", ...options } = asked;
  using times = BY_ACCURACY[accuracy](grid, origins, directions, values, options);
  return [...times.data.readSync()];
}

/** What rays find in a field that is interpolated. */
export interface Found {
  readonly time: number;
  readonly normal: Vector;
}

/** Times and normals of rays through one field. */
export function crossings(
  context: Context,
  field: Field,
  lines: Lines,
  asked: RayTrilinearOptions = {},
  dtype: Real = "f64",
): Found[] {
  using rays = new RayScene<Real>(context, [field], [lines], dtype);
  using values = tensor([...field.values], { context, dtype, shape: [field.values.length, 1] });
  const { grid, origins, directions } = rays;
  using met = rayTrilinearIntersectionWithNormals(grid, origins, directions, values, asked);
  return foundOf([...met.times.data.readSync()], [...met.normals.data.readSync()]);
}

function foundOf(times: readonly number[], flat: readonly number[]): Found[] {
  return times.map((time, n): Found => ({
    time,
    normal: [flat[n * 3] ?? NaN, flat[n * 3 + 1] ?? NaN, flat[n * 3 + 2] ?? NaN],
  }));
}

/** A cube of voxels with a field, on the device. */
export class CubeField implements Disposable {
  readonly grid: GridBatch;
  readonly values: Tensor<Real>;
  readonly #dtype: Real;

  /** Fills a cube from voxel 0 on with the values of a function of places. */
  constructor(
    context: Context,
    { side, size, origin, dtype }: {
      readonly side: number;
      readonly size: Vector;
      readonly origin: Vector;
      readonly dtype: Real;
    },
    at: (place: Vector) => number,
  ) {
    this.#dtype = dtype;
    this.grid = gridFromDense({ context, dims: side, voxelSize: size, origin });
    using ijk = gridIjk(this.grid);
    const flat = ijk.data.readSync();
    const values = Array.from(
      { length: this.grid.numVoxels },
      (_, row) => at(centerOf(flat.subarray(row * 3, row * 3 + 3), { size, origin })),
    );
    this.values = tensor(values, { context, dtype });
  }

  /** Times of rays. */
  times(lines: Lines, asked: Asked = {}): number[] {
    const options = { context: this.grid.context, dtype: this.#dtype, shape: [lines.length, 3] };
    using from = tensor(lines.flatMap(([origin]) => [...origin]), options);
    using along = tensor(lines.flatMap(([, direction]) => [...direction]), options);
    const { accuracy = "chord", ...how } = asked;
    using times = BY_ACCURACY[accuracy](this.grid, from, along, this.values, how);
    return [...times.readSync()];
  }

  /** Gives grid and values up. */
  [Symbol.dispose](): void {
    this.grid.dispose();
    this.values.dispose();
  }
}

/**
 * The rule for chords, on all voxels of a field: those that have a side, one after the other in the order of entering.
 */
export function chordTime(ray: Ray, field: Field, { isoLevel = 0, eps = 0 }: Asked = {}): number {
  let last: { readonly value: number; readonly middle: number; readonly exit: number } | undefined;
  for (const { row, enter, exit } of meetings(ray, field)) {
    const value = (field.values[row] ?? NaN) - isoLevel;
    if (exit - enter < eps || Number.isNaN(value) || value === 0) continue;
    const middle = (enter + exit) / 2;
    if (last !== undefined && (last.value > 0) !== (value > 0)) {
      if (enter !== last.exit) return enter;
      const share = value / (value - last.value);
      return share * last.middle + (1 - share) * middle;
    }
    last = { value, middle, exit };
  }
  return -1;
}

/** The times at which a ray crosses planes between cells, in a box of voxels from `low` to `high`, in order. */
export function planeTimes(
  [origin, direction]: Lines[number],
  grid: Pick<VoxelList, "size" | "origin">,
  [low, high]: readonly [number, number],
): number[] {
  return ([0, 1, 2] as const).flatMap((axis) => {
    if (direction[axis] === 0) return [];
    return Array.from({ length: high - low + 2 }, (_, n) => {
      const plane = grid.origin[axis] + (low + n - 0.5) * grid.size[axis];
      return (plane - origin[axis]) / direction[axis];
    });
  }).sort((a, b) => a - b);
}

/** The least time between two crossings of planes: near 0 where a ray passes an edge. */
export function leastStay(
  line: Lines[number],
  grid: Pick<VoxelList, "size" | "origin">,
  range: readonly [number, number],
): number {
  const times = planeTimes(line, grid, range);
  return Math.min(...times.slice(1).map((time, n) => time - (times[n] ?? NaN)));
}
