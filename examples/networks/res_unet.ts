/**
 * U-Nets of residual blocks, which {@link ./sparse_res_unet.ts} and {@link ./mink_unet.ts} give their sizes: a stem, four
 * stages down, four up that are joined with what the stages down left, and a linear head.
 *
 * @module
 */

import type { StatisticOf } from "../../lib/dense/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import type { Float } from "../../mod.ts";
import {
  type Biased,
  type ConvNorm,
  convNorm,
  type InitialNumbers,
  makeParameters,
  type Master,
  type Residual,
  residual,
} from "./blocks.ts";
import type { Pyramid } from "./pyramid.ts";

/** A change of resolution, and blocks behind it. */
export interface Stage<W, S> {
  readonly change: ConvNorm<W, S>;
  readonly blocks: readonly Residual<W, S>[];
}

/** The parameters, with weights `W` and parameters of norms `S`. */
export interface ResUNet<W = Master, S = Master> {
  readonly stem: readonly ConvNorm<W, S>[];
  readonly down: readonly Stage<W, S>[];
  readonly up: readonly Stage<W, S>[];
  readonly head: Biased<W>;
}

/** Sizes of a network. */
export interface ResUNetSizes extends InitialNumbers {
  readonly inputs: number;
  readonly classes: number;
  /** Channels of the stem. */
  readonly stem: number;
  /** Extents of the kernels of the stem: 3, 3 or 5. */
  readonly kernels: readonly number[];
  /** Channels of the stages down, then of those up. */
  readonly channels: readonly number[];
  /** Residual blocks of each stage. */
  readonly blocks: readonly number[];
}

/** Makes the parameters. */
export function makeResUNet(sizes: ResUNetSizes): ResUNet & Disposable {
  const { inputs, classes, stem, kernels, channels, blocks } = sizes;
  const depth = channels.length / 2;
  const at = (list: readonly number[], place: number): number => list[place] ?? NaN;
  return makeParameters(sizes, (make): ResUNet => {
    const stage = (
      path: string,
      place: number,
      from: number,
      skip: number,
    ): Stage<Master, Master> => {
      const to = at(channels, place);
      const middle = place < depth ? from : to;
      return {
        change: make.convNorm(`${path}.change`, [from, middle], 2),
        blocks: Array.from(
          { length: at(blocks, place) },
          (_, block) =>
            make.residual(`${path}.blocks.${block}`, [block === 0 ? middle + skip : to, to]),
        ),
      };
    };
    const widths = [stem, ...channels]; // those in front of each stage
    const weights = make.tensor("head.weights", [classes, at(channels, 2 * depth - 1)]);
    return {
      stem: kernels.map((kernel, place) =>
        make.convNorm(`stem.${place}`, [place === 0 ? inputs : stem, stem], kernel)
      ),
      down: Array.from({ length: depth }, (_, n) => stage(`down.${n}`, n, at(widths, n), 0)),
      up: Array.from(
        { length: depth },
        (_, n) => stage(`up.${n}`, depth + n, at(widths, depth + n), at(widths, depth - 1 - n)),
      ),
      head: { weights, bias: make.tensor("head.bias", [classes], at(channels, 2 * depth - 1)) },
    };
  });
}

/**
 * Runs the network.
 *
 * @param net Its parameters on a tape.
 * @param pyramid Grids and plans, with one more level than there are stages down.
 * @param features Features of the finest voxels.
 * @param normalizer How features are normalized.
 * @param options Whether residual blocks keep nothing but their input for the backward pass, and run again in it. The
 * normalizer has to know the tape then.
 * @returns Scores of classes of each voxel, [voxels, classes].
 */
export function runResUNet<D extends Float>(
  net: ResUNet<nn.Value<D>, nn.Value<StatisticOf<D>>>,
  { levels, wide }: Pyramid,
  features: nn.Operand<D>,
  normalizer: nn.Normalizer<D>,
  { isFrugal = false }: { readonly isFrugal?: boolean } = {},
): nn.Value<D> {
  type Given = nn.Operand<D>;
  const run = (path: string, stage: Stage<nn.Value<D>, nn.Value<StatisticOf<D>>>, level: number) =>
    stage.blocks.map((block, place) => (x: Given): nn.Value<D> => {
      const [plan, own] = [planOf(levels[level]?.same), `${path}.blocks.${place}`];
      if (!isFrugal) return residual(normalizer, plan, x, { ...block, path: own });
      type Parts = { readonly x: nn.Value<D>; readonly block: typeof block };
      return nn.checkpoint({ x, block }, (given) => {
        const { x, block } = given as unknown as Parts;
        return residual(normalizer, plan, x, { ...block, path: own });
      });
    });
  const [first, ...others] = net.stem.map((part, place) => (x: Given): nn.Value<D> =>
    convNorm(normalizer, planOf(wide ?? levels[0]?.same), x, { ...part, path: `stem.${place}` })
  );
  if (first === undefined) throw new RangeError("Cannot run the network: it has no stem");
  const left = [nn.pipe(features, first, ...others)];
  for (const [n, stage] of net.down.entries()) {
    const path = `down.${n}`;
    const change = (x: Given): nn.Value<D> =>
      convNorm(normalizer, planOf(levels[n]?.down), x, { ...stage.change, path: `${path}.change` });
    left.push(nn.pipe(left[n] as Given, change, ...run(path, stage, n + 1)));
  }
  let x = left.pop() as nn.Value<D>;
  for (const [n, stage] of net.up.entries()) {
    const [path, level] = [`up.${n}`, net.down.length - 1 - n];
    const skip = left.pop() as nn.Value<D>;
    const change = (below: Given): nn.Value<D> =>
      convNorm(normalizer, planOf(levels[level]?.up), below, {
        ...{ ...stage.change, path: `${path}.change`, isUsedUp: true },
      });
    const join = (raised: Given): nn.Value<D> => {
      using lower = skip;
      return nn.concat([raised, lower], { axis: 1 });
    };
    x = nn.pipe(x, change, join, ...run(path, stage, level));
  }
  using last = x;
  return nn.linear(last, net.head.weights, { bias: net.head.bias });
}

function planOf<T>(plan: T | undefined): T {
  if (plan !== undefined) return plan;
  throw new RangeError("Cannot run the network: the pyramid has too few levels");
}
