/**
 * Tensors that several parts of a tape need, and gradients that several values share.
 *
 * @module
 */

import { isSoleView } from "../../ffi/buffer.ts";
import type { Float, Tensor } from "../core/mod.ts";

/** A tensor of a tape, which is freed with its last holder unless it is borrowed. */
export class Slot {
  readonly tensor: Tensor<Float>;
  readonly isOwned: boolean;
  #holders = 0;

  constructor(tensor: Tensor<Float>, isOwned: boolean) {
    this.tensor = tensor;
    this.isOwned = isOwned;
  }

  /** Adds a holder. */
  hold(): void {
    this.#holders++;
  }

  /** Takes a holder away; the last one frees the tensor. */
  drop(): void {
    if (--this.#holders === 0 && this.isOwned) this.tensor.dispose();
  }

  /** Takes the last holder away without freeing the tensor, if that holder is the only one and the tensor is owned. */
  surrender(): Tensor<Float> | undefined {
    if (this.#holders !== 1 || !this.isOwned) return undefined;
    this.#holders = 0;
    return this.tensor;
  }
}

/** A gradient, and how many values it is the gradient of; with none it is freed. */
export class Share {
  readonly tensor: Tensor<Float>;
  #count = 1;

  /** Takes ownership of a gradient, for one value. */
  constructor(tensor: Tensor<Float>) {
    this.tensor = tensor;
  }

  /** Whether nothing else reads this memory, so that it may be written to. */
  get isSole(): boolean {
    return this.#count === 1 && isSoleView(this.tensor.buffer);
  }

  /** Shares it with another value. */
  join(): Share {
    this.#count++;
    return this;
  }

  /** Gives the gradient to the caller of the last value: itself if it is alone, and otherwise a copy. */
  give(): Tensor<Float> {
    if (this.isSole) {
      this.#count = 0;
      return this.tensor;
    }
    const copy = this.tensor.copy();
    this.drop();
    return copy;
  }

  /** Takes one value away. */
  drop(): void {
    if (--this.#count === 0) this.tensor.dispose();
  }
}
