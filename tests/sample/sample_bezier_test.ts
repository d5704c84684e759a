import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { sampleBezier, sampleBezierBackward, sampleBezierWithGrad } from "../../lib/sample/mod.ts";
import {
  gridFromDense,
  gridFromIjk,
  gridIjk,
  jaggedFromList,
  type JaggedTensor,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { INT32_MAX, INT32_MIN, randomSource } from "../grid/_oracle.ts";
import {
  checkSampleBackward,
  checkSampleDifferences,
  checkSampleRefusals,
  type Sampling,
} from "./_backward.ts";
import {
  bezierCurve,
  makeStage,
  POINTS,
  PRECISION,
  randomTensor,
  sampleAll,
  VOXELS,
} from "./_kernels.ts";

const BEZIER: Sampling = {
  name: "sampleBezierBackward",
  curve: bezierCurve(0.5),
  sample: (grid, points, values) => sampleBezier(grid, points as JaggedTensor<Real>, values),
  backward: sampleBezierBackward,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const channels of [1, 3, 4, 9]) {
    eachBackend(
      `sampleBezier() and its gradients are sums of ${channels} channels of ${dtype}`,
      (context) => {
        using stage = makeStage(context);
        const { grid, points } = stage;
        using values = randomTensor(context, dtype, [VOXELS.length, channels]);
        const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] * 4 };
        for (const weightSum of [1, 8] as const) {
          const expected = sampleAll(
            values.readSync(),
            channels,
            bezierCurve(weightSum === 1 ? 0.5 : 1),
          );
          using samples = sampleBezier(grid, points, values, { weightSum });
          assertEquals(samples.data.shape, [POINTS.length, channels]);
          assertEquals([...samples.offsets], [...points.offsets]);
          assertClose(samples.data.readSync(), expected.samples, tolerance);
          using both = sampleBezierWithGrad(grid, points, values, { weightSum });
          assertClose(both.samples.data.readSync(), expected.samples, tolerance);
          assertEquals(both.gradients.data.shape, [POINTS.length, channels, 3]);
          assertClose(both.gradients.data.readSync(), expected.gradients, {
            relative: tolerance.relative,
            absolute: tolerance.absolute * 4,
          });
          const hits = expected.samples.filter((one) => one !== 0).length;
          assert(hits > 60 * channels, `${hits}`);
        }
      },
    );
  }
  eachBackend(
    `sampleBezierBackward() is the transpose of sampling ${dtype}, and follows its slopes`,
    (context) => checkSampleBackward(context, dtype, BEZIER),
  );
}

eachBackend(
  "sampleBezier() has weights that sum to 1 or 8, and reproduces linear fields",
  (context) => {
    using grid = gridFromDense({ context, dims: 7, voxelSize: 0.5, origin: 2 });
    using ijk = gridIjk(grid);
    const voxels = ijk.data.readSync();
    const line = (x: number, y: number, z: number): number => 3 * x - 2 * y + 0.5 * z + 7;
    using values = tensor(
      Float64Array.from({ length: grid.numVoxels }, (_, row) => {
        const [i = NaN, j = NaN, k = NaN] = voxels.subarray(row * 3, row * 3 + 3);
        return line(2 + i / 2, 2 + j / 2, 2 + k / 2);
      }),
      { context },
    );
    using ones = tensor(new Float64Array(grid.numVoxels).fill(1), { context });
    const random = randomSource(2);
    const places = Float64Array.from({ length: 300 }, () => 2.5 + random() * 2);
    using points = tensor(places, { context, shape: [100, 3] });
    using result = sampleBezierWithGrad(grid, points, values);
    const expected = Array.from({ length: 100 }, (_, n) => {
      const [x = NaN, y = NaN, z = NaN] = places.subarray(n * 3, n * 3 + 3);
      return line(x, y, z);
    });
    assertEquals(result.samples.shape, [100]);
    assertClose(result.samples.readSync(), expected, { absolute: 1e-12 });
    const slopes = Array.from({ length: 300 }, (_, at) => [3, -2, 0.5][at % 3] ?? NaN);
    assertClose(result.gradients.readSync(), slopes, { absolute: 1e-11 });
    for (const weightSum of [1, 8] as const) {
      using sums = sampleBezier(grid, points, ones, { weightSum });
      assertClose(sums.readSync(), Array<number>(100).fill(weightSum), { absolute: 1e-13 });
    }
  },
);

eachBackend(
  "sampleBezier() reaches voxels at both ends of int32, and nothing beyond",
  (context) => {
    using ijk = tensor(new Int32Array([INT32_MAX, INT32_MIN, 0]), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using values = tensor(new Float64Array([64]), { context });
    const places = [
      [INT32_MAX, INT32_MIN, 0],
      [INT32_MAX + 1, INT32_MIN - 1, 1],
      [INT32_MAX + 2, INT32_MIN, 0],
      [1e300, 0, 0],
      [NaN, 0, 0],
      [INT32_MAX, Infinity, 0],
    ];
    using points = tensor(new Float64Array(places.flat()), { context, shape: [6, 3] });
    using samples = sampleBezier(grid, points, values);
    assertEquals([...samples.readSync()], [27, 0.125, 0, 0, 0, 0]);
  },
);

eachBackend("sampleBezier() never reads voxels that have no part in a point", (context) => {
  using ijk = tensor(new Int32Array([-9, 0, 0, 0, 0, 0, 0, 0, 2]), { context, shape: [3, 3] });
  using grid = gridFromIjk(ijk);
  using values = tensor([NaN, NaN, 64], { context });
  // At 1/2 below voxel 2, voxel 0 is at the end of its curve: its weight is 0.
  using points = tensor([0, 0, 1.5, 0, 0, 2], { context, shape: [2, 3] });
  using samples = sampleBezier(grid, points, values);
  assertEquals([...samples.readSync()], [18, 27]);
});

eachBackend("sampleBezierBackward() has the slopes that differences of samples show", (context) => {
  checkSampleDifferences(context, BEZIER);
});

eachBackend("sampleBezier() accepts no points, no voxels and no grids", (context) => {
  using ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(ijk);
  using zero = gridFromZeroGrids({ context });
  using points = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using noLists = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using values = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using samples = sampleBezier(empty, points, values);
  assertEquals([samples.shape, [...samples.readSync()]], [[2, 2], [0, 0, 0, 0]]);
  using nothing = sampleBezierWithGrad(zero, noLists, values);
  assertEquals(nothing.gradients.data.shape, [0, 2, 3]);
});

eachBackend("sampleBezier() rejects what does not fit", (context) => {
  checkSampleRefusals(context, BEZIER);
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(3), { context, shape: [1, 3] });
  using values = tensor([1], { context });
  using two = tensor([1, 2], { context });
  for (
    const { name, sample } of [
      {
        name: "sampleBezier",
        sample: (v: Tensor<"f32">, weightSum: 1 | 8) =>
          sampleBezier(grid, points, v, { weightSum }),
      },
      {
        name: "sampleBezierWithGrad",
        sample: (v: Tensor<"f32">, weightSum: 1 | 8) =>
          sampleBezierWithGrad(grid, points, v, { weightSum }),
      },
    ]
  ) {
    const run = (v: Tensor<"f32">, weightSum: 1 | 8 = 1): unknown => sample(v, weightSum);
    assertEquals(
      assertThrows(() => run(two), RangeError).message,
      `Cannot run ${name}: features shape is [2], [1, ...channels] expected`,
    );
    assertEquals(
      assertThrows(() => run(values, 3 as 8), RangeError).message,
      `Cannot run ${name}: weightSum is 3, 1 or 8 expected`,
    );
  }
});
