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
import { outsideScopes } from "../core/scope.ts";
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

/** Runs an operator, and records it if a gradient of an operand is wanted. */
export function record(
  operator: string,
  inputs: readonly Operand<Float>[],
  forward: (tensors: readonly Tensor<Float>[]) => Outcome,
  backward: Step["backward"],
): readonly Value<Float>[] {
  checkArray({ operator, name: "inputs" }, inputs, "a list of operands");
  const cells = inputs.map((input, place) => cellIn(operator, input, place));
  const recording = tapeOf(operator, cells);
  const tensors = inputs.map((input, place) => cells[place]?.slot.tensor ?? input as Tensor<Float>);
  const { results, saved, ...outcome } = outsideScopes(() => forward(tensors));
  let reads: Slot[];
  try {
    checkResults(operator, results, tensors);
    reads = readSlots(operator, cells, outcome.reads);
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

  const wanted = cells.map((cell) => cell?.isWanted === true);
  const isWanted = recording.isRecording && wanted.includes(true);
  const slots = results.map((result) => new Slot(result, true));
  const label = `the result of ${operator}`;
  const made = slots.map((slot) => recording.add(slot, label, isWanted));
  if (isWanted) {
    for (const place of outcome.readsResults) {
      const slot = slots[place];
      if (slot !== undefined) reads.push(slot);
    }
    const outputs = made.map(cellOf);
    const gradientDTypes = cells.map((cell, place) =>
      cell?.gradientDType ?? tensors[place]?.dtype ?? "f32"
    );
    const at = { tensors, results, saved, wanted, gradientDTypes };
    recording.push({ ...at, operator, inputs: cells, outputs, reads, backward });
    if (recording.recompute) {
      const operands = cells.map((cell, place) => cell?.slot ?? tensors[place] as Tensor<Float>);
      for (const [place, run] of outcome.recipes?.entries() ?? []) {
        if (run !== undefined) slots[place]?.offer({ operands, run });
      }
    }
  } else saved?.[Symbol.dispose]();
  return made;
}

/** The cell of a value, or undefined for a tensor. */
function cellIn(operator: string, input: Operand<Float>, place: number): Cell | undefined {
  const name = `operand ${place}`;
  if (input instanceof Value) {
    const cell = cellOf(input);
    assertOpen(operator, cell);
    return cell;
  }
  if (!(input instanceof Tensor)) refuseKind({ operator, name }, input, "a value or a tensor");
  checkDType({ operator, name }, input, FLOATS);
  input.assertUsable(operator);
  return undefined;
}

/** The tape of the values among operands. */
function tapeOf(operator: string, cells: readonly (Cell | undefined)[]): Recording {
  let found: Recording | undefined;
  for (const cell of cells) {
    if (cell === undefined) continue;
    if (found !== undefined && cell.recording !== found) {
      throw new TypeError(`${cannot(operator)}: values of two tapes`);
    }
    found = cell.recording;
  }
  if (found !== undefined) return found;
  throw new TypeError(
    `${cannot(operator)}: no operand is a value; tape.constant(tensor) makes one of a tensor`,
  );
}

/** Rejects results that are no tensors of floats, that are operands, or that are given twice. */
function checkResults(
  operator: string,
  results: readonly unknown[],
  tensors: readonly unknown[],
): void {
  for (const [place, result] of results.entries()) {
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

/** The slots of operands that the backward pass reads: all of them, or those that it names. */
function readSlots(
  operator: string,
  cells: readonly (Cell | undefined)[],
  reads: readonly number[] | undefined,
): Slot[] {
  if (reads === undefined) return cells.flatMap((cell) => cell === undefined ? [] : [cell.slot]);
  return reads.flatMap((place) => {
    if (!(place in cells)) {
      throw new RangeError(
        `${cannot(operator)}: reads has ${place}, numbers below ${cells.length} expected`,
      );
    }
    return cells[place]?.slot ?? [];
  });
}
