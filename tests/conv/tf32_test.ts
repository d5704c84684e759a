/**
 * The backend that rounds f32 to eleven bits, against sums in double precision; and who refuses it.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type ConvPlan, sparseConvBackward } from "../../lib/conv/mod.ts";
import { type Context, convPlan, type GridBatch, NativeError, sparseConv } from "../../mod.ts";
import { checkLeaks, contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose, largestOf } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { cloud, draw, expectedMap, put, readNumbers } from "./_layers.ts";
import { type Channels, convolve } from "./_oracle.ts";

const backend = "tf32";

/** A layer that the backend is for. */
const LAYER = { dtype: "f32", inChannels: 8, outChannels: 8, backend } as const;

/** Whether a device has the matrix units that the backend needs: those of compute capability 9.0, by their names. */
function hasMatrixUnits({ deviceName }: Context): boolean {
  return /\bG?H(20|100|200|800)\b/.test(deviceName);
}

/** Registers a test for each device that has to have the backend; for others it is skipped. */
function eachMatrixDevice(title: string, body: (context: Context) => void): void {
  for (const context of contexts) {
    const ignore = !hasMatrixUnits(context);
    const name = `${title} [${context.device}${ignore ? ": skipped: no matrix units" : ""}]`;
    Deno.test({ name, ignore, fn: () => checkLeaks(context, body) });
  }
}

/** Convolves rows of features. */
function run(
  plan: ConvPlan,
  channels: Channels,
  features: Float64Array,
  weights: Float64Array,
): Float64Array {
  const { context } = plan;
  const { inChannels, outChannels } = channels;
  const shape = [outChannels, inChannels, ...plan.kernel];
  using held = put(context, "f32", features, [plan.source.numVoxels, inChannels]);
  using by = put(context, "f32", weights, shape);
  using result = sparseConv(plan, held, by, { backend });
  return readNumbers(result);
}

const layered = (context: Context): GridBatch =>
  build(context, [cloud(21, 8, 0.5), [], [[40, -3, 7]], cloud(22, 5, 0.9)]);

