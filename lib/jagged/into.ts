/**
 * Operators that write to a tensor of the caller instead of making a new one.
 *
 * @module
 */

import { ElementOp, Overlap } from "../../ffi/_generated/symbols.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { shareContext } from "../core/ownership.ts";
import { checkDense, copyColumns } from "./_axes.ts";
import { joinInto } from "./_elements.ts";
import { checkApart, checkOut, overlapOf } from "./_into.ts";
import type { Scalar } from "./arithmetic.ts";
import { type ConcatOptions, planConcat } from "./stack.ts";

/**
 * Operand of in-place arithmetic: a tensor, or a number.
 *
 * @category In-place arrays
 */
export type DenseOperand = Tensor<DType> | Scalar;

/**
 * Adds elements, as {@linkcode add} does, and writes the sums to a tensor.
 *
 * `out` may be an operand, which is then replaced by the result, unless that operand is broadcast. Nothing is written
 * if an operand is refused. No memory is allocated for the result; a number takes a few bytes while it is used.
 *
 * @param out The tensor that is written to. It has exactly the shape and the element type of the result.
 * @param a First operand, a tensor or a number. Borrowed, as is `b`.
 * @param b Second operand.
 * @throws {RangeError} If `out` has another shape, if it shares only a part of its memory with an operand, if shapes do
 * not match, or if a number is too large for integers.
 * @throws {TypeError} If `out` has another element type, if an operand is neither a tensor nor a number, if none is a
 * tensor, or if contexts are mixed.
 * @determinism Same bits on every backend, and the same as those of `add`.
 * @category In-place arrays
 *
 * @example A running sum
 * ```ts
 * import { fullTensor, openContext, tensor } from "@denovdb/denovdb";
 * import { addInto } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using total = fullTensor([3], 0, { context, dtype: "f32" });
 * using step = tensor([1, 2, 3], { context });
 * for (let round = 0; round < 4; round++) addInto(total, total, step);
 * assertEquals([...await total.read()], [4, 8, 12]);
 * ```
 */
export function addInto(out: Tensor, a: DenseOperand, b: DenseOperand): void {
  joinInto("addInto", ElementOp.ADD, out, [a, b]);
}

/**
 * Subtracts elements, as {@linkcode subtract} does, and writes the differences to a tensor. Operands and errors are
 * those of {@linkcode addInto}.
 *
 * @determinism Same bits on every backend.
 * @category In-place arrays
 */
export function subtractInto(out: Tensor, a: DenseOperand, b: DenseOperand): void {
  joinInto("subtractInto", ElementOp.SUBTRACT, out, [a, b]);
}

/**
 * Multiplies elements, as {@linkcode multiply} does, and writes the products to a tensor. Operands and errors are those
 * of {@linkcode addInto}.
 *
 * @determinism Same bits on every backend.
 * @category In-place arrays
 */
export function multiplyInto(out: Tensor, a: DenseOperand, b: DenseOperand): void {
  joinInto("multiplyInto", ElementOp.MULTIPLY, out, [a, b]);
}

/**
 * Divides elements, as {@linkcode divide} does, and writes the quotients to a tensor. Operands and errors are those of
 * {@linkcode addInto}. The quotient of integers is f32, so integers cannot be divided in place.
 *
 * @determinism Same bits on every backend.
 * @category In-place arrays
 */
export function divideInto(out: Tensor, a: DenseOperand, b: DenseOperand): void {
  joinInto("divideInto", ElementOp.DIVIDE, out, [a, b], "float");
}

/**
 * Copies the elements of a tensor to another one. `Tensor.copy` makes a new one, and `Tensor.fill` writes one value.
 *
 * @typeParam D Element type.
 * @param out The tensor that is written to, of the shape and element type of `x`. Copying a tensor to itself changes
 * nothing.
 * @param x The elements; borrowed.
 * @throws {RangeError} If the shapes differ, or if the tensors share only a part of their memory.
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category In-place arrays
 *
 * @example Some rows replaced
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { copyInto } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2, 3, 4], { context });
 * using middle = x.slice(1, 3); // a view
 * using other = tensor([20, 30], { context });
 * copyInto(middle, other);
 * assertEquals([...await x.read()], [1, 20, 30, 4]);
 * ```
 */
export function copyInto<D extends DType>(out: Tensor<D>, x: Tensor<D>): void {
  const operator = "copyInto";
  checkDense(operator, out, "out");
  checkDense(operator, x);
  shareContext(operator, out, x);
  checkOut(operator, out, x);
  const overlap = overlapOf(operator, out, x);
  if (overlap === Overlap.SAME) return;
  if (overlap === Overlap.PART) {
    refuse(operator, "out overlaps x in part, the same memory or other memory expected");
  }
  out.buffer.copyFrom(x.buffer);
}

/**
 * Concatenates tensors along an axis, as {@linkcode concat} does, and writes them to a tensor. Nothing is written if a
 * tensor is refused.
 *
 * @typeParam D Element type.
 * @param out The tensor that is written to, of the shape and element type of the result. It shares no memory with
 * `tensors`.
 * @param tensors One or more tensors of one element type, whose shapes differ at most along the axis; borrowed.
 * @param options The axis.
 * @throws {RangeError} If there are no tensors or there is no such axis, if shapes do not fit together, or if `out`
 * shares memory with a tensor.
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category In-place arrays
 *
 * @example Two channels in a buffer that is used again
 * ```ts
 * import { fullTensor, openContext, tensor } from "@denovdb/denovdb";
 * import { concatInto } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2], { context, shape: [2, 1] });
 * using b = tensor([3, 4], { context, shape: [2, 1] });
 * using out = fullTensor([2, 2], 0, { context, dtype: "f32" });
 * concatInto(out, [a, b], { axis: 1 });
 * assertEquals([...await out.read()], [1, 3, 2, 4]);
 * ```
 */
export function concatInto<D extends DType>(
  out: Tensor<D>,
  tensors: readonly Tensor<D>[],
  options: ConcatOptions = {},
): void {
  const operator = "concatInto";
  const { first, axis, shape } = planConcat(operator, tensors, options);
  checkDense(operator, out, "out");
  shareContext(operator, out, first);
  checkOut(operator, out, { shape, dtype: first.dtype });
  for (const [nth, part] of tensors.entries()) checkApart(operator, out, part, `tensor ${nth}`);
  copyColumns(operator, tensors, out, axis);
}
