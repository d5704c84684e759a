/** First voxels on a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { firstActiveVoxel, openContext, tensor } from "../../mod.ts";
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

benchOperator(
  `firstActiveVoxel, ${count} camera rays`,
  context,
  () => firstActiveVoxel(grid, origins, directions),
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
const anyway = tensor(to.map((value, at) => value - (from[at] ?? 0)), { context, shape });

benchOperator(
  `firstActiveVoxel, ${count} rays from anywhere`,
  context,
  () => firstActiveVoxel(grid, anywhere, anyway),
);
