/**
 * Results of a differentiated function.
 *
 * @module
 */

import { checkMade } from "../../ffi/base/checks.ts";
import type { Tensor } from "../core/mod.ts";
import { disposeLeaves } from "../core/tree.ts";

/**
 * The loss of a function, the gradients of its parameters, and what else was kept of it; it owns all of that.
 *
 * @typeParam D Element type of the loss.
 * @typeParam G Gradients.
 * @typeParam K What was kept.
 * @category Gradients
 */
export class Evaluation<D extends "f32" | "f64", G, K> implements Disposable {
  /** The loss, []; owned. */
  readonly loss: Tensor<D>;
  /** Gradients of the loss with respect to each parameter, in a tree of the form of the parameters; owned. */
  readonly gradients: G;
  /** Values that the function kept, in a tree of the same form; owned. */
  readonly kept: K;

  /** Takes ownership of the parts. */
  constructor(loss: Tensor<D>, gradients: G, kept: K) {
    checkMade("Evaluation", loss, "evaluate");
    this.loss = loss;
    this.gradients = gradients;
    this.kept = kept;
  }

  /** Whether it has been disposed. */
  get disposed(): boolean {
    return this.loss.disposed;
  }

  /** Frees the loss, the gradients and what was kept; idempotent. */
  dispose(): void {
    disposeLeaves([this.loss, this.gradients, this.kept]);
  }

  /** Frees the loss, the gradients and what was kept; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}
