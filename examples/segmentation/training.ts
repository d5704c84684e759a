/**
 * Training of a network that tells what the voxels of made-up scenes belong to, and how well it does.
 *
 * @module
 */

import {
  type Levels,
  makeLevels,
  makeNetwork,
  type Network,
  runNetwork,
} from "../../lib/cli/train/network.ts";
import { argmax } from "../../lib/jagged/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { adamState, adamwInto, cosineRate, emaInto, withWarmup } from "../../lib/optim/mod.ts";
import { type Context, fullTensor, jagged, scope, type Tensor, tensor } from "../../mod.ts";
import { CLASSES, makeScene, type Scene } from "./scenes.ts";

/** Channels of the levels. */
const WIDTHS: readonly number[] = [16, 24, 32];
/** How much each class counts: poles have few voxels. */
const WEIGHTS: readonly number[] = [1, 1, 1, 8, 1];
/** Scenes of a step. */
const BATCH = 4;

/** What is trained, and on what. */
export interface TrainingOptions {
  readonly context: Context;
  /** The seed of the parameters and of the scenes. */
  readonly seed: number;
  /** Steps of the training. */
  readonly steps: number;
  /** Scenes that are trained with. */
  readonly scenes?: number;
  /** Scenes that are tried afterwards. */
  readonly tried?: number;
  /** Is told the loss of each step. */
  readonly onStep?: (step: number, loss: number) => void;
}

/** How well the network does with scenes that it was not trained with. */
export interface Quality {
  /** Losses of all steps. */
  readonly losses: readonly number[];
  /** Share of voxels that are told right. */
  readonly accuracy: number;
  /** Of the voxels that are of a class or taken for it, the share that is told right, for each class. */
  readonly overlaps: readonly number[];
  /** The mean of these. */
  readonly meanOverlap: number;
}

/** A batch of scenes. */
interface Batch extends Disposable {
  readonly features: Tensor<"f32">;
  readonly labels: Tensor<"u8">;
  readonly levels: Levels;
}

/** Trains a network and tries it. */
export function trainOnScenes(
  { context, seed, steps, scenes = 24, tried = 6, onStep }: TrainingOptions,
): Quality {
  const list = (first: number, count: number): Scene[] =>
    Array.from({ length: count }, (_, n) => makeScene(1000 * seed + first + n));
  const training = list(0, scenes);
  using net = makeNetwork({ inputs: 1, classes: CLASSES.length, widths: WIDTHS }, {
    context,
    seed,
  });
  using running = nn.runningStatistics(net, { dtype: "f32" });
  using adam = adamState<Network>(net);
  using weights = tensor(WEIGHTS, { context });
  const rate = withWarmup(cosineRate({ rate: 1e-2, steps }), Math.min(10, steps));
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    const chosen = Array.from({ length: BATCH }, (_, n) => (BATCH * step + n) % scenes);
    using batch = makeBatch(context, chosen.map((n) => training[n] as Scene));
    using found = nn.valueAndGrad(net as Network, (p) => {
      const normalizer = nn.batchNormalizer<"f32">();
      const scores = runNetwork<"f32">(p, batch.levels, batch.features, normalizer);
      const loss = nn.crossEntropy(scores, batch.labels, { weights });
      return { loss, keep: normalizer.statistics };
    });
    adamwInto<Network>(net, found.gradients, adam, { rate: rate(step), weightDecay: 1e-4 });
    emaInto(running, found.kept, { decay: 0.9 });
    const loss = found.loss.readSync()[0] ?? NaN;
    losses.push(loss);
    onStep?.(step, loss);
  }
  const counts = CLASSES.map(() => ({ both: 0, either: 0 }));
  let [right, all] = [0, 0];
  for (const scene of list(scenes, tried)) {
    using batch = makeBatch(context, [scene]);
    using scores = nn.evaluate(
      net as Network,
      (p) =>
        runNetwork<"f32">(p, batch.levels, batch.features, nn.runningNormalizer<"f32">(running)),
    );
    using best = argmax(scores, { axis: 1 });
    const [told, labels] = [best.readSync(), batch.labels.readSync()];
    for (const [row, label] of labels.entries()) {
      const guess = Number(told[row]);
      all++;
      right += guess === label ? 1 : 0;
      for (const [place, count] of counts.entries()) {
        const [isOne, isOther] = [guess === place, label === place];
        count.both += isOne && isOther ? 1 : 0;
        count.either += isOne || isOther ? 1 : 0;
      }
    }
  }
  const overlaps = counts.map(({ both, either }) => both / either);
  return {
    losses,
    accuracy: right / all,
    overlaps,
    meanOverlap: overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length,
  };
}

/** Makes a batch of scenes; voxels have the constant 1 as their only feature. */
function makeBatch(context: Context, scenes: readonly Scene[]): Batch {
  return nn.ownTree(scope(() => {
    const ends = [0];
    for (const { labels } of scenes) ends.push((ends.at(-1) ?? 0) + labels.length);
    const count = ends.at(-1) ?? 0;
    const ijk = Float32Array.from(scenes.flatMap((scene) => [...scene.ijk]));
    const lists = jagged(tensor(ijk, { context, shape: [count, 3] }), { offsets: ends });
    const { grid, rows } = gridFromPointsWithRows(lists, { voxelSize: 1 });
    const labels = new Uint8Array(count);
    const given = scenes.flatMap((scene) => [...scene.labels]);
    for (const [at, row] of rows.readSync().entries()) labels[Number(row)] = given[at] ?? 0;
    return {
      grid,
      features: fullTensor([count, 1], 1, { context, dtype: "f32" }),
      labels: tensor(labels, { context }),
      levels: makeLevels(grid, WIDTHS.length),
    };
  }));
}
