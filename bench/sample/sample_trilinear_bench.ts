/** Trilinear samples in a block of voxels, at points one after the other along lines and at points in random order. */

import { sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import {
  gridFromDense,
  gridIjk,
  openContext,
  sampleTrilinear,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const SIDE = 128;
const COUNT = 1_000_000;

const context = openContext();
const grid = gridFromDense({ context, dims: SIDE });

/** A linear field: quarters of voxels give sums that single precision holds. */
function values(channels: number): Tensor<"f32"> {
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  const all = new Float32Array(grid.numVoxels * channels);
  for (let at = 0; at < all.length; at++) {
    const row = Math.floor(at / channels) * 3;
    all[at] = at % channels + fieldAt(flat[row] ?? 0, flat[row + 1] ?? 0, flat[row + 2] ?? 0);
  }
  return tensor(all, { context, shape: [grid.numVoxels, channels] });
}

function fieldAt(i: number, j: number, k: number): number {
  return i + 2 * j - 4 * k;
}

/** Points on a lattice of quarters of voxels, z fastest, in that order or shuffled by a stride. */
function places(stride: number): Float32Array<ArrayBuffer> {
  const steps = (SIDE - 1) * 4;
  const flat = new Float32Array(COUNT * 3);
  for (let n = 0; n < COUNT; n++) {
    const place = n * stride % steps ** 3;
    flat[n * 3] = Math.floor(place / steps ** 2) / 4;
    flat[n * 3 + 1] = Math.floor(place / steps) % steps / 4;
    flat[n * 3 + 2] = place % steps / 4;
  }
  return flat;
}

/** Whether samples are those of the field. */
function areRight(samples: Float32Array, points: Float32Array, channels: number): boolean {
  return samples.every((value, at) => {
    const [x = 0, y = 0, z = 0] = points.subarray(Math.floor(at / channels) * 3).subarray(0, 3);
    return value === at % channels + fieldAt(x, y, z);
  });
}

for (const [order, stride] of [["in order", 1], ["in random order", 40_503_641]] as const) {
  const flat = places(stride);
  const points = tensor(flat, { context, shape: [COUNT, 3] });
  for (const channels of [1, 4, 32]) {
    const features = values(channels);
    benchOperator(
      `sampleTrilinear, ${COUNT} points ${order}, ${channels} channels`,
      context,
      () => sampleTrilinear(grid, points, features),
      (samples) => areRight(samples.readSync(), flat, channels),
    );
  }
  const features = values(1);
  benchOperator(
    `sampleTrilinearWithGrad, ${COUNT} points ${order}, 1 channel`,
    context,
    () => sampleTrilinearWithGrad(grid, points, features),
    ({ samples, gradients }) =>
      areRight(samples.readSync(), flat, 1) &&
      gradients.readSync().every((slope, at) => slope === [1, 2, -4][at % 3]),
  );
}
