/**
 * The way back through a tape.
 *
 * @module
 */

import { describeValue } from "../../ffi/arguments.ts";
import { cannot, DisposedError, NativeError } from "../../ffi/errors.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { outsideScopes } from "../core/scope.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { assertFinite } from "./_finite.ts";
import { type Recording, release, type Step } from "./_recording.ts";
import { Share } from "./_slot.ts";
import { accumulate } from "./_sum.ts";
import type { Cell } from "./value.ts";

/** Runs the backward pass of each step, from the last one to the first, and frees what it needed. */
export function runBackward(recording: Recording): void {
  for (let step = recording.pop(); step !== undefined; step = recording.pop()) {
    try {
      takeBack(step, recording.debug);
    } finally {
      release(step);
    }
  }
}

function takeBack(step: Step, debug: boolean): void {
  const { operator, outputs, backward } = step;
  if (outputs.every(({ gradient }) => gradient === undefined)) return;
  const phrase = `run backward of ${operator}`;
  const incoming = new Map<Tensor<Float>, Share>();
  const gradients = outputs.map(({ gradient }) => {
    if (gradient !== undefined) incoming.set(gradient.tensor, gradient);
    return gradient?.tensor;
  });
  let given: readonly unknown[];
  try {
    given = outsideScopes(() => backward(gradients, step));
  } catch (error) {
    throw inBackward(phrase, error);
  }
  distribute(phrase, step, given, { incoming, debug });
}

/** Gives inputs the gradients that a backward pass has returned, and frees those that nobody wants. */
function distribute(
  operator: string,
  { inputs, tensors, results, wanted }: Step,
  given: readonly unknown[],
  { incoming, debug }: {
    readonly incoming: ReadonlyMap<Tensor<Float>, Share>;
    readonly debug: boolean;
  },
): void {
  using held = new DisposableStack();
  const shares = new Map<unknown, Share>(incoming);
  const isList = Array.isArray(given);
  const borrowed = new Set<unknown>([...tensors, ...results]);
  for (const tensor of isList ? given : [given]) {
    if (!(tensor instanceof Tensor) || shares.has(tensor) || borrowed.has(tensor)) continue;
    const share = new Share(tensor as Tensor<Float>);
    held.defer(() => share.drop());
    shares.set(tensor, share);
  }
  if (!isList || given.length !== inputs.length) {
    const found = isList ? `${given.length} gradients` : describeValue(given);
    throw new RangeError(`${cannot(operator)}: ${found} returned, ${inputs.length} expected`);
  }
  for (const [place, cell] of inputs.entries()) {
    if (cell === undefined || wanted[place] !== true) continue;
    const tensor: unknown = given[place];
    checkGradient(operator, place, tensor, cell, { incoming, borrowed });
    const share = shares.get(tensor);
    if (share === undefined) continue;
    if (debug) assertFinite(operator, `the gradient of operand ${place}`, share.tensor);
    const { shape } = cell.slot.tensor;
    if (sameShape(share.tensor.shape, shape)) accumulate(operator, cell, share);
    else {
      const view = new Share(share.tensor.reshape(shape));
      held.defer(() => view.drop());
      accumulate(operator, cell, view);
    }
  }
}

/** Rejects what is no gradient of an operand. That of the result is one for operators that only reshape. */
function checkGradient(
  operator: string,
  place: number,
  tensor: unknown,
  { slot }: Cell,
  { incoming, borrowed }: {
    readonly incoming: ReadonlyMap<unknown, Share>;
    readonly borrowed: ReadonlySet<unknown>;
  },
): void {
  const what = `${cannot(operator)}: the gradient of operand ${place}`;
  const { dtype, shape, length } = slot.tensor;
  if (!(tensor instanceof Tensor)) {
    const given = tensor === undefined ? "missing" : describeValue(tensor);
    throw new TypeError(`${what} is ${given}, a tensor expected`);
  }
  if (borrowed.has(tensor)) {
    throw new TypeError(`${what} is an operand or a result itself, a tensor of its own expected`);
  }
  if (tensor.dtype !== dtype) {
    throw new TypeError(`${what} is ${tensor.dtype}, ${dtype} expected`);
  }
  if (sameShape(tensor.shape, shape)) return;
  if (incoming.has(tensor) && tensor.length === length) return;
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
