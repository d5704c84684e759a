/**
 * Comparisons of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import { type JoinedLists, mapElements, type Operand, type Operation } from "./_elements.ts";

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
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { equal } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = equal(a, 2);
 * assertEquals([...await result.read()], [0, 1, 0]);
 * ```
 */
export function equal<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "equal", op: ElementOp.EQUAL, outcome: "truth" });
}

/**
 * Tests which elements are unequal, as NaN is to everything; operands as for {@linkcode equal}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { notEqual } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = notEqual(a, 2);
 * assertEquals([...await result.read()], [1, 0, 1]);
 * ```
 */
export function notEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "notEqual", op: ElementOp.NOT_EQUAL, outcome: "truth" });
}

/**
 * Tests which elements of the first operand are less; operands as for {@linkcode equal}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { less } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = less(a, 2);
 * assertEquals([...await result.read()], [1, 0, 0]);
 * ```
 */
export function less<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "less", op: ElementOp.LESS, outcome: "truth" });
}

/**
 * Tests which elements of the first operand are less or equal; operands as for {@linkcode equal}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { lessEqual } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = lessEqual(a, 2);
 * assertEquals([...await result.read()], [1, 1, 0]);
 * ```
 */
export function lessEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "lessEqual", op: ElementOp.LESS_EQUAL, outcome: "truth" });
}

/**
 * Tests which elements of the first operand are greater; operands as for {@linkcode equal}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { greater } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = greater(a, 2);
 * assertEquals([...await result.read()], [0, 0, 1]);
 * ```
 */
export function greater<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "greater", op: ElementOp.GREATER, outcome: "truth" });
}

/**
 * Tests which elements of the first operand are greater or equal; operands as for {@linkcode equal}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists, bool; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Against a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { greaterEqual } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = greaterEqual(a, 2);
 * assertEquals([...await result.read()], [0, 1, 1]);
 * ```
 */
export function greaterEqual<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, "bool"> {
  return join([a, b], { operator: "greaterEqual", op: ElementOp.GREATER_EQUAL, outcome: "truth" });
}

function join<A extends Operand, B extends Operand>(
  operands: readonly [A, B],
  operation: Omit<Operation, "names">,
): JoinedLists<A, B, "bool"> {
  return mapElements(operands, { ...operation, names: ["a", "b"] }) as JoinedLists<A, B, "bool">;
}
