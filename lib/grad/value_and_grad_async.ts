/**
 * Gradients of functions that wait.
 *
 * @module
 */

import type { Evaluation } from "./evaluation.ts";
import { Session } from "./_session.ts";
import type { Tape } from "./tape.ts";
import {
  type KeptOf,
  type LossDType,
  type LossOutcome,
  takeOptions,
  type ValueAndGradOptions,
} from "./value_and_grad.ts";
import type { GradientTree } from "../core/tree.ts";
import type { CastOf } from "./value.ts";

/**
 * Runs an asynchronous function of parameters on a tape, and computes the gradients of its loss. Everything else is as
 * for {@linkcode valueAndGrad}; several of them may run at the same time.
 *
 * @returns The loss, the gradients and what the function kept; the caller owns it.
 * @category Gradients
 *
 * @example A function that waits for its data
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { multiply, sum, valueAndGradAsync } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * const fetched = Promise.resolve([3, 4]);
 * using found = await valueAndGradAsync({ x }, async (p) => {
 *   using data = tensor(await fetched, { context });
 *   return sum(multiply(p.x, data));
 * }).catch(() => undefined); // the data are freed before the backward pass reads them
 * assertEquals(found, undefined);
 * using data = tensor(await fetched, { context });
 * using better = await valueAndGradAsync({ x }, async (p) => {
 *   await fetched;
 *   return sum(multiply(p.x, data));
 * });
 * assertEquals([...await better.gradients.x.read()], [3, 4]);
 * ```
 */
export async function valueAndGradAsync<
  P extends object,
  R extends LossOutcome,
  C extends "bf16" | "f16" | undefined = undefined,
>(
  params: P,
  body: (values: CastOf<P, C>, tape: Tape) => Promise<R>,
  options: ValueAndGradOptions<C> = {},
): Promise<Evaluation<LossDType<R>, GradientTree<P>, KeptOf<R>>> {
  const operator = "valueAndGradAsync";
  const { unused, lossScale, ...how } = takeOptions(operator, body, options);
  const session = new Session(operator, params, { isRecording: true, ...how });
  try {
    const outcome = await body(session.values as CastOf<P, C>, session.tape);
    return session.finish(outcome, { unused, lossScale }) as Evaluation<
      LossDType<R>,
      GradientTree<P>,
      KeptOf<R>
    >;
  } finally {
    session.end();
  }
}
