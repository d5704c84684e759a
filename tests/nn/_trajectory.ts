/**
 * A network of thirty voxels whose training was computed by its definitions with numpy, in f64.
 *
 * @module
 */

import {
  coarsenedGrid,
  type Context,
  convPlan,
  type Float,
  fullTensor,
  gridFromIjk,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import type { ConvPlan } from "../../lib/conv/mod.ts";
import { gridIjk } from "../../lib/grid/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";

/** Pseudorandom weights of a shape: 2 frac(sin(...)) - 1, over the root of what goes into an output. */
export function weightsOf(shape: readonly number[], seed: number): Float64Array<ArrayBuffer> {
  const length = shape.reduce((count, extent) => count * extent, 1);
  const root = Math.sqrt(length / (shape[0] ?? NaN));
  return Float64Array.from({ length }, (_, n) => {
    const wave = Math.sin(12.9898 * seed + 78.233 * (n + 1)) * 43758.5453;
    return (2 * (wave - Math.floor(wave)) - 1) / root;
  });
}

/** Coordinates of the voxels: two planes at a right angle, and two voxels apart. */
function voxels(): number[] {
  const found: number[] = [];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) found.push(i, j, 0);
    for (let k = 1; k < 4; k++) found.push(i, 0, k);
  }
  return [...found, 7, 7, 7, -3, -3, -3];
}

/** The types that the network is trained in. */
export type Trained = "f32" | "f64";

/** A convolution and the norm behind it. */
interface Block<D extends Trained> {
  readonly weight: Tensor<D>;
  readonly norm: { readonly scale: Tensor<D>; readonly shift: Tensor<D> };
}

/** The parameters of the network. */
export interface Net<D extends Trained> {
  readonly c1: Block<D>;
  readonly d: Block<D>;
  readonly c2: Block<D>;
  readonly u: Block<D>;
  readonly head: { readonly weight: Tensor<D>; readonly bias: Tensor<D> };
}

/** Makes the parameters. */
export function makeNet<D extends Trained>(context: Context, dtype: D): Net<D> & Disposable {
  const weight = (shape: readonly number[], seed: number): Tensor<D> => {
    using wide = tensor(weightsOf(shape, seed), { context, shape });
    return asType(wide, dtype) as Tensor<D>;
  };
  const block = (shape: readonly number[], seed: number): Block<D> => ({
    weight: weight(shape, seed),
    norm: {
      scale: fullTensor([shape[0] ?? 0], 1, { context, dtype }),
      shift: fullTensor([shape[0] ?? 0], 0, { context, dtype }),
    },
  });
  return nn.ownTree({
    c1: block([4, 2, 3, 3, 3], 1),
    d: block([6, 4, 2, 2, 2], 2),
    c2: block([6, 6, 3, 3, 3], 3),
    u: block([4, 6, 2, 2, 2], 4),
    head: {
      weight: weight([3, 8], 5),
      bias: fullTensor([3], 0, { context, dtype }),
    },
  });
}

/** What the network is trained on. */
export interface Scene<D extends Trained> extends Disposable {
  readonly features: Tensor<D>;
  readonly labels: Tensor<"u8">;
  readonly plans: Readonly<Record<"fine" | "coarse" | "down" | "up", ConvPlan>>;
}

/** Makes the voxels with their features and labels. */
export function makeScene<D extends Trained>(context: Context, dtype: D): Scene<D> {
  return nn.ownTree(scope((own) => {
    const list = voxels();
    using ijk = tensor(Int32Array.from(list), { context, shape: [list.length / 3, 3] });
    const fine = own(gridFromIjk(ijk));
    const coarse = own(coarsenedGrid(fine, { factor: 2 }));
    using rows = gridIjk(fine);
    const coordinates = rows.data.readSync();
    const places = Array.from(
      { length: fine.numVoxels },
      (_, row) => coordinates.subarray(3 * row, 3 * row + 3) as Int32Array as unknown as number[],
    );
    using wide = tensor(
      Float64Array.from(places.flatMap(([i = 0, j = 0, k = 0]) => [
        Math.sin(1 + i + 2 * j + 3 * k),
        Math.cos(i * j - k),
      ])),
      { context, shape: [places.length, 2] },
    );
    const labels = places.map(([i = 0, j = 0, k = 0]) => {
      const half = Math.floor((i + 2 * j + k) / 2);
      return (half % 3 + 3) % 3;
    });
    return {
      fine,
      level: coarse,
      features: asType(wide, dtype) as Tensor<D>,
      labels: own(tensor(Uint8Array.from(labels), { context })),
      plans: {
        fine: own(convPlan(fine, { kernel: 3, target: fine })),
        coarse: own(convPlan(coarse, { kernel: 3, target: coarse })),
        down: own(convPlan(fine, { kernel: 2, stride: 2, target: coarse })),
        up: own(convPlan(coarse, { kernel: 2, stride: 2, transposed: true, target: fine })),
      },
    };
  }));
}

/** The operators of the network whose backward passes tests replace by wrong ones. */
export interface Operators {
  readonly sparseConv: typeof nn.sparseConv<"f64">;
  readonly batchNorm: (
    x: nn.Operand<"f64">,
    norm: nn.NormOperand<"f64">,
    options: { readonly activation: "relu" },
  ) => Pick<nn.BatchNormalizedValues<"f64">, "features">;
}

/** What differs from a run in the element type of the parameters with right operators. */
export interface EvaluateOptions {
  /** Operators with wrong backward passes. */
  readonly operators?: Operators;
  /** The element type that the network is computed in, but for the loss. */
  readonly compute?: "bf16" | "f16";
}

/** The loss of the network, and its gradients. */
export function evaluate<D extends Trained>(
  net: Net<D>,
  { features, labels, plans }: Scene<D>,
  { operators: { sparseConv, batchNorm } = nn, compute }: EvaluateOptions = {},
): nn.Evaluation<"f32" | "f64", nn.GradientTree<Net<D>>, undefined> {
  type Values = nn.ValuesOf<Net<"f64">>;
  const run = (
    plan: ConvPlan,
    x: nn.Operand<"f64">,
    { weight, norm }: Values["c1"],
    residual?: nn.Operand<"f64">,
  ): nn.Value<"f64"> => {
    const y = sparseConv(plan, x, weight, { backend: "gather-scatter" });
    const { features } = batchNorm(y, norm, { activation: "relu" });
    return residual === undefined ? features : nn.add(features, residual);
  };
  using rounded = compute && asType(features, compute);
  const body = (p: Values): nn.Value<"f32" | "f64"> => {
    const e = run(plans.fine, (rounded ?? features) as Tensor<Float> as Tensor<"f64">, p.c1);
    const d = run(plans.down, e, p.d);
    const deep = run(plans.coarse, d, p.c2, d);
    const u = run(plans.up, deep, p.u);
    const joined = nn.concat([u, e], { axis: 1 });
    const logits = nn.linear(joined, p.head.weight, { bias: p.head.bias });
    return nn.crossEntropy(compute ? nn.asType(logits, "f32") : logits, labels);
  };
  const found = nn.valueAndGrad(
    net as Net<"f64">,
    body as never,
    { ...compute && { compute } },
  );
  return found as never;
}
