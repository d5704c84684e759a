/**
 * Steps of a training of SparseResUNet42, and what they take.
 *
 * @module
 */

import { foldedNormalizer, foldNorms } from "../../examples/networks/folding.ts";
import { makePyramid, type Pyramid } from "../../examples/networks/pyramid.ts";
import type { ResUNet } from "../../examples/networks/res_unet.ts";
import {
  makeSparseResUNet42,
  runSparseResUNet42,
  SPARSE_RES_UNET_LEVELS,
} from "../../examples/networks/sparse_res_unet.ts";
import { convPlan } from "../../lib/conv/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import {
  type AdamState,
  adamState,
  adamwInto,
  clipFactor,
  emaInto,
  lossScaleInto,
  lossScaleState,
} from "../../lib/optim/mod.ts";
import { coarsenedGrid, type Context, type Tensor } from "../../mod.ts";
import {
  measure,
  type Measurement,
  type MeasureOptions,
  type Row,
  summarize,
} from "../_harness.ts";
import { floorOf, workOf } from "./_floor.ts";
import { type BenchInput, CLASSES, INPUTS, makeInput } from "./_inputs.ts";

/** The types that a network is computed in. */
export type Compute = "f32" | "bf16" | "f16";

/** What to measure, and how often. */
export interface TrainSetting extends Required<MeasureOptions> {
  readonly context: Context;
  readonly input: string;
  readonly width: number;
  readonly compute: Compute;
  /** Whether residual blocks run twice, to keep less. */
  readonly isFrugal: boolean;
  /** Whether norms run twice, to keep less. */
  readonly recompute: boolean;
  /** Folder of real scans. */
  readonly data: string;
}

/** Share of the loss that another type may change at the start. */
const MOST_APART = 0.05;

/** A network on an input. */
interface Training {
  readonly net: ResUNet;
  readonly running: nn.RunningStatistics & Disposable;
  readonly adam: AdamState<ResUNet>;
  readonly pyramid: Pyramid;
  readonly input: BenchInput;
  readonly isFrugal: boolean;
  readonly recompute: boolean;
  /** The scale of the loss, for f16. */
  readonly lossScale: Tensor<"f64"> | undefined;
}

/** Measures one network on one input. */
export async function measureTraining(setting: TrainSetting): Promise<Row> {
  const { context, width, compute } = setting;
  using stack = new DisposableStack();
  const input = stack.use(makeInput(context, setting.input, setting.data));
  const maps = await measureMaps(setting, input);
  const net = stack.use(
    makeSparseResUNet42({ context, seed: 1, inputs: INPUTS, classes: CLASSES, width }),
  );
  const pyramid = stack.use(makePyramid(input.grid, SPARSE_RES_UNET_LEVELS));
  const running = stack.use(nn.runningStatistics(net, { dtype: "f32" }));
  const adam = stack.use(adamState<ResUNet>(net));
  const { isFrugal, recompute } = setting;
  const lossScale = compute === "f16" ? stack.use(lossScaleState({ context })) : undefined;
  const training: Training = {
    ...{ net, running, adam, pyramid, input, isFrugal, recompute, lossScale },
  };
  const features = stack.use(asType(input.features, compute));
  const first = lossOf(training, features, compute);
  const exact = lossOf(training, input.features, "f32");
  const apart = Math.abs(first - exact) / exact;
  if (!(apart < MOST_APART)) {
    throw new Error(`Cannot measure: the loss is ${first}, ${exact} in f32`);
  }
  context.resetPeak();
  const { step, device } = await timeSteps(training, features, setting);
  const peak = context.stats().peakBytes;
  const last = lossOf(training, features, compute);
  if (!(last < first)) throw new Error(`Cannot measure: the loss goes from ${first} to ${last}`);
  const inference = await timeResults(training, features, setting);
  const work = workOf(net, pyramid, compute === "f32" ? 4 : 2);
  const isGpu = context.device.startsWith("cuda");
  const floor = (of: "step" | "inference"): number => isGpu ? floorOf(work[of], compute) : NaN;
  const counts = [input.grid, ...pyramid.coarse].map(({ numVoxels }) => numVoxels);
  return {
    input: `${setting.input}: ${input.source}`,
    voxels: counts.join(" "),
    ...{ width, compute, frugal: isFrugal ? "yes" : "no", recompute: recompute ? "yes" : "no" },
    ...{ "grids and maps ms": maps.all, "maps ms": maps.plans },
    ...{ "step ms": step.median, "step spread": step.spread, "step device ms": device.median },
    ...{ "step floor ms": floor("step"), "step GFLOP": work.step.operations / 1e9 },
    "step GB": work.step.bytes / 1e9,
    ...{ "inference ms": inference.median, "inference floor ms": floor("inference") },
    "inference GFLOP": work.inference.operations / 1e9,
    ...scaleOf(lossScale),
    ...{ "peak MiB": peak / 2 ** 20, "loss at first": first, "loss after": last, apart },
  };
}

