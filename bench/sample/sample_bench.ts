/**
 * Sampling at points in a block of voxels, splatting to its voxels, and their gradients, with one channel and with many.
 * Trilinear samples are taken one after the other along lines and in random order.
 *
 * @module
 */

import {
  type Context,
  fullTensor,
  type GridBatch,
  gridFromDense,
  gridIjk,
  sampleBezier,
  sampleBezierBackward,
  sampleBezierWithGrad,
  sampleBezierWithGradBackward,
  sampleNearest,
  sampleTrilinear,
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
  sampleTrilinearWithGradBackward,
  splatBezier,
  splatBezierBackward,
  splatNearest,
  splatTrilinear,
  splatTrilinearBackward,
  type Tensor,
  tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row, rows, shared } from "../_harness.ts";
import { allNear, COUNT, makeScene, sumsTo } from "./_scene.ts";

const SIDE = 128;
const PLACES = 1_000_000;

/** A linear field: quarters of voxels give sums that single precision holds. */
function fieldAt(i: number, j: number, k: number): number {
  return i + 2 * j - 4 * k;
}

function fieldOn(grid: GridBatch, channels: number): Tensor<"f32"> {
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  const all = new Float32Array(grid.numVoxels * channels);
  for (let at = 0; at < all.length; at++) {
    const from = Math.floor(at / channels) * 3;
    all[at] = at % channels + fieldAt(flat[from] ?? 0, flat[from + 1] ?? 0, flat[from + 2] ?? 0);
  }
  return tensor(all, { context: grid.context, shape: [grid.numVoxels, channels] });
}

/** Points on a lattice of quarters of voxels, z fastest, in that order or shuffled by a stride. */
function placesBy(stride: number): Float32Array<ArrayBuffer> {
  const steps = (SIDE - 1) * 4;
  const flat = new Float32Array(PLACES * 3);
  for (let n = 0; n < PLACES; n++) {
    const place = n * stride % steps ** 3;
    flat[n * 3] = Math.floor(place / steps ** 2) / 4;
    flat[n * 3 + 1] = Math.floor(place / steps) % steps / 4;
    flat[n * 3 + 2] = place % steps / 4;
  }
  return flat;
}

/** Whether samples are those of the field. */
function areRight(samples: Tensor<"f32">, points: Float32Array, channels: number): boolean {
  return samples.readSync().every((value, at) => {
    const [x = 0, y = 0, z = 0] = points.subarray(Math.floor(at / channels) * 3).subarray(0, 3);
    return value === at % channels + fieldAt(x, y, z);
  });
}

const block = (context: Context): GridBatch => gridFromDense({ context, dims: SIDE });
const fields = [1, 4, 32].map((channels) => (context: Context) => ({
  channels,
  features: fieldOn(shared(context, block), channels),
}));

/** Trilinear samples in one order. */
function lineRows([order, stride]: readonly [order: string, stride: number]): BenchRow[] {
  const lattice = (context: Context) => {
    const flat = placesBy(stride);
    return { flat, points: tensor(flat, { context, shape: [PLACES, 3] }) };
  };
  const [one, ...others] = fields.map((field) => (context: Context) => ({
    grid: shared(context, block),
    ...shared(context, lattice),
    ...shared(context, field),
  }));
  if (one === undefined) return [];
  return [
    ...[one, ...others].map((make) =>
      row(sampleTrilinear, make, {
        on: ({ channels }) => `${PLACES} points ${order}, ${channels} channels`,
        run: ({ grid, points, features }) => sampleTrilinear(grid, points, features),
        check: (samples, { flat, channels }) => areRight(samples, flat, channels),
      })
    ),
    row(sampleTrilinearWithGrad, one, {
      on: `${PLACES} points ${order}, 1 channel`,
      run: ({ grid, points, features }) => sampleTrilinearWithGrad(grid, points, features),
      check: ({ samples, gradients }, { flat }) =>
        areRight(samples, flat, 1) &&
        gradients.readSync().every((one, at) => one === [1, 2, -4][at % 3]),
    }),
  ];
}

function channelRows(channels: number): BenchRow[] {
  const make = (context: Context) => {
    const { grid, points, values, data } = shared(context, makeScene);
    const slopes = fullTensor([COUNT, channels, 3], 2, { context, dtype: "f32" });
    return { grid, points, ofVoxels: values(channels), ofPoints: data(channels), slopes };
  };
  const on = `${COUNT} points, ${channels} channels`;
  const total = 2 * COUNT * channels;
  const inOrders = [false, true].map((atomic) => ({
    options: { atomic },
    name: atomic ? `in no order, ${on}` : on,
  }));
  const sumsUp = (back: { readonly features: Tensor<"f32"> }): boolean =>
    sumsTo(back.features.readSync(), total);
  return [
    ...rows([sampleNearest, sampleBezier], make, (sample) => ({
      on,
      run: ({ grid, points, ofVoxels }) => sample(grid, points, ofVoxels),
      check: (samples) => allNear(samples.readSync(), 2),
    })),
    row(sampleBezierWithGrad, make, {
      on,
      run: ({ grid, points, ofVoxels }) => sampleBezierWithGrad(grid, points, ofVoxels),
      check: ({ gradients }) => allNear(gradients.readSync(), 0),
    }),
    row(sampleBezierBackward, make, {
      on,
      run: ({ grid, points, ofVoxels, ofPoints }) =>
        sampleBezierBackward(grid, points, ofVoxels, ofPoints),
      check: sumsUp,
    }),
    ...inOrders.flatMap(({ name, options }) => [
      row(sampleTrilinearBackward, make, {
        on: name,
        run: ({ grid, points, ofVoxels, ofPoints }) =>
          sampleTrilinearBackward(grid, points, ofVoxels, ofPoints, options),
        check: sumsUp,
      }),
      ...rows(
        [sampleTrilinearWithGradBackward, sampleBezierWithGradBackward],
        make,
        (backward) => ({
          on: name,
          run: ({ grid, points, ofVoxels, ofPoints: samples, slopes: gradients }) =>
            backward(grid, points, ofVoxels, { samples, gradients }, options),
          check: sumsUp,
        }),
      ),
      row(splatTrilinear, make, {
        on: name,
        run: ({ grid, points, ofPoints }) => splatTrilinear(grid, points, ofPoints, options),
        check: (voxels) => sumsTo(voxels.readSync(), total),
      }),
    ]),
    ...rows([splatNearest, splatBezier], make, (splat) => ({
      on,
      run: ({ grid, points, ofPoints }) => splat(grid, points, ofPoints),
      check: (voxels) => sumsTo(voxels.readSync(), total),
    })),
    ...rows([splatTrilinearBackward, splatBezierBackward], make, (backward) => ({
      on,
      run: ({ grid, points, ofPoints, ofVoxels }) => backward(grid, points, ofPoints, ofVoxels),
      check: ({ features }) => allNear(features.readSync(), 2),
    })),
  ];
}

await benchTable(import.meta.main, [
  ...([["in order", 1], ["in random order", 40_503_641]] as const).flatMap(lineRows),
  ...[1, 32].flatMap(channelRows),
]);
