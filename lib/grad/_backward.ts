/**
 * The way back through a tape.
 *
 * @module
 */

import { cannot, DisposedError, NativeError } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { heldOutside } from "../core/scope.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { assertFinite } from "./_finite.ts";
import { type Recording, release, type Step } from "./_recording.ts";
import { freeTogether, Share, type Slot } from "./_slot.ts";
import { accumulate } from "./_sum.ts";
import type { Cell } from "./value.ts";

/** Runs the backward pass of each step, from the last one to the first, and frees what it needed. */
export function runBackward(recording: Recording): void {
  for (let step = recording.pop(); step !== undefined; step = recording.pop()) {
    try {
      takeBack(step, recording);
    } finally {
      freeTogether(() => release(step));
    }
  }
}

function takeBack(step: Step, { debug, recompute }: Recording): void {
  const { operator, inputs, outputs, reads, saved, wanted, gradientDTypes, backward } = step;
  const gradients: (Tensor<Float> | undefined)[] = [];
  let isReached = false;
  for (const { gradient } of outputs) {
    gradients.push(gradient?.tensor);
    isReached ||= gradient !== undefined;
  }
  if (!isReached) return;
  let given: readonly unknown[];
  let { tensors, results } = step;
  const spare: Slot[] = [];
  try {
    if (recompute) {
      for (const slot of reads) slot.restore();
      for (const { slot } of outputs) slot.settle(); // those that read its results have run before
      tensors = inputs.map((cell, place) => cell?.slot.tensor ?? tensors[place] as Tensor<Float>);
      results = outputs.map(({ slot }) => slot.tensor);
    }
    const isSpare = (tensor: Tensor<Float>): boolean => {
      const slot = spareSlot(step, tensor);
      if (slot !== undefined) spare.push(slot);
      return slot !== undefined || incomingOf(step, tensor)?.isSole === true;
    };
    const at = { tensors, results, saved, wanted, gradientDTypes, isSpare };
    given = heldOutside(() => backward(gradients, at), listOf);
  } catch (error) {
    throw inBackward(`run backward of ${operator}`, error);
  }
  const at = { step, tensors, results, spare, debug };
  distribute(`run backward of ${operator}`, at, given);
}

/** A backward pass that has run. */
interface Taken extends Pick<Step, "tensors" | "results"> {
  readonly step: Step;
  /** Operands and results that the backward pass knows to be needed no more. */
  readonly spare: readonly Slot[];
  readonly debug: boolean;
}

/** The slot of an operand or a result that no other step needs. */
function spareSlot({ reads }: Step, tensor: Tensor<Float>): Slot | undefined {
  for (const slot of reads) if (slot.tensor === tensor && slot.isSpare) return slot;
  return undefined;
}

/** What the tape takes of a backward pass. */
function listOf(given: readonly unknown[]): readonly unknown[] {
  return Array.isArray(given) ? given : [given];
}

/** Gives inputs the gradients that a backward pass has returned, and frees those that nobody wants. */
function distribute(operator: string, taken: Taken, given: readonly unknown[]): void {
  const { step, spare, debug } = taken;
  const { inputs, wanted } = step;
  const shares: Share[] = [];
  const isList = Array.isArray(given);
  try {
    const returned = listOf(given);
    for (let at = 0; at < returned.length; at++) {
      const tensor: unknown = returned[at];
      if (!(tensor instanceof Tensor) || shareOf(shares, tensor) !== undefined) continue;
      const incoming = incomingOf(step, tensor);
      if (incoming !== undefined) shares.push(incoming.join());
      else if (!isBorrowed(taken, tensor)) shares.push(new Share(tensor as Tensor<Float>));
      else {
        // The memory of a result that was spare may be that of its gradient.
        const own = spare.find((slot) => slot.tensor === tensor)?.surrender();
        if (own !== undefined) shares.push(new Share(own));
      }
    }
    if (!isList || given.length !== inputs.length) {
      const found = isList ? `${given.length} gradients` : describeValue(given);
      throw new RangeError(`${cannot(operator)}: ${found} returned, ${inputs.length} expected`);
    }
    for (let place = 0; place < inputs.length; place++) {
      const cell = inputs[place];
      if (cell === undefined || wanted[place] !== true) continue;
      const tensor: unknown = given[place];
      const share = shareOf(shares, tensor);
      checkGradient(operator, { step, place, cell }, tensor, share);
      if (share === undefined) continue;
      if (debug) assertFinite(operator, `the gradient of operand ${place}`, share.tensor);
      const { shape } = cell.slot.tensor;
      if (sameShape(share.tensor.shape, shape)) accumulate(operator, cell, share);
      else {
        const view = new Share(share.tensor.reshape(shape));
        try {
          accumulate(operator, cell, view);
        } finally {
          view.drop();
        }
      }
    }
  } finally {
    for (const share of shares) share.drop();
  }
}

