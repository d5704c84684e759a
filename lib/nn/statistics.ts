/**
 * Normalization of whole networks: by statistics of the batch while they are trained, and by running ones afterwards.
 *
 * @module
 */

import { DisposableStack } from "../../ffi/base/disposable_stack.ts";
import { checkParts, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { type Float, fullTensor, type Tensor } from "../core/mod.ts";
import type { ChannelStatistics, StatisticOf } from "../dense/mod.ts";
import { leaves, type Operand, ownTree, stopGradient, type Tape, type Value } from "../grad/mod.ts";
import { batchNorm, batchNormInference, type NormOperand, type NormValueOptions } from "./norm.ts";

/**
 * How a network normalizes features. A function that runs a network takes one, so that the same function is trained and
 * used.
 *
 * @typeParam D Element type of the features.
 * @category Normalization of networks
 */
export interface Normalizer<D extends Float> {
  /**
   * Normalizes features.
   *
   * @param path What the norm is called among the parameters, such as `stem.norm`.
   * @param features Features, [n, channels].
   * @param norm Its scale and shift, [channels].
   * @param options Epsilon, residual and activation.
   * @returns The normalized features; their tape owns them.
   */
  norm(
    path: string,
    features: Operand<D>,
    norm: NormOperand<D>,
    options?: NormValueOptions<D>,
  ): Value<D>;
}

/**
 * Normalizes by statistics of the batch, and notes them.
 *
 * @typeParam D Element type of the features.
 * @category Normalization of networks
 */
export interface BatchNormalizer<D extends Float> extends Normalizer<D> {
  /**
   * Mean and unbiased variance of each channel, [channels], by the paths of norms: what running statistics are blended
   * with. Functions return them as what is kept.
   */
  readonly statistics: Readonly<
    Record<
      string,
      { readonly mean: Value<StatisticOf<D>>; readonly variance: Value<StatisticOf<D>> }
    >
  >;
}

/**
 * Running mean and variance of each channel, [channels], by the paths of norms.
 *
 * @typeParam S Element type of statistics: f64 for features in f64, f32 for others.
 * @category Normalization of networks
 */
export type RunningStatistics<S extends "f32" | "f64" = "f32"> = Readonly<
  Record<string, { readonly mean: Tensor<S>; readonly variance: Tensor<S> }>
>;

/**
 * Options for {@linkcode batchNormalizer}.
 *
 * @category Normalization of networks
 */
export interface BatchNormalizerOptions {
  /**
   * The tape of the step, which is needed if norms are in parts that run twice by {@linkcode checkpoint}: what they note is
   * copied to it.
   *
   * @default {undefined} No norm is in such a part.
   */
  readonly tape?: Tape;
}

const NAMES = optionNames<BatchNormalizerOptions>({ tape: true });

/**
 * Makes a normalizer for a step of a training: each norm is `batchNorm`, by the statistics of all rows.
 *
 * @typeParam D Element type of the features.
 * @param options The tape of the step, for networks with checkpoints.
 * @returns A normalizer for one tape. Each path may be used once.
 * @throws {RangeError} From its function, if a path is used again.
 * @determinism Same bits on every backend.
 * @category Normalization of networks
 *
 * @example A step, and the running statistics behind it
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import * as nn from "@denovdb/denovdb/nn";
 * import { emaInto } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([0, 4], { context, shape: [2, 1] });
 * using norm = nn.makeNorm({ context, dtype: "f32", channels: 1 });
 * const net = { norm };
 * using running = nn.runningStatistics(net, { dtype: "f32" });
 * const model = (p: nn.ValuesOf<typeof net>, normalizer: nn.Normalizer<"f32">) =>
 *   normalizer.norm("norm", features, p.norm);
 *
 * using found = nn.valueAndGrad(net, (p) => {
 *   const normalizer = nn.batchNormalizer<"f32">();
 *   return { loss: nn.sum(model(p, normalizer)), keep: normalizer.statistics };
 * });
 * emaInto(running, found.kept, { decay: 0.5 }); // pass the `factor` of clipFactor, where steps may be skipped
 * assertEquals([...await running.norm?.mean.read() ?? []], [1]);
 * assertEquals([...await running.norm?.variance.read() ?? []], [4.5]);
 *
 * using result = nn.evaluate(net, (p) => model(p, nn.runningNormalizer(running)));
 * assertEquals((await result.read())[1]?.toFixed(4), "1.4142"); // (4 - 1) / sqrt(4.5)
 * ```
 */
export function batchNormalizer<D extends Float>(
  options: BatchNormalizerOptions = {},
): BatchNormalizer<D> {
  type Noted = Value<StatisticOf<D>>;
  const operator = "batchNormalizer";
  const { tape } = checkOptions(operator, options, NAMES);
  const statistics: Record<string, { readonly mean: Noted; readonly variance: Noted }> = {};
  return {
    statistics,
    norm(path, features, norm, options = {}): Value<D> {
      const made = batchNorm<D>(features, norm, { ...options, unbiased: true });
      const isInside = tape !== undefined && made.features.tape !== tape;
      const isKnown = Object.hasOwn(statistics, path);
      if (isKnown && !isInside) refuse(operator, `the norm ${path} is used twice`);
      if (isKnown) return made.features; // the second run of a checkpoint
      const outside = (value: Noted): Noted =>
        isInside ? tape.constant(tape.own(value.tensor.copy())) : stopGradient(value);
      statistics[path] = { mean: outside(made.mean), variance: outside(made.unbiased as Noted) };
      return made.features;
    },
  };
}

/**
 * Makes a normalizer for a network that has been trained: each norm is `batchNormInference`.
 *
 * @typeParam D Element type of the features.
 * @param statistics Running statistics; borrowed as long as the normalizer is used.
 * @returns A normalizer for any number of tapes.
 * @throws {RangeError} From its function, if a norm has no statistics.
 * @determinism Same bits on every backend.
 * @category Normalization of networks
 */
export function runningNormalizer<D extends Float>(
  statistics: RunningStatistics<StatisticOf<D>>,
): Normalizer<D> {
  const operator = "runningNormalizer";
  checkParts({ operator, name: "statistics" }, statistics, "a tree of mean and variance");
  return {
    norm(path, features, norm, options = {}): Value<D> {
      const own = Object.hasOwn(statistics, path) ? statistics[path] : undefined;
      if (own === undefined) refuse(operator, `the norm ${path} has no statistics`);
      return batchNormInference<D>(features, own as ChannelStatistics<D>, norm, options);
    },
  };
}

/**
 * Makes the running statistics of all norms among parameters: means of 0 and variances of 1, to be blended with those of
 * steps by `emaInto` of `@denovdb/denovdb/optim`. They are a tree, so that they can be saved as parameters are.
 *
 * @typeParam S Element type of statistics.
 * @param params Parameters; what has a scale and a shift is a norm. Borrowed.
 * @param options Their element type: f64 for features in f64, f32 for others.
 * @returns Mean and variance by the path of each norm; the caller owns them.
 * @throws {TypeError} If something else is in the tree, or if a norm has another element type.
 * @throws {RangeError} If there is no norm, or the shapes of scale and shift differ.
 * @throws {DisposedError} If a parameter has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @category Normalization of networks
 */
export function runningStatistics<S extends "f32" | "f64">(
  params: object,
  { dtype }: { readonly dtype: S },
): RunningStatistics<S> & Disposable {
  const operator = "runningStatistics";
  const tensors = new Map(leaves(params));
  using stack = new DisposableStack();
  const made: Record<string, RunningStatistics<S>[string]> = {};
  for (const [path, scale] of tensors) {
    const { 1: norm } = /^(?:(.*)\.)?scale$/.exec(path) ?? [];
    if (!/(?:^|\.)scale$/.test(path)) continue;
    const shift = tensors.get(norm === undefined ? "shift" : `${norm}.shift`);
    if (shift === undefined) continue;
    checkDType({ operator, name: path }, scale, [dtype]);
    checkShape({ operator, name: `the shift beside ${path}` }, shift, scale.shape);
    scale.assertUsable(operator, path);
    const { context, shape } = scale;
    made[norm ?? ""] = {
      mean: stack.use(fullTensor(shape, 0, { context, dtype })),
      variance: stack.use(fullTensor(shape, 1, { context, dtype })),
    };
  }
  if (Object.keys(made).length === 0) refuse(operator, "params has no norm");
  stack.move();
  return ownTree(made);
}
