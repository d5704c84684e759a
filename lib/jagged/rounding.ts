/**
 * Signs, roots and rounding of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import type { WithDType } from "../core/checks.ts";
import { map } from "./_elements.ts";
import type { FloatOf, NumberOf } from "./arithmetic.ts";

/**
 * Negates elements. Integers wrap around, and bool counts as u8.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Negated numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { negate } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, -2], { context });
 * using result = negate(a);
 * assertEquals([...await result.read()], [-1, 2]);
 * ```
 */
export function negate<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("negate", ElementOp.NEGATE, lists);
}

/**
 * Absolute values of elements. Operands and errors are those of {@linkcode negate}.
 *
 * The smallest integer of a signed type is unchanged, and bool counts as u8.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function abs<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("abs", ElementOp.ABS, lists);
}

/**
 * Square roots of elements, correctly rounded; NaN for negative numbers. Operands and errors are those of
 * {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function sqrt<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("sqrt", ElementOp.SQRT, lists, "float");
}

/**
 * Reciprocal square roots of elements; both steps are correctly rounded. Operands and errors are those of
 * {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Reciprocal roots
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { rsqrt } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([4, 0.25], { context });
 * using result = rsqrt(a);
 * assertEquals([...await result.read()], [0.5, 2]);
 * ```
 */
export function rsqrt<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("rsqrt", ElementOp.RSQRT, lists, "float");
}

/**
 * Rounds elements down to integers; integers are unchanged. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Four ways to whole numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { ceil, floor, round, trunc } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1.5, 1.5, 2.5], { context });
 * using down = floor(a);
 * using up = ceil(a);
 * using nearest = round(a);
 * using short = trunc(a);
 * assertEquals([...await down.read()], [-2, 1, 2]);
 * assertEquals([...await up.read()], [-1, 2, 3]);
 * assertEquals([...await nearest.read()], [-2, 2, 2]);
 * assertEquals([...await short.read()], [-1, 1, 2]);
 * ```
 */
export function floor<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("floor", ElementOp.FLOOR, lists);
}

/**
 * Rounds elements up to integers, as {@linkcode floor} does down. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function ceil<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("ceil", ElementOp.CEIL, lists);
}

/**
 * Rounds elements to the nearest integers, ties to even; integers are unchanged. Operands and errors are those of
 * {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function round<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("round", ElementOp.ROUND, lists);
}

/**
 * Rounds elements towards 0 to integers; integers are unchanged. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function trunc<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("trunc", ElementOp.TRUNC, lists);
}

/**
 * Replaces negative elements by 0; NaN stays NaN. Operands and errors are those of {@linkcode negate}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function relu<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map("relu", ElementOp.RELU, lists);
}
