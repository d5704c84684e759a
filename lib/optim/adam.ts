/**
 * Adam and AdamW.
 *
 * @module
 */

import { checkArray, checkParts, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { fullTensor, type Tensor } from "../core/mod.ts";
import { callNative } from "../core/native_call.ts";
import { type GradientTree, ownLeaves } from "../core/tree.ts";
import type { KeptTree, MasterTree, WeightDecay } from "./base/state.ts";
import { checkAtLeast0, checkShare, ownHandles, shareWith, takeModel } from "./_model.ts";
import { makeMasters, makeZeros } from "./_state.ts";
import { stepRequest } from "./_step.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * State of Adam between steps; a tree, so that it can be saved as parameters are.
 *
 * @typeParam P The parameters.
 * @category Optimizers
 */
export interface AdamState<P> {
  /** Number of steps that changed parameters, [1]; owned. */
  readonly steps: Tensor<"f64">;
  /** Running means of gradients, 0 at first; owned. */
  readonly means: KeptTree<P>;
  /** Running means of their squares, 0 at first; owned. */
  readonly squares: KeptTree<P>;
  /** Masters of parameters in f16 and bf16; owned. */
  readonly masters: MasterTree<P>;
}

/**
 * Makes what {@linkcode adamInto} and {@linkcode adamwInto} keep between steps.
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
export function adamState<P extends object>(params: P): AdamState<P> & Disposable {
  const operator = "adamState";
  const model = takeModel(operator, params);
  const { context } = model;
  ownHandles(model);
  using stack = new DisposableStack();
  const steps = stack.use(fullTensor([1], 0, { context, dtype: "f64" }));
  const means = makeZeros(params, stack) as KeptTree<P>;
  const squares = makeZeros(params, stack) as KeptTree<P>;
  const masters = makeMasters(operator, params, stack) as MasterTree<P>;
  stack.move();
  return ownLeaves({ steps, means, squares, masters });
}

/**
 * Options for {@linkcode adamInto} and {@linkcode adamwInto}.
 *
 * @category Optimizers
 */
export interface AdamOptions {
  /** Learning rate; 0 or more. */
  readonly rate: number;
  /**
   * Shares of the running means that are kept, of gradients and of their squares; 0 or more and less than 1.
   *
   * @default {[0.9, 0.999]}
   */
  readonly betas?: readonly [means: number, squares: number];
  /**
   * Number that is added to square roots; 0 or more.
   *
   * @default {1e-8}
   */
  readonly epsilon?: number;
  /**
   * Share of each parameter that is added to its gradient, or for `adamwInto`, the share of the rate by which it
   * shrinks; 0 or more.
   *
   * @default {undefined} 0, or 0.01 for `adamwInto`.
   */
  readonly weightDecay?: WeightDecay;
  /**
   * Result of `clipFactor` for the gradients; nothing is changed if they are not finite, and the step is not counted.
   * Borrowed.
   *
   * @default {undefined} Gradients are taken as they are.
   */
  readonly factor?: Tensor<"f64">;
}

const NAMES = optionNames<AdamOptions>({
  rate: true,
  betas: true,
  epsilon: true,
  weightDecay: true,
  factor: true,
});

/**
 * Updates parameters by a step of Adam: with running means m and v of gradients g, to which `weightDecay p` was added, and
 * of their squares, `p -= rate mh / (sqrt(vh) + epsilon)`, where `mh = m / (1 - betas[0]^steps)`, and vh alike. All of
 * them are updated by one launch.
 *
 * Numbers are computed in f32, f64 for parameters in f64. Those in f16 and bf16 are rounded from their masters. If
 * anything throws, neither parameters nor state have been changed.
 *
 * @typeParam P The parameters.
 * @param params Parameters, updated in-place. No tensor may be there twice, nor share memory with another.
 * @param gradients A tree of the same form, with gradients in the types and shapes of parameters; borrowed.
 * @param state What {@linkcode adamState} gave for these parameters, updated in-place.
 * @param options Rate, betas, decay and factor.
 * @throws {RangeError} If trees do not match, which the message says by a path, or an option is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If a tensor has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Kingma and Ba, "Adam: a method for stochastic optimization", 2015.
 * @category Optimizers
 *
 * @example The first step goes as far as the rate
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { adamInto, adamState } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = tensor([1, 2], { context });
 * using gradient = tensor([100, -0.01], { context });
 * using state = adamState({ weight });
 * adamInto({ weight }, { weight: gradient }, state, { rate: 0.5 });
 * assertEquals((await weight.read()).map((one) => Math.round(one * 1e4) / 1e4), new Float32Array([0.5, 2.5]));
 * ```
 */
export function adamInto<P extends object>(
  params: P,
  gradients: NoInfer<GradientTree<P>>,
  state: NoInfer<AdamState<P>>,
  options: AdamOptions,
): void {
  update("adamInto", { params, gradients, state, options, weightDecay: 0, decoupled: 0 });
}

/**
 * Updates parameters by a step of AdamW, which is Adam with a weight decay apart from gradients: first
 * `p *= 1 - rate weightDecay`, then as {@linkcode adamInto}, which says everything else.
 *
 * @typeParam P The parameters.
 * @param params Parameters, updated in-place.
 * @param gradients A tree of the same form; borrowed.
 * @param state What {@linkcode adamState} gave for these parameters, updated in-place.
 * @param options Rate, betas, decay and factor.
 * @throws As {@linkcode adamInto}.
 * @determinism Same bits on every backend.
 * @see Loshchilov and Hutter, "Decoupled weight decay regularization", 2019.
 * @category Optimizers
 */
export function adamwInto<P extends object>(
  params: P,
  gradients: NoInfer<GradientTree<P>>,
  state: NoInfer<AdamState<P>>,
  options: AdamOptions,
): void {
  update("adamwInto", { params, gradients, state, options, weightDecay: 0.01, decoupled: 1 });
}

/** A step of either, whose weight decay is given where no option says it. */
interface Step {
  readonly params: object;
  readonly gradients: unknown;
  readonly state: AdamState<unknown>;
  readonly options: AdamOptions;
  readonly weightDecay: number;
  readonly decoupled: number;
}

function update(operator: string, step: Step): void {
  const { params, gradients, state } = step;
  const { rate, betas = [0.9, 0.999], epsilon = 1e-8, weightDecay = step.weightDecay, factor } =
    checkOptions(operator, step.options, NAMES);
  const model = takeModel(operator, params);
  checkParts({ operator, name: "state" }, state, "{ steps, means, squares, masters }");
  checkAtLeast0(operator, "rate", rate);
  checkAtLeast0(operator, "epsilon", epsilon);
  checkArray({ operator, name: "betas" }, betas);
  if (betas.length !== 2) refuse(operator, `betas has ${betas.length} numbers, 2 expected`);
  const [beta1, beta2] = betas.map((beta, at) => checkShare(operator, `betas[${at}]`, beta));
  checkDType({ operator, name: "state.steps" }, state.steps, ["f64"]);
  checkShape({ operator, name: "state.steps" }, state.steps, [1]);
  shareWith(model, state.steps);
  const trees = { state, kept: ["means", "squares"], gradients, weightDecay, factor } as const;
  const request = {
    ...stepRequest(model, trees),
    rate,
    beta1: beta1 ?? NaN,
    beta2: beta2 ?? NaN,
    epsilon,
    decoupled: step.decoupled,
    steps: handleOf(state.steps.buffer),
  };
  callNative(
    operator,
    model.context,
    (native, context) => native.adamUpdate({ context, ...request }),
  );
}
