/**
 * Gradients of trilinear samples by their points, in double precision, and how exact those of the library are.
 *
 * @module
 */

import { sampleTrilinearBackward } from "../../lib/sample/mod.ts";
import { type Context, type Float, gridFromIjk, type Tensor, tensor } from "../../mod.ts";
import { canonical, flatten, type Ijk, keyOf } from "../grid/_oracle.ts";

/** Points between voxels, what voxels hold, and the gradients of samples. */
export interface Scene {
  readonly voxels: readonly Ijk[];
  readonly places: readonly (readonly number[])[];
  readonly channels: number;
  /** [voxels, channels], in the order of {@linkcode canonical}. */
  readonly values: ArrayLike<number>;
  /** [places, channels]. */
  readonly weights: ArrayLike<number>;
}

/** Three for each point: what it gets, and how far that may be off. */
export interface Expected {
  readonly slopes: number[];
  readonly bounds: number[];
}

/** A coordinate in two parts. */
interface Split {
  readonly low: number;
  readonly part: number;
}

/** A corner of a cell: what it holds, and how its weight changes along each axis. */
interface Corner {
  readonly values: number[];
  readonly slopes: readonly number[];
}

/**
 * What points get, and the bound that `sampleTrilinearBackward` states.
 *
 * @param dtype Element type of the values: sums are made of f32, or of f64 for f64.
 */
export function expectSlopes(scene: Scene, dtype: Float = "f32"): Expected {
  const unit = dtype === "f64" ? 2 ** -53 : 2 ** -24; // half the distance from 1 to the next number
  const { places, channels, weights } = scene;
  const rows = new Map(canonical([...scene.voxels]).map((ijk, row) => [keyOf(ijk), row]));
  const slopes: number[] = [];
  const bounds: number[] = [];
  places.forEach((place, point) => {
    const by = Array.from({ length: channels }, (_, n) => weights[point * channels + n] ?? NaN);
    const corners = cornersOf(place.map(splitter(dtype)), scene, rows);
    const spread = by.reduce((sum, weight, channel) => {
      const held = corners.map(({ values }) => values[channel] ?? NaN);
      return sum + Math.abs(weight) * (Math.max(...held) - Math.min(...held));
    }, 0);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (const corner of corners) {
        const slope = corner.slopes[axis] ?? NaN;
        const product = by.reduce((all, one, n) => all + one * (corner.values[n] ?? NaN), 0);
        // What is not active adds nothing, whatever the weights are.
        if (slope !== 0 && corner.values.some((value) => value !== 0)) sum += slope * product;
      }
      slopes.push(sum);
      bounds.push((channels / 4 + 32) * unit * spread);
    }
  });
  return { slopes, bounds };
}

/** Splits a coordinate into the voxel below and the part beyond it, as precise as sums are. */
function splitter(dtype: Float): (place: number) => Split {
  const round = dtype === "f64" ? Number : Math.fround;
  return (place) => ({ low: Math.floor(place), part: round(place - Math.floor(place)) });
}

/** The corners that have a part in a slope; those that are not active hold zeros. */
function cornersOf(
  place: readonly Split[],
  { channels, values }: Scene,
  rows: ReadonlyMap<string, number>,
): Corner[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => {
    const upper = [corner >> 2, corner >> 1 & 1, corner & 1];
    const side = place.map(({ part }, axis) => upper[axis] === 1 ? part : 1 - part);
    const [x = 0, y = 0, z = 0] = side;
    const slopes = [y * z, x * z, x * y].map((size, axis) => upper[axis] === 1 ? size : -size);
    if (slopes.every((slope) => slope === 0)) return [];
    const [i = 0, j = 0, k = 0] = place.map(({ low }, axis) => low + (upper[axis] ?? 0));
    const row = rows.get(keyOf([i, j, k]));
    const held = Array.from(
      { length: channels },
      (_, n) => row === undefined ? 0 : values[row * channels + n] ?? NaN,
    );
    return [{ values: held, slopes }];
  });
}

/** What the library says, of values and weights that the element type holds. */
export function slopesOn(
  context: Context,
  scene: Scene,
  dtype: Float = "f32",
  voxelSize = 1,
): number[] {
  const { voxels, places, channels } = scene;
  using ijk = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
  using grid = gridFromIjk(ijk, { voxelSize });
  using points = tensor(Float64Array.from(places.flat()), { context, shape: [places.length, 3] });
  const make = (numbers: ArrayLike<number>): Tensor<Float> =>
    tensor(Float64Array.from(numbers), {
      context,
      dtype,
      shape: [numbers.length / channels, channels],
    });
  using values = make(scene.values);
  using by = make(scene.weights);
  using back = sampleTrilinearBackward(grid, points, values, by);
  return [...(back.points as Tensor<"f64">).readSync()];
}
