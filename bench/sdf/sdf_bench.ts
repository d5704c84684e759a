/**
 * Depth images of a ball before a wall, 640 by 480 pixels, fused to distance fields, with gradients; 16 images of a ball from
 * all sides, 320 by 240 pixels, closed; and the distance to a sphere on a band of voxels made a distance again.
 *
 * @module
 */

import {
  closeTsdf,
  type Context,
  emptyTensor,
  fullTensor,
  gridFromZeroVoxels,
  integrateTsdf,
  integrateTsdfBackward,
  reinitializeSdf,
  retopologizeSdf,
  tensor,
  type TsdfGradients,
  type TsdfVolume,
} from "../_api.ts";
import { type BenchRow, benchTable, row, shared } from "../_harness.ts";
import { makeSphere, type Sphere } from "../mesh/_sphere.ts";
import { AROUND, ballAround, ballDepths, CAMERA, HEIGHT, WIDTH } from "./_ball.ts";

const SHAPE = [1, HEIGHT, WIDTH] as const;

/** Whether there are voxels on both sides, and all was said so many times at most. */
function isFused({ tsdf, weights }: TsdfVolume, most: number): boolean {
  const [values, sums] = [tsdf.readSync(), weights.readSync()];
  let [behind, before, largest] = [0, 0, 0];
  for (let at = 0; at < values.length; at++) {
    behind += Number(values[at]) < 0 ? 1 : 0;
    before += Number(values[at]) > 0 ? 1 : 0;
    largest = Math.max(largest, Number(sums[at]));
  }
  return behind > values.length / 10 && before > values.length / 10 && largest === most;
}

/** Voxels of which something has been said, and not that they are far before a surface. */
function countNear({ tsdf, weights }: TsdfVolume): number {
  const [values, sums] = [tsdf.readSync(), weights.readSync()];
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    count += Number(sums[at]) > 0 && Number(values[at]) < 1 ? 1 : 0;
  }
  return count;
}

const emptyVolume = (context: Context, voxelSize: number) => ({
  grid: gridFromZeroVoxels({ context, voxelSize }),
  tsdf: emptyTensor([0], { context, dtype: "f32" }),
  weights: emptyTensor([0], { context, dtype: "f32" }),
});

/** Fusing at a size of voxels. */
function fusionRows(voxelSize: number): BenchRow[] {
  const range = { halfWidth: 4 * voxelSize, maxDepth: 5 };
  const images = (context: Context) => {
    const depth = tensor(ballDepths(), { context, shape: SHAPE });
    const bytes = new Uint8Array(WIDTH * HEIGHT * 3).fill(200);
    const empty = emptyVolume(context, voxelSize);
    const features = emptyTensor([0, 3], { context, dtype: "f32" });
    const plain = { depth, cameras: [CAMERA] };
    const colored = { ...plain, features: tensor(bytes, { context, shape: [...SHAPE, 3] }) };
    const first = integrateTsdf(empty, plain, range);
    const firstColored = integrateTsdf({ ...empty, features }, colored, range);
    return { empty, plain, colored, first, firstColored };
  };
  const backward = (context: Context) => {
    const empty = emptyVolume(context, voxelSize);
    const full = (shape: readonly number[], value: number) =>
      fullTensor(shape, value, { context, dtype: "f32" });
    const depth = tensor(ballDepths(), { context, shape: SHAPE });
    const plain = { depth, cameras: [CAMERA], weights: full(SHAPE, 1) };
    const colored = { ...plain, features: full([...SHAPE, 3], 0.5) };
    const none = emptyTensor([0, 3], { context, dtype: "f32" });
    const first = integrateTsdf({ ...empty, features: none }, colored, range);
    const second = integrateTsdf(first, colored, range);
    const ones = full([second.grid.numVoxels], 1);
    const gradients = { tsdf: ones, weights: ones };
    const features = full([second.grid.numVoxels, 3], 1);
    return {
      second,
      all: {
        state: { grid: first.grid, tsdf: first.tsdf, weights: first.weights },
        images: plain,
        gradients,
      },
      "all with colors": {
        state: first,
        images: colored,
        gradients: { ...gradients, features },
      },
      // The second image is half of what is known: each voxel moves half as far as its pixel, over the halfWidth.
      expected: countNear(second) / (2 * range.halfWidth),
    };
  };
  const on = (name: string, { grid }: TsdfVolume): string =>
    `${name}, ${grid.numVoxels} voxels of ${voxelSize * 1000} mm`;
  const isBack = ({ depth }: TsdfGradients, { expected }: ReturnType<typeof backward>): boolean => {
    const sum = Array.from(depth?.readSync() ?? [], Number).reduce((a, b) => a + b, 0);
    return Math.abs(sum / expected - 1) < 1e-3;
  };
  return [
    row(integrateTsdf, images, {
      on: ({ first }) => on("the first image", first),
      run: ({ empty, plain }) => integrateTsdf(empty, plain, range),
      check: (volume) => isFused(volume, 1),
    }),
    row(integrateTsdf, images, {
      on: ({ first }) => on("one more", first),
      run: ({ first, plain }) => integrateTsdf(first, plain, range),
      check: (volume) => isFused(volume, 2),
    }),
    row(integrateTsdf, images, {
      on: ({ firstColored }) => on("one more with colors", firstColored),
      run: ({ firstColored, colored }) => integrateTsdf(firstColored, colored, range),
      check: (volume) => isFused(volume, 2),
    }),
    row(integrateTsdfBackward, backward, {
      on: ({ second }) => on("depth", second),
      run: ({ second, all: { state, images, gradients } }) => {
        const options = { ...range, wanted: ["depth"] } as const;
        return integrateTsdfBackward(state, images, second, gradients, options);
      },
      check: isBack,
    }),
    ...(["all", "all with colors"] as const).map((what) =>
      row(integrateTsdfBackward, backward, {
        on: ({ second }) => on(what, second),
        run: ({ second, [what]: { state, images, gradients } }) =>
          integrateTsdfBackward(state, images, second, gradients, range),
        check: isBack,
      })
    ),
  ];
}

