import { assert, assertEquals, assertThrows } from "@std/assert";
import { surfaceFeatures, surfaceFeaturesBackward } from "../../lib/mesh/mod.ts";
import { gridFromDense, marchingCubes, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import { ARRAYS, differences, dot, draw, edgesOf, randomNumbers, VOXELS } from "./_fields.ts";

for (const [dtype, type] of [["f32", "f64"], ["f64", "f16"], ["f16", "f32"]] as const) {
  eachBackend(
    `surfaceFeatures() and their gradients add up ${type} features on ${dtype} fields`,
    (context) => {
      using drawn = draw(context, dtype);
      const { grid, field, surface, numbers } = drawn;
      const edges = edgesOf(drawn);
      const channels = 9;
      const shape = [VOXELS.length, channels] as const;
      using features = tensor(randomNumbers(VOXELS.length * channels, 6), {
        context,
        shape,
        dtype: type,
      });
      const held = features.readSync();
      using result = surfaceFeatures(grid, field, surface, features);
      assertEquals(result.data.shape, [edges.length, channels]);
      assertEquals([...result.offsets], [...surface.vertices.offsets]);
      const at = (row: number, channel: number): number => held[row * channels + channel] ?? NaN;
      const expected = edges.flatMap(({ low, high, part }) =>
        Array.from(
          { length: channels },
          (_, channel) => (1 - part) * at(low, channel) + part * at(high, channel),
        )
      );
      assertBits(result.data.readSync(), ARRAYS[type].from(expected));

      using gradients = tensor(randomNumbers(edges.length * channels, 7), {
        context,
        shape: [edges.length, channels],
        dtype: type,
      });
      const weights = gradients.readSync();
      const byFeatures = new Float64Array(held.length);
      const byField = new Float64Array(VOXELS.length);
      const add = (to: Float64Array, place: number, value: number): void => {
        to[place] = (to[place] ?? NaN) + value;
      };
      edges.forEach(({ low, high, part }, vertex) => {
        const way = (numbers[high] ?? NaN) - (numbers[low] ?? NaN);
        for (let channel = 0; channel < channels; channel++) {
          const weight = weights[vertex * channels + channel] ?? NaN;
          add(byFeatures, low * channels + channel, (1 - part) * weight);
          add(byFeatures, high * channels + channel, part * weight);
          const rise = weight * (at(high, channel) - at(low, channel));
          add(byField, low, -rise * (1 - part) / way);
          add(byField, high, -rise * part / way);
        }
      });
      using back = surfaceFeaturesBackward(grid, field, surface, features, gradients);
      const precision = { f16: 2 ** -10, f32: 2 ** -23, f64: 1e-14 };
      const [fine, coarse] = [precision[type], precision[dtype]];
      assertClose(back.features.readSync(), byFeatures, { relative: fine, absolute: fine });
      assertClose(back.field.readSync(), byField, { relative: coarse, absolute: coarse });
      assertEquals(back.disposed, false);
    },
  );
}

eachBackend("surfaceFeaturesBackward() has the slopes that differences show", (context) => {
  const side = 3;
  using grid = gridFromDense({ context, dims: side });
  const random = randomSource(3);
  const numbers = Array.from(
    { length: side ** 3 },
    () => (random() < 0.5 ? -1 : 1) * (0.25 + random()),
  );
  const held = [...randomNumbers(side ** 3 * 2, 4)];
  const value = (fieldNumbers: readonly number[], featureNumbers: readonly number[]): number => {
    using field = tensor(new Float64Array(fieldNumbers), { context });
    using features = tensor(new Float64Array(featureNumbers), { context, shape: [side ** 3, 2] });
    using surface = marchingCubes(grid, field);
    using result = surfaceFeatures(grid, field, surface, features);
    return dot(weights, result.data.readSync());
  };
  using field = tensor(new Float64Array(numbers), { context });
  using features = tensor(new Float64Array(held), { context, shape: [side ** 3, 2] });
  using surface = marchingCubes(grid, field);
  const [count = 0] = surface.vertices.data.shape;
  const weights = randomNumbers(count * 2, 5);
  using gradients = tensor(weights, { context, shape: [count, 2] });
  using back = surfaceFeaturesBackward(grid, field, surface, features, gradients);
  const step = 2 ** -16;
  const tolerance = { absolute: 1e-7, relative: 1e-7 };
  assertClose(
    back.features.readSync(),
    differences(held, (moved) => value(numbers, moved), step),
    tolerance,
  );
  const slopes = differences(numbers, (moved) => value(moved, held), step);
  assertClose(back.field.readSync(), slopes, tolerance);
  assert(slopes.some((slope) => Math.abs(slope) > 0.1));
});

eachBackend("surfaceFeatures() never reads voxels that have no part in a vertex", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor([-1, 0, 0, 0, 0, 0, 0, 0], { context });
  using features = tensor([NaN, 1, 2, 3, 4, 5, 6, 7], { context });
  using surface = marchingCubes(grid, field);
  using result = surfaceFeatures(grid, field, surface, features);
  assertEquals([...result.data.readSync()], [4, 2, 1]);
});

eachBackend("surfaceFeatures() keeps channel axes, none of them too", (context) => {
  using drawn = draw(context, "f32");
  const { grid, field, surface } = drawn;
  const [count = 0] = surface.vertices.data.shape;
  for (const axes of [[], [0], [2, 3]]) {
    const size = axes.reduce((product, extent) => product * extent, 1);
    using features = tensor(new Float32Array(VOXELS.length * size).fill(2), {
      context,
      shape: [VOXELS.length, ...axes],
    });
    using result = surfaceFeatures(grid, field, surface, features);
    assertEquals(result.data.shape, [count, ...axes]);
    using back = surfaceFeaturesBackward(grid, field, surface, features, result);
    assertEquals(back.features.shape, features.shape);
    assertEquals(back.field.readSync().every((slope) => slope === 0), true);
  }
});

eachBackend("surfaceFeatures() rejects what does not fit", (context) => {
  using drawn = draw(context, "f32");
  const { grid, field, surface } = drawn;
  const [count = 0] = surface.vertices.data.shape;
  using features = tensor(new Float32Array(VOXELS.length), { context });
  using gradients = tensor(new Float32Array(count), { context });
  using short = tensor([1], { context });
  using ints = tensor(new Int32Array(VOXELS.length), { context });
  using doubles = tensor(new Float64Array(count), { context });
  const forward = (of: Tensor): unknown =>
    surfaceFeatures(grid, field, surface, of as Tensor<"f32">);
  const backward = (of: Tensor, by: Tensor): unknown =>
    surfaceFeaturesBackward(grid, field, surface, of as Tensor<"f32">, by as Tensor<"f32">);
  const runs = [
    ["surfaceFeatures", forward],
    ["surfaceFeaturesBackward", (of: Tensor): unknown => backward(of, gradients)],
  ] as const;
  for (const [operator, run] of runs) {
    const start = `Cannot run ${operator}: `;
    assertEquals(
      assertThrows(() => run(short), RangeError).message,
      `${start}features shape is [1], [${VOXELS.length}, ...channels] expected`,
    );
    assertEquals(
      assertThrows(() => run(ints), TypeError).message,
      `${start}features is i32, f16, f32 or f64 expected`,
    );
  }
  const start = "Cannot run surfaceFeaturesBackward: ";
  assertEquals(
    assertThrows(() => backward(features, short), RangeError).message,
    `${start}gradients shape is [1], [${count}] expected`,
  );
  assertEquals(
    assertThrows(() => backward(features, doubles), TypeError).message,
    `${start}gradients is f64, f32 expected`,
  );
  surface.dispose();
});
