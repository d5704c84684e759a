/**
 * Stochastic gradient descent.
 *
 * @module
 */

import { checkParts, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Tensor } from "../core/mod.ts";
import { callNative } from "../core/native_call.ts";
import { type GradientTree, ownLeaves } from "../core/tree.ts";
import type { KeptTree, MasterTree, WeightDecay } from "./base/state.ts";
import { checkAtLeast0, ownHandles, takeModel } from "./_model.ts";
import { makeMasters, makeZeros } from "./_state.ts";
import { stepRequest } from "./_step.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * State of stochastic gradient descent between steps; a tree, so that it can be saved as parameters are.
 *
 * @typeParam P The parameters.
 * @category Optimizers
 */
export interface SgdState<P> {
  /** Running sums of gradients, 0 at first; owned. */
  readonly momenta: KeptTree<P>;
  /** Masters of parameters in f16 and bf16; owned. */
  readonly masters: MasterTree<P>;
}

/**
 * Makes what {@linkcode sgdInto} keeps between steps.
 *
 * @typeParam P The parameters.
 * @param params Plain objects and arrays with tensors of floats and undefined members, or one tensor; borrowed.
 * @returns The state; the caller owns it.
 * @throws {RangeError} If there are no parameters.
 * @throws {TypeError} If something else is in the tree, if some parameters are f64 and others not, or if contexts are
 * mixed.
 * @throws {DisposedError} If a parameter has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @category Optimizers
 */
export function sgdState<P extends object>(params: P): SgdState<P> & Disposable {
  const operator = "sgdState";
  ownHandles(takeModel(operator, params));
  using stack = new DisposableStack();
  const momenta = makeZeros(params, stack) as KeptTree<P>;
  const masters = makeMasters(operator, params, stack) as MasterTree<P>;
  stack.move();
  return ownLeaves({ momenta, masters });
}

/**
 * Options for {@linkcode sgdInto}.
 *
 * @category Optimizers
 */
export interface SgdOptions {
  /** Learning rate; 0 or more. */
  readonly rate: number;
  /**
   * Share of the running sum of gradients that is kept; 0 or more.
   *
   * @default {0}
   */
  readonly momentum?: number;
  /**
   * Whether a step looks ahead by the momentum, which must not be 0 then.
   *
   * @default {false}
   */
  readonly nesterov?: boolean;
  /**
   * Share of each parameter that is added to its gradient; 0 or more.
   *
   * @default {0}
   */
  readonly weightDecay?: WeightDecay;
  /**
   * Result of `clipFactor` for the gradients; nothing is changed if they are not finite. Borrowed.
   *
   * @default {undefined} Gradients are taken as they are.
   */
  readonly factor?: Tensor<"f64">;
}

const NAMES = optionNames<SgdOptions>({
  rate: true,
  momentum: true,
  nesterov: "boolean",
  weightDecay: true,
  factor: true,
});

/**
 * Updates parameters by a step of stochastic gradient descent: `g += weightDecay p; m = momentum m + g; p -= rate m`,
 * with `nesterov` `p -= rate (g + momentum m)`. All of them are updated by one launch.
 *
 * Numbers are computed in f32, f64 for parameters in f64. Those in f16 and bf16 are rounded from their masters. If
 * anything throws, neither parameters nor state have been changed.
 *
 * @typeParam P The parameters.
 * @param params Parameters, updated in-place. No tensor may be there twice, nor share memory with another.
 * @param gradients A tree of the same form, with gradients in the types and shapes of parameters; borrowed.
 * @param state What {@linkcode sgdState} gave for these parameters, updated in-place.
 * @param options Rate, momentum, decay and factor.
 * @throws {RangeError} If trees do not match, which the message says by a path, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If a tensor has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Sutskever, Martens, Dahl and Hinton, "On the importance of initialization and momentum in deep learning", 2013.
 * @category Optimizers
 *
 * @example A step
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sgdInto, sgdState } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = tensor([1, 2], { context });
 * using gradient = tensor([4, -8], { context });
 * using state = sgdState({ weight });
 * sgdInto({ weight }, { weight: gradient }, state, { rate: 0.125, momentum: 0.5 });
 * assertEquals([...await weight.read()], [0.5, 3]);
 * sgdInto({ weight }, { weight: gradient }, state, { rate: 0.125, momentum: 0.5 });
 * assertEquals([...await weight.read()], [-0.25, 4.5]);
 * ```
 */
export function sgdInto<P extends object>(
  params: P,
  gradients: NoInfer<GradientTree<P>>,
  state: NoInfer<SgdState<P>>,
  options: SgdOptions,
): void {
  const operator = "sgdInto";
  const { rate, momentum = 0, nesterov = false, weightDecay = 0, factor } = checkOptions(
    operator,
    options,
    NAMES,
  );
  const model = takeModel(operator, params);
  checkParts({ operator, name: "state" }, state, "{ momenta, masters }");
  checkAtLeast0(operator, "rate", rate);
  checkAtLeast0(operator, "momentum", momentum);
  if (nesterov && momentum === 0) refuse(operator, "momentum is 0, more expected with nesterov");
  const step = { state, kept: ["momenta"], gradients, weightDecay, factor } as const;
  const request = {
    ...stepRequest(model, step),
    rate,
    momentum,
    nesterov: Number(nesterov),
  };
  callNative(operator, model.context, (native, context) => native.sgdInto({ context, ...request }));
}
