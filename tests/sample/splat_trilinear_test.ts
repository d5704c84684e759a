import { assertEquals, assertNotEquals } from "@std/assert";
import { splatTrilinearBackward } from "../../lib/sample/mod.ts";
import { gridFromIjk, splatTrilinear, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomIjk, randomSource } from "../grid/_oracle.ts";
import { type Splatting, testSplatting } from "./_backward.ts";
import { TENT } from "./_kernels.ts";
import { pointsAround } from "./_points_around.ts";

const KERNEL: Splatting = {
  name: "splatTrilinear",
  curve: TENT,
  splat: (grid, points, data) => splatTrilinear(grid, points, data),
  backward: splatTrilinearBackward,
};

testSplatting(KERNEL);

eachBackend(
  "splatTrilinear() keeps data that are not numbers where they have a share",
  (context) => {
    using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 2]), { context, shape: [3, 3] });
    using grid = gridFromIjk(ijk);
    using points = tensor([0, 0, 1, 0, 0, 0.5], { context, shape: [2, 3] });
    using data = tensor([NaN, 4], { context });
    using voxels = splatTrilinear(grid, points, data);
    assertEquals([...voxels.readSync()], [2, NaN, 0]);
  },
);

eachBackend("splatTrilinear() adds up in the order of the points", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  const count = 20_000;
  const random = randomSource(4);
  const numbers = Float64Array.from({ length: count }, () => 10 ** (random() * 20));
  using points = tensor(new Float32Array(count * 3), { context, shape: [count, 3] });
  using data = tensor(numbers, { context });
  using voxels = splatTrilinear(grid, points, data);
  assertEquals([...voxels.readSync()], [numbers.reduce((sum, one) => sum + one, 0)]);
});

for (const [each, channels] of [[2, 1], [2, 8], [9, 1]] as const) {
  eachBackend(
    `splatTrilinear() gives the same bytes in any order of cells, ${each} points each, ${channels} channels`,
    (context) => {
      const random = randomSource(11);
      using ijk = tensor(Int32Array.from(randomIjk(random, 700, -5, 12).flat()), {
        context,
        shape: [700, 3],
      });
      using grid = gridFromIjk(ijk);
      const [straight, shuffled] = [false, true].map((isShuffled) => {
        const places = pointsAround(each, isShuffled);
        using points = tensor(new Float32Array(places.flat()), {
          context,
          shape: [places.length, 3],
        });
        const numbers = places.flatMap((place) => {
          const own = randomSource(Math.abs(place[0] ?? 0) * 1e4 + Math.abs(place[2] ?? 0) * 64);
          return Array.from({ length: channels }, () => (own() - 0.5) * 10 ** (own() * 6));
        });
        using data = tensor(new Float32Array(numbers), {
          context,
          shape: [places.length, channels],
        });
        using voxels = splatTrilinear(grid, points, data);
        return new Float32Array(voxels.readSync());
      });
      assertEquals(straight, shuffled);
      assertNotEquals(straight?.[0], 0);
    },
  );
}

for (const channels of [1, 3, 8, 64]) {
  eachBackend(
    `splatTrilinear() sums up all of a full leaf, with weights of 0 among them, ${channels} channels`,
    (context) => {
      const random = randomSource(12);
      const voxels = Array.from({ length: 512 }, (_, at) => [at >> 6, at >> 3 & 7, at & 7]);
      using ijk = tensor(Int32Array.from(voxels.flat()), { context, shape: [512, 3] });
      using grid = gridFromIjk(ijk);
      // Weights are multiples of 2^-12, so that sums are exact in any order.
      const places = Array.from(
        { length: 660 },
        () => [0, 1, 2].map(() => Math.floor(random() * 16 * 8) / 16 - 0.5),
      );
      const numbers = places.map(() =>
        Array.from({ length: channels }, () => Math.floor(random() * 9))
      );
      using points = tensor(new Float32Array(places.flat()), { context, shape: [660, 3] });
      using data = tensor(new Float32Array(numbers.flat()), { context, shape: [660, channels] });
      using sums = splatTrilinear(grid, points, data);
      const wanted = voxels.flatMap((voxel) => {
        const row = new Array<number>(channels).fill(0);
        places.forEach((place, point) => {
          const weight = place.reduce(
            (product, one, axis) => product * Math.max(0, 1 - Math.abs(one - (voxel[axis] ?? 0))),
            1,
          );
          if (weight === 0) return;
          row.forEach((sum, at) => row[at] = sum + weight * (numbers[point]?.[at] ?? 0));
        });
        return row;
      });
      assertEquals([...sums.readSync()], wanted);
    },
  );
}
