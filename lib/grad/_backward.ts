/**
 * The way back through a tape.
 *
 * @module
 */

import { cannot, DisposedError, NativeError } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { outsideScopes } from "../core/scope.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { assertFinite } from "./_finite.ts";
import { type Recording, release, type Step } from "./_recording.ts";
import { Share, type Slot } from "./_slot.ts";
import { accumulate } from "./_sum.ts";
import type { Cell } from "./value.ts";

/** Runs the backward pass of each step, from the last one to the first, and frees what it needed. */
export function runBackward(recording: Recording): void {
  for (let step = recording.pop(); step !== undefined; step = recording.pop()) {
    try {
      takeBack(step, recording);
    } finally {
      release(step);
    }
  }
}

function takeBack(step: Step, { debug, recompute }: Recording): void {
  const { operator, inputs, outputs, reads, backward } = step;
  if (outputs.every(({ gradient }) => gradient === undefined)) return;
  const phrase = `run backward of ${operator}`;
  const incoming = new Map<Tensor<Float>, Share>();
  const gradients = outputs.map(({ gradient }) => {
    if (gradient !== undefined) incoming.set(gradient.tensor, gradient);
    return gradient?.tensor;
  });
  let given: readonly unknown[];
  let { tensors, results } = step;
  const spare = new Map<unknown, Slot>();
  try {
    if (recompute) {
      for (const slot of reads) slot.restore();
      for (const { slot } of outputs) slot.settle(); // those that read its results have run before
      tensors = inputs.map((cell, place) => cell?.slot.tensor ?? tensors[place] as Tensor<Float>);
      results = outputs.map(({ slot }) => slot.tensor);
    }
    const isSpare = (tensor: Tensor<Float>): boolean => {
      const slot = spareSlot(step, tensor);
      if (slot !== undefined) spare.set(tensor, slot);
      return slot !== undefined || incoming.get(tensor)?.isSole === true;
    };
    given = outsideScopes(() => backward(gradients, { ...step, tensors, results, isSpare }));
  } catch (error) {
    throw inBackward(phrase, error);
  }
  distribute(phrase, { ...step, tensors, results }, given, { incoming, spare, debug });
}

/** The slot of an operand or a result that no other step needs. */
function spareSlot({ reads }: Step, tensor: Tensor<Float>): Slot | undefined {
  return reads.find((slot) => slot.tensor === tensor && slot.isSpare);
}

/** Gives inputs the gradients that a backward pass has returned, and frees those that nobody wants. */
function distribute(
  operator: string,
  step: Step,
  given: readonly unknown[],
  { incoming, spare, debug }: {
    readonly incoming: ReadonlyMap<Tensor<Float>, Share>;
    /** Operands and results that the backward pass knows to be needed no more. */
    readonly spare: ReadonlyMap<unknown, Slot>;
    readonly debug: boolean;
  },
): void {
  const { inputs, wanted } = step;
  const shares = new Map<unknown, Share>();
  const isList = Array.isArray(given);
  try {
    for (const tensor of isList ? given : [given]) {
      if (!(tensor instanceof Tensor) || shares.has(tensor)) continue;
      // The memory of a result that was spare may be that of its gradient.
      if (!incoming.has(tensor as Tensor<Float>) && isBorrowed(step, tensor)) {
        const taken = spare.get(tensor)?.surrender();
        if (taken !== undefined) shares.set(tensor, new Share(taken));
        continue;
      }
      shares.set(tensor, incoming.get(tensor)?.join() ?? new Share(tensor as Tensor<Float>));
    }
    if (!isList || given.length !== inputs.length) {
      const found = isList ? `${given.length} gradients` : describeValue(given);
      throw new RangeError(`${cannot(operator)}: ${found} returned, ${inputs.length} expected`);
    }
    for (let place = 0; place < inputs.length; place++) {
      const cell = inputs[place];
      if (cell === undefined || wanted[place] !== true) continue;
      const tensor: unknown = given[place];
      checkGradient(operator, place, tensor, cell, shares, incoming);
      const share = shares.get(tensor);
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
    for (const share of shares.values()) share.drop();
  }
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
  place: number,
  tensor: unknown,
  { slot, gradientDType }: Cell,
  shares: ReadonlyMap<unknown, Share>,
  incoming: ReadonlyMap<unknown, Share>,
): void {
  const { dtype, shape, length } = slot.tensor;
  if (
    tensor instanceof Tensor && shares.has(tensor) &&
    (tensor.dtype === dtype || tensor.dtype === gradientDType) &&
    (sameShape(tensor.shape, shape) || incoming.has(tensor) && tensor.length === length)
  ) return;
  const what = `${cannot(operator)}: the gradient of operand ${place}`;
  if (!(tensor instanceof Tensor)) {
    const given = tensor === undefined ? "missing" : describeValue(tensor);
    throw new TypeError(`${what} is ${given}, a tensor expected`);
  }
  if (!shares.has(tensor)) {
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
