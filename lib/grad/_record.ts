/**
 * Running operators on a tape.
 *
 * @module
 */

import { checkArray, refuseKind } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { checkDType } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import { type Float, Tensor } from "../core/mod.ts";
import { heldOutside } from "../core/scope.ts";
import { assertFinite } from "./_finite.ts";
import type { Recording, Step } from "./_recording.ts";
import { type Recipe, Slot } from "./_slot.ts";
import { assertOpen, type Cell, cellOf, type Operand, Value } from "./value.ts";

/** Results of a forward pass. */
export interface Outcome {
  readonly results: readonly Tensor<Float>[];
  readonly reads: readonly number[] | undefined;
  readonly readsResults: readonly number[];
  readonly saved: Disposable | undefined;
  /** How results are computed again from the operands; undefined for those that are kept. */
  readonly recipes?: readonly (Recipe["run"] | undefined)[] | undefined;
}

/** What the tape takes of a forward pass. */
function partsOf({ results, saved }: Outcome): readonly unknown[] {
  return saved === undefined ? results : [...results, saved];
}

/** Runs an operator, and records it if a gradient of an operand is wanted. */
export function record(
  operator: string,
  inputs: readonly Operand<Float>[],
  forward: (tensors: readonly Tensor<Float>[]) => Outcome,
  backward: Step["backward"],
): readonly Value<Float>[] {
  checkArray({ operator, name: "inputs" }, inputs, "a list of operands");
  const cells: (Cell | undefined)[] = [];
  const tensors: Tensor<Float>[] = [];
  const wanted: boolean[] = [];
  const gradientDTypes: Float[] = [];
  let recording: Recording | undefined;
  let anyWanted = false;
  for (let place = 0; place < inputs.length; place++) {
    const input = inputs[place] as Operand<Float>;
    const cell = cellIn(operator, input, place);
    if (cell !== undefined) {
      if (recording !== undefined && cell.recording !== recording) {
        throw new TypeError(`${cannot(operator)}: values of two tapes`);
      }
      recording = cell.recording;
    }
    const isWanted = cell !== undefined && cell.isWanted;
    const tensor = cell === undefined ? input as Tensor<Float> : cell.slot.tensor;
    cells.push(cell);
    tensors.push(tensor);
    wanted.push(isWanted);
    gradientDTypes.push(cell === undefined ? tensor.dtype : cell.gradientDType);
    anyWanted ||= isWanted;
  }
  if (recording === undefined) {
    throw new TypeError(
      `${cannot(operator)}: no operand is a value; tape.constant(tensor) makes one of a tensor`,
    );
  }
  const outcome = heldOutside(() => forward(tensors), partsOf);
  const { results, saved } = outcome;
  const reads: Slot[] = [];
  try {
    checkResults(operator, results, tensors);
    readSlots(operator, cells, outcome.reads, reads);
    if (recording.debug) {
      for (const result of results) assertFinite(operator, "the result", result);
    }
  } catch (error) {
    saved?.[Symbol.dispose]();
    for (const result of results) {
      if (result instanceof Tensor && !tensors.includes(result)) result.dispose();
    }
    throw error;
  }

  const isWanted = recording.isRecording && anyWanted;
  const label = `the result of ${operator}`;
  const made: Value<Float>[] = [];
  const outputs: Cell[] = [];
  for (let place = 0; place < results.length; place++) {
    const value = recording.add(new Slot(results[place] as Tensor<Float>, true), label, isWanted);
    made.push(value);
    outputs.push(cellOf(value));
  }
  if (isWanted) {
    for (const place of outcome.readsResults) {
      const output = outputs[place];
      if (output !== undefined) reads.push(output.slot);
    }
    recording.push({
      operator,
      inputs: cells,
      outputs,
      reads,
      tensors,
      results,
      saved,
      wanted,
      gradientDTypes,
      backward,
    });
    if (recording.recompute) offerRecipes(outcome, cells, tensors, outputs);
  } else saved?.[Symbol.dispose]();
  return made;
}

/** Tells the slots of results how these are computed again. */
function offerRecipes(
  { recipes = [] }: Outcome,
  cells: readonly (Cell | undefined)[],
  tensors: readonly Tensor<Float>[],
  outputs: readonly Cell[],
): void {
  const operands = cells.map((cell, place) => cell?.slot ?? tensors[place] as Tensor<Float>);
  for (const [place, run] of recipes.entries()) {
    if (run !== undefined) outputs[place]?.slot.offer({ operands, run });
  }
}

/** The cell of a value, or undefined for a tensor. */
function cellIn(operator: string, input: Operand<Float>, place: number): Cell | undefined {
  if (input instanceof Value) {
    const cell = cellOf(input);
    assertOpen(operator, cell);
    return cell;
  }
  const name = `operand ${place}`;
  if (!(input instanceof Tensor)) refuseKind({ operator, name }, input, "a value or a tensor");
  checkDType({ operator, name }, input, FLOATS);
  input.assertUsable(operator);
  return undefined;
}

/** Rejects results that are no tensors of floats, that are operands, or that are given twice. */
function checkResults(
  operator: string,
  results: readonly unknown[],
  tensors: readonly unknown[],
): void {
  for (let place = 0; place < results.length; place++) {
    const result = results[place];
    const name = results.length === 1 ? "the result" : `result ${place}`;
    if (!(result instanceof Tensor)) refuseKind({ operator, name }, result, "a tensor");
    checkDType({ operator, name }, result, FLOATS);
    if (tensors.includes(result) || results.indexOf(result) !== place) {
      throw new TypeError(
        `${
          cannot(operator)
        }: ${name} is an operand or another result, a tensor of its own expected`,
      );
    }
  }
}

/** Lists the slots of operands that the backward pass reads: all of them, or those that it names. */
function readSlots(
  operator: string,
  cells: readonly (Cell | undefined)[],
  reads: readonly number[] | undefined,
  slots: Slot[],
): void {
  const count = reads === undefined ? cells.length : reads.length;
  for (let at = 0; at < count; at++) {
    const place = reads === undefined ? at : reads[at] as number;
    if (!(place in cells)) {
      throw new RangeError(
        `${cannot(operator)}: reads has ${place}, numbers below ${cells.length} expected`,
      );
    }
    const cell = cells[place];
    if (cell !== undefined) slots.push(cell.slot);
  }
}
