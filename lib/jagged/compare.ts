/**
 * Comparisons of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import { join } from "./_elements.ts";
import type { JoinedLists, Operand } from "./arithmetic.ts";

/**
 * Tests which elements are equal; operands as for {@linkcode add}.
 *
 * A number that is compared with floats is first rounded to their type, as when a tensor is filled with it. Integers
 * are compared exactly, with floats in f64.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number, which less() and lessEqual() tell apart
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { equal, less, lessEqual } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using same = equal(a, 2);
 * assertEquals([...await same.read()], [0, 1, 0]);
 * using below = less(a, 2);
 * assertEquals([...await below.read()], [1, 0, 0]);
 * using most = lessEqual(a, 2);
 * assertEquals([...await most.read()], [1, 1, 0]);
 * ```
 */
export function equal<A extends Operand, B extends Operand>(a: A, b: B): JoinedLists<A, B, "bool"> {
  return join("equal", ElementOp.EQUAL, [a, b], "truth");
}

/**
 * Tests which elements are unequal, as NaN is to everything. Operands and errors are those of {@linkcode equal}.
 *
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function notEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join("notEqual", ElementOp.NOT_EQUAL, [a, b], "truth");
}

/**
 * Tests which elements of the first operand are less. Operands and errors are those of {@linkcode equal}.
 *
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function less<A extends Operand, B extends Operand>(a: A, b: B): JoinedLists<A, B, "bool"> {
  return join("less", ElementOp.LESS, [a, b], "truth");
}

/**
 * Tests which elements of the first operand are less or equal. Operands and errors are those of {@linkcode equal}.
 *
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function lessEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join("lessEqual", ElementOp.LESS_EQUAL, [a, b], "truth");
}

/**
 * Tests which elements of the first operand are greater. Operands and errors are those of {@linkcode equal}.
 *
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function greater<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join("greater", ElementOp.GREATER, [a, b], "truth");
}

/**
 * Tests which elements of the first operand are greater or equal. Operands and errors are those of {@linkcode equal}.
 *
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function greaterEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join("greaterEqual", ElementOp.GREATER_EQUAL, [a, b], "truth");
}
