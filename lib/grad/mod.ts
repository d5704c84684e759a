/**
 * Gradients of functions of tensors, by recording the operators that run on an explicit tape. `@denovdb/denovdb/nn` has
 * all of this, and operators that tapes can record.
 *
 * @example The gradient of a sum of squares
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { apply, valueAndGrad } from "@denovdb/denovdb/grad";
 * import { multiply, sum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3], { context });
 * using found = valueAndGrad({ x }, (values) =>
 *   apply(
 *     "sumOfSquares",
 *     [values.x],
 *     ([x]) => ({ result: sum(multiply(x, x)) }),
 *     (gradient, { tensors: [x] }) => [multiply(multiply(x, 2), gradient)],
 *   ));
 * assertEquals([...await found.gradients.x.read()], [2, 4, 6]);
 * ```
 *
 * @module
 */

export type { Context, DType, Float, Tensor } from "../core/mod.ts";
export {
  apply,
  applyMany,
  type BackwardInput,
  type Forward,
  type ForwardMany,
  type ValuesInPlace,
} from "./apply.ts";
export {
  checkGradients,
  type CheckGradientsOptions,
  type GradientCheck,
  GradientError,
} from "./check_gradients.ts";
export { checkpoint, type InnerValues } from "./checkpoint.ts";
export { Evaluation } from "./evaluation.ts";
export { pipe, stopGradient } from "./flow.ts";
export type { Tape } from "./tape.ts";
export { type GradientTree, leaves, type MappedTree, mapTree, ownTree } from "../core/tree.ts";
export {
  evaluate,
  type EvaluateOptions,
  type KeptOf,
  type LossDType,
  type LossOutcome,
  valueAndGrad,
  type ValueAndGradOptions,
} from "./value_and_grad.ts";
export { valueAndGradAsync } from "./value_and_grad_async.ts";
export {
  type CastOf,
  type GradientsOf,
  type Operand,
  type TensorsIn,
  type TensorsOf,
  Value,
  type ValuesOf,
  type Wanted,
} from "./value.ts";
