/**
 * Values of functions, and their gradients.
 *
 * @module
 */

import { checkFunction, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import type { Tensor } from "../core/mod.ts";
import { describeValue } from "../../ffi/base/words.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Compute } from "./_parameters.ts";
import { Session } from "./_session.ts";
import type { Tape } from "./tape.ts";
import { type GradientTree, ownLeaves } from "../core/tree.ts";
import type { CastOf, TensorsIn, Value } from "./value.ts";

/**
 * Options for {@linkcode evaluate}.
 *
 * @typeParam C The type to compute in, if not that of the parameters.
 * @category Gradients
 */
export interface EvaluateOptions<C extends "bf16" | "f16" | undefined = undefined> {
  /**
   * The type that the function gets parameters in, bf16 or f16; their own type is that of their gradients. What has a
   * `scale` and a `shift` in the tree, as norms do, keeps its type. Losses have to be f32 or f64: convert what they
   * depend on.
   *
   * @default {undefined} Their own types.
   */
  readonly compute?: C;
}

/**
 * Options for {@linkcode valueAndGrad}.
 *
 * @typeParam C The type to compute in, if not that of the parameters.
 *
 * @category Gradients
 */
export interface ValueAndGradOptions<C extends "bf16" | "f16" | undefined = undefined>
  extends EvaluateOptions<C> {
  /**
   * Answer to a loss that does not depend on a parameter: an error that names it, or a gradient of zeros.
   *
   * @default {"error"}
   */
  readonly unused?: "error" | "zeros";
  /**
   * Whether each result and each gradient is searched for numbers that are not finite, which waits for the device; the
   * error names the operator, the tensor and the row.
   *
   * @default {false}
   */
  readonly debug?: boolean;
  /**
   * By what gradients are multiplied, as if the loss had been: the first of the numbers on the device that `lossScaleState`
   * of `@denovdb/denovdb/optim` makes, so that those in f16 do not vanish. The loss itself is as it was. Borrowed.
   *
   * @default {undefined} 1
   */
  readonly lossScale?: Tensor<"f64">;
  /**
   * Whether results that backward passes read and that cost little are freed until then, and computed again with the same
   * bits: batch normalizations, concatenations and conversions of parameters. Less memory is needed at once, and a little
   * more time. Constants among their operands are read in the backward pass, too.
   *
   * @default {false}
   */
  readonly recompute?: boolean;
}

/**
 * Result of a function that is differentiated: the loss, or the loss and values to be kept.
 *
 * @category Gradients
 */
export type LossOutcome = Value<"f32" | "f64"> | {
  /** The loss, []. */
  readonly loss: Value<"f32" | "f64">;
  /** Values that are wanted besides, in a tree. */
  readonly keep?: object;
};

/**
 * Element type of the loss that a function returns.
 *
 * @typeParam R What it returns.
 * @category Gradients
 */
export type LossDType<R> = R extends Value<infer D> ? D & ("f32" | "f64")
  : R extends { readonly loss: Value<infer D> } ? D & ("f32" | "f64")
  : never;

/**
 * Tensors of the values that a function keeps.
 *
 * @typeParam R What it returns.
 * @category Gradients
 */
export type KeptOf<R> = R extends { readonly keep: infer K } ? TensorsIn<K> : undefined;

type AnyOptions = ValueAndGradOptions<Compute | undefined>;

const NAMES = optionNames<AnyOptions>({
  unused: true,
  debug: "boolean",
  compute: true,
  lossScale: true,
  recompute: "boolean",
});
const EVALUATE_NAMES = optionNames<EvaluateOptions<Compute | undefined>>({ compute: true });

/**
 * Runs a function of parameters on a tape, and computes the gradients of its loss.
 *
 * The function gets a tree of values in the place of the parameters, and returns a loss of the shape []. Intermediate
 * tensors are freed as soon as neither the function nor a backward pass needs them; if anything throws, everything that
 * was made is freed. The function may be called again with other parameters; nothing of it is stored or compiled.
 *
 * Backward passes run in the opposite order of the operators. Where a value is used several times, its gradients are
 * added in that order, in their element type. Where there are no rows, gradients are 0.
 *
 * @typeParam P The parameters.
 * @typeParam R What the function returns.
 * @param params Plain objects and arrays with tensors of floats and undefined members, or one tensor; borrowed. They must
 * not be written to or disposed until the call returns.
 * @param body The function.
 * @param options What happens with parameters that the loss does not depend on, and whether numbers are checked.
 * @returns The loss, the gradients and what the function kept; the caller owns it.
 * @throws {TypeError} If something else is in the tree, if the function returns no value of its tape, if the loss is
 * neither f32 nor f64, or if a backward pass returns what is no gradient.
 * @throws {RangeError} If the loss has another shape than [], if it does not depend on a parameter, if a gradient has a
 * wrong shape, or with `debug`, if a number is not finite.
 * @throws {DisposedError} If a parameter has been disposed, or an operand of a backward pass.
 * @throws {NativeError} If device memory runs out.
 * @determinism As the operators; gradients are added in a fixed order.
 * @category Gradients
 *
 * @example A line through two points
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { add, mean, multiply, subtract, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using y = tensor([3, 5], { context });
 * using slope = tensor([1], { context });
 * using shift = tensor([0], { context });
 * using found = valueAndGrad({ slope, shift }, (p) => {
 *   const error = subtract(add(multiply(x, p.slope), p.shift), y);
 *   return mean(multiply(error, error));
 * });
 * assertEquals([...await found.loss.read()], [6.5]); // (2^2 + 3^2) / 2
 * assertEquals([...await found.gradients.slope.read()], [-8]);
 * assertEquals([...await found.gradients.shift.read()], [-5]);
 * ```
 */
export function valueAndGrad<
  P extends object,
  R extends LossOutcome,
  C extends "bf16" | "f16" | undefined = undefined,
>(
  params: P,
  body: (values: CastOf<P, C>, tape: Tape) => R,
  options: ValueAndGradOptions<C> = {},
): Evaluation<LossDType<R>, GradientTree<P>, KeptOf<R>> {
  const operator = "valueAndGrad";
  const { unused, lossScale, ...how } = takeOptions(operator, body, options);
  const session = new Session(operator, params, { isRecording: true, ...how });
  try {
    const outcome = body(session.values as CastOf<P, C>, session.tape);
    return session.finish(outcome, { unused, lossScale }) as Evaluation<
      LossDType<R>,
      GradientTree<P>,
      KeptOf<R>
    >;
  } finally {
    session.end();
  }
}

/**
 * Runs a function of parameters without gradients, for results alone: nothing is recorded, and each intermediate tensor
 * is freed when the function disposes its value, or at the end.
 *
 * @typeParam P The parameters.
 * @typeParam R What the function returns.
 * @param params Plain objects and arrays with tensors of floats and undefined members, or one tensor; borrowed.
 * @param body The function; it returns a value, or a tree of values.
 * @param options The type to compute in.
 * @returns A tensor, or a tree of tensors that are disposed with it; the caller owns it.
 * @throws {TypeError} If something else is in the tree, or if the function returns anything but values of its tape.
 * @throws {DisposedError} If a parameter has been disposed.
 * @category Gradients
 *
 * @example The same function that is trained
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { evaluate, multiply, type Value } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using slope = tensor([3], { context });
 * const model = (p: { readonly slope: Value<"f32"> }): Value<"f32"> => multiply(x, p.slope);
 * using result = evaluate({ slope }, model);
 * assertEquals([...await result.read()], [3, 6]);
 * ```
 */
export function evaluate<
  P extends object,
  R extends object,
  C extends "bf16" | "f16" | undefined = undefined,
>(
  params: P,
  body: (values: CastOf<P, C>, tape: Tape) => R,
  options: EvaluateOptions<C> = {},
): TensorsIn<R> & Disposable {
  const operator = "evaluate";
  const { compute } = checkOptions<EvaluateOptions<Compute | undefined>>(
    operator,
    options,
    EVALUATE_NAMES,
  );
  checkCompute(operator, compute);
  checkFunction({ operator, name: "body" }, body);
  const session = new Session(operator, params, { isRecording: false, compute });
  try {
    const result = session.finishWithout(body(session.values as CastOf<P, C>, session.tape));
    return ownLeaves(result) as TensorsIn<R> & Disposable;
  } finally {
    session.end();
  }
}

/** Options that were checked. */
export interface TakenOptions {
  readonly unused: "error" | "zeros";
  readonly debug: boolean;
  readonly recompute: boolean;
  readonly compute: Compute | undefined;
  readonly lossScale: Tensor<"f64"> | undefined;
}

/** Checks a function and its options. */
export function takeOptions(
  operator: string,
  body: unknown,
  options: AnyOptions,
): TakenOptions {
  const { unused = "error", debug = false, recompute = false, compute, lossScale } = checkOptions(
    operator,
    options,
    NAMES,
  );
  checkFunction({ operator, name: "body" }, body);
  checkCompute(operator, compute);
  if (unused !== "error" && unused !== "zeros") {
    refuse(operator, `unused is ${describeValue(unused)}, "error" or "zeros" expected`);
  }
  if (lossScale !== undefined) {
    checkDType({ operator, name: "lossScale" }, lossScale, ["f64"]);
    checkShape({ operator, name: "lossScale" }, lossScale, [3]);
  }
  return { unused, debug, recompute, compute, lossScale };
}

function checkCompute(operator: string, compute: unknown): void {
  if (compute === undefined || compute === "bf16" || compute === "f16") return;
  refuse(operator, `compute is ${describeValue(compute)}, "bf16" or "f16" expected`);
}
