import { assert, assertRejects } from "@std/assert";
import { sgdInto, sgdState } from "../../lib/optim/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Context, convPlan, scope, tensor } from "../../mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { threeGrids } from "./_batch.ts";
import { type ConvBug, convWith, type NormBug, normWith, opacityWith } from "./_mutants.ts";
import { wave, waves, weighed } from "./_slopes.ts";
import { evaluate, makeNet, makeScene, type Operators } from "./_trajectory.ts";

const CONV_BUGS: readonly ConvBug[] = [
  "no gradient of features",
  "mirrored taps of features",
  "mirrored taps of weights",
];

const NORM_BUGS: readonly NormBug[] = ["no means", "no mean", "no mean along the features"];

/** Says that gradients along directions and along numbers are right, or both wrong. */
async function check<P extends object>(
  isRight: boolean,
  params: P,
  body: Parameters<typeof nn.checkGradients<P>>[0],
): Promise<void> {
  for (const mode of ["directions", "coordinates"] as const) {
    const run = () => nn.checkGradients(body, params, { mode });
    if (isRight) assert((await run()).error < 1e-6);
    else await assertRejects(run, nn.GradientError, "Cannot confirm gradients: the slope along ");
  }
}

eachBackend("checkGradients() finds bugs of convolutions", async (context) => {
  await scope(async (own) => {
    const grid = threeGrids(context, own);
    const coarse = own(coarsenedGrid(grid, { factor: 2 }));
    const plans = [
      own(convPlan(grid, { kernel: 3, target: grid })),
      own(convPlan(grid, { kernel: 2, stride: 2, target: coarse })),
      own(convPlan(coarse, { kernel: 2, stride: 2, transposed: true, target: grid })),
    ];
    for (const plan of plans) {
      const features = own(waves(context, [plan.source.numVoxels, 2]));
      const weights = own(waves(context, [3, 2, ...plan.kernel], 1));
      for (const bug of ["none", ...CONV_BUGS] as const) {
        const conv = convWith(bug);
        await check(
          bug === "none",
          { features, weights },
          (p) => weighed(conv(plan, p.features, p.weights)),
        );
      }
    }
  });
});

eachBackend("checkGradients() finds what is left out of normalizations", async (context) => {
  using x = waves(context, [7, 3]);
  using scale = waves(context, [3], 1);
  using shift = waves(context, [3], 2);
  for (const bug of ["none", ...NORM_BUGS] as const) {
    const norm = normWith(bug);
    const body = (p: { readonly x: nn.Value<"f64"> }) =>
      weighed(norm(p.x, { scale, shift }, { activation: "relu" }).features);
    await check(bug === "none", { x }, body);
  }
});

eachBackend("checkGradients() finds samples that do not hide what is behind", async (context) => {
  const offsets = [0, 3, 3, 7];
  using sigmas = tensor(wave(7).map((one) => one * 0.4 + 0.5), { context });
  using deltas = tensor(wave(7, 1).map((one) => one * 0.4 + 0.5), { context });
  using ts = tensor(wave(7, 2), { context });
  using colors = waves(context, [7, 3], 3);
  for (const bug of ["none", "no occlusion"] as const) {
    const opacity = opacityWith(bug, offsets);
    await check(bug === "none", { sigmas }, (p) => weighed(opacity(p.sigmas, colors, deltas, ts)));
  }
});

/** The loss of the small U-Net after a step of nesterov momentum, with some of its operators replaced. */
function lossAfterStep(context: Context, operators: Partial<Operators>): number {
  using scene = makeScene(context, "f64");
  using net = makeNet(context, "f64");
  using sgd = sgdState(net);
  const all = { operators: { ...nn, ...operators } };
  using first = evaluate(net, scene, all);
  const options = { rate: 0.1, momentum: 0.9, nesterov: true, weightDecay: 1e-4 };
  sgdInto(net, first.gradients, sgd, options);
  using second = evaluate(net, scene, all);
  return second.loss.readSync()[0] ?? NaN;
}

eachBackend("a small U-Net leaves the way of numpy after one wrong step", (context) => {
  const right = 1.0185172427;
  const own = { sparseConv: convWith("none"), batchNorm: normWith("none") };
  assertClose([lossAfterStep(context, own)], [right], { absolute: 1e-10 });
  // As numpy has it without the means.
  const wrong = lossAfterStep(context, { batchNorm: normWith("no means") });
  assertClose([wrong], [1.0060813], { absolute: 1e-7 });
  const bugs = [
    ...NORM_BUGS.map((bug) => [bug, { batchNorm: normWith(bug) }] as const),
    ...CONV_BUGS.map((bug) => [bug, { sparseConv: convWith(bug) }] as const),
  ];
  for (const [bug, operators] of bugs) {
    const loss = lossAfterStep(context, operators);
    assert(Math.abs(loss - right) > 1e-2, `the loss is ${loss} with ${bug}`);
  }
});
