/** Volumes of 16 depth images of 320 by 240 pixels closed: a ball from all sides, before nothing. */

import {
  closeTsdf,
  emptyTensor,
  gridFromZeroVoxels,
  integrateTsdf,
  openContext,
  tensor,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const [count, width, height, focus, away] = [16, 320, 240, 300, 3];
const intrinsics = [focus, 0, (width - 1) / 2, 0, focus, (height - 1) / 2, 0, 0, 1];

/** Looks at the origin from a place on the equator. */
function poseAt(angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, 0, s, -away * s, 0, 1, 0, 0, -s, 0, c, -away * c, 0, 0, 0, 1];
}

/** Depth of a ball of 0.8 m around the origin; 0 beside it. */
function ballDepth(pixel: number): number {
  const x = ((pixel % width) - (width - 1) / 2) / focus;
  const y = (Math.floor(pixel / width) - (height - 1) / 2) / focus;
  const square = x * x + y * y + 1;
  const root = away * away - square * (away * away - 0.64);
  return root > 0 ? (away - Math.sqrt(root)) / square : 0;
}

const image = Float32Array.from({ length: width * height }, (_, pixel) => ballDepth(pixel));
const pixels = new Float32Array(count * image.length);
for (let at = 0; at < count; at++) pixels.set(image, at * image.length);
const depth = tensor(pixels, { context, shape: [count, height, width] });
const cameras = Array.from({ length: count }, (_, at) => ({
  intrinsics,
  pose: poseAt(2 * Math.PI * at / count),
}));
const voxelSize = 0.01;
const range = { halfWidth: 4 * voxelSize, maxDepth: 5 };
const grid = gridFromZeroVoxels({ context, voxelSize });
const nothing = emptyTensor([0], { context, dtype: "f32" });
const volume = integrateTsdf(
  { grid, tsdf: nothing, weights: nothing },
  { depth, cameras },
  range,
);
const hidden = volume.weights.readSync().filter((one) => one === 0).length;

for (const background of ["unknown", "empty"] as const) {
  benchOperator(
    `closeTsdf, ${volume.grid.numVoxels} voxels, ${hidden} of them not seen, background ${background}`,
    context,
    () => closeTsdf(volume, { depth, cameras }, { ...range, background }),
    (field) => {
      const sides = field.readSync();
      return sides.some((one) => one === -1) &&
        sides.every((one) => Math.abs(one) <= 1 || one !== one);
    },
  );
}