eachMatrixDevice("plans have tf32, and say what it does", (context) => {
  using grid = build(context, [cloud(1, 3)]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const { reason } = plan.explain(LAYER);
  assertEquals(reason, "it was asked for; features and weights are rounded to 11 bits");
});

eachMatrixDevice("sparseConv() by tf32 is within 1e-3 for any number of channels", (context) => {
  using grid = layered(context);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const map = expectedMap(plan);
  const counts = [1, 3, 5, 7, 8, 16, 17, 33, 64, 100, 200];
  for (const [at, inChannels] of counts.entries()) {
    const channels = { inChannels, outChannels: counts[(at * 4 + 3) % counts.length] ?? 1 };
    const features = draw(at, grid.numVoxels * inChannels, "f32");
    const weights = draw(at + 50, channels.outChannels * inChannels * 27, "f32");
    const wanted = convolve(map, features, weights, channels);
    const got = run(plan, channels, features, weights);
    assertClose(got, wanted, { absolute: 1e-3 * largestOf(wanted) });
    assertBits(run(plan, channels, features, weights), got);
  }
});

eachMatrixDevice("sparseConv() by tf32 keeps rows that are much smaller than others", (context) => {
  using grid = build(context, [cloud(31, 9, 0.7)]);
  using plan = convPlan(grid, { kernel: 1, target: grid });
  const channels = { inChannels: 24, outChannels: 12 };
  const small = (row: number) => row % 2 === 0 ? 1 : 1e-6;
  for (const scale of [1, 1e-25, 1e25]) {
    const features = draw(3, grid.numVoxels * 24, "f32")
      .map((number, at) => Math.fround(number * small(Math.floor(at / 24)) * scale));
    const weights = draw(4, 12 * 24, "f32");
    const wanted = convolve(expectedMap(plan), features, weights, channels);
    const got = run(plan, channels, features, weights);
    const relative = (numbers: Float64Array) =>
      numbers.map((number, at) => number / small(Math.floor(at / 12)) / scale);
    const most = largestOf(relative(wanted));
    assertClose(relative(got), relative(wanted), { absolute: 1e-3 * most });
  }
});

eachMatrixDevice("sparseConv() by tf32 takes numbers beside which all others vanish", (context) => {
  using grid = build(context, [cloud(32, 9, 0.7)]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const channels = { inChannels: 40, outChannels: 8 };
  const map = expectedMap(plan);
  // One that a sample of the numbers passes over, up to the largest that results have room for.
  for (const outlier of [1e3, 1e9, 1e37]) {
    for (const inFeatures of [true, false]) {
      const features = draw(5, grid.numVoxels * 40, "f32");
      const weights = draw(6, 8 * 40 * 27, "f32");
      (inFeatures ? features : weights)[6] = Math.fround(outlier);
      const wanted = convolve(map, features, weights, channels);
      const got = run(plan, channels, features, weights);
      assertClose(got, wanted, { absolute: 1e-3 * largestOf(wanted) });
    }
  }
});

eachMatrixDevice("sparseConv() by tf32 takes zeros, and nothing at all", (context) => {
  for (const voxels of [cloud(33, 4), []]) {
    using grid = build(context, [voxels]);
    using plan = convPlan(grid, { kernel: 3, target: grid });
    for (const [inChannels, outChannels] of [[8, 16], [0, 3], [5, 0]] as const) {
      const features = new Float64Array(grid.numVoxels * inChannels);
      const weights = new Float64Array(outChannels * inChannels * 27);
      const got = run(plan, { inChannels, outChannels }, features, weights);
      assertEquals(got, new Float64Array(grid.numVoxels * outChannels));
    }
  }
});

eachMatrixDevice(
  "sparseConvBackward() by tf32 is within 1e-3 for large and small numbers",
  (context) => {
    using grid = layered(context);
    using plan = convPlan(grid, { kernel: 2, stride: 2 });
    const [inChannels, outChannels] = [20, 36];
    const numbers = [
      draw(7, grid.numVoxels * inChannels, "f32"),
      draw(8, outChannels * inChannels * 8, "f32").map((number) => Math.fround(number * 1e-12)),
      draw(9, plan.target.numVoxels * outChannels, "f32").map((number) =>
        Math.fround(number * 1e8)
      ),
    ] as const;
    using features = put(context, "f32", numbers[0], [grid.numVoxels, inChannels]);
    using weights = put(context, "f32", numbers[1], [outChannels, inChannels, 2, 2, 2]);
    using gradients = put(context, "f32", numbers[2], [plan.target.numVoxels, outChannels]);
    using found = sparseConvBackward(plan, features, weights, gradients, { backend });
    using exact = sparseConvBackward(plan, features, weights, gradients, {
      backend: "gather-scatter",
    });
    for (const name of ["features", "weights"] as const) {
      assert(exact[name] !== undefined && found[name] !== undefined);
      const wanted = readNumbers(exact[name] ?? features);
      assert(largestOf(wanted) > 0);
      assertClose(readNumbers(found[name] ?? features), wanted, {
        absolute: 1e-3 * largestOf(wanted),
      });
    }
  },
);

for (const context of contexts.filter((context) => !hasMatrixUnits(context))) {
  Deno.test(`devices without matrix units refuse tf32, and say so [${context.device}]`, () =>
    checkLeaks(context, () => {
      using grid = build(context, [cloud(1, 3)]);
      using plan = convPlan(grid, { kernel: 3, target: grid });
      using features = put(context, "f32", new Float64Array(grid.numVoxels * 8), [
        grid.numVoxels,
        8,
      ]);
      using weights = put(context, "f32", new Float64Array(8 * 8 * 27), [8, 8, 3, 3, 3]);
      for (
        const work of [
          () => plan.explain(LAYER),
          () => sparseConv(plan, features, weights, { backend }),
          () => sparseConvBackward(plan, features, weights, features, { backend }),
        ]
      ) {
        const error = assertThrows(work, NativeError);
        assertEquals(error.kind, "unsupported");
        assertStringIncludes(
          error.message,
          "by tf32: the device has no matrix units; there are igemm, gather-scatter",
        );
      }
    }));
}

eachBackend("sparseConv() refuses tf32 of other element types", (context) => {
  using grid = build(context, [cloud(2, 3)]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  for (const dtype of ["f16", "bf16", "f64"] as const) {
    const message = assertThrows(
      () => plan.explain({ dtype, inChannels: 8, outChannels: 8, backend }),
      NativeError,
    ).message;
    assert(message.includes("by tf32: its elements are f32; there are "), message);
    assert(message.endsWith("gather-scatter"), message);
  }
});