const FINE = 0.01;
const RANGE = { halfWidth: 4 * FINE, maxDepth: 5 };

const seen = (context: Context) => {
  const { pixels, cameras } = ballAround();
  const depth = tensor(pixels, { context, shape: [AROUND.count, AROUND.height, AROUND.width] });
  const volume = integrateTsdf(emptyVolume(context, FINE), { depth, cameras }, RANGE);
  const hidden = volume.weights.readSync().filter((one) => one === 0).length;
  return { volume, images: { depth, cameras }, hidden };
};

function bandRows(radius: number): BenchRow[] {
  const make = (context: Context): Sphere & { readonly exact: Float32Array } => {
    const sphere = makeSphere(context, radius);
    return { ...sphere, exact: sphere.field.readSync() };
  };
  const on = ({ grid }: Sphere): string => `${grid.numVoxels} voxels, 10 steps`;
  return [
    row(reinitializeSdf, make, {
      on,
      run: ({ grid, field }) => reinitializeSdf(grid, field, { steps: 10 }),
      check: (distances, { exact }) =>
        distances.readSync().every((one, at) =>
          Math.abs(one - Math.max(-3, Math.min(3, exact[at] ?? NaN))) < 1
        ),
    }),
    row(retopologizeSdf, make, {
      on,
      run: ({ grid, field }) => retopologizeSdf(grid, field, { steps: 10 }),
      check: (band) => {
        const thick = band.grid.numVoxels / (4 * Math.PI * radius ** 2);
        return Math.abs(thick - 6) < 0.3 && band.field.readSync().every((one) => Math.abs(one) < 3);
      },
    }),
  ];
}

await benchTable(import.meta.main, [
  ...[0.02, 0.005].flatMap(fusionRows),
  ...(["unknown", "empty"] as const).map((background) =>
    row(closeTsdf, (context) => shared(context, seen), {
      on: ({ volume, hidden }) =>
        `${volume.grid.numVoxels} voxels, ${hidden} of them not seen, background ${background}`,
      run: ({ volume, images }) => closeTsdf(volume, images, { ...RANGE, background }),
      check: (field) => {
        const sides = field.readSync();
        return sides.some((one) => one === -1) &&
          sides.every((one) => Math.abs(one) <= 1 || Number.isNaN(one));
      },
    })
  ),
  ...[32, 128].flatMap(bandRows),
]);
