/**
 * Elementwise arithmetic, and the operands and element types of all operations on elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { join } from "./_elements.ts";

/**
 * A number, broadcast to any shape.
 *
 * @category Lists
 */
export type Scalar = number | bigint | boolean;

/**
 * Operand of arithmetic: lists, a tensor or a number.
 *
 * @category Lists
 */
export type Operand = Lists<DType> | Scalar;

/**
 * Element type that results from a type and an operand, if known at compile time.
 *
 * @category Lists
 */
export type JoinedWith<A extends DType, B> = B extends Lists<infer D>
  ? D extends A ? A extends D ? A : DType
  : DType
  : A extends "f16" | "bf16" | "f32" | "f64" ? A
  : DType;

/**
 * Element type of an operation on two operands, if known at compile time; see `add` for the rules.
 *
 * @category Lists
 */
export type JoinedDType<A extends Operand, B extends Operand> = A extends Lists<infer D>
  ? JoinedWith<D, B>
  : B extends Lists<infer D> ? JoinedWith<D, A>
  : DType;

/**
 * Bool counts as u8.
 *
 * @category Lists
 */
export type NumberOf<D extends DType> = D extends "bool" ? "u8" : D;

/**
 * Integers and bool become f32.
 *
 * @category Lists
 */
export type FloatOf<D extends DType> = D extends "i16" | "i32" | "i64" | "u8" | "u16" | "bool"
  ? "f32"
  : D;

/**
 * Element type of an arithmetic operation.
 *
 * @category Lists
 */
export type JoinedNumber<A extends Operand, B extends Operand> = NumberOf<JoinedDType<A, B>>;

/**
 * Element type of an operation that gives floats.
 *
 * @category Lists
 */
export type JoinedFloat<A extends Operand, B extends Operand> = FloatOf<JoinedDType<A, B>>;

/**
 * Lists where an operand is in lists, otherwise a tensor.
 *
 * @category Lists
 */
export type JoinedLists<A, B, D extends DType> = A extends JaggedTensor<DType> ? JaggedTensor<D>
  : B extends JaggedTensor<DType> ? JaggedTensor<D>
  : Tensor<D>;

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
  return join("add", ElementOp.ADD, [a, b]);
}

/**
 * Subtracts elements. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function subtract<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("subtract", ElementOp.SUBTRACT, [a, b]);
}

/**
 * Multiplies elements. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function multiply<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("multiply", ElementOp.MULTIPLY, [a, b]);
}

/**
 * Divides elements. Operands and errors are those of {@linkcode add}. The quotient of integers is f32.
 *
 * @returns A new tensor of floats, or lists where an operand is in lists; the caller owns it.
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
  return join("divide", ElementOp.DIVIDE, [a, b], "float");
}

/**
 * Divides elements and rounds down. Operands, types and errors are those of {@linkcode add}.
 *
 * Integer division by 0 is not an error: the quotient is 0.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Down or towards 0
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { floorDivide, fmod, remainder } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-3, 3.5], { context });
 * using quotient = floorDivide(a, 2);
 * assertEquals([...await quotient.read()], [-2, 1]);
 * using rest = remainder(a, 2);
 * assertEquals([...await rest.read()], [1, 1.5]);
 * using signed = fmod(a, 2);
 * assertEquals([...await signed.read()], [-1, 1.5]);
 * ```
 */
export function floorDivide<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("floorDivide", ElementOp.FLOOR_DIVIDE, [a, b]);
}

/**
 * The remainder of {@linkcode floorDivide}, with the sign of the divisor. Operands, types and errors are those of
 * {@linkcode add}.
 *
 * The remainder of an integer divided by 0 is the integer itself.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function remainder<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("remainder", ElementOp.REMAINDER, [a, b]);
}

/**
 * The remainder of a division rounded towards 0, with the sign of the dividend. Operands, types and errors are those of
 * {@linkcode add}.
 *
 * The remainder of an integer divided by 0 is the integer itself.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function fmod<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("fmod", ElementOp.FMOD, [a, b]);
}

/**
 * Raises elements to powers. Operands, types and errors are those of {@linkcode add}.
 *
 * An integer to a negative power is truncated to an integer, 0 for most.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Powers of integers have the same bits on every backend; the last bits of others depend on the math
 * library of the device.
 * @category Arithmetic of lists
 */
export function power<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("power", ElementOp.POWER, [a, b]);
}
