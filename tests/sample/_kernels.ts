/**
 * Sampling and splatting by brute force: a kernel of the distance, applied to all pairs of points and voxels.
 *
 * @module
 */

export { differences, dot } from "../_slopes.ts";
import {
  type Context,
  type GridBatch,
  jaggedFromList,
  type JaggedTensor,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import type { Tolerance } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { canonical, type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import type { Triple } from "./_oracle.ts";

/** A weight by the distance along one axis, in voxels, how it changes with the point, and how that changes. */
export interface Curve {
  readonly weight: (distance: number) => number;
  readonly slope: (distance: number) => number;
  readonly bend: (distance: number) => number;
}

/** 1 - |x|. */
export const TENT: Curve = {
  weight: (x) => Math.max(0, 1 - Math.abs(x)),
  slope: (x) => x >= -1 && x < 0 ? 1 : x >= 0 && x < 1 ? -1 : 0,
  bend: () => 0,
};

/** The curve of fVDB's Bezier kernel, which sums to 2, times a factor. */
export function bezierCurve(factor: number): Curve {
  return {
    weight: (x) => {
      if (x >= -1.5 && x < -0.5) return factor * (x + 1.5) ** 2;
      if (x >= -0.5 && x < 0.5) return factor * (1.5 - 2 * x * x);
      return x >= 0.5 && x < 1.5 ? factor * (x - 1.5) ** 2 : 0;
    },
    slope: (x) => {
      if (x >= -1.5 && x < -0.5) return factor * (2 * x + 3);
      if (x >= -0.5 && x < 0.5) return factor * -4 * x;
      return x >= 0.5 && x < 1.5 ? factor * (2 * x - 3) : 0;
    },
    bend: (x) => {
      if (x >= -0.5 && x < 0.5) return factor * -4;
      return x >= -1.5 && x < 1.5 ? factor * 2 : 0;
    },
  };
}

/** Voxels of the grids of a batch: dense parts, holes, an empty grid, borders of nodes. */
const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(1), 160, -3, 3),
  [],
  [...randomIjk(randomSource(2), 60, 4093, 4097), ...randomIjk(randomSource(3), 30, 126, 129)],
];
export const SIZES: readonly Triple[] = [[1, 1, 1], [1, 2, 3], [0.5, 0.25, 2]];
const ORIGINS: readonly Triple[] = [[0, 0, 0], [7, 7, 7], [-3, 0.125, 10]];

/** All voxels in row order, with their grids. */
export const VOXELS: readonly { readonly b: number; readonly ijk: Ijk }[] = LISTS.flatMap(
  (list, b) => canonical(list).map((ijk) => ({ b, ijk })),
);

const POINTS_EACH = 60;

/** Points of all lists, in world space, away from where cells meet, some far off. */
export const POINTS: readonly { readonly b: number; readonly place: readonly number[] }[] = LISTS
  .flatMap((list, b) => {
    const random = randomSource(50 + b);
    return Array.from({ length: POINTS_EACH }, (_, n) => {
      const voxel = list[Math.floor(random() * list.length)] ?? [0, 0, 0];
      const place = voxel.map((one, axis) => {
        const step = Math.floor(random() * 4) / 2 - 1;
        const at = one + step + 0.05 + random() * 0.4 + (n % 20 === 0 ? 50 : 0);
        return at * (SIZES[b]?.[axis] ?? NaN) + (ORIGINS[b]?.[axis] ?? NaN);
      });
      return { b, place };
    });
  });

/** Voxel space of a point. */
export function inVoxels(
  { b, place }: { readonly b: number; readonly place: readonly number[] },
): number[] {
  return place.map((one, axis) => (one - (ORIGINS[b]?.[axis] ?? NaN)) / (SIZES[b]?.[axis] ?? NaN));
}

/** The weight of a voxel at a point. */
export interface Share {
  readonly row: number;
  readonly weight: number;
  /** How it changes with the world coordinates of the point. */
  readonly slopes: readonly number[];
  /** How these change, [3][3]. */
  readonly bends: readonly (readonly number[])[];
}

