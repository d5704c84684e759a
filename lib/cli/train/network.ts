/**
 * The network that `denovdb train` trains: a U-Net of sparse convolutions that gives each voxel scores of classes.
 *
 * Each level has a convolution of 3 x 3 x 3 taps behind one that comes from the finer level, and on the way back one of what
 * comes from the coarser level and of what the level had before. All have a batch norm and ReLU behind them.
 *
 * @see Graham, Engelcke and van der Maaten, "3D semantic segmentation with submanifold sparse convolutional networks", 2018.
 * @module
 */

import { type ConvPlan, convPlan } from "../../conv/mod.ts";
import { type Context, type Float, type GridBatch, scope, type Tensor } from "../../core/mod.ts";
import type { StatisticOf } from "../../dense/mod.ts";
import {
  concat,
  kaimingUniform,
  linear,
  makeLinear,
  makeNorm,
  type Normalizer,
  type Operand,
  ownTree,
  pipe,
  sparseConv,
  streamOf,
  type Value,
} from "../../nn/mod.ts";
import { coarsenedGrids } from "../../topology/mod.ts";

/** A convolution and the norm behind it, with weights `W` and parameters of the norm `S`. */
interface Block<W, S> {
  readonly weight: W;
  readonly norm: { readonly scale: S; readonly shift: S };
}

/** The parameters. */
export interface Network<W = Tensor<"f32">, S = Tensor<"f32">> {
  /** From the input, or from the finer level, and within the level. */
  readonly down: readonly { readonly enter: Block<W, S>; readonly stay: Block<W, S> }[];
  /** From the coarser level, and of both together; for all levels but the coarsest. */
  readonly up: readonly { readonly enter: Block<W, S>; readonly join: Block<W, S> }[];
  readonly head: { readonly weights: W; readonly bias: W };
}

/** Sizes of the network. */
export interface NetworkSizes {
  /** Channels of the input. */
  readonly inputs: number;
  readonly classes: number;
  /** Channels of each level, the finest first. */
  readonly widths: readonly number[];
}

/** Source of the first parameters. */
export interface NetworkStart {
  readonly context: Context;
  readonly seed: number;
}

/** Makes the parameters; the caller owns them. */
export function makeNetwork(
  { inputs, classes, widths }: NetworkSizes,
  { context, seed }: NetworkStart,
): Network & Disposable {
  const given = { context, dtype: "f32", seed } as const;
  const block = (path: string, [from, to]: readonly [number, number], kernel: number) => ({
    weight: kaimingUniform([to, from, kernel, kernel, kernel], {
      ...given,
      stream: streamOf(`${path}.weight`),
    }),
    norm: makeNorm({ context, dtype: "f32", channels: to }),
  });
  return ownTree(scope((): Network => ({
    down: widths.map((width, level) => ({
      enter: block(`down.${level}.enter`, [widths[level - 1] ?? inputs, width], level > 0 ? 2 : 3),
      stay: block(`down.${level}.stay`, [width, width], 3),
    })),
    up: widths.slice(0, -1).map((width, level) => ({
      enter: block(`up.${level}.enter`, [widths[level + 1] ?? NaN, width], 2),
      join: block(`up.${level}.join`, [2 * width, width], 3),
    })),
    head: makeLinear({ ...given, inputs: widths[0] ?? NaN, outputs: classes, path: "head" }),
  })));
}

/** The grids of all levels but the finest, and the plans of each level. */
export interface Levels {
  readonly coarse: readonly GridBatch[];
  readonly plans: readonly {
    readonly same: ConvPlan;
    readonly down: ConvPlan | undefined;
    readonly up: ConvPlan | undefined;
  }[];
}

/** Makes the levels of a batch of grids, which is borrowed; the caller owns them. */
export function makeLevels(finest: GridBatch, count: number): Levels & Disposable {
  return ownTree(scope(() => {
    // Together, so that the host waits for the device as often as for one of them.
    const { levels: coarse } = coarsenedGrids(finest, { factor: 2, levels: count - 1 });
    const grids = [finest, ...coarse];
    return {
      coarse,
      plans: grids.map((grid, level) => {
        const coarse = grids[level + 1];
        const down = coarse && convPlan(grid, { kernel: 2, stride: 2, target: coarse });
        return { same: convPlan(grid, { kernel: 3, target: grid }), down, up: down?.reverse() };
      }),
    };
  }));
}

/**
 * Runs the network on a tape.
 *
 * @param net Its parameters.
 * @param levels As many levels as it has.
 * @param features Features of the finest voxels.
 * @param normalizer How features are normalized.
 * @returns Scores, [voxels, classes].
 */
export function runNetwork<D extends Float>(
  net: Network<Value<D>, Value<StatisticOf<D>>>,
  { plans }: Levels,
  features: Operand<D>,
  normalizer: Normalizer<D>,
): Value<D> {
  type Given = Operand<D>;
  type Part = Block<Value<D>, Value<StatisticOf<D>>>;
  const run =
    (path: string, { weight, norm }: Part, plan: ConvPlan | undefined) => (x: Given): Value<D> => {
      if (plan === undefined) {
        throw new RangeError("Cannot run the network: there are too few levels");
      }
      using y = sparseConv(plan, x, weight); // the tape keeps what a backward pass reads of it
      return normalizer.norm(`${path}.norm`, y, norm, { activation: "relu" });
    };
  const left: Value<D>[] = [];
  for (const [level, { enter, stay }] of net.down.entries()) {
    const [path, same] = [`down.${level}`, plans[level]?.same];
    const entrance = level === 0 ? same : plans[level - 1]?.down;
    left.push(pipe(
      left[level - 1] ?? features,
      run(`${path}.enter`, enter, entrance),
      run(`${path}.stay`, stay, same),
    ));
  }
  let x = left.pop() as Value<D>;
  for (let level = net.up.length - 1; level >= 0; level--) {
    const { enter, join } = net.up[level] as typeof net.up[number];
    using below = x;
    using skip = left.pop() as Value<D>;
    using raised = run(`up.${level}.enter`, enter, plans[level]?.up)(below);
    using both = concat([raised, skip], { axis: 1 });
    x = run(`up.${level}.join`, join, plans[level]?.same)(both);
  }
  using last = x;
  return linear(last, net.head.weights, { bias: net.head.bias });
}
