/**
 * Gradients that backward passes are given, and those that they are asked for.
 *
 * @module
 */

import { checkDType, checkShape } from "./checks.ts";
import type { Layouts } from "./compute_tensors.ts";
import type { DType } from "./dtype.ts";
import type { Tensor } from "./tensor.ts";

/** Gradients with the shapes that they have to have, by name; what is left out counts as 0. */
export type Expected = Readonly<
  Record<string, readonly [gradient: Tensor | undefined, shape: readonly number[]]>
>;

/**
 * Rejects gradients with respect to results unless they have the shapes and the element type of those.
 *
 * @throws {RangeError} If a shape is another.
 * @throws {TypeError} If an element type is another.
 */
export function checkGradients(operator: string, dtype: DType, expected: Expected): void {
  for (const [name, [gradient, shape]] of Object.entries(expected)) {
    if (gradient === undefined) continue;
    const argument = { operator, name: `gradients.${name}` };
    checkDType(argument, gradient, [dtype]);
    checkShape(argument, gradient, shape);
  }
}

/** The layouts of those gradients whose names are wanted. */
export function wantedOnly<L extends Layouts>(
  layouts: L,
  wanted: Iterable<keyof L>,
): { readonly [Name in keyof L]: L[Name] | undefined } {
  const only: { [Name in keyof L]?: L[Name] | undefined } = {};
  for (const name in layouts) only[name] = undefined;
  for (const name of wanted) only[name] = layouts[name];
  return only as { readonly [Name in keyof L]: L[Name] | undefined };
}
