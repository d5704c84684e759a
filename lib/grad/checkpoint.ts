/**
 * Memory for time: parts of a function that run twice.
 *
 * @module
 */

import { checkFunction, refuseKind } from "../../ffi/base/checks.ts";
import { type Float, fullTensor, type Tensor } from "../core/mod.ts";
import { runBackward } from "./_backward.ts";
import { record } from "./_record.ts";
import { Recording } from "./_recording.ts";
import { Share } from "./_slot.ts";
import { mapLeaves } from "../core/tree.ts";
import type { Tape } from "./tape.ts";
import { assertOpen, type Cell, cellOf, isOperand, type Operand, Value } from "./value.ts";

/**
 * Values in the place of the operands of a tree.
 *
 * @typeParam I The operands.
 * @category Gradients
 */
export type InnerValues<I> = I extends Operand<infer D> ? Value<D>
  : I extends readonly unknown[] ? { readonly [K in keyof I]: InnerValues<I[K]> }
  : I extends object ? { readonly [K in keyof I as Exclude<K, symbol>]: InnerValues<I[K]> }
  : I;

/**
 * Runs a part of a function without keeping what its backward pass needs, and runs it again in the backward pass.
 *
 * The part gets values of a tape of its own, so everything that has a gradient has to be among its inputs: values of the
 * tape around it are refused. It must compute the same both times. Updates that it registers on its tape run once.
 *
 * @typeParam I The operands.
 * @typeParam D Element type of the result.
 * @param inputs Plain objects and arrays with values of one tape, at least one of them, and tensors; borrowed.
 * @param body The part.
 * @returns The result; the tape around it owns it.
 * @throws {TypeError} If something else is in the tree, if no operand is a value, if values belong to several tapes, or
 * if the part returns no value of its tape.
 * @throws {DisposedError} If an operand has been disposed.
 * @category Gradients
 *
 * @example Two operators that keep nothing
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { checkpoint, multiply, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using found = valueAndGrad({ x }, (p) =>
 *   sum(checkpoint({ x: p.x }, ({ x }) => {
 *     using square = multiply(x, x);
 *     return multiply(square, x);
 *   })));
 * assertEquals([...await found.gradients.x.read()], [3, 12]);
 * ```
 */
export function checkpoint<I extends object, D extends Float>(
  inputs: I,
  body: (inputs: InnerValues<I>, tape: Tape) => Value<D>,
): Value<D> {
  const operator = "checkpoint";
  checkFunction({ operator, name: "body" }, body);
  const paths: string[] = [];
  const operands: Operand<Float>[] = [];
  mapLeaves(inputs, (leaf, path) => {
    if (!isOperand(leaf)) refuseKind({ operator, name: path }, leaf, "a value or a tensor");
    paths.push(path);
    operands.push(leaf);
  });
  const outer = operands.find((operand) => operand instanceof Value);
  const around = outer && cellOf(outer).recording;
  const run = (
    recording: Recording,
    tensors: readonly Tensor<Float>[],
    wanted: readonly boolean[],
    gradientDTypes: readonly Float[] = [],
  ): { readonly result: Cell; readonly leaves: readonly Cell[] } => {
    const values = tensors.map((tensor, place) =>
      wanted[place] === true
        ? recording.leaf(tensor, paths[place] ?? "")
        : recording.constant(tensor)
    );
    for (const [place, value] of values.entries()) {
      cellOf(value).gradientDType = gradientDTypes[place] ?? value.dtype;
    }
    let place = 0;
    const given = mapLeaves(inputs, () => values[place++]) as InnerValues<I>;
    const made: unknown = body(given, recording);
    if (!(made instanceof Value)) {
      refuseKind({ operator, name: "what the function returned" }, made, "a value");
    }
    const result = cellOf(made);
    if (result.recording !== recording) {
      throw new TypeError(
        `Cannot run ${operator}: the function returned a value of another tape`,
      );
    }
    assertOpen(operator, result);
    recording.closeAllBut(new Set([result]));
    return { result, leaves: values.map(cellOf) };
  };
  const [made] = record(operator, operands, (tensors) => {
    const recording = new Recording({
      isRecording: false,
      debug: around?.debug,
      updates: around ?? null,
    });
    try {
      const { result: { slot } } = run(recording, tensors, []);
      const results = [slot.surrender() ?? slot.tensor.copy()];
      return { results, reads: undefined, readsResults: [], saved: undefined };
    } finally {
      recording.end();
    }
  }, ([gradient], { tensors, wanted, gradientDTypes }) => {
    const { debug, recompute } = around ?? {};
    const recording = new Recording({ isRecording: true, debug, recompute, updates: null });
    try {
      const { result, leaves } = run(recording, tensors, wanted, gradientDTypes);
      // A view, because the tape around this one owns the gradient.
      if (gradient !== undefined && result.isWanted) {
        result.gradient = new Share(gradient.reshape(gradient.shape));
      }
      runBackward(recording);
      return leaves.map((cell, place) => wanted[place] === true ? gradientOf(cell) : undefined);
    } finally {
      recording.end();
    }
  });
  return made as Value<D>;
}

function gradientOf(cell: Cell): Tensor<Float> {
  const { context, dtype, shape } = cell.slot.tensor;
  const given = cell.gradient?.give() ?? fullTensor(shape, 0, { context, dtype });
  cell.gradient = undefined;
  return given;
}
