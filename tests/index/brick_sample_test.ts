import { assert, assertEquals, assertThrows } from "@std/assert";
import { brickSample, brickVolume, type VoxelType } from "../../lib/index/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { type Dense, denseOf, onDevice, randomDense, voxelAt } from "./_dense.ts";
import { listIn, numberIn, numbersIn, vectorsOf } from "./_vectors.ts";

const { fround } = Math;

/** Interpolation in double precision, and the brick that it happens in. */
function sampleOf(
  dense: Dense,
  point: readonly number[],
  edge: number,
): { readonly value: number; readonly brick: readonly number[] } {
  const from = point.map((at, axis) =>
    Math.min(Math.max(fround(at - 0.5), 0), (dense.dims[axis] ?? 1) - 1)
  );
  const [x = 0, y = 0, z = 0] = from.map(Math.floor);
  const [u = 0, v = 0, w = 0] = from.map((at) => at - Math.floor(at));
  let value = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [i, j, k] = [corner & 1, corner >> 1 & 1, corner >> 2];
    const share = (i ? u : 1 - u) * (j ? v : 1 - v) * (k ? w : 1 - w);
    value += share * voxelAt(dense, x + i, y + j, z + k);
  }
  return { value, brick: [x, y, z].map((at) => Math.floor(at / (edge - 1))) };
}

eachBackend("published samples of a ramp", (context) => {
  for (const { id, input, expect } of vectorsOf("trilinear")) {
    const [x = 0, y = 0, z = 0] = numbersIn(input, "dims");
    const dense = denseOf([x, y, z], (i, j, k) => i + 10 * j + 100 * k);
    const edge = 2 ** numberIn(input, "k");
    using volume = onDevice(context, dense, "f32");
    using bricks = brickVolume(volume, { threshold: -1, brick: edge });
    const samples = listIn(expect, "samples") as unknown as [number[], number, number[]][];
    using points = tensor(Float32Array.from(samples.flatMap(([point]) => point)), {
      context,
      shape: [samples.length, 3],
    });
    using given = brickSample(bricks, points);
    for (const [at, value] of [...given.readSync()].entries()) {
      const [point, wanted, brick] = samples[at] ?? [[], NaN, []];
      assert(Math.abs(value - wanted) < 1e-4, `${id}: ${value} at ${point}, ${wanted} expected`);
      assertEquals(sampleOf(dense, point, edge).brick, brick, id);
    }
    assertEquals(given.readSync()[1], 345.75);
  }
});

eachBackend("brickSample() interpolates every type in every size and layout", (context) => {
  const random = new Random(5);
  const cases = [[2, "paper"], [4, "wide"], [8, "rank96"], [16, "rank224"], [
    256,
    "rank96",
  ]] as const;
  for (const dtype of ["u8", "u16", "i16", "f16", "f32"] satisfies VoxelType[]) {
    for (const [brick, layout] of cases) {
      const dense = randomDense([19, 7, 11], 0.02, brick);
      using volume = onDevice(context, dense, dtype);
      using bricks = brickVolume(volume, { threshold: 0, brick, layout });
      const count = 200;
      const places = Float32Array.from({ length: 3 * count }, () => random.number(-2, 21));
      using points = tensor(places, { context, shape: [count, 3] });
      using samples = brickSample(bricks, points, { fill: 0 });
      for (const [at, value] of [...samples.readSync()].entries()) {
        const point = [...places.subarray(3 * at, 3 * at + 3)];
        const { value: wanted } = sampleOf(dense, point, brick);
        assert(Math.abs(value - wanted) < 1e-5, `${dtype} ${brick}: ${value} is not ${wanted}`);
      }
    }
  }
});

eachBackend(
  "brickSample() takes the fill value in empty bricks, and the nearest place outside",
  (context) => {
    using volume = tensor(Uint8Array.of(0, 0, 0, 0, 0, 7), { context, shape: [1, 1, 6] });
    using bricks = brickVolume(volume, { threshold: 0, brick: 2, slots: "table" });
    const places = [0.5, 0, 0, 4.5, -9, 9, 5, 0, 0, 5.5, 0, 0, 1e30, NaN, -1e30, NaN, 0, 0];
    using points = tensor(Float32Array.from(places), { context, shape: [6, 3] });
    using samples = brickSample(bricks, points, { fill: -3 });
    assertEquals([...samples.readSync()], [-3, 0, 3.5, 7, 7, -3]);
    using none = tensor(new Float32Array(0), { context, shape: [0, 3] });
    using empty = brickSample(bricks, none);
    assertEquals(empty.shape, [0]);
  },
);

eachBackend(
  "brickSample() names what is wrong",
  (context) => {
    using volume = tensor(Uint8Array.of(1, 2), { context, shape: [1, 1, 2] });
    using bricks = brickVolume(volume, { threshold: 0 });
    using flat = tensor([1, 2, 3], { context });
    using whole = tensor(Int32Array.of(1, 2, 3), { context, shape: [1, 3] });
    assertThrows(
      () => brickSample(bricks, flat),
      RangeError,
      "points shape is [3], [n, 3] expected",
    );
    assertThrows(
      () => brickSample(bricks, whole as unknown as Tensor<"f32">),
      TypeError,
      "points is i32, f32 expected",
    );
  },
);
