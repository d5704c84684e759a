/**
 * Rays as far from the world's origin as projected coordinates are, beside those at the origin.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { injectFromIjk } from "../../lib/inject/mod.ts";
import { rayTrilinearIntersectionWithNormals } from "../../lib/rays/mod.ts";
import { type Context, firstActiveVoxel, gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import { ballAround, CENTERS, RADIUS, VOXEL } from "../mesh/_far.ts";
import type { Triple } from "../mesh/_oracle.ts";

const COUNT = 300;
/** How far from the center rays start. */
const START = 4;

/** What rays see that start around a center and go through it. */
function seenAt(context: Context, center: Triple): {
  readonly times: Float64Array;
  readonly normals: Float64Array;
  readonly entered: Float64Array;
} {
  const random = randomSource(12);
  const along = Float64Array.from(
    Array.from({ length: COUNT }, () => {
      const direction = [0, 1, 2].map(() => random() - 0.5);
      return direction.map((one) => one / Math.hypot(...direction));
    }).flat(),
  );
  const { ijk, values } = ballAround([0, 0, 0]);
  using coordinates = tensor(ijk, { context, shape: [values.length, 3] });
  using grid = gridFromIjk(coordinates, { voxelSize: VOXEL, origin: center });
  using listed = tensor(Float64Array.from(values), { context });
  using field = injectFromIjk(grid, coordinates, listed);
  const shape = [COUNT, 3];
  using directions = tensor(along, { context, shape });
  const starts = along.map((one, at) => (center[at % 3] ?? NaN) - START * one);
  using origins = tensor(starts, { context, shape });
  using met = rayTrilinearIntersectionWithNormals(grid, origins, directions, field);
  using hits = firstActiveVoxel(grid, origins, directions);
  return {
    times: met.times.readSync(),
    normals: met.normals.readSync(),
    entered: hits.times.readSync(),
  };
}

eachBackend(
  "rays in f64 meet the same far away as at the origin, to a millionth of a voxel",
  (context) => {
    const near = seenAt(context, [0, 0, 0]);
    assertEquals(near.times.length, COUNT);
    // Between voxels, distances are off by at most 3 h^2 / (8 r), and rise by nearly 1 along such rays.
    const bound = 3 * VOXEL ** 2 / (7 * (RADIUS - VOXEL));
    near.times.forEach((time) => assert(Math.abs(time - START + RADIUS) < bound, `${time}`));
    for (const center of CENTERS) {
      const far = seenAt(context, center);
      assertClose(far.times, near.times, { absolute: 1e-6 * VOXEL });
      assertClose(far.entered, near.entered, { absolute: 1e-6 * VOXEL });
      assertClose(far.normals, near.normals, { absolute: 1e-6 });
    }
  },
);
