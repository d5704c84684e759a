import { assertEquals } from "@std/assert";
import { adamState, adamwInto, sgdInto, sgdState } from "../../lib/optim/mod.ts";
import { leaves } from "../../lib/nn/mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import type { Context } from "../../mod.ts";
import {
  evaluate,
  type EvaluateOptions,
  makeNet,
  makeScene,
  type Trained,
  weightsOf,
} from "./_trajectory.ts";

/** Steps before which the losses are told. */
const STEPS: readonly number[] = [0, 1, 2, 5, 10, 20, 50];

/** Losses before these steps, with PyTorch's nesterov momentum and coupled decay, and with AdamW. */
const LOSSES = {
  sgd: [
    ...[1.1138031786, 1.0185172427, 0.9254403530, 0.7273944544],
    ...[0.3737658752, 0.0774448702, 0.0018354408],
  ],
  adamw: [
    ...[1.1138031786, 1.0254182478, 0.9625246601, 0.8368913739],
    ...[0.6758850715, 0.3880690239, 0.0578900764],
  ],
} as const;

/** Trains the network, and gives all losses and the parameters at the end. */
function train(
  context: Context,
  dtype: Trained,
  optimizer: keyof typeof LOSSES,
  steps: number,
  options: EvaluateOptions = {},
): { readonly losses: number[]; readonly parameters: Float64Array } {
  using scene = makeScene(context, dtype);
  using net = makeNet(context, dtype);
  using sgd = sgdState(net);
  using adam = adamState(net);
  const losses: number[] = [];
  for (let step = 0; step <= steps; step++) {
    using found = evaluate(net, scene, options);
    losses.push(found.loss.readSync()[0] ?? NaN);
    if (step === steps) break;
    if (optimizer === "sgd") {
      const how = { rate: 0.1, momentum: 0.9, nesterov: true, weightDecay: 1e-4 };
      sgdInto(net, found.gradients, sgd, how);
    } else {
      adamwInto(net, found.gradients, adam, { rate: 1e-2, weightDecay: 1e-2 });
    }
  }
  const numbers = leaves(net).flatMap(([, one]) => [...one.readSync() as Float64Array]);
  return { losses, parameters: Float64Array.from(numbers) };
}

Deno.test("weightsOf() has the numbers of numpy", () => {
  const found = [...weightsOf([4, 2, 27], 1).subarray(0, 4)];
  assertClose(found, [0.06534281, -0.11596861, -0.02180046, 0.08856499], { absolute: 5e-9 });
  const squares = weightsOf([6, 6, 27], 3).reduce((sum, one) => sum + one * one, 0);
  assertClose([squares], [1.98887755129], { absolute: 5e-12 });
});

eachBackend("the gradients of a small U-Net have the norms that numpy computed", (context) => {
  using scene = makeScene(context, "f64");
  using net = makeNet(context, "f64");
  const counts = scene.labels.readSync().reduce((sum, one) => sum.with(one, (sum[one] ?? 0) + 1), [
    0,
    0,
    0,
  ]);
  assertEquals(counts, [9, 11, 10]);
  assertEquals([scene.plans.fine.explain().pairs, scene.plans.coarse.explain().pairs], [212, 38]);
  using found = evaluate(net, scene);
  const { c1, d, c2, u, head } = found.gradients;
  const norms = [
    c1.weight,
    d.weight,
    c2.weight,
    u.weight,
    head.weight,
    head.bias,
    c1.norm.scale,
    c1.norm.shift,
  ]
    .map((one) => Math.hypot(...one.readSync()));
  const expected = [
    ...[0.855102028632, 0.367885175644, 0.788594055300, 0.495775410123],
    ...[0.294129649349, 0.066886887556, 0.044866374504, 0.041536754743],
  ];
  assertClose(norms, expected, { absolute: 2e-12 });
});

for (const optimizer of ["sgd", "adamw"] as const) {
  for (const [dtype, absolute] of [["f64", 2e-10], ["f32", 1e-5]] as const) {
    eachBackend(`a small U-Net takes the way of numpy with ${optimizer} in ${dtype}`, (context) => {
      const { losses } = train(context, dtype, optimizer, 50);
      const found = STEPS.map((step) => losses[step] ?? NaN);
      assertClose(found, LOSSES[optimizer], { absolute, relative: dtype === "f64" ? 1e-9 : 1e-5 });
    });
  }
}

// Rounding in bf16 moves losses as far as this wherever it is done: features and weights rounded in f32, too.
for (const [compute, absolute, last] of [["f16", 1e-4, 50], ["bf16", 2e-2, 10]] as const) {
  eachBackend(`a small U-Net computed in ${compute} stays near the way of numpy`, (context) => {
    const { losses } = train(context, "f32", "sgd", last, { compute });
    const steps = STEPS.filter((step) => step <= last);
    const found = steps.map((step) => losses[step] ?? NaN);
    assertClose(found, LOSSES.sgd.slice(0, steps.length), { absolute });
  });
}

Deno.test("a small U-Net gives the same bits in every run and on every device", () => {
  const runs = contexts.flatMap((context) => [
    train(context, "f64", "sgd", 10),
    train(context, "f64", "sgd", 10),
  ]);
  for (const run of runs) assertBits(run.parameters, runs[0]?.parameters ?? run.parameters);
});
