/**
 * The sparse backbone of CenterPoint, as OpenPCDet defines it by the name VoxelResBackBone8x: from voxels of a scan to rows
 * of columns that a detector of cars and people sees from above.
 *
 * Its last two convolutions with strides have no padding along z, so that their windows begin at even voxels, while ours
 * have their middle there. Voxels are therefore counted along z from {@linkcode CENTER_POINT_LOWEST} instead of 0.
 *
 * @see Yin, Zhou and Krähenbühl, "Center-based 3D object detection and tracking", 2021.
 * @module
 */

import { type ConvPlan, convPlan } from "../../lib/conv/mod.ts";
import type { StatisticOf } from "../../lib/dense/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { clippedGrid, convGrid } from "../../lib/topology/mod.ts";
import { type Float, type GridBatch, scope, type Triple } from "../../mod.ts";
import {
  type ConvNorm,
  convNorm,
  type InitialNumbers,
  makeParameters,
  type Maker,
  type Master,
} from "./blocks.ts";

/** The lowest voxel along z. */
export const CENTER_POINT_LOWEST = -12;

/** What is added to variances, and how much of running statistics a step replaces. */
export const CENTER_POINT_NORMS = { epsilon: 1e-3, momentum: 0.01 } as const;

/** A convolution with a bias, and its norm. */
export interface BiasedConvNorm<W, S> extends ConvNorm<W, S> {
  readonly bias: W;
}

/** A convolution, which may change the resolution, and residual blocks. */
export interface CenterPointStage<W, S> {
  readonly change: ConvNorm<W, S>;
  readonly blocks: readonly {
    readonly first: BiasedConvNorm<W, S>;
    readonly second: BiasedConvNorm<W, S>;
  }[];
}

/** The parameters, with weights `W` and parameters of norms `S`. */
export interface CenterPoint<W = Master, S = Master> {
  readonly stages: readonly CenterPointStage<W, S>[];
  readonly out: ConvNorm<W, S>;
}

/** Sizes of the network. */
export interface CenterPointSizes extends InitialNumbers {
  readonly inputs: number;
  /** Channels of the stages. */
  readonly channels?: readonly number[];
}

/** Makes the parameters; the caller owns them. */
export function makeCenterPoint(
  { inputs, channels: widths = [16, 32, 64, 128], ...sizes }: CenterPointSizes,
): CenterPoint & Disposable {
  const biased = (make: Maker, path: string, channels: number): BiasedConvNorm<Master, Master> => ({
    ...make.convNorm(path, [channels, channels], 3),
    bias: make.tensor(`${path}.bias`, [channels], 27 * channels),
  });
  const last = widths.at(-1) ?? inputs;
  return makeParameters(sizes, (make): CenterPoint => ({
    stages: widths.map((channels, n) => ({
      change: make.convNorm(`stages.${n}.change`, [widths[n - 1] ?? inputs, channels], 3),
      blocks: [0, 1].map((block) => ({
        first: biased(make, `stages.${n}.blocks.${block}.first`, channels),
        second: biased(make, `stages.${n}.blocks.${block}.second`, channels),
      })),
    })),
    out: make.convNorm("out", [last, last], [1, 1, 3]),
  }));
}

/** Grids of the stages and of the result, with their plans. */
export interface CenterPointPyramid {
  /** Grids behind convolutions with strides; the last is that of the result. */
  readonly coarse: readonly GridBatch[];
  readonly same: readonly ConvPlan[];
  readonly changes: readonly ConvPlan[];
}

/**
 * Makes grids and plans; the caller owns them.
 *
 * @param grid Voxels, from 0 along x and y and from {@linkcode CENTER_POINT_LOWEST} along z; borrowed.
 * @param shape How many there may be along each axis, such as `[1440, 1440, 41]`. Coarser voxels beyond are left out.
 */
export function makeCenterPointPyramid(
  grid: GridBatch,
  shape: Triple,
): CenterPointPyramid & Disposable {
  return nn.ownTree(scope((own) => {
    let fine = grid;
    let box = { shape, lowest: CENTER_POINT_LOWEST };
    const reduced = STEPS.map((step) => {
      const next = reduce(box, step);
      const { kernel, stride } = step;
      const all = own(convGrid(fine, { kernel, stride }));
      const { shape: [x, y, z], lowest } = next;
      const kept = clippedGrid(all, {
        ijkMin: [0, 0, lowest],
        ijkMax: [x - 1, y - 1, lowest + z - 1],
      });
      const plan = convPlan(fine, { kernel, stride, target: kept });
      [fine, box] = [kept, next];
      return { kept, plan };
    });
    const coarse = reduced.map(({ kept }) => kept);
    return {
      coarse,
      same: [grid, ...coarse.slice(0, -1)].map((one) => convPlan(one, { kernel: 3, target: one })),
      changes: reduced.map(({ plan }) => plan),
    };
  }));
}

/** Kernels and strides of what changes the resolution, and the padding of the definition. */
const STEPS: readonly Record<"kernel" | "stride" | "padding", Triple>[] = [
  { kernel: [3, 3, 3], stride: [2, 2, 2], padding: [1, 1, 1] },
  { kernel: [3, 3, 3], stride: [2, 2, 2], padding: [1, 1, 1] },
  { kernel: [3, 3, 3], stride: [2, 2, 2], padding: [1, 1, 0] },
  { kernel: [1, 1, 3], stride: [1, 1, 2], padding: [0, 0, 0] },
];

interface Box {
  readonly shape: Triple;
  readonly lowest: number;
}

/** Where the voxels of a result lie: a window of result o begins at `stride o - padding`. */
function reduce({ shape, lowest }: Box, { kernel, stride, padding }: typeof STEPS[number]): Box {
  const extent = (axis: 0 | 1 | 2): number =>
    Math.floor((shape[axis] + 2 * padding[axis] - kernel[axis]) / stride[axis]) + 1;
  // Ours begins one voxel in front.
  return {
    shape: [extent(0), extent(1), extent(2)],
    lowest: (lowest + 1 - padding[2]) / stride[2],
  };
}

/** Runs the backbone: features of the last grid's voxels, 128 channels unless told otherwise. */
export function runCenterPoint<D extends Float>(
  net: CenterPoint<nn.Value<D>, nn.Value<StatisticOf<D>>>,
  { same, changes }: CenterPointPyramid,
  features: nn.Operand<D>,
  normalizer: nn.Normalizer<D>,
): nn.Value<D> {
  type Given = nn.Operand<D>;
  const { epsilon } = CENTER_POINT_NORMS;
  const steps = net.stages.flatMap(({ change, blocks }, n) => {
    const [path, plan] = [`stages.${n}`, same[n]];
    const changePlan = n === 0 ? plan : changes[n - 1];
    return [
      (x: Given): nn.Value<D> =>
        convNorm(normalizer, changePlan, x, { ...change, path: `${path}.change`, epsilon }),
      ...blocks.map(({ first, second }, block) => (x: Given): nn.Value<D> => {
        const own = `${path}.blocks.${block}`;
        using y = convNorm(normalizer, plan, x, { ...first, path: `${own}.first`, epsilon });
        return convNorm(normalizer, plan, y, {
          ...second,
          path: `${own}.second`,
          epsilon,
          residual: x,
        });
      }),
    ];
  });
  const [first, ...others] = steps;
  if (first === undefined) throw new RangeError("Cannot run the network: it has no stage");
  using last = nn.pipe(features, first, ...others);
  return convNorm(normalizer, changes.at(-1), last, { ...net.out, path: "out", epsilon });
}
