/**
 * A ball, and places as far away as those of maps.
 *
 * @module
 */

import type { Triple } from "./_oracle.ts";

/** Edge length of voxels. */
export const VOXEL = 0.1;

/** Radius of the ball. */
export const RADIUS = 1;

/** Where balls are: eastings, northings and heights in meters. Whole numbers of voxels, as near as doubles are. */
export const CENTERS: readonly Triple[] = [
  [515_380.3, 4_918_360.7, 1216.4],
  [-33_000.1, 9_999_999.9, 0],
  [0, 0, 0],
];

/** How far from the surface voxels have values. */
const BAND = 2.5 * VOXEL;

/** Voxels of a ball, and what is known of them. */
export interface Ball {
  /** Coordinates, [voxels, 3]. */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Signed distances from the surface, in the same order. */
  readonly values: readonly number[];
  /** The voxel at the center. */
  readonly middle: Triple;
}

/** The voxels near the surface of a ball around a voxel. */
export function ballAround(middle: Triple): Ball {
  const reach = Math.ceil((RADIUS + BAND) / VOXEL);
  const steps = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
  const ijk: number[] = [];
  const values: number[] = [];
  for (const i of steps) {
    for (const j of steps) {
      for (const k of steps) {
        const value = VOXEL * Math.hypot(i, j, k) - RADIUS;
        if (Math.abs(value) > BAND) continue;
        ijk.push(middle[0] + i, middle[1] + j, middle[2] + k);
        values.push(value);
      }
    }
  }
  return { ijk: Int32Array.from(ijk), values, middle };
}

/** The voxel at a place. */
export function voxelAt([x, y, z]: Triple): Triple {
  return [Math.round(x / VOXEL), Math.round(y / VOXEL), Math.round(z / VOXEL)];
}
