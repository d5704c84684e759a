import { assert, assertEquals } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import {
  sampleBezierBackward,
  sampleTrilinearBackward,
  splatBezier,
  splatBezierBackward,
  splatNearest,
  splatTrilinearBackward,
} from "../../lib/sample/mod.ts";
import { gridFromIjk, jagged, splatTrilinear, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  checkNothing,
  checkSampleBackward,
  checkSplat,
  checkSplatRefusals,
  type Sampling,
  type Splatting,
} from "./_backward.ts";
import { bezierCurve, makeStage, POINTS, randomTensor, splatAll, TENT } from "./_kernels.ts";
import { pointsAround } from "./_points_around.ts";

const ATOMIC = { atomic: true };

const SPLATS: readonly Splatting[] = [
  {
    name: "splatTrilinear",
    curve: TENT,
    splat: (grid, points, data) => splatTrilinear(grid, points, data, ATOMIC),
    backward: splatTrilinearBackward,
  },
  {
    name: "splatBezier",
    curve: bezierCurve(0.5),
    splat: (grid, points, data) => splatBezier(grid, points, data, ATOMIC),
    backward: splatBezierBackward,
  },
];

const SAMPLES: readonly Pick<Sampling, "name" | "curve" | "backward">[] = [
  {
    name: "sampleTrilinearBackward",
    curve: TENT,
    backward: (...args) => sampleTrilinearBackward(...args, ATOMIC),
  },
  {
    name: "sampleBezierBackward",
    curve: bezierCurve(0.5),
    backward: (...args) => sampleBezierBackward(...args, ATOMIC),
  },
];

for (const splatting of SPLATS) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(`${splatting.name}() sums shares up in no order too in ${dtype}`, (context) => {
      checkSplat(context, dtype, splatting);
    });
  }
  eachBackend(`${splatting.name}() in no order rejects what does not fit`, (context) => {
    checkSplatRefusals(context, splatting);
    checkNothing(context, splatting);
  });
}

for (const { name, ...rest } of SAMPLES) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(`${name}() sums gradients up in no order too in ${dtype}`, (context) => {
      const sample = (): never => {
        throw new Error("not asked");
      };
      checkSampleBackward(context, dtype, { name, ...rest, sample });
    });
  }
}

eachBackend("splatTrilinear() sums up in no order in f32 for bf16", async (context) => {
  using stage = makeStage(context);
  using wide = randomTensor(context, "f32", [POINTS.length, 3]);
  const bits = toBf16(wide.readSync());
  using flat = tensor(bits, { context, dtype: "bf16", shape: [POINTS.length, 3] });
  using data = jagged(flat, { offsets: stage.points.offsets });
  using voxels = await failEachAllocation(
    context,
    () => splatTrilinear(stage.grid, stage.points, data, ATOMIC),
    2,
  );
  assertClose(fromBf16(voxels.readSync()), splatAll(fromBf16(bits), 3, TENT), {
    relative: 2 ** -8,
    absolute: 1e-5,
  });
});

eachBackend("splatNearest() adds many points to one voxel in no order", (context) => {
  const count = 20_000;
  using ijk = tensor(new Int32Array(6).fill(0, 0, 3).fill(5, 3), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(count * 3), { context, shape: [count, 3] });
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const numbers = Array.from({ length: count }, (_, at) => at % 10 === 0 ? 2 : 1);
    using data = tensor(numbers, { context, dtype });
    using voxels = splatNearest(grid, points, data, ATOMIC);
    // Sums of these whole numbers are exact in f32, whatever the order.
    assertEquals([...voxels.readSync()], [22_000, 0]);
  }
  using wild = tensor([NaN, 1], { context, dtype: "f32" });
  using apart = tensor([0, 0, 0, 5, 5, 5], { context, shape: [2, 3] });
  using voxels = splatNearest(grid, apart, wild, ATOMIC);
  const [first = 0, second] = voxels.readSync();
  assert(Number.isNaN(first));
  assertEquals(second, 1);
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const [channels, shuffled] of [[3, false], [32, false], [32, true], [40, false]] as const) {
    eachBackend(
      `splatTrilinear() sums up many points of a leaf, ${channels} channels of ${dtype}, ${
        shuffled ? "in no order" : "leaf by leaf"
      }`,
      (context) => {
        const voxels = randomIjk(randomSource(11), 700, -5, 12);
        using ijk = tensor(Int32Array.from(voxels.flat()), { context, shape: [700, 3] });
        using grid = gridFromIjk(ijk);
        const places = pointsAround(2, shuffled);
        const random = randomSource(13);
        const numbers = places.flatMap(() =>
          Array.from({ length: channels }, () => random() - 0.5)
        );
        const shape = [places.length, channels];
        using points = tensor(new Float32Array(places.flat()), {
          context,
          shape: [places.length, 3],
        });
        using data = tensor(numbers, { context, dtype, shape });
        using sums = splatTrilinear(grid, points, data, ATOMIC);
        using wanted = splatTrilinear(grid, points, data);
        assertClose(sums.readSync(), wanted.readSync(), {
          relative: dtype === "f16" ? 2 ** -10 : 1e-5,
          absolute: dtype === "f16" ? 2 ** -12 : 1e-6,
        });
      },
    );
  }
}