/** The share of a tensor, which is one of a few. */
function shareOf(shares: readonly Share[], tensor: unknown): Share | undefined {
  for (const share of shares) if (share.tensor === tensor) return share;
  return undefined;
}

/** The share of a gradient of a result. */
function incomingOf({ outputs }: Step, tensor: unknown): Share | undefined {
  for (const { gradient } of outputs) if (gradient?.tensor === tensor) return gradient;
  return undefined;
}

/** Whether a tensor is not the backward pass's to return. */
function isBorrowed(
  { tensors, results }: Pick<Step, "tensors" | "results">,
  tensor: Tensor,
): boolean {
  return (tensors as readonly Tensor[]).includes(tensor) ||
    (results as readonly Tensor[]).includes(tensor);
}

/** Rejects what is no gradient of an operand. That of the result is one for operators that only reshape. */
function checkGradient(
  operator: string,
  { step, place, cell }: { readonly step: Step; readonly place: number; readonly cell: Cell },
  tensor: unknown,
  share: Share | undefined,
): void {
  const { slot, gradientDType } = cell;
  const { dtype, shape, length } = slot.tensor;
  if (
    tensor instanceof Tensor && share !== undefined &&
    (tensor.dtype === dtype || tensor.dtype === gradientDType) &&
    (sameShape(tensor.shape, shape) ||
      incomingOf(step, tensor) !== undefined && tensor.length === length)
  ) return;
  const what = `${cannot(operator)}: the gradient of operand ${place}`;
  if (!(tensor instanceof Tensor)) {
    const given = tensor === undefined ? "missing" : describeValue(tensor);
    throw new TypeError(`${what} is ${given}, a tensor expected`);
  }
  if (share === undefined) {
    throw new TypeError(`${what} is an operand or a result itself, a tensor of its own expected`);
  }
  if (tensor.dtype !== dtype && tensor.dtype !== gradientDType) {
    throw new TypeError(`${what} is ${tensor.dtype}, ${dtype} expected`);
  }
  throw new RangeError(
    `${what} has the shape ${formatShape(tensor.shape)}, ${formatShape(shape)} expected`,
  );
}

/** An error of the same class that says whose backward pass failed; errors of other classes stay what they are. */
function inBackward(phrase: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reason = error.message.replace(/^Cannot (?:run )?[\w ]+: /, "");
  const message = `${cannot(phrase)}: ${reason}`;
  const named = sameClass(error, phrase, reason, message);
  if (named === undefined) return error;
  named.cause = error;
  return named;
}

function sameClass(
  error: Error,
  phrase: string,
  reason: string,
  message: string,
): Error | undefined {
  if (error instanceof DisposedError) return new DisposedError(phrase, reason);
  if (error instanceof NativeError) {
    return new NativeError(error.kind, phrase, error.status, message);
  }
  switch (error.constructor) {
    case RangeError:
      return new RangeError(message);
    case TypeError:
      return new TypeError(message);
    case ReferenceError:
      return new ReferenceError(message);
    case Error:
      return new Error(message);
  }
  return undefined;
}
