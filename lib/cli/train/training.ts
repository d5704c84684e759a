/**
 * Steps of a training.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../../core/mod.ts";
import { argmax, asType as convert } from "../../jagged/mod.ts";
import {
  asType,
  batchNormalizer,
  crossEntropy,
  evaluate,
  type Evaluation,
  type GradientTree,
  type Normalizer,
  runningNormalizer,
  type RunningStatistics,
  type Value,
  valueAndGrad,
} from "../../nn/mod.ts";
import { adamwInto, cosineRate, emaInto, withWarmup } from "../../optim/mod.ts";
import type { TiledCloud } from "./clouds.ts";
import type { Model, Trained } from "./model.ts";
import { type Network, runNetwork } from "./network.ts";
import { makeSample, NO_CLASS, type Piece, type Sample, voxelClasses } from "./samples.ts";
import type { Compute, Settings } from "./settings.ts";
import { uniform } from "./uniform.ts";

/** A tile of a cloud, and the places of its points among the classes. */
export interface LabeledTile {
  readonly cloud: TiledCloud;
  readonly points: Uint32Array;
  /** Of all points of the cloud. */
  readonly places: Uint8Array;
}

/** Share of running statistics that a step keeps. */
const DECAY = 0.9;
/** Steps before the full rate. */
const WARMUP = 10;
/** Most that a rare class counts, compared with the most frequent one. */
const MOST_WEIGHT = 10;

/** The tiles of a step, and how each is turned: all once before one comes again, in an order of the seed. */
export function choose(
  step: number,
  count: number,
  { seed, batch }: Pick<Settings, "seed" | "batch">,
): { readonly tile: number; readonly turn: number }[] {
  return Array.from({ length: batch }, (_, slot) => {
    const nth = step * batch + slot;
    const round = Math.floor(nth / count);
    const draw = uniform(Math.imul(seed, 0x85ebca6b) ^ Math.imul(round + 1, 0xc2b2ae35));
    const order = Array.from({ length: count }, (_, tile) => tile);
    for (let last = count - 1; last > 0; last--) {
      const other = Math.floor(draw() * (last + 1));
      [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
    }
    const turn = Math.floor(uniform(Math.imul(seed, 0x27d4eb2f) ^ nth)() * 8);
    return { tile: order[nth % count] ?? 0, turn };
  });
}

/** How much each class counts: the rarer, the more. */
export function classWeights(tiles: readonly LabeledTile[], classes: number): number[] {
  const counts = Array<number>(classes).fill(0);
  for (const { points, places } of tiles) {
    for (const point of points) {
      const place = places[point] ?? NO_CLASS;
      if (place !== NO_CLASS) counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  const most = Math.max(...counts);
  return counts.map((count) => Math.min(MOST_WEIGHT, Math.sqrt(most / Math.max(1, count))));
}

/** Scores of the voxels of a batch, in f32. */
function scoresOf(
  net: Parameters<typeof runNetwork<"f32">>[0],
  { levels, features }: Sample,
  normalizer: Normalizer<"f32">,
): Value<"f32"> {
  return runNetwork<"f32">(net, levels, features, normalizer);
}

/**
 * A step: the loss, and parameters and statistics moved on.
 *
 * @throws {RangeError} If the loss is no number any more, or the tiles have too few voxels; then nothing has been changed.
 */
export async function takeStep(
  model: Model,
  tiles: readonly LabeledTile[],
  { context, weights }: { readonly context: Context; readonly weights: Tensor<"f32"> },
): Promise<number> {
  const { settings, classes, net, running, adam, losses: { length: step } } = model;
  const { voxelSize, widths, rate, steps } = settings;
  const chosen = choose(step, tiles.length, settings);
  const parts = chosen.map(({ tile, turn }) => ({ ...tiles[tile] as LabeledTile, turn }));
  using sample = makeSample(context, parts, { voxelSize, levels: widths.length });
  checkCoarsest(sample);
  const places = joined(parts);
  using targets = tensor(voxelClasses(sample, places, classes.length), { context });
  using found = evaluateLoss(net, sample, { targets, weights }, settings.compute);
  const [loss = NaN] = await found.loss.read();
  if (!Number.isFinite(loss)) {
    throw new RangeError(
      `Cannot go on: the loss of step ${step} is ${loss}; a smaller "--rate" may help`,
    );
  }
  const schedule = withWarmup(cosineRate({ rate, steps }), Math.min(WARMUP, steps));
  adamwInto<Network>(net, found.gradients, adam, { rate: schedule(step), weightDecay: 1e-4 });
  emaInto(running, found.kept, { decay: DECAY });
  return loss;
}

/** Norms need two voxels at least, or their variance would say nothing. */
function checkCoarsest({ grid, levels: { coarse } }: Sample): void {
  const { numVoxels } = coarse.at(-1) ?? grid;
  if (numVoxels >= 2) return;
  throw new RangeError(
    'Cannot train: the tiles of a step are a single voxel at the coarsest level; fewer "--widths" ' +
      'or a smaller "--voxel-size" leave more',
  );
}

function joined(parts: readonly (LabeledTile & Piece)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(({ points, places }) => Array.from(points, (point) => places[point] ?? NO_CLASS)),
  );
}

/** What the loss compares with. */
interface Targets {
  readonly targets: Tensor<"u8">;
  readonly weights: Tensor<"f32">;
}

function evaluateLoss(
  net: Network,
  sample: Sample,
  { targets, weights }: Targets,
  compute: Compute,
): Evaluation<"f32", GradientTree<Network>, RunningStatistics> {
  const options = { weights, ignore: NO_CLASS };
  if (compute === "f32") {
    return valueAndGrad(net, (p) => {
      const normalizer = batchNormalizer<"f32">();
      const scores = scoresOf(p, sample, normalizer);
      return { loss: crossEntropy(scores, targets, options), keep: normalizer.statistics };
    });
  }
  using features = convert(sample.features, "bf16") as Tensor<"bf16">;
  return valueAndGrad(net, (p) => {
    const normalizer = batchNormalizer<"bf16">();
    const scores = runNetwork<"bf16">(p, sample.levels, features, normalizer);
    return {
      loss: crossEntropy(asType(scores, "f32"), targets, options),
      keep: normalizer.statistics,
    };
  }, { compute });
}

/** Tells the place among the classes of each point of a batch. */
export async function tell(
  { net, running }: Trained,
  sample: Sample,
): Promise<Uint8Array> {
  using scores = evaluate(net, (p) => scoresOf(p, sample, runningNormalizer<"f32">(running)));
  using best = argmax(scores, { axis: 1 });
  const [told, rows] = [await best.read(), await sample.rows.read()];
  return Uint8Array.from(rows, (row) => Number(told[Number(row)]));
}
