/**
 * Scales of losses, for gradients in f16.
 *
 * @module
 */

import { checkNumber, refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkContext } from "../core/checks.ts";
import { type Context, type Tensor, tensor } from "../core/mod.ts";
import { callNative } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { checkRecord } from "./_record.ts";

/**
 * Options for {@linkcode lossScaleState}.
 *
 * @category Optimizers
 */
export interface LossScaleStateOptions {
  /** Context that holds it. */
  readonly context: Context;
  /**
   * The first scale, from 1 to 2^24.
   *
   * @default {65536}
   */
  readonly initial?: number;
}

const STATE_NAMES = optionNames<LossScaleStateOptions>({ context: true, initial: true });

const MOST = 2 ** 24;

/**
 * Makes the scale of a loss: by what the loss is multiplied before gradients are computed, so that small ones do not vanish
 * in f16. It lives on the device; nobody waits for it.
 *
 * Pass it to `valueAndGrad` of `@denovdb/denovdb/nn` as `lossScale`, to {@linkcode clipFactor}, whose factor takes it back,
 * and after the update to {@linkcode lossScaleInto}. A step whose gradients are not finite changes no parameter and halves
 * the scale; with the same factor, {@linkcode emaInto} leaves its statistics out.
 *
 * @param options Context and first scale.
 * @returns [3], the scale, steps since it changed, and steps skipped; the caller owns it.
 * @throws {RangeError} If `initial` is not from 1 to 2^24.
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Micikevicius et al., "Mixed precision training", 2018.
 * @category Optimizers
 *
 * @example A step in f16
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { asType, multiply, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { clipFactor, lossScaleInto, lossScaleState } from "@denovdb/denovdb/optim";
 * import { adamState, adamwInto } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1e-4, 2e-4], { context, dtype: "f16" });
 * using weight = tensor([1, 1], { context });
 * using adam = adamState({ weight });
 * using lossScale = lossScaleState({ context, initial: 1024 });
 * using found = valueAndGrad(
 *   { weight },
 *   (p) => sum(asType(multiply(x, p.weight), "f32")),
 *   { compute: "f16", lossScale },
 * );
 * using factor = clipFactor(found.gradients, 1, { lossScale });
 * adamwInto({ weight }, found.gradients, adam, { rate: 0.1, factor });
 * lossScaleInto(lossScale, factor);
 * assertEquals([...await lossScale.read()], [1024, 1, 0]);
 * ```
 */
export function lossScaleState(options: LossScaleStateOptions): Tensor<"f64"> {
  const operator = "lossScaleState";
  const { context, initial = 65536 } = checkOptions(operator, options, STATE_NAMES);
  checkContext(operator, context);
  checkNumber({ operator, name: "initial" }, initial);
  if (initial < 1 || initial > MOST) {
    refuse(operator, `initial is ${initial}, a number from 1 to ${MOST} expected`);
  }
  return tensor(Float64Array.of(initial, 0, 0), { context });
}

/**
 * Options for {@linkcode lossScaleInto}.
 *
 * @category Optimizers
 */
export interface LossScaleIntoOptions {
  /**
   * After how many steps with finite gradients the scale is doubled; 1 or more.
   *
   * @default {2000}
   */
  readonly period?: number;
}

const NAMES = optionNames<LossScaleIntoOptions>({ period: true });

/**
 * Updates the scale of a loss in place: halved where gradients were not finite, doubled after a number of steps where they
 * were, and never below 1 or above 2^24. Nothing waits.
 *
 * @param scale From {@linkcode lossScaleState}; changed.
 * @param factor From {@linkcode clipFactor}; borrowed.
 * @param options After how many steps it is doubled.
 * @throws {RangeError} If a shape is not [3], or the period is not a whole number above 0.
 * @throws {TypeError} If an element type is not f64, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @determinism Same bits on every backend.
 * @category Optimizers
 */
export function lossScaleInto(
  scale: Tensor<"f64">,
  factor: Tensor<"f64">,
  options: LossScaleIntoOptions = {},
): void {
  const operator = "lossScaleInto";
  const { period = 2000 } = checkOptions(operator, options, NAMES);
  checkRecord(operator, "scale", scale);
  checkRecord(operator, "factor", factor);
  const context = shareContext(operator, scale, factor);
  wholeNumber({ operator, name: "period" }, period, { least: 1 });
  const request = { scale: handleOf(scale.buffer), factor: handleOf(factor.buffer), period };
  callNative(operator, context, (native, context) => native.lossScaleInto({ ...request, context }));
}
