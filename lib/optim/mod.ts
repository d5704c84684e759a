/**
 * Optimizers: updates of all parameters of a model by one launch, from gradients that `@denovdb/denovdb/grad` computes.
 *
 * Parameters, gradients and what optimizers keep are trees of one form. Functions that end in `Into` change tensors
 * in-place.
 *
 * @example Steps of gradient descent
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { mean, multiply, subtract, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { sgdInto, sgdState } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using y = tensor([3, 6], { context });
 * const params = { slope: tensor([1], { context }) };
 * using slope = params.slope;
 * using state = sgdState(params);
 * for (let step = 0; step < 20; step++) {
 *   using found = valueAndGrad(params, (p) => {
 *     const error = subtract(multiply(x, p.slope), y);
 *     return mean(multiply(error, error));
 *   });
 *   sgdInto(params, found.gradients, state, { rate: 0.1 });
 * }
 * const [found = NaN] = await slope.read();
 * assertEquals(Math.round(found * 1e4) / 1e4, 3);
 * ```
 *
 * @module
 */

export type { Float, Tensor } from "../core/mod.ts";
export type { GradientTree } from "../core/tree.ts";
export type { KeptTree, MasterTree, WeightDecay } from "./base/state.ts";
export * from "./_generated/operators.ts";
