/**
 * Exponentials, logarithms and activation functions of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import { type FloatOf, mapElements, type Operation } from "./_elements.ts";
import type { WithDType } from "./_lists.ts";

/**
 * Exponentials of elements.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { exp } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, -Infinity], { context });
 * using result = exp(a);
 * assertEquals([...await result.read()], [1, 0]);
 * ```
 */
export function exp<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "exp", op: ElementOp.EXP, outcome: "float" });
}

/**
 * Exponentials of elements minus 1, accurate near 0.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { expm1 } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, -Infinity], { context });
 * using result = expm1(a);
 * assertEquals([...await result.read()], [0, -1]);
 * ```
 */
export function expm1<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "expm1", op: ElementOp.EXPM1, outcome: "float" });
}

/**
 * Natural logarithms of elements; NaN for negative numbers.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { log } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 0], { context });
 * using result = log(a);
 * assertEquals([...await result.read()], [0, -Infinity]);
 * ```
 */
export function log<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "log", op: ElementOp.LOG, outcome: "float" });
}

/**
 * Natural logarithms of 1 plus elements, accurate near 0.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { log1p } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, -1], { context });
 * using result = log1p(a);
 * assertEquals([...await result.read()], [0, -Infinity]);
 * ```
 */
export function log1p<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "log1p", op: ElementOp.LOG1P, outcome: "float" });
}

/**
 * The logistic function of elements, `1 / (1 + exp(-x))`.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sigmoid } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, Infinity], { context });
 * using result = sigmoid(a);
 * assertEquals([...await result.read()], [0.5, 1]);
 * ```
 */
export function sigmoid<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "sigmoid", op: ElementOp.SIGMOID, outcome: "float" });
}

/**
 * Hyperbolic tangents of elements.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { tanh } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, Infinity], { context });
 * using result = tanh(a);
 * assertEquals([...await result.read()], [0, 1]);
 * ```
 */
export function tanh<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "tanh", op: ElementOp.TANH, outcome: "float" });
}

/**
 * Elements times their {@linkcode sigmoid}.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { silu } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, Infinity], { context });
 * using result = silu(a);
 * assertEquals([...await result.read()], [0, Infinity]);
 * ```
 */
export function silu<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "silu", op: ElementOp.SILU, outcome: "float" });
}

/**
 * Gaussian error linear units: elements times their normal cumulative distribution function, computed with the error
 * function.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism The last bits of results depend on the math library of the device; zeros, infinities and NaN do not.
 * @category Arithmetic of lists
 *
 * @example Two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gelu } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, Infinity], { context });
 * using result = gelu(a);
 * assertEquals([...await result.read()], [0, Infinity]);
 * ```
 */
export function gelu<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map(lists, { operator: "gelu", op: ElementOp.GELU, outcome: "float" });
}

function map<L extends Lists<DType>, D extends DType>(
  lists: L,
  operation: Omit<Operation, "names">,
): WithDType<L, D> {
  return mapElements([lists], { ...operation, names: ["lists"] }) as WithDType<L, D>;
}
