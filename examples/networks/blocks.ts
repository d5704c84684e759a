/**
 * What the networks beside this file are made of: convolutions with norms, and residual blocks of them.
 *
 * A network is two functions: one makes its parameters, a tree of tensors that the caller owns, and one runs it on a tape.
 * Both have the same tree, with tensors or with values of an element type.
 *
 * @module
 */

import type { ConvPlan } from "../../lib/conv/mod.ts";
import type { StatisticOf } from "../../lib/dense/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Context, type Float, scope, type Tensor, type Triple } from "../../mod.ts";
import { isFolded } from "./folding.ts";

/** A convolution and the norm behind it, with weights `W` and parameters of the norm `S`. */
export interface ConvNorm<W, S> {
  /** [out channels, in channels, ...kernel], or [out channels, in channels] for a kernel of one voxel. */
  readonly weight: W;
  readonly norm: { readonly scale: S; readonly shift: S };
}

/** Two convolutions, and what brings their input to their channels where those differ. */
export interface Residual<W, S> {
  readonly first: ConvNorm<W, S>;
  readonly second: ConvNorm<W, S>;
  readonly shortcut: ConvNorm<W, S> | undefined;
}

/** Weights and a bias. */
export interface Biased<W> {
  readonly weights: W;
  readonly bias: W;
}

/** Parameters, as they are trained. */
export type Master = Tensor<"f32">;

/** What networks are made with. */
export interface InitialNumbers {
  readonly context: Context;
  /** The same seed gives the same parameters. */
  readonly seed: number;
}

/** Makes parameters, which belong to a scope. Paths are those of the tree. */
export interface Maker {
  convNorm(
    path: string,
    channels: readonly [from: number, to: number],
    kernel: number | Triple,
  ): ConvNorm<Master, Master>;
  residual(
    path: string,
    channels: readonly [from: number, to: number],
  ): Residual<Master, Master>;
  tensor(path: string, shape: readonly number[], fan?: number): Master;
}

/** Makes a tree of parameters, with numbers uniform within 1 / sqrt(fan) as PyTorch and fVDB begin. */
export function makeParameters<T extends object>(
  { context, seed }: InitialNumbers,
  make: (maker: Maker) => T,
): T & Disposable {
  const dtype = "f32";
  const tensor: Maker["tensor"] = (path, shape, fan) => {
    const stream = nn.streamOf(path);
    return nn.uniformFan(shape, { context, dtype, seed, stream, ...fan !== undefined && { fan } });
  };
  const convNorm: Maker["convNorm"] = (path, [from, to], kernel) => {
    const [x, y, z] = typeof kernel === "number" ? [kernel, kernel, kernel] : kernel;
    const shape = x * y * z === 1 ? [to, from] : [to, from, x, y, z];
    const norm = nn.makeNorm({ context, dtype, channels: to });
    return { weight: tensor(`${path}.weight`, shape), norm };
  };
  const residual: Maker["residual"] = (path, [from, to]) => ({
    first: convNorm(`${path}.first`, [from, to], 3),
    second: convNorm(`${path}.second`, [to, to], 3),
    shortcut: from === to ? undefined : convNorm(`${path}.shortcut`, [from, to], 1),
  });
  return nn.ownTree(scope(() => make({ convNorm, residual, tensor })));
}

/** How many numbers a network has. */
export function countParameters(net: object): number {
  return nn.leaves(net).reduce((sum, [, { length }]) => sum + length, 0);
}

/** How features are normalized after a convolution. */
export interface ConvNormOptions<D extends Float> {
  /** Added before the activation. */
  readonly residual?: nn.Operand<D>;
  readonly activation?: "relu" | "none";
  readonly epsilon?: number;
}

/**
 * Runs a convolution, the norm behind it, and what is added and cut then. Without a plan, each voxel is by itself. With
 * `isUsedUp` the features are disposed as soon as the convolution has read them.
 */
export function convNorm<D extends Float>(
  normalizer: nn.Normalizer<D>,
  plan: ConvPlan | undefined,
  x: nn.Operand<D>,
  { path, weight, norm, bias, isUsedUp = false, ...options }:
    & ConvNorm<nn.Value<D>, nn.Value<StatisticOf<D>>>
    & { readonly path: string; readonly bias?: nn.Value<D>; readonly isUsedUp?: boolean }
    & ConvNormOptions<D>,
): nn.Value<D> {
  if (isFolded(normalizer)) {
    const { residual, activation = "relu" } = options;
    const added = {
      bias: norm.shift as nn.Value<Float> as nn.Value<D>,
      ...residual !== undefined && { residual },
      ...activation === "relu" && { activation },
    };
    return plan === undefined ? nn.linear(x, weight, added) : nn.sparseConv(plan, x, weight, added);
  }
  const more = bias === undefined ? {} : { bias };
  // The tape keeps what a backward pass reads of it.
  using y = plan === undefined ? nn.linear(x, weight, more) : nn.sparseConv(plan, x, weight, more);
  if (isUsedUp) x[Symbol.dispose]();
  return normalizer.norm(`${path}.norm`, y, norm, { activation: "relu", ...options });
}

/** Runs a residual block: two convolutions, to which the input is added. */
export function residual<D extends Float>(
  normalizer: nn.Normalizer<D>,
  plan: ConvPlan,
  x: nn.Operand<D>,
  { path, first, second, shortcut }:
    & Residual<nn.Value<D>, nn.Value<StatisticOf<D>>>
    & { readonly path: string },
): nn.Value<D> {
  using y = convNorm(normalizer, plan, x, { ...first, path: `${path}.first` });
  const last = { ...second, path: `${path}.second`, isUsedUp: true };
  if (shortcut === undefined) {
    return convNorm(normalizer, plan, y, { ...last, residual: x });
  }
  using short = convNorm(normalizer, undefined, x, {
    ...shortcut,
    path: `${path}.shortcut`,
    activation: "none",
  });
  return convNorm(normalizer, plan, y, { ...last, residual: short });
}
