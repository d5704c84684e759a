/**
 * Signs, roots and rounding of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import { type FloatOf, mapElements, type NumberOf, type Operation } from "./_elements.ts";
import type { WithDType } from "./_lists.ts";

/**
 * Negates elements. Integers wrap around, and bool counts as u8.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  return map(lists, { operator: "negate", op: ElementOp.NEGATE, outcome: "common" });
}

/**
 * Absolute values of elements. The smallest integer of a signed type is unchanged, and bool counts as u8.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Absolute values
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { abs } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, -2], { context });
 * using result = abs(a);
 * assertEquals([...await result.read()], [1, 2]);
 * ```
 */
export function abs<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "abs", op: ElementOp.ABS, outcome: "common" });
}

/**
 * Square roots of elements, correctly rounded; NaN for negative numbers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Roots
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sqrt } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([4, 9], { context });
 * using result = sqrt(a);
 * assertEquals([...await result.read()], [2, 3]);
 * ```
 */
export function sqrt<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "sqrt", op: ElementOp.SQRT, outcome: "float" });
}

/**
 * Reciprocal square roots of elements; both steps are correctly rounded.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
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
  return map(lists, { operator: "rsqrt", op: ElementOp.RSQRT, outcome: "float" });
}

/**
 * Rounds elements down to integers; integers are unchanged.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Whole numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { floor } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1.5, 1.5, 2.5], { context });
 * using result = floor(a);
 * assertEquals([...await result.read()], [-2, 1, 2]);
 * ```
 */
export function floor<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "floor", op: ElementOp.FLOOR, outcome: "common" });
}

/**
 * Rounds elements up to integers; integers are unchanged.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Whole numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { ceil } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1.5, 1.5, 2.5], { context });
 * using result = ceil(a);
 * assertEquals([...await result.read()], [-1, 2, 3]);
 * ```
 */
export function ceil<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "ceil", op: ElementOp.CEIL, outcome: "common" });
}

/**
 * Rounds elements to the nearest integers, ties to even; integers are unchanged.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Whole numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { round } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1.5, 1.5, 2.5], { context });
 * using result = round(a);
 * assertEquals([...await result.read()], [-2, 2, 2]);
 * ```
 */
export function round<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "round", op: ElementOp.ROUND, outcome: "common" });
}

/**
 * Rounds elements towards 0 to integers; integers are unchanged.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Whole numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { trunc } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1.5, 1.5, 2.5], { context });
 * using result = trunc(a);
 * assertEquals([...await result.read()], [-1, 1, 2]);
 * ```
 */
export function trunc<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "trunc", op: ElementOp.TRUNC, outcome: "common" });
}

/**
 * Replaces negative elements by 0; NaN stays NaN.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Nothing negative
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { relu } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1, 2], { context });
 * using result = relu(a);
 * assertEquals([...await result.read()], [0, 2]);
 * ```
 */
export function relu<L extends Lists<DType>>(lists: L): WithDType<L, NumberOf<L["dtype"]>> {
  return map(lists, { operator: "relu", op: ElementOp.RELU, outcome: "common" });
}

function map<L extends Lists<DType>, D extends DType>(
  lists: L,
  operation: Omit<Operation, "names">,
): WithDType<L, D> {
  return mapElements([lists], { ...operation, names: ["lists"] }) as WithDType<L, D>;
}
