/**
 * Cross entropy of classes.
 *
 * @module
 */

import { checkNumber, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { CrossEntropyRequest } from "../../ffi/_generated/native.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import type { StatisticOf } from "./base/norm.ts";
import { computeLoss, type Reduction, takeLossGradient, takeReduction } from "./base/reduction.ts";
import { checkPerChannel, type FeatureRows, takeRows } from "./_rows.ts";

/**
 * Element type of the numbers of classes.
 *
 * @category Losses
 */
export type TargetDType = "u8" | "i32" | "i64";

/**
 * Options for {@linkcode crossEntropy}.
 *
 * @category Losses
 */
export interface CrossEntropyOptions<D extends Float = Float> {
  /**
   * Weight of each class, [classes]; borrowed.
   *
   * @default {undefined} 1 for each.
   */
  readonly weights?: Tensor<StatisticOf<D>>;
  /**
   * The target of rows that are left out, a whole number.
   *
   * @default {undefined} None are.
   */
  readonly ignore?: number;
  /**
   * Share of each target that is spread over all classes; 0 to 1.
   *
   * @default {0}
   */
  readonly smoothing?: number;
  /**
   * The reduction. A mean divides by the sum of the weights of targets.
   *
   * @default {"mean"}
   */
  readonly reduction?: Reduction;
}

const NAMES = optionNames<CrossEntropyOptions>({
  weights: true,
  ignore: true,
  smoothing: true,
  reduction: true,
});

const TARGETS: readonly TargetDType[] = ["u8", "i32", "i64"];

/** Stands for no target that is left out: no class is as low. */
const NONE = Number.MIN_SAFE_INTEGER;

/** Checks operands; the request is what both native functions have in common. */
function takeScores<D extends Float>(
  operator: string,
  logits: Tensor<D>,
  targets: Tensor<TargetDType>,
  options: CrossEntropyOptions<D>,
): {
  readonly rows: FeatureRows<D>;
  readonly request: Omit<CrossEntropyRequest, "context" | "out">;
} {
  const { weights, ignore = NONE, smoothing = 0, reduction = "mean" } = checkOptions(
    operator,
    options,
    NAMES,
  );
  const rows: FeatureRows<D> = takeRows(operator, "logits", logits);
  checkDType({ operator, name: "targets" }, targets, TARGETS);
  checkShape({ operator, name: "targets" }, targets, [rows.n]);
  if (rows.channels === 0) refuse(operator, "logits has no classes");
  if (weights !== undefined) checkPerChannel(rows, "weights", weights);
  shareContext(operator, logits, targets, ...(weights === undefined ? [] : [weights]));
  if (!Number.isSafeInteger(ignore)) {
    checkNumber({ operator, name: "ignore" }, ignore);
    refuse(operator, `ignore is ${ignore}, a whole number expected`);
  }
  checkNumber({ operator, name: "smoothing" }, smoothing);
  if (smoothing < 0 || smoothing > 1) {
    refuse(operator, `smoothing is ${smoothing}, 0 to 1 expected`);
  }
  const request = {
    logits: handleOf(logits.buffer),
    targets: handleOf(targets.buffer),
    weights: handleOrNone(weights?.buffer),
    dtype: dtypeCode(rows.dtype),
    targetDtype: dtypeCode(targets.dtype),
    n: rows.n,
    classes: rows.channels,
    ignore,
    smoothing,
    mean: takeReduction(operator, reduction),
  };
  return { rows, request };
}

/**
 * Cross entropy between classes that scores predict and those that are right: with the logarithm of the softmax l of a row
 * and its target t, `-(1 - smoothing) weights[t] l[t] - smoothing / classes sum of weights l`.
 *
 * The mean divides by the sum of weights of targets, and is 0 where no row counts. Losses of rows are computed in f32, f64
 * for f64, without overflow, and summed in f64. A target that is neither a class nor `ignore` makes the loss NaN, so that
 * no call has to wait for the device.
 *
 * @typeParam D Element type of the logits.
 * @param logits Scores, f16, bf16, f32 or f64 [n, classes]; borrowed.
 * @param targets The right class of each row, u8, i32 or i64 [n]; borrowed.
 * @param options Weights, targets that are left out, smoothing and reduction.
 * @returns The loss, []: f32, or f64 for f64; the caller owns it.
 * @throws {RangeError} If shapes do not match, there are no classes or more than 65536, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Szegedy et al., "Rethinking the inception architecture for computer vision", 2016, for smoothing.
 * @category Losses
 *
 * @example Scores that say nothing
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { crossEntropy } from "@denovdb/denovdb/dense";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using logits = tensor([0, 0, 5, 5], { context, shape: [2, 2] });
 * using targets = tensor(new Int32Array([0, 1]), { context });
 * using loss = crossEntropy(logits, targets);
 * assertAlmostEquals((await loss.read())[0] ?? NaN, Math.log(2), 1e-6);
 * ```
 */
export function crossEntropy<D extends Float>(
  logits: Tensor<D>,
  targets: Tensor<TargetDType>,
  options: CrossEntropyOptions<NoInfer<D>> = {},
): Tensor<StatisticOf<D>> {
  const operator = "crossEntropy";
  const { rows, request } = takeScores(operator, logits, targets, options);
  return computeLoss(rows, (native, out) => native.crossEntropy({ ...request, ...out }));
}

/**
 * Backward pass of {@linkcode crossEntropy}: the gradient of a logit is its share of the softmax, less how much its class
 * counts. Rows that are left out have gradients of 0, those whose target is no class NaN.
 *
 * @typeParam D Element type of the logits.
 * @param logits As passed to {@linkcode crossEntropy}; borrowed, as are the others.
 * @param targets As passed to it.
 * @param gradients Gradient of a loss with respect to its result, [].
 * @param options As passed to it.
 * @returns Gradients with respect to logits, [n, classes]; the caller owns them.
 * @throws As {@linkcode crossEntropy}.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function crossEntropyBackward<D extends Float>(
  logits: Tensor<D>,
  targets: Tensor<TargetDType>,
  gradients: Tensor<StatisticOf<NoInfer<D>>>,
  options: CrossEntropyOptions<NoInfer<D>> = {},
): Tensor<D> {
  const operator = "crossEntropyBackward";
  const { rows, request } = takeScores(operator, logits, targets, options);
  const gradient = takeLossGradient(operator, logits, gradients);
  return computeTensor(
    { ...rows, shape: logits.shape },
    (native, out) => native.crossEntropyBackward({ ...request, gradients: gradient, ...out }),
  );
}
