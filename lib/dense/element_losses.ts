/**
 * Losses of elements.
 *
 * @module
 */

import { ElementLossKind } from "../../ffi/_generated/symbols.ts";
import { checkNumber, checkWanted, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, type OptionNames, optionNames } from "../../ffi/base/options.ts";
import type { ElementLossRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { type Caller, computeTensors } from "../core/compute_tensors.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { wantedOnly } from "../core/gradients.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import type { StatisticOf } from "./base/norm.ts";
import { computeLoss, type Reduction, takeLossGradient, takeReduction } from "./base/reduction.ts";

/**
 * Options of losses of elements.
 *
 * @category Losses
 */
export interface ElementLossOptions {
  /**
   * The reduction.
   *
   * @default {"mean"}
   */
  readonly reduction?: Reduction;
}

/**
 * Options for {@linkcode huber}.
 *
 * @category Losses
 */
export interface HuberOptions extends ElementLossOptions {
  /**
   * Up to which difference the loss is half of its square; above 0.
   *
   * @default {1}
   */
  readonly delta?: number;
}

/**
 * Inputs of losses of elements whose gradients can be left out.
 *
 * @category Losses
 */
export type LossInputName = "x" | "targets";

/**
 * Options of backward passes of losses of elements.
 *
 * @category Losses
 */
export interface ElementLossBackwardOptions extends ElementLossOptions {
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["x"]}
   */
  readonly wanted?: readonly LossInputName[];
}

/**
 * Options for {@linkcode huberBackward}.
 *
 * @category Losses
 */
export interface HuberBackwardOptions extends HuberOptions, ElementLossBackwardOptions {}

/**
 * Gradients of a loss of elements.
 *
 * @category Losses
 */
export interface ElementLossGradients<D extends Float = Float> extends Bundle {
  /** With respect to x, in its shape, if wanted; owned. */
  readonly x: Tensor<D> | undefined;
  /** With respect to targets, in their shape, if wanted; owned. */
  readonly targets: Tensor<D> | undefined;
}

const NAMES = optionNames<ElementLossOptions>({ reduction: true });
const HUBER_NAMES = optionNames<HuberOptions>({ reduction: true, delta: true });
const BACKWARD_NAMES = optionNames<ElementLossBackwardOptions>({ reduction: true, wanted: true });
const HUBER_BACKWARD_NAMES = optionNames<HuberBackwardOptions>({
  reduction: true,
  delta: true,
  wanted: true,
});
const INPUTS: readonly LossInputName[] = ["x", "targets"];

/** A loss, and the options that its passes know. */
interface Loss<O extends ElementLossOptions> {
  readonly kind: ElementLossKind;
  readonly names: OptionNames<O>;
  readonly backwardNames: OptionNames<O & ElementLossBackwardOptions>;
}

const PLAIN = { names: NAMES, backwardNames: BACKWARD_NAMES } as const;
const SQUARE: Loss<ElementLossOptions> = { ...PLAIN, kind: ElementLossKind.SQUARE };
const ABS: Loss<ElementLossOptions> = { ...PLAIN, kind: ElementLossKind.ABS };
const BINARY_CROSS_ENTROPY: Loss<ElementLossOptions> = {
  ...PLAIN,
  kind: ElementLossKind.BINARY_CROSS_ENTROPY,
};
const HUBER: Loss<HuberOptions> = {
  kind: ElementLossKind.HUBER,
  names: HUBER_NAMES,
  backwardNames: HUBER_BACKWARD_NAMES,
};

type Operands<D extends Float> = readonly [x: Tensor<D>, targets: Tensor<D>];

/** Checks operands and options; the request is what both native functions have in common. */
function take<D extends Float>(
  operator: string,
  kind: ElementLossKind,
  [x, targets]: Operands<D>,
  { reduction = "mean", delta = 1 }: HuberOptions,
): Caller & {
  readonly dtype: D;
  readonly request: Omit<ElementLossRequest, "context" | "out">;
} {
  checkDType({ operator, name: "x" }, x, FLOATS);
  const { dtype } = x;
  checkDType({ operator, name: "targets" }, targets, [dtype]);
  checkShape({ operator, name: "targets" }, targets, x.shape);
  const context = shareContext(operator, x, targets);
  checkNumber({ operator, name: "delta" }, delta);
  if (!(delta > 0)) refuse(operator, `delta is ${delta}, more than 0 expected`);
  const request = {
    loss: kind,
    x: handleOf(x.buffer),
    targets: handleOf(targets.buffer),
    dtype: dtypeCode(dtype),
    n: x.length,
    delta,
    mean: takeReduction(operator, reduction),
  };
  return { operator, context, dtype, request };
}

function forward<D extends Float, O extends ElementLossOptions>(
  operator: string,
  { kind, names }: Loss<O>,
  operands: Operands<D>,
  options: O,
): Tensor<StatisticOf<D>> {
  const taken = take(operator, kind, operands, checkOptions(operator, options, names));
  return computeLoss(taken, (native, out) => native.elementLoss({ ...taken.request, ...out }));
}

function backward<D extends Float, O extends ElementLossOptions>(
  operator: string,
  { kind, backwardNames }: Loss<O>,
  operands: Operands<D>,
  gradients: Tensor<StatisticOf<D>>,
  options: O & ElementLossBackwardOptions,
): ElementLossGradients<D> {
  const [x] = operands;
  const { request, ...caller } = take(
    operator,
    kind,
    operands,
    checkOptions(operator, options, backwardNames),
  );
  const { wanted = ["x"] } = options;
  checkWanted(operator, wanted, INPUTS);
  const gradient = takeLossGradient(operator, x, gradients);
  const layout = [x.dtype, x.shape] as const;
  const layouts = wantedOnly({ x: layout, targets: layout }, wanted);
  const parts = computeTensors(
    caller,
    layouts,
    (native, out, context) =>
      native.elementLossBackward({
        context,
        ...request,
        gradients: gradient,
        outX: out.x,
        outTargets: out.targets,
      }),
  );
  return bundle("ElementLossGradients", parts);
}

