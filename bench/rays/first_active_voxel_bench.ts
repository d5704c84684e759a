/** First voxels on a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { firstActiveVoxel, openContext, type RayHits, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context);
const side = 512;
const count = side * side;
const shape = [count, 3];

// A camera at three radii that just holds the sphere, row after row.
const cameraOrigins = new Float32Array(count * 3);
const cameraDirections = new Float32Array(count * 3);
for (let n = 0; n < count; n++) {
  const [across, down] = [(n % side) / side - 0.5, Math.floor(n / side) / side - 0.5];
  cameraOrigins.set([870, 0, 0], n * 3);
  cameraDirections.set([-1, across * 0.7, down * 0.7], n * 3);
}
const origins = tensor(cameraOrigins, { context, shape });
const directions = tensor(cameraDirections, { context, shape });

/** Whether all hits lie on the sphere of radius 289.4, within the cell of a voxel, and some rays hit and some miss. */
function areOnSphere(hits: RayHits, from: Float32Array, along: Float32Array): boolean {
  const times = hits.times.readSync();
  let hit = 0;
  for (let n = 0; n < times.length; n++) {
    const time = times[n] ?? -1;
    if (time < 0) continue;
    hit++;
    const place = [0, 1, 2].map((axis) =>
      (from[n * 3 + axis] ?? 0) + time * (along[n * 3 + axis] ?? 0)
    );
    if (Math.abs(Math.hypot(...place) - 289.4) > 2) return false;
  }
  return hit > times.length / 10 && hit < times.length;
}

benchOperator(
  `firstActiveVoxel, ${count} camera rays`,
  context,
  () => firstActiveVoxel(grid, origins, directions),
  (hits) => areOnSphere(hits, cameraOrigins, cameraDirections),
);

// Places in the cube around the sphere, from a sequence that fills it evenly (Roberts 2018).
const placesAt = (first: number): Float32Array =>
  Float32Array.from({ length: count * 3 }, (_, at) => {
    const step = [0.8191725134, 0.6710436067, 0.5497004779][at % 3] ?? 0;
    return ((first + Math.floor(at / 3)) * step % 1 - 0.5) * 600;
  });
const from = placesAt(1);
const to = placesAt(7919);
const anywhere = tensor(from, { context, shape });
const ways = to.map((value, at) => value - (from[at] ?? 0));
const anyway = tensor(ways, { context, shape });

benchOperator(
  `firstActiveVoxel, ${count} rays from anywhere`,
  context,
  () => firstActiveVoxel(grid, anywhere, anyway),
  (hits) => areOnSphere(hits, from, ways),
);
