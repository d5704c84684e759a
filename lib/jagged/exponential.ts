/**
 * Exponentials, logarithms and activation functions of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import type { WithDType } from "../core/checks.ts";
import { map } from "./_elements.ts";
import type { FloatOf } from "./arithmetic.ts";

/**
 * Exponentials of elements.
 *
 * Computed in f32, or in f64 for f64 and integers.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @determinism Same bits on every backend. Errors are below 3 units in the last place.
 * @category Arithmetic of lists
 *
 * @example Certain values of all of them
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { exp, expm1, gelu, log, log1p, sigmoid, silu, tanh } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, Infinity], { context });
 * const certain = [[exp, 1], [expm1, 0], [log, -Infinity], [log1p, 0], [silu, 0], [gelu, 0]] as const;
 * for (const [f, ofZero] of certain) {
 *   using result = f(a);
 *   assertEquals([...await result.read()], [ofZero, Infinity]);
 * }
 * for (const [f, ofZero] of [[sigmoid, 0.5], [tanh, 0]] as const) {
 *   using result = f(a);
 *   assertEquals([...await result.read()], [ofZero, 1]);
 * }
 * ```
 */
export function exp<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("exp", ElementOp.EXP, lists, "float");
}

/**
 * Exponentials of elements minus 1, accurate near 0. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function expm1<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("expm1", ElementOp.EXPM1, lists, "float");
}

/**
 * Natural logarithms of elements; NaN for negative numbers. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function log<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("log", ElementOp.LOG, lists, "float");
}

/**
 * Natural logarithms of 1 plus elements, accurate near 0. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function log1p<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("log1p", ElementOp.LOG1P, lists, "float");
}

/**
 * The logistic function of elements, `1 / (1 + exp(-x))`. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function sigmoid<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("sigmoid", ElementOp.SIGMOID, lists, "float");
}

/**
 * Hyperbolic tangents of elements. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function tanh<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("tanh", ElementOp.TANH, lists, "float");
}

/**
 * Elements times their {@linkcode sigmoid}. Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function silu<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("silu", ElementOp.SILU, lists, "float");
}

/**
 * Gaussian error linear units: elements times their normal cumulative distribution function, computed with the error
 * function; types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @category Arithmetic of lists
 */
export function gelu<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("gelu", ElementOp.GELU, lists, "float");
}
