/**
 * Points, samples and splats as far from the world's origin as projected coordinates are, beside those at the origin.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { injectFromIjk } from "../../lib/inject/mod.ts";
import { pointsToIndex } from "../../lib/query/mod.ts";
import {
  type Context,
  gridFromIjk,
  gridFromPoints,
  gridIjk,
  sampleTrilinear,
  splatTrilinear,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import { ballAround, CENTERS, RADIUS, VOXEL } from "../mesh/_far.ts";
import { pick, type Triple } from "../mesh/_oracle.ts";

const ZERO: Triple = [0, 0, 0];
const COUNT = 500;

/** Places near the surface of a ball; nowhere near the sides of cells of voxels at whole numbers of them. */
function placesAround(): readonly number[] {
  const random = randomSource(11);
  return Array.from({ length: COUNT }, () => {
    const direction = [0, 1, 2].map(() => random() - 0.5);
    const radius = RADIUS + VOXEL * (random() - 0.5);
    return direction.map((one) => {
      const voxels = one / Math.hypot(...direction) * radius / VOXEL;
      const share = Math.min(0.499, Math.max(-0.499, voxels - Math.round(voxels)));
      return VOXEL * (Math.round(voxels) + share);
    });
  }).flat();
}

/** What points around a center see of the ball there, all of it on the host. */
function seenAt(context: Context, origin: Triple): {
  readonly samples: Float32Array;
  readonly sums: Float32Array;
  readonly rows: readonly number[];
  readonly voxels: Int32Array;
} {
  const { ijk, values } = ballAround(ZERO);
  using coordinates = tensor(ijk, { context, shape: [values.length, 3] });
  using grid = gridFromIjk(coordinates, { voxelSize: VOXEL, origin });
  using listed = tensor(values, { context });
  using field = injectFromIjk(grid, coordinates, listed);
  const places = Float64Array.from(placesAround(), (one, at) => one + (origin[at % 3] ?? NaN));
  using points = tensor(places, { context, shape: [COUNT, 3] });
  using samples = sampleTrilinear(grid, points, field);
  using ones = tensor(new Float32Array(COUNT).fill(1), { context });
  using sums = splatTrilinear(grid, points, ones);
  using rows = pointsToIndex(grid, points);
  using own = gridFromPoints(points, { voxelSize: VOXEL, origin });
  using voxels = gridIjk(own);
  return {
    samples: samples.readSync(),
    sums: sums.readSync(),
    rows: Array.from(rows.readSync(), Number),
    voxels: voxels.data.readSync(),
  };
}

eachBackend(
  "points in f64 see the same far away as at the origin, to a millionth of a voxel",
  (context) => {
    const near = seenAt(context, ZERO);
    const places = placesAround();
    // Between voxels, distances are off by at most 3 h^2 / (8 r).
    near.samples.forEach((sample, n) => {
      const exact = Math.hypot(...places.slice(3 * n, 3 * n + 3)) - RADIUS;
      assert(Math.abs(sample - exact) < 3 * VOXEL ** 2 / (8 * (RADIUS - VOXEL)) + 1e-6 * VOXEL);
    });
    for (const center of CENTERS) {
      const far = seenAt(context, center);
      assertClose(far.samples, near.samples, { absolute: 1e-6 * VOXEL });
      assertClose(far.sums, near.sums, { absolute: 2e-6 });
      assertEquals([far.rows, far.voxels], [near.rows, near.voxels]);
    }
    assert(near.rows.every((row) => row >= 0) && pick(near.voxels, 0) < 0);
  },
);
