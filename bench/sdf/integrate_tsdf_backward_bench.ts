/** Gradients of one more depth image of 640 by 480 pixels: of its depth alone, of all that is there, and with colours. */

import {
  emptyTensor,
  fullTensor,
  gridFromZeroVoxels,
  integrateTsdf,
  integrateTsdfBackward,
  openContext,
  tensor,
  type TsdfGradients,
  type TsdfVolume,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { ballDepths, CAMERA, HEIGHT, WIDTH } from "./_ball.ts";

const context = openContext();
const shape = [1, HEIGHT, WIDTH];
const depth = tensor(ballDepths(), { context, shape });
const weights = fullTensor(shape, 1, { context, dtype: "f32" });
const colors = fullTensor([...shape, 3], 0.5, { context, dtype: "f32" });
const images = { depth, cameras: [CAMERA], weights, features: colors };

/** Voxels of which something has been said, and not that they are far before a surface. */
function countNear({ tsdf, weights }: TsdfVolume): number {
  const [values, sums] = [tsdf.readSync(), weights.readSync()];
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    count += Number(sums[row]) > 0 && Number(values[row]) < 1 ? 1 : 0;
  }
  return count;
}

for (const voxelSize of [0.02, 0.005]) {
  const range = { halfWidth: 4 * voxelSize, maxDepth: 5 };
  const grid = gridFromZeroVoxels({ context, voxelSize });
  const nothing = emptyTensor([0], { context, dtype: "f32" });
  const none = emptyTensor([0, 3], { context, dtype: "f32" });
  const first = integrateTsdf(
    { grid, tsdf: nothing, weights: nothing, features: none },
    images,
    range,
  );
  const second = integrateTsdf(first, images, range);
  const { numVoxels } = second.grid;
  // The second image is half of what is known: each voxel moves half as far as its pixel, over the half-width.
  const expected = countNear(second) / (2 * range.halfWidth);
  const isBack = ({ depth }: TsdfGradients): boolean => {
    const sum = Array.from(depth?.readSync() ?? [], Number).reduce((a, b) => a + b, 0);
    return Math.abs(sum / expected - 1) < 1e-3;
  };
  const ones = fullTensor([numVoxels], 1, { context, dtype: "f32" });
  const plain = {
    state: { grid: first.grid, tsdf: first.tsdf, weights: first.weights },
    images: { depth, cameras: images.cameras, weights },
    gradients: { tsdf: ones, weights: ones },
  };
  const colored = {
    state: first,
    images,
    gradients: {
      ...plain.gradients,
      features: fullTensor([numVoxels, 3], 1, { context, dtype: "f32" }),
    },
  };
  const size = `${numVoxels} voxels of ${voxelSize * 1000} mm`;
  benchOperator(
    `integrateTsdfBackward, depth, ${size}`,
    context,
    () => {
      const options = { ...range, wanted: ["depth"] } as const;
      return integrateTsdfBackward(plain.state, plain.images, second, plain.gradients, options);
    },
    isBack,
  );
  for (
    const [what, { state, images, gradients }] of [["all", plain], [
      "all with colours",
      colored,
    ]] as const
  ) {
    benchOperator(
      `integrateTsdfBackward, ${what}, ${size}`,
      context,
      () => integrateTsdfBackward(state, images, second, gradients, range),
      isBack,
    );
  }
}
