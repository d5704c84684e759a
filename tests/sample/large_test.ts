import { assertEquals } from "@std/assert";
import {
  type Context,
  type Float,
  gridFromDense,
  type Real,
  sampleTrilinear,
  splatTrilinear,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { typedArray, type TypedArrayOf } from "../../lib/core/dtype.ts";
import { randomUniform } from "../../lib/jagged/mod.ts";
import {
  sampleBezier,
  sampleNearest,
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
} from "../../lib/sample/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 64;

/** Some points around the voxels of a small grid, in quarters of a voxel, so that all weights are exact. */
function drawPoints<D extends Real>(dtype: D): TypedArrayOf<D> {
  const points = typedArray(dtype, 3 * COUNT);
  const random = new Random(5);
  for (let at = 0; at < points.length; at++) points[at] = Math.floor(random.number(-4, 40)) / 4;
  return points;
}

/** Element types, channels, and points that make a result of more than 2^32 elements. */
const CASES = [
  { dtype: "f16", where: "f16", channels: 1, rows: 2 ** 32 + 997 },
  { dtype: "f32", where: "f32", channels: 4, rows: 2 ** 30 + 997 },
  { dtype: "bf16", where: "f32", channels: 33, rows: Math.ceil(2 ** 32 / 33) + 997 },
] as const;

for (const { dtype, where, channels, rows } of CASES) {
  const pointsOf = sizesOf(1997, rows);
  const title = (on: Pick<Context, "device">): string =>
    `samples of ${channels} ${dtype} channels are right up to point ${pointsOf(on)}`;
  eachBackend(title, (context) => {
    const n = pointsOf(context);
    const windows = windowsOf(n, COUNT, [3, channels]);
    using grid = gridFromDense({ context, dims: 9 });
    using values = randomUniform([grid.numVoxels, channels], { context, dtype, seed: 1 });
    const pattern = drawPoints(where);
    using few = tensor(pattern, { context, dtype: where, shape: [COUNT, 3] });
    using many = spread<Real>(context, {
      dtype: where,
      shape: [n, 3],
      filler: 0.25,
      windows,
      pattern,
    });
    const compare = (sample: (points: Tensor<Real>) => Tensor<Float>): void => {
      using expected = sample(few);
      using actual = sample(many);
      assertWindows(actual, windows, expected.readSync());
    };
    compare((points) => sampleTrilinear(grid, points, values));
    compare((points) => sampleNearest(grid, points, values));
    if (channels === 1) compare((points) => sampleBezier(grid, points, values));
  });
}

/** Points of which gradients, six numbers each, are more than 2^32. */
const gradientsOf = sizesOf(1997, Math.ceil(2 ** 32 / 6) + 997);

eachBackend((on) => `gradients by ${gradientsOf(on)} points are right to the last`, (context) => {
  const n = gradientsOf(context);
  const windows = windowsOf(n, COUNT, [2, 3, 6]);
  using grid = gridFromDense({ context, dims: 9 });
  using values = randomUniform([grid.numVoxels, 2], { context, dtype: "f16", seed: 1 });
  const pattern = drawPoints("f32");
  using few = tensor(pattern, { context, shape: [COUNT, 3] });
  using many = spread(context, { dtype: "f32", shape: [n, 3], filler: 0.25, windows, pattern });
  using expected = sampleTrilinearWithGrad(grid, few, values);
  using actual = sampleTrilinearWithGrad(grid, many, values);
  assertWindows(actual.samples, windows, expected.samples.readSync());
  assertWindows(actual.gradients, windows, expected.gradients.readSync());
});

/** Points and channels that give more than 2^31 points, and more than 2^32 numbers. */
const GIVEN = [
  { channels: 1, rows: 2 ** 31 + 997 },
  { channels: 8, rows: 2 ** 29 + 997 },
] as const;

for (const { channels, rows } of GIVEN) {
  const pointsOf = sizesOf(1997, rows);
  const title = (on: Pick<Context, "device">): string =>
    `splats and gradients by ${channels} values miss none of ${pointsOf(on)} points`;
  eachBackend(title, (context) => {
    const n = pointsOf(context);
    const windows = windowsOf(n, COUNT, [1, 3, channels]);
    using grid = gridFromDense({ context, dims: 9 });
    const pattern = drawPoints("f32");
    const data = Float32Array.from({ length: COUNT * channels }, (_, at) => at % 13 - 6);
    using few = tensor(pattern, { context, shape: [COUNT, 3] });
    using fewData = tensor(data, { context, shape: [COUNT, channels] });
    // All others are off the grid.
    using many = spread(context, { dtype: "f32", shape: [n, 3], filler: 1000, windows, pattern });
    const shape = [n, channels];
    using manyData = spread(context, { dtype: "f32", shape, filler: 1, windows, pattern: data });
    using given = splatTrilinear(grid, few, fewData);
    using sums = splatTrilinear(grid, many, manyData);
    assertEquals(sums.readSync(), given.readSync().map((value) => value * windows.length));
    using values = randomUniform([grid.numVoxels, channels], { context, dtype: "f32", seed: 1 });
    using expected = sampleTrilinearBackward(grid, few, values, fewData);
    using actual = sampleTrilinearBackward(grid, many, values, manyData);
    assertEquals(actual.features.readSync(), sums.readSync());
    assertWindows(actual.points, windows, expected.points.readSync());
  });
}
