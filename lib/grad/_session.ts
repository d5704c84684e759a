/**
 * One evaluation of a function: from parameters to gradients.
 *
 * @module
 */

import { isPlain, refuseKind } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { type DeviceBuffer, type Float, fullTensor, Tensor } from "../core/mod.ts";
import { enterScope, withoutScope } from "../core/scope.ts";
import { formatShape } from "../core/shape.ts";
import { runBackward } from "./_backward.ts";
import { Evaluation } from "./evaluation.ts";
import { firstElement } from "../core/elements.ts";
import { shareContext } from "../core/ownership.ts";
import { type Compute, Copies, type Leaf, listParameters } from "./_parameters.ts";
import { Recording, type RecordingOptions } from "./_recording.ts";
import { Share } from "./_slot.ts";
import type { Tape } from "./tape.ts";
import { eachLeaf, mapLeaves } from "../core/tree.ts";
import { assertOpen, type Cell, cellOf, Value } from "./value.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Options of a session. */
export interface SessionOptions extends RecordingOptions {
  /** The type that parameters are converted to for the function, if not their own. */
  readonly compute?: Compute | undefined;
}

/** A function that runs on a tape, from its parameters on. */
export class Session {
  readonly #operator: string;
  readonly #recording: Recording;
  readonly #params: unknown;
  readonly #leaves: readonly Leaf[];
  readonly #copies: Copies | undefined;

  /** Checks the parameters and begins a tape. */
  constructor(operator: string, params: unknown, { compute, ...options }: SessionOptions) {
    this.#operator = operator;
    this.#params = params;
    this.#recording = new Recording(options);
    this.#leaves = listParameters(operator, params, this.#recording);
    if (compute === undefined) return;
    try {
      this.#copies = new Copies(operator, this.#recording, this.#leaves, compute);
    } catch (error) {
      this.#recording.end();
      throw error;
    }
  }

  get tape(): Tape {
    return this.#recording;
  }

  /** The tree of values that the function gets, in the type that is computed in but for those of norms. */
  get values(): unknown {
    let at = 0;
    return mapLeaves(this.#params, () => this.#leaves[at++]?.value);
  }

  /** Frees what is left. */
  end(): void {
    this.#copies?.end();
    this.#recording.end();
  }

  /** Runs the backward pass of what a function returned. */
  finish(
    outcome: unknown,
    { unused, lossScale }: {
      readonly unused: "error" | "zeros";
      readonly lossScale: Tensor<"f64"> | undefined;
    },
  ): Evaluation<"f32" | "f64", unknown, unknown> {
    const { loss, keep } = partsOf(this.#operator, outcome);
    const cell = this.#checkLoss(loss);
    const keeps = this.#cellsIn(keep);
    this.#recording.closeAllBut(new Set([cell, ...keeps]));
    using taken = new DisposableStack();
    const result = withoutScope(() => {
      seed(this.#operator, cell, lossScale);
      runBackward(this.#recording);
      this.#copies?.passBack();
      const gradients = this.#takeGradients(unused, taken);
      const kept = mapLeaves(keep, (leaf) => take(cellOf(leaf as Value), taken));
      const made = take(cell, taken) as Tensor<"f32" | "f64">;
      this.#recording.runUpdates(); // last, because nothing takes them back
      return new Evaluation(made, gradients, kept);
    });
    taken.move();
    this.end();
    handOut(result.loss, result.gradients, result.kept);
    return result;
  }

  /** Takes the values that a function returned away from the tape, as tensors. */
  finishWithout(outcome: unknown): unknown {
    this.#recording.closeAllBut(new Set(this.#cellsIn(outcome)));
    using taken = new DisposableStack();
    const result = withoutScope(() =>
      mapLeaves(outcome, (leaf) => take(cellOf(leaf as Value), taken))
    );
    taken.move();
    this.end();
    handOut(result);
    return result;
  }

  #checkLoss(loss: unknown): Cell {
    const operator = this.#operator;
    const cell = this.#cellOf(loss, "the loss");
    const { dtype, shape } = cell.slot.tensor;
    if (dtype !== "f32" && dtype !== "f64") {
      throw new TypeError(`${cannot(operator)}: the loss is ${dtype}, f32 or f64 expected`);
    }
    if (shape.length === 0) return cell;
    throw new RangeError(
      `${cannot(operator)}: the loss has the shape ${formatShape(shape)}, [] expected`,
    );
  }

  /** The cell of a value of this tape. */
  #cellOf(value: unknown, name: string): Cell {
    const operator = this.#operator;
    if (!(value instanceof Value)) refuseKind({ operator, name }, value, "a value of the tape");
    const cell = cellOf(value);
    if (cell.recording !== this.#recording) {
      throw new TypeError(`${cannot(operator)}: ${name} is a value of another tape`);
    }
    assertOpen(operator, cell);
    return cell;
  }

  #cellsIn(tree: unknown): Cell[] {
    const found: Cell[] = [];
    mapLeaves(tree, (leaf, path) => void found.push(this.#cellOf(leaf, path || "the result")));
    return found;
  }

  #takeGradients(unused: "error" | "zeros", taken: DisposableStack): unknown {
    const missing = this.#leaves.filter(({ cell }) => cell.gradient === undefined);
    if (unused === "error" && missing.length > 0) {
      const paths = missing.map(({ path }) => path).join(", ");
      throw new RangeError(`${cannot(this.#operator)}: the loss does not depend on ${paths}`);
    }
    let at = 0;
    return mapLeaves(this.#params, () => {
      const leaf = this.#leaves[at++];
      return leaf && taken.use(gradientOf(leaf));
    });
  }
}

/** The loss and what is to be kept, of what a function returned. */
function partsOf(
  operator: string,
  outcome: unknown,
): { readonly loss: unknown; readonly keep: unknown } {
  if (outcome instanceof Value) return { loss: outcome, keep: undefined };
  if (isPlain(outcome) && "loss" in outcome) {
    return { loss: outcome.loss, keep: "keep" in outcome ? outcome.keep : undefined };
  }
  const advice = outcome instanceof Promise ? `; ${operator}Async takes such a function` : "";
  throw new TypeError(
    `${cannot(operator)}: the function returned ${describeValue(outcome)}, ` +
      `a value, or loss and keep, expected${advice}`,
  );
}

/** The gradient of a loss with respect to itself. */
function seed(operator: string, cell: Cell, lossScale: Tensor<"f64"> | undefined): void {
  if (!cell.isWanted) return;
  const { context, dtype } = cell.slot.tensor;
  if (lossScale !== undefined) shareContext(operator, cell.slot.tensor, lossScale);
  cell.gradient = new Share(
    lossScale === undefined
      ? fullTensor([], 1, { context, dtype })
      : firstElement(operator, lossScale, dtype),
  );
}

function gradientOf({ cell, tensor: { context, dtype, shape } }: Leaf): Tensor<Float> {
  const { gradient } = cell;
  if (gradient === undefined) return fullTensor(shape, 0, { context, dtype });
  const given = gradient.give();
  cell.gradient = undefined;
  return given;
}

/** The tensor of a value: itself if nothing else needs it, and otherwise a copy. */
function take({ slot }: Cell, taken: DisposableStack): Tensor<Float> {
  return taken.use(slot.surrender() ?? slot.tensor.copy());
}

/** Gives what an evaluation leaves behind to the scope that the evaluation ran in. */
function handOut(...trees: readonly unknown[]): void {
  const found: DeviceBuffer[] = [];
  eachLeaf(trees, (leaf) => {
    if (leaf instanceof Tensor) found.push(leaf.buffer);
  });
  enterScope(found);
}
