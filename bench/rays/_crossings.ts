/**
 * Where rays cross a sphere: rays of a camera, and rays from anywhere to anywhere, in a band of distances.
 *
 * @module
 */

import {
  dilatedGrid,
  gridIjk,
  openContext,
  type rayImplicitIntersection,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { RADIUS, type RaySet, raySets } from "./_rays.ts";

const context = openContext();
const surface = surfaceInput(context);
// Two voxels to each side, so that all eight around the sphere are there.
const grid = dilatedGrid(surface.grid, { radius: 2 });
const values = distances();

/** The distance to the sphere at each voxel. */
function distances(): Tensor<"f32"> {
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  const all = new Float32Array(grid.numVoxels);
  for (let row = 0; row < all.length; row++) {
    const [i = 0, j = 0, k = 0] = flat.subarray(row * 3, row * 3 + 3);
    all[row] = Math.hypot(i, j, k) - RADIUS;
  }
  return tensor(all, { context });
}

/** Whether enough rays hit, and all hits are as near to the sphere as they should be. */
function areRight({ count, from, along }: RaySet, times: Float32Array, most: number): boolean {
  let hits = 0;
  for (let ray = 0; ray < count; ray++) {
    const time = times[ray] ?? NaN;
    if (time === -1) continue;
    hits++;
    const place = [0, 1, 2].map((axis) =>
      (from[ray * 3 + axis] ?? 0) + time * (along[ray * 3 + axis] ?? 0)
    );
    if (!(Math.abs(Math.hypot(...place) - RADIUS) <= most)) return false;
  }
  return hits > count / 10 && hits < count;
}

/** Measures a way to find crossings, which lie at most so far from the sphere. */
export function benchCrossings(find: typeof rayImplicitIntersection, most: number): void {
  for (const set of raySets(context, 512)) {
    benchOperator(
      `${find.name}, ${set.name}`,
      context,
      () => find(grid, set.origins, set.directions, values),
      (times) => areRight(set, times.readSync(), most),
    );
  }
}
