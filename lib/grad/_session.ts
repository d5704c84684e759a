/**
 * One evaluation of a function: from parameters to gradients.
 *
 * @module
 */

import { isPlain, refuseKind } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { checkDType } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import { type Float, fullTensor, Tensor } from "../core/mod.ts";
import { enterScope, withoutScope } from "../core/scope.ts";
import { formatShape } from "../core/shape.ts";
import { runBackward } from "./_backward.ts";
import { Evaluation } from "./evaluation.ts";
import { convertElements, firstElement } from "../core/elements.ts";
import { shareContext } from "../core/ownership.ts";
import { record } from "./_record.ts";
import { Recording, type RecordingOptions } from "./_recording.ts";
import { Share } from "./_slot.ts";
import type { Tape } from "./tape.ts";
import { mapLeaves, tensorsOf } from "../core/tree.ts";
import { assertOpen, type Cell, cellOf, Value } from "./value.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** A parameter: its path, and what the tape knows of it. */
interface Leaf {
  readonly path: string;
  readonly tensor: Tensor<Float>;
  readonly value: Value<Float>;
  readonly cell: Cell;
}

/** Types of less precision to compute in. */
export type Compute = "bf16" | "f16";

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
  readonly #leaves: ReadonlyMap<string, Leaf>;
  readonly #compute: Compute | undefined;

  /** Checks the parameters and begins a tape. */
  constructor(operator: string, params: unknown, { compute, ...options }: SessionOptions) {
    this.#operator = operator;
    this.#compute = compute;
    this.#params = params;
    this.#recording = new Recording(options);
    const leaves = tensorsOf(operator, params, "params").map(([path, tensor]): [string, Leaf] => {
      const label = path === "" ? "the parameter" : path;
      checkDType({ operator, name: label }, tensor, FLOATS);
      tensor.assertUsable(operator, label);
      const value = this.#recording.leaf(tensor as Tensor<Float>, label);
      return [path, { path: label, tensor: tensor as Tensor<Float>, value, cell: cellOf(value) }];
    });
    this.#leaves = new Map(leaves);
  }

  get tape(): Tape {
    return this.#recording;
  }

  /** The tree of values that the function gets. */
  get values(): unknown {
    return mapLeaves(this.#params, (_, path) => this.#valueOf(path));
  }

  /** The value of a parameter, in the type that is computed in unless it belongs to a norm. */
  #valueOf(path: string): Value<Float> | undefined {
    const leaf = this.#leaves.get(path);
    const dtype = this.#compute;
    if (leaf === undefined || dtype === undefined || leaf.tensor.dtype === dtype) {
      return leaf?.value;
    }
    const parts = path.split(".");
    const isNormal = parts.some((_, count) => {
      const start = parts.slice(0, count).map((part) => `${part}.`).join("");
      return this.#leaves.has(`${start}scale`) && this.#leaves.has(`${start}shift`);
    });
    if (isNormal) return leaf.value;
    const operator = `convert ${leaf.path}`;
    const own = leaf.tensor.dtype;
    const convert = ([x]: readonly Tensor<Float>[]): Tensor<Float> =>
      convertElements(operator, x as Tensor<Float>, dtype);
    const [made] = record(operator, [leaf.value], (tensors) => ({
      results: [convert(tensors)],
      ...{ reads: [], readsResults: [], saved: undefined },
      recipes: [convert],
    }), ([gradient]) => {
      const given = gradient as Tensor<Float>;
      return [given.dtype === own ? given : convertElements(operator, given, own)];
    });
    if (made !== undefined) cellOf(made).gradientDType = own;
    return made;
  }

  /** Frees what is left. */
  end(): void {
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
    const missing = [...this.#leaves.values()].filter(({ cell }) => cell.gradient === undefined);
    if (unused === "error" && missing.length > 0) {
      const paths = missing.map(({ path }) => path).join(", ");
      throw new RangeError(`${cannot(this.#operator)}: the loss does not depend on ${paths}`);
    }
    return mapLeaves(this.#params, (_, path) => {
      const leaf = this.#leaves.get(path);
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
  const found: Tensor[] = [];
  mapLeaves(trees, (leaf) => void (leaf instanceof Tensor && found.push(leaf)));
  enterScope(found.map(({ buffer }) => buffer));
}