/** The scale of a loss after all steps, and how many of them were skipped. */
function scaleOf(lossScale: Tensor<"f64"> | undefined): Row {
  if (lossScale === undefined) return {};
  const [scale = NaN, , skipped = NaN] = lossScale.readSync();
  return { "loss scale": scale, "steps skipped": skipped };
}

/** Times of all grids and kernel maps, and of the maps alone. */
async function measureMaps(
  setting: TrainSetting,
  { grid }: BenchInput,
): Promise<{ readonly all: number; readonly plans: number }> {
  const { context } = setting;
  const all = await measure(context, () => {
    const made = makePyramid(grid, SPARSE_RES_UNET_LEVELS);
    for (const { same, down } of made.levels) {
      same.prepare();
      down?.prepare();
    }
    return made;
  }, setting);
  using coarse = new DisposableStack();
  const grids = [grid];
  for (let fine = grid; grids.length < SPARSE_RES_UNET_LEVELS;) {
    fine = coarse.use(coarsenedGrid(fine, { factor: 2 }));
    grids.push(fine);
  }
  const plans = await measure(context, () => {
    const made = new DisposableStack();
    for (const [level, fine] of grids.entries()) {
      const next = grids[level + 1];
      made.use(convPlan(fine, { kernel: 3, target: fine })).prepare();
      if (next === undefined) continue;
      made.use(convPlan(fine, { kernel: 2, stride: 2, target: next })).prepare();
    }
    return made;
  }, setting);
  return { all: all.median, plans: plans.median };
}

/** Times steps, by the clock of the host, which waits for the device before and after each, and by the device's events. */
async function timeSteps(
  training: Training,
  features: Tensor,
  setting: TrainSetting,
): Promise<Record<"step" | "device", Measurement>> {
  const { context, compute, warmUp, samples } = setting;
  const device = await measure(context, () => step(training, features, compute), {
    warmUp,
    samples,
  });
  const times: number[] = [];
  for (let nth = 0; nth < samples; nth++) {
    await context.synchronize();
    const started = performance.now();
    step(training, features, compute)[Symbol.dispose]();
    await context.synchronize();
    times.push(performance.now() - started);
  }
  return { step: summarize(times), device };
}

/** A step: forward and backward pass, the update, and running statistics. */
function step(training: Training, features: Tensor, compute: Compute): Disposable {
  const { net, running, adam, lossScale } = training;
  using found = evaluate(training, features, compute);
  if (lossScale === undefined) {
    adamwInto<ResUNet>(net, found.gradients, adam, { rate: 1e-3 });
    emaInto(running, found.kept, { decay: 0.9 });
  } else {
    // Gradients that are not finite change nothing but the scale; nobody waits to know.
    using factor = clipFactor(found.gradients, Infinity, { lossScale });
    adamwInto<ResUNet>(net, found.gradients, adam, { rate: 1e-3, factor });
    emaInto(running, found.kept, { decay: 0.9, factor });
    lossScaleInto(lossScale, factor);
  }
  return { [Symbol.dispose]: () => {} };
}

function evaluate(
  { net, pyramid, input: { labels }, isFrugal, recompute, lossScale }: Training,
  features: Tensor,
  compute: Compute,
): nn.Evaluation<"f32", nn.GradientTree<ResUNet>, nn.RunningStatistics> {
  if (compute === "f32") {
    return nn.valueAndGrad(net, (p, tape) => {
      const normalizer = nn.batchNormalizer<"f32">({ tape });
      const x = features as Tensor<"f32">;
      const scores = runSparseResUNet42<"f32">(p, pyramid, x, normalizer, { isFrugal });
      return { loss: nn.crossEntropy(scores, labels), keep: normalizer.statistics };
    }, { recompute });
  }
  // What is said of bf16 holds for f16, too.
  const type = compute as "bf16";
  return nn.valueAndGrad(net, (p, tape) => {
    const normalizer = nn.batchNormalizer<"bf16">({ tape });
    const x = features as Tensor<"bf16">;
    const scores = runSparseResUNet42<"bf16">(p, pyramid, x, normalizer, { isFrugal });
    return { loss: nn.crossEntropy(scores, labels), keep: normalizer.statistics };
  }, { compute: type, recompute, ...lossScale !== undefined && { lossScale } });
}

function lossOf(training: Training, features: Tensor, compute: Compute): number {
  using found = evaluate(training, features, compute);
  return found.loss.readSync()[0] ?? NaN;
}

/** Times results alone, by running statistics that have been folded into convolutions. */
async function timeResults(
  { net, running, pyramid }: Training,
  features: Tensor,
  setting: TrainSetting,
): Promise<Measurement> {
  const { context, compute } = setting;
  using folded = foldNorms(net, running, { dtype: compute });
  return await measure(context, () =>
    nn.evaluate(folded as object, (p) => {
      // What is said of bf16 holds for the other types, too.
      const [x, normalizer] = [features as Tensor<"bf16">, foldedNormalizer<"bf16">()];
      return runSparseResUNet42<"bf16">(p as never, pyramid, x, normalizer);
    }), setting);
}
