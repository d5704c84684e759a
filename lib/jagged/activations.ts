/**
 * Activation functions with parameters, and backward passes of activation functions.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import { checkNumber } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkDType, checkShape, rowsOf, type WithDType } from "../core/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import type { DType, Float, Lists } from "../core/mod.ts";
import { map, mapElements } from "./_elements.ts";
import type { FloatOf } from "./arithmetic.ts";

/** A backward pass: of an operation on elements, their gradients, and a parameter. */
function backward<L extends Lists<Float>>(
  operator: string,
  op: ElementOp,
  [lists, gradients, ...parameter]: readonly [L, L, number?],
): L {
  const { data } = rowsOf(lists);
  const given = { operator, name: "gradients" };
  checkDType({ operator, name: "lists" }, data, FLOATS);
  checkDType(given, rowsOf(gradients).data, [data.dtype]);
  checkShape(given, rowsOf(gradients).data, data.shape);
  const operands = [lists, gradients, ...parameter.filter((one) => one !== undefined)];
  const names = ["lists", "gradients", "parameter"].slice(0, operands.length);
  return mapElements(operands, { operator, op, names }) as Lists<DType> as L;
}

/**
 * Backward pass of {@linkcode silu}: with s = sigmoid(x), gradients times `s (1 + x (1 - s))`.
 *
 * @typeParam L Tensor or lists.
 * @param lists As passed to {@linkcode silu}: f16, bf16, f32 or f64; borrowed, as are the others.
 * @param gradients Gradients of a loss with respect to its result, of the same shape and element type.
 * @returns Gradients with respect to elements; the caller owns them.
 * @throws {RangeError} If shapes differ.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Slopes at 0
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { eluBackward, geluBackward, siluBackward } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([0], { context });
 * using gradients = tensor([8], { context });
 * for (const [f, expected] of [[siluBackward, 4], [geluBackward, 4], [eluBackward, 8]] as const) {
 *   using result = f(x, gradients);
 *   assertEquals([...await result.read()], [expected]);
 * }
 * ```
 */
export function siluBackward<L extends Lists<Float>>(lists: L, gradients: NoInfer<L>): L {
  return backward("siluBackward", ElementOp.SILU_BACKWARD, [lists, gradients]);
}

/**
 * Backward pass of {@linkcode gelu}: gradients times `P(x) + x p(x)`, with the distribution P and the density p of the
 * standard normal distribution. Operands and errors are those of {@linkcode siluBackward}.
 *
 * @returns Gradients with respect to elements; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function geluBackward<L extends Lists<Float>>(lists: L, gradients: NoInfer<L>): L {
  return backward("geluBackward", ElementOp.GELU_BACKWARD, [lists, gradients]);
}

/**
 * Gaussian error linear units by the hyperbolic tangent: `x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2`, at most
 * 0.0005 from {@linkcode gelu}. For networks that were trained with it.
 *
 * Types, determinism and errors are those of {@linkcode exp}.
 *
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @see Hendrycks and Gimpel, "Gaussian error linear units", 2016.
 * @category Arithmetic of lists
 */
export function geluTanh<L extends Lists<DType>>(lists: L): WithDType<L, FloatOf<L["dtype"]>> {
  return map("geluTanh", ElementOp.GELU_TANH, lists, "float");
}

/**
 * Backward pass of {@linkcode geluTanh}. Operands and errors are those of {@linkcode siluBackward}.
 *
 * @returns Gradients with respect to elements; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function geluTanhBackward<L extends Lists<Float>>(lists: L, gradients: NoInfer<L>): L {
  return backward("geluTanhBackward", ElementOp.GELU_TANH_BACKWARD, [lists, gradients]);
}

/**
 * Options for {@linkcode elu}.
 *
 * @category Arithmetic of lists
 */
export interface EluOptions {
  /**
   * What results tend to for negative elements, with the other sign.
   *
   * @default {1}
   */
  readonly alpha?: number;
}

const ELU_NAMES = optionNames<EluOptions>({ alpha: true });

