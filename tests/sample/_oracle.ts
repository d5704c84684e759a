/**
 * Trilinear interpolation by brute force: a map of voxels, weights as products of distances.
 *
 * @module
 */

import { type Ijk, keyOf } from "../grid/_oracle.ts";

/** One number per axis. */
export type Triple = readonly [x: number, y: number, z: number];

/** A grid as the oracle sees it. */
export interface Field {
  /** Value of each active voxel, by coordinate, one number per channel. */
  readonly voxels: ReadonlyMap<string, readonly number[]>;
  readonly size: Triple;
  readonly origin: Triple;
  readonly channels: number;
  /** Rounds what is computed to what sums are made of. */
  readonly round: (number: number) => number;
}

/** The corners in the order in which they are added up. */
export const CORNERS: readonly Ijk[] = [
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 1],
  [0, 1, 0],
  [1, 0, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 1, 0],
];

/** A value for each channel, and three slopes for each. */
export interface Sample {
  readonly values: number[];
  /** [channels, 3]. */
  readonly gradients: number[];
}

/** Interpolates at one point; neither is rounded to an element type. */
export function interpolate(field: Field, point: ArrayLike<number>): Sample {
  const { round } = field;
  const axes = [0, 1, 2] as const;
  const place = axes.map((axis) => ((point[axis] ?? NaN) - field.origin[axis]) / field.size[axis]);
  const values = Array<number>(field.channels).fill(0);
  const gradients = Array<number>(field.channels * 3).fill(0);
  if (place.some((one) => !Number.isFinite(one))) return { values, gradients };
  const low = place.map(Math.floor);
  for (const corner of CORNERS) {
    const at = axes.map((axis) => (low[axis] ?? NaN) + corner[axis]);
    const found = field.voxels.get(keyOf([at[0] ?? 0, at[1] ?? 0, at[2] ?? 0]));
    if (found === undefined) continue;
    const [x = 0, y = 0, z = 0] = axes.map((axis) => {
      const part = round((place[axis] ?? NaN) - (low[axis] ?? NaN));
      return corner[axis] === 1 ? part : round(1 - part);
    });
    const weight = round(round(x * y) * z);
    const slopes = [y * z, x * z, x * y].map((one, axis) =>
      corner[axis] === 1 ? round(one) : -round(one)
    );
    found.forEach((value, channel) => {
      if (weight !== 0) values[channel] = round((values[channel] ?? 0) + round(weight * value));
      slopes.forEach((slope, axis) => {
        const to = channel * 3 + axis;
        if (slope !== 0) gradients[to] = round((gradients[to] ?? 0) + round(slope * value));
      });
    });
  }
  const perUnit = gradients.map((one, at) => one / (field.size[at % 3] ?? NaN));
  return { values, gradients: perUnit };
}
