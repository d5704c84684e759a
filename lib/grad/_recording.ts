/**
 * Records of a tape, and their disposal.
 *
 * @module
 */

import { checkDType } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { leaveScope } from "../core/scope.ts";
import { free, Slot } from "./_slot.ts";
import type { Tape } from "./tape.ts";
import { type Cell, cellOf, makeValue, type Value } from "./value.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Operands of a backward pass besides gradients. */
export interface Saved {
  readonly tensors: readonly Tensor<Float>[];
  readonly results: readonly Tensor<Float>[];
  readonly saved: Disposable | undefined;
  readonly wanted: readonly boolean[];
  /** Element types that gradients of operands may have beside their own. */
  readonly gradientDTypes: readonly Float[];
  /** Whether nothing else needs an operand, a result or its gradient. */
  readonly isSpare: (tensor: Tensor<Float>) => boolean;
}

/** An operator that has run, and what its backward pass needs. */
export interface Step extends Omit<Saved, "isSpare"> {
  readonly operator: string;
  /** Undefined for constants. */
  readonly inputs: readonly (Cell | undefined)[];
  readonly outputs: readonly Cell[];
  /** Values that the backward pass reads. */
  readonly reads: readonly Slot[];
  readonly backward: (
    gradients: readonly (Tensor<Float> | undefined)[],
    at: Saved,
  ) => readonly unknown[];
}

/** Options of a recording. */
export interface RecordingOptions {
  /** Whether steps are kept for a backward pass. */
  readonly isRecording: boolean;
  readonly debug?: boolean | undefined;
  /** Whether results with recipes are freed until the backward pass needs them. */
  readonly recompute?: boolean | undefined;
  /** The tape that updates go to, if not this one; null for none. */
  readonly updates?: Recording | null;
}

/** An update that waits for the end of the backward pass. */
interface Update {
  readonly resource: Disposable;
  readonly run: () => void;
}

/** A tape, seen from inside. */
export class Recording implements Tape {
  /** Whether steps are kept for a backward pass. */
  readonly isRecording: boolean;
  readonly debug: boolean;
  /** Whether results with recipes are freed until the backward pass needs them. */
  readonly recompute: boolean;
  readonly #steps: Step[] = [];
  readonly #open = new Set<Cell>();
  /** Values whose gradients are what the evaluation is for; the function cannot close them. */
  readonly #leaves = new Set<Cell>();
  readonly #owned: Disposable[] = [];
  readonly #updatesOf: Recording | null;
  #updates: Update[] = [];
  #hasEnded = false;

  constructor({ isRecording, debug = false, recompute = false, updates }: RecordingOptions) {
    this.isRecording = isRecording;
    this.debug = debug;
    this.recompute = recompute;
    this.#updatesOf = updates === undefined ? this : updates;
  }

  /** Whether its values are gone. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  constant<D extends Float>(tensor: Tensor<D>): Value<D> {
    const operator = "constant";
    checkDType({ operator, name: "tensor" }, tensor, FLOATS);
    tensor.assertUsable(operator);
    return this.add(new Slot(tensor, false), "a constant", false) as Value<D>;
  }

  own<T extends Disposable>(resource: T): T {
    if (this.#hasEnded) {
      resource[Symbol.dispose]();
      throw new ReferenceError("Cannot own value: the tape has ended");
    }
    leaveScope(resource);
    this.#owned.push(resource);
    return resource;
  }

  afterBackward<T extends Disposable>(resource: T, update: (resource: T) => void): void {
    const target = this.#updatesOf;
    leaveScope(resource);
    if (target === null || target.#hasEnded) resource[Symbol.dispose]();
    else if (target !== this) target.afterBackward(resource, update);
    else this.#updates.push({ resource, run: () => update(resource) });
  }

  /** A value of a tensor that the tape does not own and whose gradient the evaluation is for. */
  leaf(tensor: Tensor<Float>, label: string): Value<Float> {
    const value = this.add(new Slot(tensor, false), label, this.isRecording);
    this.#leaves.add(cellOf(value));
    return value;
  }

  /** A value of a slot, which it holds. */
  add(slot: Slot, label: string, isWanted: boolean): Value<Float> {
    slot.hold();
    const cell: Cell = {
      recording: this,
      slot,
      label,
      isWanted,
      isOpen: true,
      gradientDType: slot.tensor.dtype,
      gradient: undefined,
    };
    this.#open.add(cell);
    return makeValue(cell);
  }

  /** Takes a value away from the function. */
  close(cell: Cell): void {
    if (!cell.isOpen || this.#leaves.has(cell)) return;
    cell.isOpen = false;
    this.#open.delete(cell);
    cell.slot.drop();
  }

  /** Takes all values away from the function but some. */
  closeAllBut(kept: ReadonlySet<Cell>): void {
    for (const cell of this.#open) if (!kept.has(cell)) this.close(cell);
  }

  /** Keeps a step for the backward pass, and what that reads. */
  push(step: Step): void {
    for (const slot of step.reads) slot.holdForBackward();
    this.#steps.push(step);
  }

  /** The last step that has not been taken back. */
  pop(): Step | undefined {
    return this.#steps.pop();
  }

  /** Runs the updates that were registered. */
  runUpdates(): void {
    const updates = this.#updates;
    this.#updates = [];
    using stack = new DisposableStack();
    for (const { resource } of updates) stack.use(resource);
    for (const { run } of updates) run();
  }

  /** Frees what is left. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (let step = this.pop(); step !== undefined; step = this.pop()) release(step);
    for (const cell of this.#leaves) dropGradient(cell);
    for (const cell of this.#open) cell.slot.drop();
    this.#open.clear();
    using stack = new DisposableStack();
    for (const { resource } of this.#updates) stack.use(resource);
    for (const resource of this.#owned) stack.use(resource);
    this.#updates = [];
  }
}

/** Frees what a step keeps, and the gradients of its results. */
export function release({ saved, reads, outputs }: Step): void {
  if (saved instanceof Tensor) free(saved);
  else saved?.[Symbol.dispose]();
  for (const slot of reads) slot.dropInBackward();
  for (const cell of outputs) dropGradient(cell);
}

function dropGradient(cell: Cell): void {
  cell.gradient?.drop();
  cell.gradient = undefined;
}
