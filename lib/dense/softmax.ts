/**
 * Softmax and the logarithm of sums of exponentials.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { checkSameRows, takeRows } from "./_rows.ts";

function forward<D extends Float>(operator: string, x: Tensor<D>, logarithm: number): Tensor<D> {
  const rows = takeRows(operator, "x", x);
  const { n, channels, dtype } = rows;
  const own = { x: handleOf(x.buffer, operator), dtype: dtypeCode(dtype), n, channels, logarithm };
  return computeTensor(
    { ...rows, shape: [n, channels] },
    (native, out) => native.shareScores({ ...own, ...out }),
  );
}

function backward<D extends Float>(
  operator: string,
  result: Tensor<D>,
  gradients: Tensor<D>,
  logarithm: number,
): Tensor<D> {
  const rows = takeRows(operator, "result", result);
  checkSameRows(rows, "gradients", gradients);
  shareContext(operator, result, gradients);
  const { n, channels, dtype } = rows;
  const own = {
    result: handleOf(result.buffer),
    gradients: handleOf(gradients.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
    logarithm,
  };
  return computeTensor(
    { ...rows, shape: [n, channels] },
    (native, out) => native.shareScoresBackward({ ...own, ...out }),
  );
}

/**
 * Softmax of each row: `exp(x) / sum of exp(x)`, without overflow.
 *
 * Numbers are computed in f32, f64 for f64, in the order of channels, and rounded once.
 *
 * @typeParam D Element type.
 * @param x Scores, f16, bf16, f32 or f64 [n, channels]; borrowed.
 * @returns Numbers that add up to 1 in each row, [n, channels]; the caller owns them.
 * @throws {RangeError} If the shape is another, or there are more than 65536 channels.
 * @throws {TypeError} If they are not floats.
 * @throws {DisposedError} If they have been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Losses
 *
 * @example Large scores
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { softmax } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using scores = tensor([10000, 10000], { context, shape: [1, 2] });
 * using shares = softmax(scores);
 * assertEquals([...await shares.read()], [0.5, 0.5]);
 * ```
 */
export function softmax<D extends Float>(x: Tensor<D>): Tensor<D> {
  return forward("softmax", x, 0);
}

/**
 * Backward pass of {@linkcode softmax}: `result (g - sum of g result)`.
 *
 * @typeParam D Element type.
 * @param result What {@linkcode softmax} gave, [n, channels]; borrowed, as are the others.
 * @param gradients Gradients of a loss with respect to it, [n, channels].
 * @returns Gradients with respect to scores, [n, channels]; the caller owns them.
 * @throws As {@linkcode softmax}, and {TypeError} if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function softmaxBackward<D extends Float>(
  result: Tensor<D>,
  gradients: Tensor<NoInfer<D>>,
): Tensor<D> {
  return backward("softmaxBackward", result, gradients, 0);
}

/**
 * The logarithm of {@linkcode softmax}, whose operands and errors it has: `x - log(sum of exp(x))`.
 *
 * @typeParam D Element type.
 * @param x Scores, [n, channels]; borrowed.
 * @returns Logarithms of probabilities, [n, channels]; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function logSoftmax<D extends Float>(x: Tensor<D>): Tensor<D> {
  return forward("logSoftmax", x, 1);
}

/**
 * Backward pass of {@linkcode logSoftmax}: `g - exp(result) sum of g`.
 *
 * @typeParam D Element type.
 * @param result What {@linkcode logSoftmax} gave, [n, channels]; borrowed, as are the others.
 * @param gradients Gradients of a loss with respect to it, [n, channels].
 * @returns Gradients with respect to scores, [n, channels]; the caller owns them.
 * @throws As {@linkcode softmax}, and {TypeError} if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function logSoftmaxBackward<D extends Float>(
  result: Tensor<D>,
  gradients: Tensor<NoInfer<D>>,
): Tensor<D> {
  return backward("logSoftmaxBackward", result, gradients, 1);
}

/**
 * The logarithm of the sum of exponentials of each row, without overflow. Operands and errors are those of
 * {@linkcode softmax}.
 *
 * @typeParam D Element type.
 * @param x Scores, [n, channels]; borrowed.
 * @returns One number for each row, [n], -infinity without channels; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function logSumExp<D extends Float>(x: Tensor<D>): Tensor<D> {
  const operator = "logSumExp";
  const rows = takeRows(operator, "x", x);
  const { n, channels, dtype } = rows;
  const own = { x: handleOf(x.buffer, operator), dtype: dtypeCode(dtype), n, channels };
  return computeTensor(
    { ...rows, shape: [n] },
    (native, out) => native.logSumExp({ ...own, ...out }),
  );
}

/**
 * Backward pass of {@linkcode logSumExp}: the gradient of a row times its softmax.
 *
 * @typeParam D Element type.
 * @param x As passed to {@linkcode logSumExp}; borrowed, as are the others.
 * @param gradients Gradients of a loss with respect to its result, [n].
 * @returns Gradients with respect to scores, [n, channels]; the caller owns them.
 * @throws As {@linkcode softmax}, and {TypeError} if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function logSumExpBackward<D extends Float>(
  x: Tensor<D>,
  gradients: Tensor<NoInfer<D>>,
): Tensor<D> {
  const operator = "logSumExpBackward";
  const rows = takeRows(operator, "x", x);
  const { n, channels, dtype } = rows;
  checkDType({ operator, name: "gradients" }, gradients, [dtype]);
  checkShape({ operator, name: "gradients" }, gradients, [n]);
  shareContext(operator, x, gradients);
  const own = {
    x: handleOf(x.buffer),
    gradients: handleOf(gradients.buffer),
    dtype: dtypeCode(dtype),
    n,
    channels,
  };
  return computeTensor(
    { ...rows, shape: [n, channels] },
    (native, out) => native.logSumExpBackward({ ...own, ...out }),
  );
}
