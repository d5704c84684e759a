import { assertEquals } from "@std/assert";
import { gridFromIjk, splatTrilinear, splatTrilinearBackward, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";
import {
  checkNothing,
  checkSplat,
  checkSplatDifferences,
  checkSplatFailures,
  checkSplatRefusals,
  checkSplatSum,
  type Splatting,
} from "./_backward.ts";
import { TENT } from "./_kernels.ts";

const KERNEL: Splatting = {
  name: "splatTrilinear",
  curve: TENT,
  splat: (grid, points, data) => splatTrilinear(grid, points, data),
  backward: (input, gradients) => splatTrilinearBackward(input, gradients),
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `splatTrilinear() and its gradients are sums over all pairs of points and voxels in ${dtype}`,
    (context) => checkSplat(context, dtype, KERNEL),
  );
}

eachBackend("splatTrilinear() loses nothing inside", (context) => {
  checkSplatSum(context, KERNEL);
});

eachBackend("splatTrilinearBackward() has the slopes that differences show", (context) => {
  checkSplatDifferences(context, KERNEL);
});

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

eachBackend("splatTrilinear() accepts no points, no voxels and no channels", (context) => {
  checkNothing(context, KERNEL);
});

eachBackend("splatTrilinear() rejects what does not fit, and what is gone", (context) => {
  checkSplatRefusals(context, KERNEL);
});

eachBackend("splatTrilinear() frees its results when an allocation fails", async (context) => {
  await checkSplatFailures(context, KERNEL);
});
