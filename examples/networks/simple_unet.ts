/**
 * SimpleUNet, as fVDB defines it: a U-Net over padded grids, whose levels are joined by sums. A level pools by maxima, goes
 * on in a grid that is dilated, and comes back by copies to the voxels that are there.
 *
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @module
 */

import { type ConvPlan, convPlan } from "../../lib/conv/mod.ts";
import type { StatisticOf } from "../../lib/dense/mod.ts";
import { notEqual } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import type { WindowGrids } from "../../lib/pool/mod.ts";
import { coarsenedGrid, type Float, fullTensor, type GridBatch, scope } from "../../mod.ts";
import { convGrid } from "../../lib/topology/mod.ts";
import {
  type ConvNorm,
  convNorm,
  type InitialNumbers,
  makeParameters,
  type Maker,
  type Master,
} from "./blocks.ts";

/** A level: blocks in front of the coarser one and behind it, and what leads there and back. */
export interface SimpleLevel<W, S> {
  readonly before: readonly ConvNorm<W, S>[];
  readonly down: ConvNorm<W, S>;
  readonly up: ConvNorm<W, S>;
  readonly after: readonly ConvNorm<W, S>[];
}

/** The parameters, with weights `W` and parameters of norms `S`. */
export interface SimpleUNet<W = Master, S = Master> {
  readonly pad: ConvNorm<W, S>;
  readonly levels: readonly SimpleLevel<W, S>[];
  readonly bottleneck: readonly ConvNorm<W, S>[];
  /** Weights of the last, transposed convolution. */
  readonly unpad: W;
}

/** Sizes of the network. */
export interface SimpleUNetSizes extends InitialNumbers {
  readonly inputs: number;
  readonly outputs: number;
  /** Channels of the finest level. */
  readonly base: number;
  /** By what channels grow from level to level. */
  readonly growth: number;
  /** How many levels lie above the bottleneck. */
  readonly levels?: number;
  /** Convolutions of a block. */
  readonly blocks?: number;
}

/** Makes the parameters; the caller owns them. */
export function makeSimpleUNet(sizes: SimpleUNetSizes): SimpleUNet & Disposable {
  const { inputs, outputs, base, growth, levels = 4, blocks = 2 } = sizes;
  const block = (
    make: Maker,
    path: string,
    channels: number,
  ): readonly ConvNorm<Master, Master>[] =>
    Array.from(
      { length: blocks },
      (_, n) => make.convNorm(`${path}.${n}`, [channels, channels], 3),
    );
  return makeParameters(sizes, (make): SimpleUNet => ({
    pad: make.convNorm("pad", [inputs, base], 3),
    levels: Array.from({ length: levels }, (_, n) => {
      const [own, coarse] = [base * growth ** n, base * growth ** (n + 1)];
      return {
        before: block(make, `levels.${n}.before`, own),
        down: make.convNorm(`levels.${n}.down`, [own, coarse], 1),
        up: make.convNorm(`levels.${n}.up`, [coarse, own], 1),
        after: block(make, `levels.${n}.after`, own),
      };
    }),
    bottleneck: block(make, "bottleneck", base * growth ** levels),
    unpad: make.tensor("unpad", [outputs, base, 3, 3, 3]),
  }));
}

/** The grids that the network works in, with their plans. */
export interface SimplePyramid {
  /** The padded grid, and the coarser ones. */
  readonly grids: readonly GridBatch[];
  /** Of each of them to itself. */
  readonly same: readonly ConvPlan[];
  readonly pad: ConvPlan;
  readonly unpad: ConvPlan;
}

/** Makes grids and plans; the caller owns them. The grid is borrowed. */
export function makeSimplePyramid(
  grid: GridBatch,
  { levels = 4 }: Pick<SimpleUNetSizes, "levels"> = {},
): SimplePyramid & Disposable {
  return nn.ownTree(scope((own) => {
    const padded = convGrid(grid, { kernel: 3 });
    const grids = [padded];
    for (let fine = padded; grids.length <= levels;) {
      const pooled = own(coarsenedGrid(fine, { factor: 2 }));
      fine = convGrid(pooled, { kernel: 3 });
      grids.push(fine);
    }
    return {
      grids,
      same: grids.map((one) => convPlan(one, { kernel: 3, target: one })),
      pad: convPlan(grid, { kernel: 3, target: padded }),
      unpad: convPlan(padded, { kernel: 3, transposed: true, target: grid }),
    };
  }));
}

/** Runs the network: features of the grid's voxels, and results of them. */
export function runSimpleUNet<D extends Float>(
  net: SimpleUNet<nn.Value<D>, nn.Value<StatisticOf<D>>>,
  pyramid: SimplePyramid,
  features: nn.Operand<D>,
  normalizer: nn.Normalizer<D>,
): nn.Value<D> {
  type Given = nn.Operand<D>;
  type Part = ConvNorm<nn.Value<D>, nn.Value<StatisticOf<D>>>;
  const { grids, same } = pyramid;
  const block = (path: string, parts: readonly Part[], x: Given, plan: ConvPlan): nn.Value<D> => {
    const [first, ...others] = parts.map((part, n) => (y: Given): nn.Value<D> =>
      convNorm(normalizer, plan, y, { ...part, path: `${path}.${n}` })
    );
    if (first === undefined) throw new RangeError("Cannot run the network: a block is empty");
    using y = nn.pipe(x, first, ...others);
    using sum = nn.add(y, x);
    return nn.relu(sum);
  };
  const descend = (x: Given, n: number): nn.Value<D> => {
    const [level, plan, fine, coarse] = [net.levels[n], same[n], grids[n], grids[n + 1]];
    if (plan === undefined) throw new RangeError("Cannot run the network: too few grids");
    if (level === undefined || fine === undefined || coarse === undefined) {
      return block("bottleneck", net.bottleneck, x, plan);
    }
    const [path, windows] = [`levels.${n}`, { fine, coarse }];
    const side = (name: "down" | "up") => (y: Given): nn.Value<D> =>
      convNorm(normalizer, undefined, y, {
        ...level[name],
        path: `${path}.${name}`,
        activation: "none",
      });
    using raised = nn.pipe(
      x,
      (y) => block(`${path}.before`, level.before, y, plan),
      (y) => pooled(windows, y),
      side("down"),
      (y) => descend(y, n + 1),
      side("up"),
      (y) => nn.upsampleNearest(windows, y, { factor: 2 }),
    );
    using sum = nn.add(raised, x);
    return block(`${path}.after`, level.after, sum, plan);
  };
  using padded = convNorm(normalizer, pyramid.pad, features, {
    ...net.pad,
    path: "pad",
    activation: "none",
  });
  using last = descend(padded, 0);
  return nn.sparseConv(pyramid.unpad, last, net.unpad);
}

/** Maxima of windows; 0 where no voxel lies in one, as the coarse grid is dilated. */
function pooled<D extends Float>(windows: WindowGrids, x: nn.Operand<D>): nn.Value<D> {
  using most = nn.maxPool(windows, x, { factor: 2 });
  const { tape, tensor, dtype } = most;
  const found = tape.own(notEqual(tensor, -Infinity));
  const zero = tape.own(fullTensor([], 0, { context: tensor.context, dtype }));
  return nn.where(found, most, zero);
}
