/**
 * The tape as differentiated functions see it.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import type { Value } from "./value.ts";

/**
 * The record of one evaluation of a function: which operators ran, and what their backward passes need.
 *
 * A tape is given to the function that is differentiated; each value knows its tape, too. Nothing is ambient: several
 * tapes may be in use at the same time, and a function may await.
 *
 * @category Gradients
 */
export interface Tape {
  /**
   * Makes a value of a tensor without a gradient, for an operator none of whose operands is a value.
   *
   * @param tensor The tensor; borrowed.
   * @returns A value of this tape.
   */
  constant<D extends Float>(tensor: Tensor<D>): Value<D>;
  /**
   * Gives a resource to the tape, which disposes it when it ends.
   *
   * @returns The resource.
   */
  own<T extends Disposable>(resource: T): T;
  /**
   * Registers an update of what is no parameter, such as statistics: it runs after the backward pass, in the order of
   * registration, and not at all if anything throws before. The second run of a checkpoint registers nothing.
   *
   * @param resource What the update needs; the tape owns it from now on, and disposes it afterwards.
   * @param update The update.
   */
  afterBackward<T extends Disposable>(resource: T, update: (resource: T) => void): void;
}
