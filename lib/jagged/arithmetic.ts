/**
 * Elementwise arithmetic.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType } from "../core/mod.ts";
import {
  type JoinedFloat,
  type JoinedLists,
  type JoinedNumber,
  mapElements,
  type Operand,
  type Operation,
} from "./_elements.ts";

/**
 * Adds elements.
 *
 * Operands are lists, tensors and numbers, at least one of them not a number. Lists must have the same lengths. Shapes
 * are broadcast from the last axis; the first axis of a tensor with as many axes corresponds to the rows. Axes of
 * extent 1, and missing ones, repeat.
 *
 * The element type of the result is the smallest that holds those of the operands, in the order u8, i16 and u16, i32,
 * i64, f16 and bf16, f32, f64; i16 with u16 gives i32, f16 with bf16 gives f32, and bool counts as u8. A number does
 * not widen a type of the same kind: a fraction turns integers into f32, a whole number does not, and turns bool into
 * i64; with integers it must be below 2^53, or a bigint of 64 bits. Integers are computed in 64 bits and wrap around;
 * integers that are combined with floats, or become floats, are computed in f64, as is f64; other floats in f32.
 * Results are rounded to nearest even.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, shapes do not match, or a number is too large for integers.
 * @throws {TypeError} If no operand is a tensor or lists, if an operand is none of these and no number, or if contexts
 * are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Adding a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { add } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = add(a, 0.5);
 * assertEquals([...await result.read()], [1.5, 2.5, 3.5]);
 * ```
 */
export function add<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "add", op: ElementOp.ADD, outcome: "common" });
}

/**
 * Subtracts elements; operands and types as for {@linkcode add}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Subtracting a number
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { subtract } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = subtract(a, 1);
 * assertEquals([...await result.read()], [0, 1, 2]);
 * ```
 */
export function subtract<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "subtract", op: ElementOp.SUBTRACT, outcome: "common" });
}

/**
 * Multiplies elements; operands and types as for {@linkcode add}.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Squares
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { multiply } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2, 3], { context });
 * using result = multiply(a, a);
 * assertEquals([...await result.read()], [1, 4, 9]);
 * ```
 */
export function multiply<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "multiply", op: ElementOp.MULTIPLY, outcome: "common" });
}

/**
 * Divides elements; operands as for {@linkcode add}.
 *
 * The quotient of integers is f32.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor of floats, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Halves of integers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { divide } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor(Int32Array.of(1, 2, 3), { context });
 * using result = divide(a, 2);
 * assertEquals([...await result.read()], [0.5, 1, 1.5]);
 * ```
 */
export function divide<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedFloat<A, B>> {
  return join([a, b], { operator: "divide", op: ElementOp.DIVIDE, outcome: "float" });
}

/**
 * Divides elements and rounds down; operands and types as for {@linkcode add}.
 *
 * Integer division by 0 is not an error: the quotient is 0.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Rounding down
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { floorDivide } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor(Int32Array.of(-3, 3), { context });
 * using result = floorDivide(a, 2);
 * assertEquals([...await result.read()], [-2, 1]);
 * ```
 */
export function floorDivide<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "floorDivide", op: ElementOp.FLOOR_DIVIDE, outcome: "common" });
}

/**
 * The remainder of {@linkcode floorDivide}, with the sign of the divisor; operands and types as for {@linkcode add}.
 *
 * The remainder of an integer divided by 0 is the integer itself.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example With the sign of the divisor
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { remainder } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-3, 3.5], { context });
 * using result = remainder(a, 2);
 * assertEquals([...await result.read()], [1, 1.5]);
 * ```
 */
export function remainder<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "remainder", op: ElementOp.REMAINDER, outcome: "common" });
}

/**
 * The remainder of a division rounded towards 0, with the sign of the dividend; operands and types as for
 * {@linkcode add}.
 *
 * The remainder of an integer divided by 0 is the integer itself.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example With the sign of the dividend
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { fmod } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-3, 3.5], { context });
 * using result = fmod(a, 2);
 * assertEquals([...await result.read()], [-1, 1.5]);
 * ```
 */
export function fmod<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "fmod", op: ElementOp.FMOD, outcome: "common" });
}

/**
 * Raises elements to powers; operands and types as for {@linkcode add}.
 *
 * An integer to a negative power is truncated to an integer, 0 for most.
 *
 * @param a First operand. Borrowed, as is `b`.
 * @param b Second operand.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Powers of integers have the same bits on every backend; the last bits of others depend on the math
 * library of the device.
 * @category Arithmetic of lists
 *
 * @example Cubes
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { power } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor(Int32Array.of(2, -3), { context });
 * using result = power(a, 3);
 * assertEquals([...await result.read()], [8, -27]);
 * ```
 */
export function power<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join([a, b], { operator: "power", op: ElementOp.POWER, outcome: "common" });
}

function join<A extends Operand, B extends Operand, D extends DType>(
  operands: readonly [A, B],
  operation: Omit<Operation, "names">,
): JoinedLists<A, B, D> {
  return mapElements(operands, { ...operation, names: ["a", "b"] }) as JoinedLists<A, B, D>;
}
