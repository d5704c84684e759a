/**
 * Running means of parameters.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { convertElements } from "../core/elements.ts";
import { handleOrNone } from "../../ffi/owned.ts";
import { checkRecord } from "./_record.ts";
import { callNative } from "../core/native_call.ts";
import { ownLeaves } from "../core/tree.ts";
import type { KeptTree } from "./base/state.ts";
import { checkShare, keptDType, requestOf, shareWith, takeModel } from "./_model.ts";
import { gradientHandles, keptHandles, makeTree } from "./_state.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Makes what {@linkcode emaInto} blends parameters into: their numbers in f32, or f64 for those in f64.
 *
 * @typeParam P The parameters.
 * @param params Plain objects and arrays with tensors of floats and undefined members, or one tensor; borrowed.
 * @returns A tree of the same form; the caller owns it.
 * @throws {RangeError} If there are no parameters.
 * @throws {TypeError} If something else is in the tree, if some parameters are f64 and others not, or if contexts are
 * mixed.
 * @throws {DisposedError} If a parameter has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @category Optimizers
 */
export function emaState<P extends object>(params: P): KeptTree<P> & Disposable {
  const operator = "emaState";
  takeModel(operator, params);
  using stack = new DisposableStack();
  const shadows = makeTree(params, stack, (parameter: Tensor<Float>) => {
    const dtype = keptDType(parameter.dtype);
    return parameter.dtype === dtype
      ? parameter.copy()
      : convertElements(operator, parameter, dtype);
  });
  stack.move();
  return ownLeaves(shadows as KeptTree<P>);
}

/**
 * Options for {@linkcode emaInto}.
 *
 * @category Optimizers
 */
export interface EmaOptions {
  /**
   * Share of the running means that is kept; 0 or more and less than 1.
   *
   * @default {0.999}
   */
  readonly decay?: number;
  /**
   * What {@linkcode clipFactor} says of the gradients of a step: where they were not finite, nothing changes, so that
   * statistics of a step that is skipped do not count. Borrowed.
   *
   * @default {undefined} Every step counts.
   */
  readonly factor?: Tensor<"f64">;
}

const NAMES = optionNames<EmaOptions>({ decay: true, factor: true });

/**
 * Blends parameters into running means: `shadow = decay shadow + (1 - decay) p`, up to 80 of them by one launch. It
 * allocates nothing, so that a step whose optimizer has moved parameters does not fail here for want of memory.
 *
 * @typeParam P The parameters.
 * @param shadows What {@linkcode emaState} gave for these parameters, updated in-place.
 * @param params The parameters; borrowed.
 * @param options The decay and the factor.
 * @throws {RangeError} If trees do not match, which the message says by a path, or the decay is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If a tensor has been disposed.
 * @determinism Same bits on every backend.
 * @category Optimizers
 *
 * @example Half of the way
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { emaInto, emaState } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = tensor([1, 2], { context });
 * using shadows = emaState({ weight });
 * weight.write([3, 2]);
 * emaInto(shadows, { weight }, { decay: 0.5 });
 * assertEquals([...await shadows.weight.read()], [2, 2]);
 * ```
 */
export function emaInto<P extends object>(
  shadows: NoInfer<KeptTree<P>>,
  params: P,
  options: EmaOptions = {},
): void {
  const operator = "emaInto";
  const { decay = 0.999, factor } = checkOptions(operator, options, NAMES);
  const model = takeModel(operator, params);
  checkShare(operator, "decay", decay);
  if (factor !== undefined) {
    checkRecord(operator, "factor", factor);
    shareWith(model, factor);
  }
  const request = {
    ...requestOf(model),
    shadows: keptHandles(model, "shadows", shadows),
    parameters: gradientHandles(model, params),
    decay,
    control: handleOrNone(factor?.buffer),
  };
  callNative(operator, model.context, (native, context) => native.emaInto({ context, ...request }));
}
