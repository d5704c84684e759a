/**
 * Flow of gradients: chains of operators, and values that stop them.
 *
 * @module
 */

import { checkFunction, refuseKind } from "../../ffi/base/checks.ts";
import type { Float } from "../core/mod.ts";
import { assertOpen, cellOf, type Operand, Value } from "./value.ts";

/**
 * Runs operators one after another, each on the result of the one before, and disposes the values in between.
 *
 * @typeParam D Element type.
 * @param x What the first operator takes; it is not disposed.
 * @param steps The operators.
 * @returns The last result; the tape owns it.
 * @throws {TypeError} If there is no operator, or something else than a function.
 * @category Gradients
 *
 * @example Two layers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { multiply, pipe, relu, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, -2, 3], { context });
 * using found = valueAndGrad({ x }, (p) => pipe(p.x, (y) => multiply(y, 2), relu, sum));
 * assertEquals([...await found.gradients.x.read()], [2, 0, 2]);
 * ```
 */
export function pipe<D extends Float>(
  x: Operand<D>,
  ...steps: readonly [
    (x: Operand<D>) => Value<D>,
    ...(readonly ((x: Value<D>) => Value<D>)[]),
  ]
): Value<D> {
  const operator = "pipe";
  for (const [place, step] of steps.entries()) {
    checkFunction({ operator, name: `step ${place}` }, step);
  }
  const [first, ...others] = steps;
  checkFunction({ operator, name: "step 0" }, first);
  let value = first(x);
  for (const step of others) {
    using before = value;
    value = step(before);
  }
  return value;
}

/**
 * The same tensor without a gradient: what is computed from it passes nothing back.
 *
 * @typeParam D Element type.
 * @param value A value; it stays what it is.
 * @returns A value that shares its memory.
 * @throws {TypeError} If it is no value.
 * @throws {DisposedError} If it has been disposed.
 * @category Gradients
 *
 * @example A factor that counts as fixed
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { multiply, stopGradient, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3], { context });
 * using found = valueAndGrad({ x }, (p) => sum(multiply(p.x, stopGradient(p.x))));
 * assertEquals([...await found.gradients.x.read()], [1, 2, 3]); // not twice that
 * ```
 */
export function stopGradient<D extends Float>(value: Value<D>): Value<D> {
  const operator = "stopGradient";
  if (!(value instanceof Value)) {
    const expected = "a value of a tape";
    refuseKind({ operator, name: "value" }, value as unknown, expected);
  }
  const cell = cellOf(value);
  assertOpen(operator, cell);
  return cell.recording.add(cell.slot, cell.label, false) as Value<D>;
}