/**
 * Mean of squared differences, `(x - targets)^2`.
 *
 * Losses of elements are computed in f32, f64 for f64, and summed in f64. The loss of no elements is 0.
 *
 * @typeParam D Element type.
 * @param x Numbers, f16, bf16, f32 or f64, of any shape; borrowed.
 * @param targets What they should be, in the same type and shape; borrowed.
 * @param options The reduction.
 * @returns The loss, []: f32, or f64 for f64; the caller owns it.
 * @throws {RangeError} If shapes differ, or an option is out of range.
 * @throws {TypeError} If element types differ or are no floats, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Losses
 *
 * @example Two differences
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { meanSquares } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 3], { context });
 * using targets = tensor([0, 5], { context });
 * using loss = meanSquares(x, targets);
 * assertEquals([...await loss.read()], [2.5]);
 * ```
 */
export function meanSquares<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  options: ElementLossOptions = {},
): Tensor<StatisticOf<D>> {
  return forward("meanSquares", SQUARE, [x, targets], options);
}

/**
 * Backward pass of {@linkcode meanSquares}: `2 (x - targets)` for x, and the same with the other sign for targets.
 *
 * @typeParam D Element type.
 * @param x As passed to {@linkcode meanSquares}; borrowed, as are the others.
 * @param targets As passed to it.
 * @param gradients Gradient of a loss with respect to its result, [].
 * @param options Reduction, and the gradients to compute.
 * @returns The gradients; the caller owns them.
 * @throws As {@linkcode meanSquares}, and {RangeError} if `wanted` names no input.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function meanSquaresBackward<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  gradients: Tensor<StatisticOf<NoInfer<D>>>,
  options: ElementLossBackwardOptions = {},
): ElementLossGradients<D> {
  return backward("meanSquaresBackward", SQUARE, [x, targets], gradients, options);
}

/**
 * Mean of sizes of differences, `|x - targets|`.
 *
 * Operands, errors and precision are those of {@linkcode meanSquares}.
 *
 * @returns The loss, []: f32, or f64 for f64; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function meanAbs<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  options: ElementLossOptions = {},
): Tensor<StatisticOf<D>> {
  return forward("meanAbs", ABS, [x, targets], options);
}

/**
 * Backward pass of {@linkcode meanAbs}: the sign of `x - targets` for x, 0 where they are equal, and the same with
 * the other sign for targets.
 *
 * Operands and errors are those of {@linkcode meanSquaresBackward}.
 *
 * @returns The gradients; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function meanAbsBackward<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  gradients: Tensor<StatisticOf<NoInfer<D>>>,
  options: ElementLossBackwardOptions = {},
): ElementLossGradients<D> {
  return backward("meanAbsBackward", ABS, [x, targets], gradients, options);
}

/**
 * Mean of squares of small differences and sizes of large ones: `(x - targets)^2 / 2` up to `delta`, then
 * `delta (|x - targets| - delta / 2)`. Divided by delta it is what others call smooth L1.
 *
 * Operands, errors and precision are those of {@linkcode meanSquares}.
 *
 * @param options Delta and reduction.
 * @returns The loss, []: f32, or f64 for f64; the caller owns it.
 * @determinism Same bits on every backend.
 * @see Huber, "Robust estimation of a location parameter", 1964.
 * @category Losses
 */
export function huber<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  options: HuberOptions = {},
): Tensor<StatisticOf<D>> {
  return forward("huber", HUBER, [x, targets], options);
}

/**
 * Backward pass of {@linkcode huber}: `x - targets` within delta, and delta with its sign outside; the same with the
 * other sign for targets.
 *
 * Operands and errors are those of {@linkcode meanSquaresBackward}.
 *
 * @returns The gradients; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function huberBackward<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  gradients: Tensor<StatisticOf<NoInfer<D>>>,
  options: HuberBackwardOptions = {},
): ElementLossGradients<D> {
  return backward("huberBackward", HUBER, [x, targets], gradients, options);
}

/**
 * Mean cross entropy of answers yes and no, from scores: `log(1 + exp(x)) - x targets`, where x scores yes, whose
 * probability is the sigmoid of x, and targets are 0 to 1.
 *
 * Operands, errors and precision are those of {@linkcode meanSquares}; nothing overflows.
 *
 * @returns The loss, []: f32, or f64 for f64; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function binaryCrossEntropy<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  options: ElementLossOptions = {},
): Tensor<StatisticOf<D>> {
  return forward("binaryCrossEntropy", BINARY_CROSS_ENTROPY, [x, targets], options);
}

/**
 * Backward pass of {@linkcode binaryCrossEntropy}: `sigmoid(x) - targets` for x, and `-x` for targets.
 *
 * Operands and errors are those of {@linkcode meanSquaresBackward}.
 *
 * @returns The gradients; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Losses
 */
export function binaryCrossEntropyBackward<D extends Float>(
  x: Tensor<D>,
  targets: Tensor<NoInfer<D>>,
  gradients: Tensor<StatisticOf<NoInfer<D>>>,
  options: ElementLossBackwardOptions = {},
): ElementLossGradients<D> {
  return backward(
    "binaryCrossEntropyBackward",
    BINARY_CROSS_ENTROPY,
    [x, targets],
    gradients,
    options,
  );
}
