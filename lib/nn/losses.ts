/**
 * Losses and softmax on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import * as ops from "../dense/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";

/**
 * Cross entropy of classes, as `crossEntropy` of `@denovdb/denovdb/dense` computes it.
 *
 * @typeParam D Element type of the logits.
 * @param logits Scores, [n, classes], a value.
 * @param targets The right class of each row, u8, i32 or i64 [n]; borrowed until the backward pass has run.
 * @param options Weights, which are borrowed as long, targets that are left out, smoothing and reduction.
 * @returns The loss, []; its tape owns it.
 * @throws As `crossEntropy`, and {TypeError} if the logits are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Gradients push scores towards the right class
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { crossEntropy, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using logits = tensor([0, 0], { context, shape: [1, 2] });
 * using targets = tensor(new Int32Array([1]), { context });
 * using found = valueAndGrad({ logits }, (p) => crossEntropy(p.logits, targets));
 * assertEquals([...await found.gradients.logits.read()], [0.5, -0.5]);
 * ```
 */
export function crossEntropy<D extends Float>(
  logits: Operand<D>,
  targets: Tensor<ops.TargetDType>,
  options: ops.CrossEntropyOptions<NoInfer<D>> = {},
): Value<ops.StatisticOf<D>> {
  return apply(
    "crossEntropy",
    [logits],
    ([x]) => ({ result: ops.crossEntropy<D>(x, targets, options) }),
    (gradient, { tensors: [x] }) => [ops.crossEntropyBackward<D>(x, targets, gradient, options)],
  );
}

/** A loss of elements, and its backward pass. */
type ElementLoss<O> = readonly [
  compute: <D extends Float>(
    x: Tensor<D>,
    targets: Tensor<NoInfer<D>>,
    options: O,
  ) => Tensor<ops.StatisticOf<D>>,
  back: <D extends Float>(
    x: Tensor<D>,
    targets: Tensor<NoInfer<D>>,
    gradients: Tensor<ops.StatisticOf<NoInfer<D>>>,
    options: O & ops.ElementLossBackwardOptions,
  ) => ops.ElementLossGradients<D>,
];

function elementLoss<D extends Float, O extends ops.ElementLossOptions>(
  operator: string,
  [compute, back]: ElementLoss<O>,
  operands: readonly [x: Operand<D>, targets: Operand<D>],
  options: O,
): Value<ops.StatisticOf<D>> {
  return apply(
    operator,
    operands,
    ([x, targets]) => ({ result: compute<D>(x, targets, options) }),
    (gradient, { tensors: [x, targets], wanted: [wantsX, wantsTargets] }) => {
      const wanted = [...wantsX ? ["x"] as const : [], ...wantsTargets ? ["targets"] as const : []];
      const found = back<D>(x, targets, gradient, { ...options, wanted });
      return [found.x, found.targets];
    },
  );
}

/**
 * Mean of squared differences, as `meanSquares` of `@denovdb/denovdb/dense` computes it.
 *
 * @typeParam D Element type.
 * @param x Numbers of any shape. At least one of both operands is a value.
 * @param targets What they should be, in the same shape.
 * @param options The reduction.
 * @returns The loss, []; its tape owns it.
 * @throws As `meanSquares`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function meanSquares<D extends Float>(
  x: Operand<D>,
  targets: Operand<NoInfer<D>>,
  options: ops.ElementLossOptions = {},
): Value<ops.StatisticOf<D>> {
  const passes = [ops.meanSquares, ops.meanSquaresBackward] as const;
  return elementLoss<D, ops.ElementLossOptions>("meanSquares", passes, [x, targets], options);
}

/**
 * Mean of sizes of differences; operands and errors are those of {@linkcode meanSquares}.
 *
 * @returns The loss, []; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function meanAbs<D extends Float>(
  x: Operand<D>,
  targets: Operand<NoInfer<D>>,
  options: ops.ElementLossOptions = {},
): Value<ops.StatisticOf<D>> {
  const passes = [ops.meanAbs, ops.meanAbsBackward] as const;
  return elementLoss<D, ops.ElementLossOptions>("meanAbs", passes, [x, targets], options);
}

/**
 * Huber's loss, as `huber` of `@denovdb/denovdb/dense` computes it; operands and errors are those of
 * {@linkcode meanSquares}.
 *
 * @param options Delta and reduction.
 * @returns The loss, []; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function huber<D extends Float>(
  x: Operand<D>,
  targets: Operand<NoInfer<D>>,
  options: ops.HuberOptions = {},
): Value<ops.StatisticOf<D>> {
  const passes = [ops.huber, ops.huberBackward] as const;
  return elementLoss<D, ops.HuberOptions>("huber", passes, [x, targets], options);
}

/**
 * Mean cross entropy of answers yes and no, from scores, as `binaryCrossEntropy` of `@denovdb/denovdb/dense` computes it;
 * operands and errors are those of {@linkcode meanSquares}.
 *
 * @returns The loss, []; its tape owns it.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function binaryCrossEntropy<D extends Float>(
  x: Operand<D>,
  targets: Operand<NoInfer<D>>,
  options: ops.ElementLossOptions = {},
): Value<ops.StatisticOf<D>> {
  const passes = [ops.binaryCrossEntropy, ops.binaryCrossEntropyBackward] as const;
  return elementLoss<D, ops.ElementLossOptions>(
    "binaryCrossEntropy",
    passes,
    [x, targets],
    options,
  );
}

/**
 * Softmax of each row, as `softmax` of `@denovdb/denovdb/dense` computes it.
 *
 * @typeParam D Element type.
 * @param x Scores, [n, channels], a value.
 * @returns Numbers that add up to 1 in each row, [n, channels]; their tape owns them.
 * @throws As `softmax`, and {TypeError} if the scores are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function softmax<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "softmax",
    [x],
    ([x]) => ({ result: ops.softmax(x as Tensor<D>), reads: [], readsResult: true }),
    (gradient, { result }) => [ops.softmaxBackward<D>(result, gradient)],
  );
}

/**
 * The logarithm of {@linkcode softmax}, whose operand and errors it has.
 *
 * @returns Logarithms of probabilities, [n, channels]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function logSoftmax<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "logSoftmax",
    [x],
    ([x]) => ({ result: ops.logSoftmax(x as Tensor<D>), reads: [], readsResult: true }),
    (gradient, { result }) => [ops.logSoftmaxBackward<D>(result, gradient)],
  );
}

/**
 * The logarithm of the sum of exponentials of each row; operand and errors are those of {@linkcode softmax}.
 *
 * @returns One number for each row, [n]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function logSumExp<D extends Float>(x: Operand<D>): Value<D> {
  return apply(
    "logSumExp",
    [x],
    ([x]) => ({ result: ops.logSumExp(x as Tensor<D>) }),
    (gradient, { tensors: [x] }) => [ops.logSumExpBackward<D>(x as Tensor<D>, gradient)],
  );
}
