/**
 * Brute force for rays: every voxel is tested on its own, in doubles, with the slab method.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Ijk } from "../grid/_oracle.ts";

/** One point or direction. */
export type Vector = readonly [x: number, y: number, z: number];

/** A grid as a list of voxels in row order, with its transform. */
export interface VoxelList {
  readonly voxels: readonly Ijk[];
  readonly size: Vector;
  readonly origin: Vector;
}

/** One ray in world space. */
export interface Ray {
  readonly origin: Vector;
  readonly direction: Vector;
  readonly tMin: number;
  readonly tMax: number;
}

/** When a ray is inside a voxel's cell, and through which side it comes: that of the lowest axis at an edge. */
export interface Stay {
  readonly enter: number;
  readonly exit: number;
  readonly face: number;
}

/** Intersects a ray with the half-open cell of one voxel; undefined where the ray never is inside. */
export function stayIn(ray: Ray, voxel: Ijk, grid: VoxelList): Stay | undefined {
  let enter = ray.tMin;
  let exit = ray.tMax;
  let face = 6;
  for (const axis of [0, 1, 2] as const) {
    const position = (ray.origin[axis] - grid.origin[axis]) / grid.size[axis];
    const speed = ray.direction[axis] / grid.size[axis];
    const low = voxel[axis] - 0.5;
    const high = voxel[axis] + 0.5;
    if (speed === 0) {
      if (position < low || position >= high) return undefined;
      continue;
    }
    const first = ((speed > 0 ? low : high) - position) / speed;
    const last = ((speed > 0 ? high : low) - position) / speed;
    if (first > enter) {
      enter = first;
      face = 2 * axis + (speed > 0 ? 0 : 1);
    }
    exit = Math.min(exit, last);
  }
  return enter < exit ? { enter, exit, face } : undefined;
}

/** What a ray meets first. */
export interface Hit {
  readonly row: number;
  readonly time: number;
  readonly face: number;
}

/** What a ray that meets nothing reports. */
export const MISS: Hit = { row: -1, time: -1, face: 255 };

/** Finds the first voxel that a ray is inside of. */
export function firstHit(ray: Ray, grid: VoxelList): Hit {
  let best = MISS;
  grid.voxels.forEach((voxel, row) => {
    const stay = stayIn(ray, voxel, grid);
    if (stay === undefined || (best !== MISS && stay.enter >= best.time)) return;
    best = { row, time: stay.enter, face: stay.face };
  });
  return best;
}

/**
 * Compares with brute force where times are rounded: what is found must be there, at its time, and
 * nothing may lie before it, up to a tolerance of time.
 */
export function assertNear(ray: Ray, grid: VoxelList, hit: Hit, tolerance: number): void {
  const limit = hit.row < 0 ? Infinity : hit.time;
  grid.voxels.forEach((voxel) => {
    const stay = stayIn(ray, voxel, grid);
    if (stay === undefined || stay.exit - stay.enter <= tolerance) return;
    assert(stay.enter >= limit - tolerance, `voxel ${voxel} at ${stay.enter} is overlooked`);
  });
  if (hit.row < 0) return;
  const voxel = grid.voxels[hit.row];
  assert(voxel !== undefined, `row ${hit.row} does not exist`);
  const wide = { ...ray, tMin: ray.tMin - tolerance, tMax: ray.tMax + tolerance };
  const stay = stayIn(wide, voxel, grid);
  assert(stay !== undefined || touches(ray, voxel, grid, tolerance), `${voxel} is not on the ray`);
  if (stay === undefined) return;
  const enter = Math.max(stay.enter, ray.tMin);
  assert(Math.abs(hit.time - enter) <= tolerance, `time ${hit.time}, ${enter} expected`);
  // The face is beyond doubt unless the ray enters near an edge.
  if (stay.exit - stay.enter > 4 * tolerance && enter > ray.tMin + tolerance) {
    const [first = 0, second = 0] = entryTimes(ray, voxel, grid).sort((a, b) => b - a);
    if (first - second > tolerance) assertEquals(hit.face, stay.face);
  }
}

/** Whether a ray passes a cell within a tolerance of time. */
function touches(ray: Ray, voxel: Ijk, grid: VoxelList, tolerance: number): boolean {
  const speed = Math.hypot(...ray.direction) + 1e-300;
  const slack = tolerance * speed * 4;
  return ([-1, 0, 1] as const).some((dx) =>
    ([-1, 0, 1] as const).some((dy) =>
      ([-1, 0, 1] as const).some((dz) => {
        const [x, y, z] = ray.origin;
        const origin: Vector = [x + dx * slack, y + dy * slack, z + dz * slack];
        return stayIn({ ...ray, origin }, voxel, grid) !== undefined;
      })
    )
  );
}

/** When a ray crosses the near plane of a cell, per axis. */
function entryTimes(ray: Ray, voxel: Ijk, grid: VoxelList): number[] {
  return ([0, 1, 2] as const).map((axis) => {
    const speed = ray.direction[axis] / grid.size[axis];
    const position = (ray.origin[axis] - grid.origin[axis]) / grid.size[axis];
    if (speed === 0) return -Infinity;
    return (voxel[axis] - Math.sign(speed) * 0.5 - position) / speed;
  });
}
