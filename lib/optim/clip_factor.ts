/**
 * Clipping of gradients by their norm.
 *
 * @module
 */

import { checkAnyNumber, refuse } from "../../ffi/base/checks.ts";
import type { Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOrNone } from "../../ffi/owned.ts";
import { checkRecord } from "./_record.ts";
import { ownHandles, requestOf, shareWith, takeModel } from "./_model.ts";

/**
 * Options for {@linkcode clipFactor}.
 *
 * @category Optimizers
 */
export interface ClipFactorOptions {
  /**
   * The scale that the loss was multiplied by, see {@linkcode lossScaleState}: the norm is that of the gradients of the loss
   * itself, and the factor takes the scale back. Borrowed.
   */
  readonly lossScale?: Tensor<"f64">;
}

const NAMES = optionNames<ClipFactorOptions>({ lossScale: true });

/**
 * Finds by what to multiply gradients so that the norm of all of them together is at most `most`:
 * `min(1, most / (norm + 1e-6))`, on the device, without a wait. Optimizers take it as `factor`.
 *
 * Where a gradient is not finite, the factor is 0, and optimizers change nothing. Squares are summed in f64.
 *
 * @param gradients Plain objects and arrays with tensors of floats and undefined members, or one tensor; borrowed.
 * @param most The largest norm; above 0, infinity for a factor of 1 that only says whether gradients are finite.
 * @param options The scale of the loss, if it had one.
 * @returns [3]: the factor, 1 if the norm is finite or 0, and the norm; the caller owns it.
 * @throws {RangeError} If there are no gradients, or `most` is not above 0.
 * @throws {TypeError} If something else is in the tree, if some gradients are f64 and others not, or if contexts are
 * mixed.
 * @throws {DisposedError} If a gradient has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Pascanu, Mikolov and Bengio, "On the difficulty of training recurrent neural networks", 2013.
 * @category Optimizers
 *
 * @example A norm of 5
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { clipFactor } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([3, 0], { context });
 * using b = tensor([4], { context });
 * using factor = clipFactor({ a, b }, 10);
 * assertEquals([...await factor.read()], [1, 1, 5]);
 * ```
 */
export function clipFactor(
  gradients: object,
  most: number,
  options: ClipFactorOptions = {},
): Tensor<"f64"> {
  const operator = "clipFactor";
  const { lossScale } = checkOptions(operator, options, NAMES);
  const model = takeModel(operator, gradients, "gradients");
  checkAnyNumber({ operator, name: "most" }, most);
  if (!(most > 0)) refuse(operator, `most is ${most}, more than 0 expected`);
  if (lossScale !== undefined) {
    checkRecord(operator, "lossScale", lossScale);
    shareWith(model, lossScale);
  }
  const own = {
    ...requestOf(model),
    gradients: ownHandles(model),
    most,
    lossScale: handleOrNone(lossScale?.buffer),
  };
  const { context } = model;
  return computeTensor(
    { operator, context, dtype: "f64", shape: [3] },
    (native, request) => native.clipFactor({ ...own, ...request }),
  );
}
