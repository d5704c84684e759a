import { assert } from "@std/assert";
import { sampleTrilinearBackward, sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import {
  type Context,
  gridFromDense,
  jagged,
  type JaggedTensor,
  sampleTrilinear,
  scope,
  tensor,
} from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import {
  contract,
  makeStage,
  POINTS,
  PRECISION,
  randomTensor,
  sampleAll,
  TENT,
  VOXELS,
} from "./_kernels.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const channels of [1, 2, 3, 4, 7, 8, 16, 33, 64, 72]) {
    eachBackend(
      `sampleTrilinearWithGrad() and its way back have all of ${channels} channels, ${dtype}`,
      (context) => {
        using stage = makeStage(context);
        const { grid, points } = stage;
        using values = randomTensor(context, dtype, [VOXELS.length, channels], channels);
        using both = sampleTrilinearWithGrad(grid, points, values);
        const { samples, gradients } = sampleAll(values.readSync(), channels, TENT);
        const unit = PRECISION[dtype];
        const tolerance = { relative: 2 * unit, absolute: 16 * unit };
        assertClose(both.samples.data.readSync(), samples, tolerance);
        assertClose(both.gradients.data.readSync(), gradients, {
          relative: 2 * unit,
          absolute: 64 * unit,
        });
        using flat = randomTensor(context, dtype, [POINTS.length, channels], 2);
        using by = jagged(flat, { offsets: points.offsets });
        using back = sampleTrilinearBackward(grid, points, values, by);
        const sums = PRECISION[dtype === "f64" ? "f64" : "f32"];
        assertClose(
          (back.points as JaggedTensor<"f64">).data.readSync(),
          contract(gradients, flat.readSync(), channels),
          { relative: 8 * sums, absolute: 64 * Math.sqrt(channels) * sums },
        );
      },
    );
  }
}

/** Slopes of values that are not numbers or infinite in some voxels, and gradients by points on and between voxels. */
function slopesOfAnything(context: Context, channels: number): Float32Array[] {
  const side = 9;
  return scope((own) => {
    const grid = own(gridFromDense({ context, dims: side, voxelSize: 0.3, origin: 0.1 }));
    const random = randomSource(channels);
    const count = 1000;
    const places = Float32Array.from({ length: 3 * count }, (_, at) => {
      const place = random() * (side + 1) - 1;
      return 0.1 + 0.3 * (at % 7 === 0 ? Math.round(place) : place);
    });
    const bad = [NaN, Infinity, -Infinity];
    const numbers = Float32Array.from(
      { length: side ** 3 * channels },
      (_, at) => at % 97 === 0 ? bad[at % 3] ?? 0 : random() - 0.5,
    );
    const points = own(tensor(places, { context, shape: [count, 3] }));
    const values = own(tensor(numbers, { context, shape: [side ** 3, channels] }));
    const by = Float32Array.from({ length: count * channels }, () => random() - 0.5);
    const gradients = own(tensor(by, { context, shape: [count, channels] }));
    const both = own(sampleTrilinearWithGrad(grid, points, values));
    const alone = own(sampleTrilinear(grid, points, values));
    assertBits(both.samples.readSync().map(plain), alone.readSync().map(plain));
    const back = own(sampleTrilinearBackward(grid, points, values, gradients));
    return [both.gradients.readSync().map(plain), back.points.readSync().map(plain)];
  });
}

/** Processors differ in the sign of a NaN. */
function plain(value: number): number {
  return Number.isNaN(value) ? NaN : value;
}

for (const channels of [1, 3, 4, 32, 64]) {
  eachBackend(
    `sampleTrilinearWithGrad() and its way back have the same bits everywhere, ${channels} channels`,
    (context) => {
      const [host = context] = contexts;
      const expected = slopesOfAnything(host, channels);
      slopesOfAnything(context, channels).forEach((slopes, at) => {
        assert(slopes.some(Number.isNaN) && slopes.some(Number.isFinite));
        assertBits(slopes, expected[at] ?? new Float32Array());
      });
    },
  );
}
