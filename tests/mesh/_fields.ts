/**
 * Fields to draw surfaces of.
 *
 * @module
 */

export { differences, dot } from "../_slopes.ts";
import type { IsoSurface } from "../../lib/mesh/mod.ts";
import {
  type Context,
  type GridBatch,
  marchingCubes,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { build } from "../grid/_grids.ts";
import { canonical, type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import type { Triple } from "./_oracle.ts";

/** The typed arrays of element types. */
export const ARRAYS: {
  readonly f16: Float16ArrayConstructor;
  readonly f32: Float32ArrayConstructor;
  readonly f64: Float64ArrayConstructor;
} = { f16: Float16Array, f32: Float32Array, f64: Float64Array };

/** Numbers of an element type. */
export type NumbersOf<D extends Real> = InstanceType<(typeof ARRAYS)[D]>;

/** Voxels of the grids of a batch: holes, an empty grid, borders of leaves. */
export const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(1), 1200, -4, 4),
  [],
  randomIjk(randomSource(2), 500, 4093, 4098),
];
export const SIZES: readonly Triple[] = [[1, 2, 0.5], [1, 1, 1], [0.25, 0.5, 4]];
export const LEVEL = 0.25;

/** Voxels of all grids, in row order. */
export const VOXELS: readonly { readonly b: number; readonly ijk: Ijk }[] = LISTS.flatMap(
  (list, b) => canonical(list).map((ijk) => ({ b, ijk })),
);

/** A surface and what it is made of; dispose them all. */
export interface Drawn<D extends Real> extends Disposable {
  readonly grid: GridBatch;
  readonly field: Tensor<D>;
  readonly surface: IsoSurface<D>;
  /** The values of the field. */
  readonly numbers: NumbersOf<D>;
}

/** Values at some distance from the level, so that steps of a thousandth move no voxel to the other side. */
export function randomField(count: number, seed: number): number[] {
  const random = randomSource(seed);
  return Array.from({ length: count }, () => {
    const side = random() < 0.5 ? -1 : 1;
    return LEVEL + side * (0.125 + random() * 3);
  });
}

/** Draws a field on the batch. */
export function draw<D extends Real>(
  context: Context,
  dtype: D,
  values: readonly number[] = randomField(VOXELS.length, 3),
): Drawn<D> {
  const numbers = new ARRAYS[dtype](values) as NumbersOf<D>;
  const parts = scope((own) => {
    const grid = own(build(context, LISTS, { voxelSize: SIZES, origin: 3 }));
    const field = own(tensor(numbers, { context, dtype }));
    return { grid, field };
  });
  const surface = marchingCubes(parts.grid, parts.field, { isoLevel: LEVEL, dtype });
  return {
    ...parts,
    surface,
    numbers,
    [Symbol.dispose]: () => {
      for (const part of [surface, parts.field, parts.grid]) part.dispose();
    },
  };
}

/** Numbers between -1 and 1. */
export function randomNumbers(count: number, seed: number): Float64Array<ArrayBuffer> {
  const random = randomSource(seed);
  return Float64Array.from({ length: count }, () => random() * 2 - 1);
}

/** Rows of the two voxels of each vertex, and the share of the upper one. */
export function edgesOf(
  { surface, numbers }: { readonly surface: IsoSurface; readonly numbers: ArrayLike<number> },
): { readonly low: number; readonly high: number; readonly part: number }[] {
  const ends = surface.ends.data.readSync();
  return Array.from({ length: ends.length / 2 }, (_, vertex) => {
    const [low, high] = [Number(ends[vertex * 2]), Number(ends[vertex * 2 + 1])];
    const [a, b] = [numbers[low] ?? NaN, numbers[high] ?? NaN];
    return { low, high, part: (LEVEL - a) / (b - a) };
  });
}
