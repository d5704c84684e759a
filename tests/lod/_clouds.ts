/**
 * Clouds with coordinates that are easily told.
 *
 * @module
 */

import {
  type BuildLodOptions,
  lodPoints,
  type LodStrategy,
  type LodTree,
  lodVoxels,
} from "../../lib/lod/mod.ts";
import { type Context, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import type { PlainPoint } from "./_oracle.ts";

/** Whole coordinates [n, 3] in a cube of 2^bits, denser towards its corner. */
export function denseCorner(count: number, bits: number, seed = 1): Int32Array<ArrayBuffer> {
  const random = new Random(seed);
  return Int32Array.from({ length: count * 3 }, () => Math.floor(random.number() ** 3 * 2 ** bits));
}

/** Coordinates as a tensor. */
export function places(context: Context, flat: Int32Array<ArrayBuffer>): Tensor<"i32"> {
  return tensor(flat, { context, shape: [flat.length / 3, 3] });
}

/** Rows of a flat array as text. */
export function rowTexts(flat: ArrayLike<number>, width: number): string[] {
  return Array.from(
    { length: flat.length / width },
    (_, row) => Array.from({ length: width }, (_, at) => flat[row * width + at]).join(),
  );
}

/** Every strategy. */
export const STRATEGIES: readonly LodStrategy[] = [
  "none",
  "first",
  "random",
  "average",
  "pointMean",
  "weighted",
  "weightedAcross",
];

/** Whole coordinates and colors as tensors; a box makes the cube known. */
export interface Cloud extends Disposable {
  readonly points: Tensor<"i32">;
  readonly colors: Tensor<"u8">;
}

/** Copies points to a device. */
export function cloudOf(context: Context, points: readonly PlainPoint[]): Cloud {
  const places = Int32Array.from(points.flatMap(({ place }) => place));
  const bytes = Uint8Array.from(points.flatMap(({ rgba }) => rgba));
  const own = tensor(places, { context, shape: [points.length, 3] });
  const colors = tensor(bytes, { context, shape: [points.length, 4] });
  return {
    points: own,
    colors,
    [Symbol.dispose](): void {
      own.dispose();
      colors.dispose();
    },
  };
}

/** A box that is the whole cube. */
export function cube(bits: number): BuildLodOptions {
  const most = 2 ** bits - 1;
  return { box: { min: [0, 0, 0], max: [most, most, most], edge: 2 ** bits } };
}

/** Points in clusters of several sizes, some alike. */
export function scatter(seed: number, count: number, bits: number): PlainPoint[] {
  const random = new Random(seed);
  const most = 2 ** bits - 1;
  const points: PlainPoint[] = [];
  while (points.length < count) {
    const size = 2 ** random.integer(0, bits);
    const corner = [0, 1, 2].map(() => random.integer(0, most));
    for (let k = random.integer(1, 12); k > 0 && points.length < count; k--) {
      const place = corner.map((low) => Math.min(most, low + random.integer(0, size - 1)));
      const rgba = [0, 1, 2, 3].map(() => random.integer(0, 255));
      points.push({ place, rgba });
      if (random.integer(0, 9) === 0) {
        points.push({ place, rgba: random.bits() % 2 ? rgba : [1, 2, 3, 4] });
      }
    }
  }
  return points.slice(0, count);
}

/** The same in another order. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = new Random(seed);
  const keyed = items.map((item) => ({ item, key: random.bits() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Everything that a tree holds, as plain values. */
export function readLod(tree: LodTree): unknown {
  using points = lodPoints(tree);
  using voxels = lodVoxels(tree);
  return {
    table: [...tree.table],
    cube: tree.cube,
    places: [...points.coordinates.readSync()],
    colors: [...points.colors.readSync()],
    cells: [...voxels.coordinates.readSync()],
    voxels: [...voxels.colors.readSync()],
  };
}
