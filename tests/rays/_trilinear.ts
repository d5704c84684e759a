/**
 * The first crossing in a field that is interpolated trilinearly, by brute force: every cell between eight voxels is
 * sampled densely along the ray, and crossings are found by bisection.
 *
 * @module
 */

import { type Ijk, keyOf } from "../grid/_oracle.ts";
import type { Asked, Field } from "./_field.ts";
import { meetings } from "./_lists.ts";
import type { Ray, Vector, VoxelList } from "./_oracle.ts";

/** Samples of a cell along a ray. */
const SAMPLES = 48;

const CORNERS: readonly Ijk[] = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n >> 2, n >> 1 & 1, n & 1]);

/** What brute force finds. */
export interface Crossing {
  /** When the ray crosses, -1 for a miss. */
  readonly time: number;
  /** The field's gradient there in world space; zero for a miss. */
  readonly slope: Vector;
  /** Whether the ray comes so close to the level without crossing, or ends so close to it, that rounding may decide. */
  readonly doubtful: boolean;
}

/** The cells of a field: the values of eight voxels around a place. */
export class Cells {
  readonly #field: Field;
  readonly #values: ReadonlyMap<string, number>;
  /** Cells whose eight voxels are there and not NaN, named by their least one, as a grid of cells of their own. */
  readonly grid: VoxelList;

  constructor(field: Field) {
    this.#field = field;
    const { voxels, size, origin, values } = field;
    this.#values = new Map(voxels.map((voxel, row) => [keyOf(voxel), values[row] ?? NaN]));
    const whole = voxels.filter((cell) =>
      this.#corners(cell).every((value) => !Number.isNaN(value))
    );
    const half = (axis: 0 | 1 | 2): number => origin[axis] + size[axis] / 2;
    this.grid = { voxels: whole, size, origin: [half(0), half(1), half(2)] };
  }

  /** Value and gradient of a cell's field at a place in world space. */
  at(cell: Ijk, place: Vector): { readonly value: number; readonly slope: Vector } {
    const { size, origin } = this.#field;
    const part = ([0, 1, 2] as const).map((axis) =>
      (place[axis] - origin[axis]) / size[axis] - cell[axis]
    );
    let value = 0;
    const slope: [number, number, number] = [0, 0, 0];
    this.#corners(cell).forEach((corner, n) => {
      const [x = 0, y = 0, z = 0] = part.map((one, axis) =>
        CORNERS[n]?.[axis] === 1 ? one : 1 - one
      );
      value += corner * x * y * z;
      [y * z, x * z, x * y].forEach((rest, axis) => {
        const way = CORNERS[n]?.[axis] === 1 ? 1 : -1;
        slope[axis] = (slope[axis] ?? 0) + way * corner * rest / (size[axis] ?? NaN);
      });
    });
    return { value, slope };
  }

  #corners(cell: Ijk): number[] {
    return CORNERS.map(([i, j, k]) =>
      this.#values.get(keyOf([cell[0] + i, cell[1] + j, cell[2] + k])) ?? NaN
    );
  }
}

/** Finds where a ray first is on the other side of a level than it starts from. */
export function trilinearCrossing(ray: Ray, cells: Cells, { isoLevel = 0 }: Asked = {}): Crossing {
  let side = 0;
  let left = NaN;
  let doubtful = false;
  for (const { voxel, enter, exit } of meetings(ray, cells.grid)) {
    const placeOf = (time: number): Vector => {
      const along = (axis: 0 | 1 | 2): number => ray.origin[axis] + time * ray.direction[axis];
      return [along(0), along(1), along(2)];
    };
    const heightAt = (time: number): number => cells.at(voxel, placeOf(time)).value - isoLevel;
    const found = (time: number): Crossing => {
      doubtful ||= Math.abs(time - exit) < 1e-7 * (exit - enter);
      return { time, slope: cells.at(voxel, placeOf(time)).slope, doubtful };
    };
    doubtful ||= Math.abs(heightAt(enter)) < 1e-7 || Math.abs(heightAt(exit)) < 1e-7;
    const gap = enter !== left;
    left = exit;
    let before = enter;
    for (const time of samplesOf(heightAt, enter, exit)) {
      const height = heightAt(time);
      doubtful ||= Math.abs(height) < 1e-9;
      if (height === 0) continue;
      if (side === 0) side = Math.sign(height);
      if (Math.sign(height) !== side) {
        return found(time === enter && gap ? enter : bisect(heightAt, before, time));
      }
      before = time;
    }
  }
  return { time: -1, slope: [0, 0, 0], doubtful };
}

/** Even samples, and the places where the height comes closest to 0 between them. */
function samplesOf(heightAt: (time: number) => number, from: number, to: number): number[] {
  const even = Array.from({ length: SAMPLES + 1 }, (_, n) => {
    const share = n / SAMPLES;
    return from * (1 - share) + to * share;
  });
  const closest = even.slice(1, -1).flatMap((time, n) => {
    const [before = NaN, after = NaN] = [even[n], even[n + 2]];
    const middle = Math.abs(heightAt(time));
    const low = middle <= Math.abs(heightAt(before)) && middle <= Math.abs(heightAt(after));
    if (!low) return [];
    const side = Math.sign(heightAt(time));
    let [a, b] = [before, after];
    for (let step = 0; step < 60; step++) {
      const [first, second] = [a + (b - a) / 3, b - (b - a) / 3];
      if (side * heightAt(first) < side * heightAt(second)) b = second;
      else a = first;
    }
    return [(a + b) / 2];
  });
  return [...even, ...closest].sort((a, b) => a - b);
}

/** Halves an interval at whose ends the signs differ, until doubles end. */
function bisect(heightAt: (time: number) => number, from: number, to: number): number {
  const side = Math.sign(heightAt(to));
  let [a, b] = [from, to];
  for (let step = 0; step < 200; step++) {
    const middle = a + (b - a) / 2;
    if (middle === a || middle === b) break;
    if (Math.sign(heightAt(middle)) === side) b = middle;
    else a = middle;
  }
  return b;
}
