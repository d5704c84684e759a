/**
 * Backends by measured times.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvTiming,
  fastestConv,
  parseConvTimings,
  tuneConv,
} from "../../lib/conv/mod.ts";
import { convPlan, NativeError } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { cloud } from "./_layers.ts";

const LAYER = { dtype: "f16", inChannels: 8, outChannels: 16 } as const;

eachBackend("tuneConv() measures every backend that can compute a layer", async (context) => {
  using grid = build(context, [cloud(3, 6, 0.5)]);
  using plan = convPlan(grid, { kernel: 3, stride: [1, 1, 2] });
  const timing = await tuneConv(plan, { ...LAYER, runs: 2 });
  const able = CONV_BACKENDS.filter((backend) => {
    try {
      return plan.explain({ ...LAYER, backend }).backend === backend;
    } catch (error) {
      assert(error instanceof NativeError, String(error));
      return false;
    }
  });
  const times = timing.milliseconds;
  assertEquals(Object.keys(times).toSorted(), able.toSorted());
  assertEquals(times[timing.backend], Math.min(...Object.values(times)));
  const { device, kernel, stride, transposed, targets, pairsPerTarget } = timing;
  assertEquals({ device, kernel, stride, transposed, targets, pairsPerTarget }, {
    device: context.deviceName,
    kernel: [3, 3, 3],
    stride: [1, 1, 2],
    transposed: false,
    targets: plan.target.numVoxels,
    pairsPerTarget: plan.explain().pairsPerTarget,
  });
  assertEquals(parseConvTimings(JSON.stringify([timing])), [timing]);
});

eachBackend("fastestConv() takes the timing of the layer most like it", (context) => {
  using grid = build(context, [cloud(4, 6, 0.9)]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const { pairsPerTarget } = plan.explain();
  const timing = (change: Partial<ConvTiming>): ConvTiming => ({
    device: context.deviceName,
    ...LAYER,
    kernel: [3, 3, 3],
    stride: [1, 1, 1],
    transposed: false,
    targets: grid.numVoxels,
    pairsPerTarget,
    backend: "window",
    milliseconds: {},
    ...change,
  });
  const find = (...timings: ConvTiming[]) => fastestConv(timings, plan, LAYER);
  assertEquals(find(timing({})), "window");
  const others: Partial<ConvTiming>[] = [
    { device: "another" },
    { dtype: "bf16" },
    { inChannels: 9 },
    { outChannels: 9 },
    { kernel: [3, 3, 1] },
    { stride: [1, 2, 1] },
    { transposed: true },
  ];
  for (const other of others) assertEquals(find(timing(other)), "auto");
  const sparse = timing({ pairsPerTarget: 1, backend: "gather-scatter" });
  assertEquals(find(sparse, timing({ pairsPerTarget: pairsPerTarget / 2 })), "window");
  const small = timing({ targets: 1, backend: "gather-scatter" });
  assertEquals([find(small, timing({})), find(timing({}), small)], ["window", "window"]);
});

eachBackend("tuneConv() rejects runs, channels and plans that are none", async (context) => {
  using grid = build(context, [[[0, 0, 0]]]);
  using plan = convPlan(grid, { kernel: 1, target: grid });
  for (const runs of [0, -1, 1.5, NaN, 65537, 2 ** 32]) {
    await assertRejects(() => tuneConv(plan, { ...LAYER, runs }), RangeError, "runs is");
  }
  await assertRejects(() => tuneConv(plan, { ...LAYER, inChannels: -1 }), RangeError);
});

Deno.test("parseConvTimings() says what does not fit", () => {
  assertThrows(() => parseConvTimings("{"), SyntaxError);
  assertThrows(() => parseConvTimings("{}"), SyntaxError, "a list expected");
  assertThrows(() => parseConvTimings("[1]"), SyntaxError, "the kind of timing 0");
  assertThrows(() => parseConvTimings('[{"device":1}]'), SyntaxError, "device of timing 0");
});

eachBackend("tuneConv() ends between runs when its signal aborts", async (context) => {
  using grid = build(context, [cloud(3, 6, 0.5)]);
  using plan = convPlan(grid, { kernel: 3 });
  const controller = new AbortController();
  const tuning = tuneConv(plan, { ...LAYER, runs: 65536, signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 0);
  await assertRejects(() => tuning, Error, "enough");
  await assertRejects(() => tuneConv(plan, { ...LAYER, signal: AbortSignal.abort() }));
  const signal = 3 as unknown as AbortSignal;
  await assertRejects(
    () => tuneConv(plan, { ...LAYER, signal }),
    TypeError,
    "signal is 3, an AbortSignal expected",
  );
});
