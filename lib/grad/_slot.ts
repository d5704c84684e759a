/**
 * Tensors that several parts of a tape need, and gradients that several values share.
 *
 * @module
 */

import { type DeviceBuffer, disposeBuffers, isSoleView } from "../../ffi/buffer.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { heldOutside } from "../core/scope.ts";

/** What is freed together, while {@linkcode freeTogether} runs. */
let freed: DeviceBuffer[] | undefined;

/** Frees all tensors by one call that slots and gradients free meanwhile; it must not ask for memory. */
export function freeTogether(body: () => void): void {
  const outer = freed;
  const own: DeviceBuffer[] = freed = [];
  try {
    body();
  } finally {
    freed = outer;
    disposeBuffers(own);
  }
}

/** Frees a tensor now, or together with others. */
export function free({ buffer }: Tensor): void {
  if (freed === undefined) buffer.dispose();
  else freed.push(buffer);
}

/** How a tensor is computed again, and from what; tensors among the operands are constants. */
export interface Recipe {
  readonly operands: readonly (Slot | Tensor<Float>)[];
  readonly run: (tensors: readonly Tensor<Float>[]) => Tensor<Float>;
}

/**
 * A tensor of a tape, which is freed with its last holder unless it is borrowed. One with a recipe is also freed while all
 * of its holders wait for the backward pass, and computed again when one of them needs it.
 */
export class Slot {
  readonly isOwned: boolean;
  #tensor: Tensor<Float>;
  #isGone = false;
  #holders = 0;
  /** Those of the holders that wait for the backward pass. */
  #readers = 0;
  #recipe: Recipe | undefined;

  constructor(tensor: Tensor<Float>, isOwned: boolean) {
    this.#tensor = tensor;
    this.isOwned = isOwned;
  }

  /** The tensor; while it is gone, one that still has its shape and element type. */
  get tensor(): Tensor<Float> {
    return this.#tensor;
  }

  /** Whether the only holder is one that waits for the backward pass, and no other tensor has this memory. */
  get isSpare(): boolean {
    return this.isOwned && !this.#isGone && this.#holders === 1 && this.#readers === 1 &&
      isSoleView(this.#tensor.buffer);
  }

  /** Adds a holder. */
  hold(): void {
    this.#holders++;
  }

  /** Takes a holder away; the last one frees the tensor. */
  drop(): void {
    if (--this.#holders === 0) this.#end();
    else if (this.#holders === this.#readers) this.#forget();
  }

  /** Adds a holder that waits for the backward pass. */
  holdForBackward(): void {
    this.#readers++;
    this.#holders++;
  }

  /** Takes a holder away that waited for the backward pass. */
  dropInBackward(): void {
    this.#readers--;
    if (--this.#holders === 0) this.#end();
  }

  /** Says how the tensor is computed again; what that reads is held until the tensor needs no holder any more. */
  offer(recipe: Recipe): void {
    for (const slot of slotsOf(recipe)) slot.holdForBackward();
    this.#recipe = recipe;
  }

  /** Computes the tensor again if it is gone, and what it is computed from if that is, for this time alone. */
  restore(): void {
    const recipe = this.#recipe;
    if (!this.#isGone || recipe === undefined) return;
    const gone = slotsOf(recipe).filter((slot) => slot.#isGone);
    for (const slot of gone) slot.restore();
    const tensors = recipe.operands.map((one) => one instanceof Slot ? one.tensor : one);
    this.#tensor = heldOutside(() => recipe.run(tensors), (made) => [made]);
    this.#isGone = false;
    for (const slot of gone) slot.#forget();
  }

  /** Says that the tensor is not computed again any more, so that what it is computed from may be freed. */
  settle(): void {
    const recipe = this.#recipe;
    this.#recipe = undefined;
    if (recipe !== undefined) { for (const slot of slotsOf(recipe)) slot.dropInBackward(); }
  }

  /** Takes the last holder away without freeing the tensor, if that holder is the only one and the tensor is owned. */
  surrender(): Tensor<Float> | undefined {
    if (this.#holders !== 1 || !this.isOwned || this.#isGone) return undefined;
    this.#holders = 0;
    this.settle();
    return this.#tensor;
  }

  #end(): void {
    if (this.isOwned && !this.#isGone) free(this.#tensor);
    this.settle();
  }

  /** Frees the tensor until it is computed again. */
  #forget(): void {
    if (this.#recipe === undefined || !this.isOwned || this.#isGone) return;
    free(this.#tensor);
    this.#isGone = true;
  }
}

function slotsOf({ operands }: Recipe): Slot[] {
  return operands.filter((one) => one instanceof Slot);
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
    if (--this.#count === 0) free(this.tensor);
  }
}
