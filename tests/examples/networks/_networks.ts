/**
 * What the tests of networks have in common: a small batch of grids, and what each network has to stand.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  jagged,
  scope,
  type Tensor,
  tensor,
} from "../../../mod.ts";
import { foldedNormalizer, foldNorms } from "../../../examples/networks/folding.ts";
import { asType } from "../../../lib/jagged/mod.ts";
import * as nn from "../../../lib/nn/mod.ts";
import { adamState, adamwInto, emaInto } from "../../../lib/optim/mod.ts";
import { assertBits, assertClose } from "../../_compare.ts";
import { wave, weighed } from "../../nn/_slopes.ts";

/** A floor, a wall and some voxels apart, in two grids. */
export function twoGrids(context: Context, lowest = 0): GridBatch {
  const first: number[] = [];
  for (let i = 0; i < 9; i++) {
    for (let j = 0; j < 9; j++) first.push(i, j, (i + j) % 3 === 0 ? 1 : 0);
    for (let k = 2; k < 8; k++) first.push(i, 3, k);
  }
  const second = [0, 0, 0, 9, 9, 9, 9, 9, 8, 17, 3, 4, 17, 4, 4, 16, 4, 5, 2, 20, 6];
  const moved = [...first, ...second].map((at, n) => n % 3 === 2 ? at + lowest : at);
  return scope(() => {
    const ijk = tensor(Int32Array.from(moved), { context, shape: [moved.length / 3, 3] });
    const ends = [0, first.length / 3, moved.length / 3];
    return gridFromIjk(jagged(ijk, { offsets: ends }));
  });
}

/** Features of voxels. */
export function featuresOf(grid: GridBatch, channels: number): Tensor<"f32"> {
  const { context, numVoxels } = grid;
  const values = Float32Array.from(wave(numVoxels * channels));
  return tensor(values, { context, shape: [numVoxels, channels] });
}

/** A network: its parameters, its input, and what runs it. */
export interface Runnable {
  readonly net: object;
  readonly features: Tensor<"f32">;
  readonly run: <D extends "f32" | "f64">(
    p: never,
    features: nn.Operand<D>,
    normalizer: nn.Normalizer<D>,
  ) => nn.Value<D>;
}

/** Trains copies of a network for some steps, and gives what they end with: parameters and statistics. */
function train(
  { net, features, run }: Runnable,
  steps: number,
): { readonly losses: number[]; readonly bits: Float32Array } {
  using copy = nn.ownTree(nn.mapTree(net, (one) => one.copy()) as object);
  using running = nn.runningStatistics(copy, { dtype: "f32" });
  using adam = adamState(copy);
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    using found = nn.valueAndGrad(copy, (p) => {
      const normalizer = nn.batchNormalizer<"f32">();
      const results = run<"f32">(p as never, features, normalizer);
      return {
        loss: nn.mean(nn.multiply(nn.subtract(results, one(results)), results)),
        keep: normalizer.statistics,
      };
    });
    losses.push(found.loss.readSync()[0] ?? NaN);
    const { gradients } = found;
    adamwInto(copy, gradients, adam, { rate: 1e-3 });
    emaInto(running, found.kept, { decay: 0.9 });
  }
  const trees = [copy, running].flatMap((tree) => nn.leaves(tree));
  const bits = trees.flatMap(([, leaf]) => [...leaf.readSync() as Float32Array]);
  return { losses, bits: Float32Array.from(bits) };
}

function one({ tape, tensor: { context } }: nn.Value<"f32">): Tensor<"f32"> {
  return tape.own(tensor([1], { context }));
}

/** A network gives rows of the expected shape, learns, repeats bit for bit, and is the same by running statistics. */
export function checkTraining(
  network: Runnable,
  shape: readonly number[],
): void {
  const [first, second] = [train(network, 3), train(network, 3)];
  assertBits(first.bits, second.bits);
  assert(first.losses.every(Number.isFinite), `losses are ${first.losses}`);
  assert((first.losses[2] ?? NaN) < (first.losses[0] ?? NaN), `losses are ${first.losses}`);
  const { net, features, run } = network;
  using running = nn.runningStatistics(net, { dtype: "f32" });
  using result = nn.evaluate(
    net,
    (p) => run<"f32">(p as never, features, nn.runningNormalizer<"f32">(running)),
  );
  assertEquals(result.shape, shape);
  assert(result.readSync().every(Number.isFinite));
}

/** A network gives nearly the same where its norms have been folded into convolutions. */
export function checkFolding({ net, features, run }: Runnable, epsilon?: number): void {
  using running = nn.runningStatistics(net, { dtype: "f32" });
  for (const [at, { mean, variance }] of Object.values(running).entries()) {
    const numbers = wave(mean.length, at);
    mean.write(Float32Array.from(numbers, (one) => 0.1 * one));
    variance.write(Float32Array.from(numbers, (one) => 1 + 0.5 * one));
  }
  using result = nn.evaluate(
    net,
    (p) => run<"f32">(p as never, features, nn.runningNormalizer<"f32">(running)),
  );
  const options = { dtype: "f32", ...epsilon !== undefined && { epsilon } } as const;
  using folded = foldNorms(net, running, options);
  using other = nn.evaluate(
    folded as object,
    (p) => run<"f32">(p as never, features, foldedNormalizer<"f32">()),
  );
  const numbers = result.readSync();
  const most = numbers.reduce((sum, one) => Math.max(sum, Math.abs(one)), 0);
  assert(most > 1e-3, `results are up to ${most}`);
  assertClose(other.readSync(), numbers, { absolute: 1e-5 * most });
}

/** The gradients of a network are the slopes of its results, in f64. */
export async function checkSlopes(
  { net, features, run }: Runnable,
): Promise<void> {
  using wide = nn.ownTree(nn.mapTree(net, (one) => asType(one, "f64") as Tensor<"f64">) as object);
  using x = asType(features, "f64") as Tensor<"f64">;
  const { count } = await nn.checkGradients(
    (p) => weighed(run<"f64">(p as never, x, nn.batchNormalizer<"f64">())),
    wide,
    { directions: 3, eps: 1e-7, tolerance: 1e-4 },
  );
  assert(count > 0);
}