function alphaOf(operator: string, options: EluOptions): number {
  const { alpha = 1 } = checkOptions(operator, options, ELU_NAMES);
  checkNumber({ operator, name: "alpha" }, alpha);
  return alpha;
}

/**
 * Exponential linear units: elements above 0 as they are, and `alpha (exp(x) - 1)` of others.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @param options The factor.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @throws {RangeError} If alpha is not finite.
 * @throws {TypeError} If it is no number.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Clevert, Unterthiner and Hochreiter, "Fast and accurate deep network learning by exponential linear units", 2015.
 * @category Arithmetic of lists
 *
 * @example Of a negative number without bounds
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { elu } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([-Infinity, 0, 3], { context });
 * using result = elu(x, { alpha: 2 });
 * assertEquals([...await result.read()], [-2, 0, 3]);
 * ```
 */
export function elu<L extends Lists<DType>>(
  lists: L,
  options: EluOptions = {},
): WithDType<L, FloatOf<L["dtype"]>> {
  const operator = "elu";
  const result = mapElements([lists, alphaOf(operator, options)], {
    operator,
    op: ElementOp.ELU,
    outcome: "float",
    names: ["lists", "alpha"],
  });
  return result as WithDType<L, FloatOf<L["dtype"]>>;
}

/**
 * Backward pass of {@linkcode elu}: gradients where elements are above 0, and gradients times `alpha exp(x)` elsewhere.
 * Operands and errors are those of {@linkcode siluBackward}, options those of {@linkcode elu}.
 *
 * @returns Gradients with respect to elements; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function eluBackward<L extends Lists<Float>>(
  lists: L,
  gradients: NoInfer<L>,
  options: EluOptions = {},
): L {
  const operator = "eluBackward";
  return backward(operator, ElementOp.ELU_BACKWARD, [lists, gradients, alphaOf(operator, options)]);
}

/**
 * Options for {@linkcode leakyRelu}.
 *
 * @category Arithmetic of lists
 */
export interface LeakyReluOptions {
  /**
   * What negative elements are multiplied by.
   *
   * @default {0.01}
   */
  readonly slope?: number;
}

const LEAKY_NAMES = optionNames<LeakyReluOptions>({ slope: true });

function slopeOf(operator: string, options: LeakyReluOptions): number {
  const { slope = 0.01 } = checkOptions(operator, options, LEAKY_NAMES);
  checkNumber({ operator, name: "slope" }, slope);
  return slope;
}

/**
 * Elements above 0 as they are, and others times a slope. Operands and errors are those of {@linkcode elu}.
 *
 * @param options The slope.
 * @returns A new tensor, or lists where `lists` is; f32 of integers and bool; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example An eighth of negative numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { leakyRelu } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([-8, 0, 3], { context });
 * using result = leakyRelu(x, { slope: 0.125 });
 * assertEquals([...await result.read()], [-1, 0, 3]);
 * ```
 */
export function leakyRelu<L extends Lists<DType>>(
  lists: L,
  options: LeakyReluOptions = {},
): WithDType<L, FloatOf<L["dtype"]>> {
  const operator = "leakyRelu";
  const result = mapElements([lists, slopeOf(operator, options)], {
    operator,
    op: ElementOp.LEAKY_RELU,
    outcome: "float",
    names: ["lists", "slope"],
  });
  return result as WithDType<L, FloatOf<L["dtype"]>>;
}

/**
 * Backward pass of {@linkcode leakyRelu}: gradients where elements are above 0, and gradients times the slope elsewhere.
 * Operands and errors are those of {@linkcode siluBackward}, options those of {@linkcode leakyRelu}.
 *
 * @returns Gradients with respect to elements; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function leakyReluBackward<L extends Lists<Float>>(
  lists: L,
  gradients: NoInfer<L>,
  options: LeakyReluOptions = {},
): L {
  const operator = "leakyReluBackward";
  const slope = slopeOf(operator, options);
  return backward(operator, ElementOp.LEAKY_RELU_BACKWARD, [lists, gradients, slope]);
}
