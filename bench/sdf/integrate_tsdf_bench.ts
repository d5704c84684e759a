/** Depth images of 640 by 480 pixels, fused: the first, one more, and one more with colours; a ball before a wall. */

import {
  emptyTensor,
  gridFromZeroVoxels,
  integrateTsdf,
  openContext,
  tensor,
  type TsdfVolume,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { ballDepths, CAMERA, HEIGHT, WIDTH } from "./_ball.ts";

const context = openContext();
const cameras = [CAMERA];
const shape = [1, HEIGHT, WIDTH];
const depth = tensor(ballDepths(), { context, shape });
const bytes = new Uint8Array(WIDTH * HEIGHT * 3).fill(200);
const colors = tensor(bytes, { context, shape: [...shape, 3] });

/** Whether there are voxels on both sides, and all was said once, or once more. */
function isFused({ tsdf, weights }: TsdfVolume, most: number): boolean {
  const [values, sums] = [tsdf.readSync(), weights.readSync()];
  let [behind, before] = [0, 0];
  let largest = 0;
  for (let row = 0; row < values.length; row++) {
    behind += Number(values[row]) < 0 ? 1 : 0;
    before += Number(values[row]) > 0 ? 1 : 0;
    largest = Math.max(largest, Number(sums[row]));
  }
  return behind > values.length / 10 && before > values.length / 10 && largest === most;
}

for (const voxelSize of [0.02, 0.005]) {
  const range = { halfWidth: 4 * voxelSize, maxDepth: 5 };
  const grid = gridFromZeroVoxels({ context, voxelSize });
  const nothing = emptyTensor([0], { context, dtype: "f32" });
  const empty = { grid, tsdf: nothing, weights: nothing };
  const features = emptyTensor([0, 3], { context, dtype: "f32" });
  const first = integrateTsdf(empty, { depth, cameras }, range);
  const colored = integrateTsdf(
    { ...empty, features },
    { depth, cameras, features: colors },
    range,
  );
  const size = `${first.grid.numVoxels} voxels of ${voxelSize * 1000} mm`;
  benchOperator(
    `integrateTsdf, the first image, ${size}`,
    context,
    () => integrateTsdf(empty, { depth, cameras }, range),
    (volume) => isFused(volume, 1),
  );
  benchOperator(
    `integrateTsdf, one more, ${size}`,
    context,
    () => integrateTsdf(first, { depth, cameras }, range),
    (volume) => isFused(volume, 2),
  );
  benchOperator(
    `integrateTsdf, one more with colours, ${size}`,
    context,
    () => integrateTsdf(colored, { depth, cameras, features: colors }, range),
    (volume) => isFused(volume, 2),
  );
}
