/**
 * What layers along the same plan share.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { CONV_BACKENDS, type ConvPlanOptions, sparseConvBackward } from "../../lib/conv/mod.ts";
import { type Context, convPlan, type Float, NativeError, sparseConv } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { cloud, draw, Layer, put } from "./_layers.ts";

const CHANNELS = { inChannels: 24, outChannels: 40 };

/** The channels of a layer along the reverse plan. */
const TURNED = { inChannels: CHANNELS.outChannels, outChannels: CHANNELS.inChannels };

/** Device allocations that work makes, and bytes that it leaves behind. */
function costOf(context: Context, work: () => void): readonly [number, number] {
  const before = context.stats();
  work();
  const after = context.stats();
  return [after.allocations - before.allocations, after.liveBytes - before.liveBytes];
}

/** A step of a layer and of a transposed one along the reverse plan, forth and back. */
function stepOf(
  { plan, held, dtype }: Pick<Layer<Float>, "plan" | "held" | "dtype">,
  backend: typeof CONV_BACKENDS[number],
  own: <T extends Disposable>(value: T) => T,
): () => void {
  const back = own(plan.reverse());
  const { inChannels, outChannels } = CHANNELS;
  const turned = own(put(plan.context, dtype, draw(9, plan.taps * inChannels * outChannels), [
    inChannels,
    outChannels,
    ...plan.kernel,
  ]));
  return () => {
    const { features, weights, gradients } = held;
    using _forth = sparseConv(plan, features, weights, { backend });
    using _gradients = sparseConvBackward(plan, features, weights, gradients, { backend });
    using _transposed = sparseConv(back, gradients, turned, { backend });
    using _back = sparseConvBackward(back, gradients, turned, features, { backend });
  };
}

eachBackend("layers along a plan and its reverse build what they need of it once", (context) => {
  using grid = build(context, [cloud(1, 9, 0.5), [], cloud(2, 7, 0.2)]);
  const options: readonly ConvPlanOptions[] = [
    { kernel: 3, target: grid },
    { kernel: 2, stride: 2 },
    { kernel: [3, 2, 1], stride: [2, 1, 1] },
  ];
  for (const one of options) {
    for (const dtype of ["f16", "f32"] as const) {
      for (const backend of CONV_BACKENDS) {
        using owned = new DisposableStack();
        const own = <T extends Disposable>(value: T): T => owned.use(value);
        const layerOf = (seed: number) =>
          own(new Layer<Float>(grid, one, { ...CHANNELS, dtype }, seed));
        const layer = layerOf(1);
        try {
          // Along a plan of its own: what is asked has its map built.
          const apart = own(convPlan(grid, one));
          apart.explain({ ...CHANNELS, dtype, backend });
          own(apart.reverse()).explain({ ...TURNED, dtype, backend });
        } catch (error) {
          if (error instanceof NativeError) continue;
          throw error;
        }
        const step = stepOf(layer, backend, own);
        const [first] = costOf(context, step);
        const [second, kept] = costOf(context, step);
        assertEquals(kept, 0);
        assert(second < first, `${second} allocations after ${first}`);
        // Another layer along the same plan needs what the second step needed.
        const { held } = layerOf(2);
        const [third] = costOf(context, stepOf({ plan: layer.plan, held, dtype }, backend, own));
        assertEquals(third, second);
      }
    }
  }
});

eachBackend("a transposed layer reads what the backward pass of a layer has built", (context) => {
  using grid = build(context, [cloud(3, 9, 0.5)]);
  for (const one of [{ kernel: 3, target: grid }, { kernel: 2, stride: 2 }]) {
    using layer = new Layer(grid, one, { ...CHANNELS, dtype: "f32" });
    const { plan, held: { features, weights, gradients } } = layer;
    using back = plan.reverse();
    using turned = put(context, "f32", draw(9, plan.taps * 24 * 40), [24, 40, ...plan.kernel]);
    const run = (): void => {
      using _result = sparseConv(plan, features, weights);
      using _gradients = sparseConvBackward(plan, features, weights, gradients);
    };
    run();
    const { mapBytes } = plan.explain();
    back.explain();
    const all = plan.explain().mapBytes;
    assert(all >= mapBytes);
    using _transposed = sparseConv(back, gradients, turned);
    using _back = sparseConvBackward(back, gradients, turned, features);
    assertEquals(plan.explain().mapBytes, all);
  }
  using one = convPlan(grid, { kernel: 3, target: grid });
  using other = convPlan(grid, { kernel: 3, target: grid });
  one.prepare();
  assertEquals(other.explain().mapBytes, one.explain().mapBytes);
});