/** Weights of all voxels at a point, those that have one. */
export function sharesOf(
  point: { readonly b: number; readonly place: readonly number[] },
  curve: Curve,
): Share[] {
  const at = inVoxels(point);
  return VOXELS.flatMap(({ b, ijk }, row) => {
    if (b !== point.b) return [];
    const away = at.map((one, axis) => one - (ijk[axis] ?? NaN));
    const weights = away.map(curve.weight);
    const weight = weights.reduce((product, one) => product * one, 1);
    if (weight === 0) return [];
    const size = (axis: number): number => SIZES[b]?.[axis] ?? NaN;
    const product = (...axes: readonly number[]): number =>
      away.reduce((all, one, n) => {
        const times = axes.filter((axis) => axis === n).length;
        return all * (times === 0 ? curve.weight : times === 1 ? curve.slope : curve.bend)(one);
      }, 1);
    const slopes = away.map((_, axis) => product(axis) / size(axis));
    const bends = away.map((_, a) => away.map((_, b) => product(a, b) / size(a) / size(b)));
    return [{ row, weight, slopes, bends }];
  });
}

/** What an operator on the batch needs; dispose it. */
export interface Stage extends Disposable {
  readonly grid: GridBatch;
  /** World positions, one list per grid. */
  readonly points: JaggedTensor<"f64">;
}

/** Puts the batch and the points on a device. */
export function makeStage(context: Context, moved: readonly number[] = []): Stage {
  const parts = scope((own) => {
    const grid = own(build(context, LISTS, { voxelSize: SIZES, origin: ORIGINS }));
    const lists = LISTS.map((_, b) =>
      POINTS.flatMap(({ place }, n) =>
        POINTS[n]?.b === b ? place.map((one, axis) => moved[3 * n + axis] ?? one) : []
      )
    );
    const points = own(jaggedFromList(lists, { context, dtype: "f64", shape: [3] }));
    return { grid, points };
  });
  return {
    ...parts,
    [Symbol.dispose]: () => {
      parts.points.dispose();
      parts.grid.dispose();
    },
  };
}

/** Random numbers between -4 and 4, rounded to an element type, on a device. */
export function randomTensor<D extends Real>(
  context: Context,
  dtype: D,
  shape: readonly number[],
  seed = 9,
): Tensor<D> {
  const random = randomSource(seed);
  const length = shape.reduce((product, extent) => product * extent, 1);
  const numbers = Array.from({ length }, () => (random() - 0.5) * 8);
  return tensor(numbers, { context, shape, dtype });
}

/** How exact results of an element type are. */
export const PRECISION: Readonly<Record<Real, number>> = {
  f16: 2 ** -10,
  f32: 2 ** -22,
  f64: 1e-13,
};

/** How far gradients by points in f64 may be off: trilinear sums are as exact as values are, others are in f64. */
export function pointTolerance(dtype: Real, curve: Curve): Tolerance {
  if (curve !== TENT || dtype === "f64") return { relative: 1e-11, absolute: 1e-10 };
  return { relative: PRECISION.f32, absolute: 128 * PRECISION.f32 };
}

/** Sums up values at all points: [points, channels], and their slopes [points, channels, 3]. */
export function sampleAll(
  values: ArrayLike<number>,
  channels: number,
  curve: Curve,
): { readonly samples: number[]; readonly gradients: number[] } {
  const samples: number[] = [];
  const gradients: number[] = [];
  for (const point of POINTS) {
    const shares = sharesOf(point, curve);
    for (let channel = 0; channel < channels; channel++) {
      const value = (row: number): number => values[row * channels + channel] ?? NaN;
      samples.push(shares.reduce((sum, { row, weight }) => sum + weight * value(row), 0));
      for (const axis of [0, 1, 2]) {
        gradients.push(
          shares.reduce((sum, { row, slopes }) => sum + (slopes[axis] ?? NaN) * value(row), 0),
        );
      }
    }
  }
  return { samples, gradients };
}

/** Gives data of all points away: [voxels, channels]. */
export function splatAll(data: ArrayLike<number>, channels: number, curve: Curve): Float64Array {
  const voxels = new Float64Array(VOXELS.length * channels);
  POINTS.forEach((point, n) => {
    for (const { row, weight } of sharesOf(point, curve)) {
      for (let channel = 0; channel < channels; channel++) {
        const at = row * channels + channel;
        voxels[at] = (voxels[at] ?? NaN) + weight * (data[n * channels + channel] ?? NaN);
      }
    }
  });
  return voxels;
}

/** Sums over channels of slopes [points, channels, 3] times weights [points, channels]. */
export function contract(
  slopes: ArrayLike<number>,
  weights: ArrayLike<number>,
  channels: number,
): number[] {
  return POINTS.flatMap((_, n) =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) {
        const at = n * channels + channel;
        sum += (slopes[at * 3 + axis] ?? NaN) * (weights[at] ?? NaN);
      }
      return sum;
    })
  );
}
