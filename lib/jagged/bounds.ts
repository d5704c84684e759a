/**
 * Elementwise maximum and minimum, clamping, and replacement of NaN and infinities.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, Lists } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkResource, refuse } from "../../ffi/base/checks.ts";
import type { WithDType } from "../core/checks.ts";
import { GREATEST, join, mapElements } from "./_elements.ts";
import type { JoinedLists, JoinedNumber, Operand } from "./arithmetic.ts";
import type { JoinedThree } from "./choose.ts";

/**
 * The larger of two elements, or NaN if one is NaN. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example At least 2, with and without NaN
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { fmax, maximum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, NaN, 3], { context });
 * using strict = maximum(a, 2);
 * assertEquals([...await strict.read()], [2, NaN, 3]);
 * using lenient = fmax(a, 2);
 * assertEquals([...await lenient.read()], [2, 2, 3]);
 * ```
 */
export function maximum<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("maximum", ElementOp.MAXIMUM, [a, b]);
}

/**
 * The smaller of two elements, or NaN if one is NaN. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function minimum<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("minimum", ElementOp.MINIMUM, [a, b]);
}

/**
 * The larger of two elements, or the number if one is NaN. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function fmax<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("fmax", ElementOp.FMAX, [a, b]);
}

/**
 * The smaller of two elements, or the number if one is NaN. Operands, types and errors are those of {@linkcode add}.
 *
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 */
export function fmin<A extends Operand, B extends Operand>(
  a: A,
  b: B,
): JoinedLists<A, B, JoinedNumber<A, B>> {
  return join("fmin", ElementOp.FMIN, [a, b]);
}

/**
 * Options for {@linkcode clamp}; at least one is needed.
 *
 * @typeParam Low Kind of the lower bounds.
 * @typeParam High Kind of the upper bounds.
 * @category Arithmetic of lists
 */
export interface ClampOptions<Low extends Operand = Operand, High extends Operand = Operand> {
  /**
   * Lower bounds.
   *
   * @default {undefined} None.
   */
  readonly low?: Low;
  /**
   * Upper bounds, which take precedence over the lower ones.
   *
   * @default {undefined} None.
   */
  readonly high?: High;
}

const CLAMP_NAMES = optionNames<ClampOptions>({ low: true, high: true });
const NAN_TO_NUM_NAMES = optionNames<NanToNumOptions>({
  nan: true,
  positive: true,
  negative: true,
});

/**
 * Clamps elements to bounds; NaN stays NaN.
 *
 * Bounds are operands, and the element type is determined, as for {@linkcode add}.
 *
 * @typeParam L Tensor or lists.
 * @typeParam Low Kind of the lower bounds.
 * @typeParam High Kind of the upper bounds.
 * @param lists Elements of any type; borrowed, as are the bounds.
 * @param options The bounds.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If there is no bound, if lists differ in length, or shapes do not match.
 * @throws {TypeError} If contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example From 0 to 1
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { clamp } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1, 0.5, 2], { context });
 * using result = clamp(a, { low: 0, high: 1 });
 * assertEquals([...await result.read()], [0, 0.5, 1]);
 * ```
 */
export function clamp<
  L extends Lists<DType>,
  Low extends Operand = number,
  High extends Operand = number,
>(
  lists: L,
  options: ClampOptions<Low, High>,
): JoinedThree<L, Low, High, DType> {
  const operator = "clamp";
  const { low, high } = checkOptions(operator, options, CLAMP_NAMES);
  const bounds = Object.entries({ low, high }).filter(([, bound]) => bound !== undefined);
  if (bounds.length === 0) refuse(operator, "there is neither a low nor a high bound");
  const one = low === undefined ? ElementOp.MINIMUM : ElementOp.MAXIMUM;
  const result = mapElements([lists, ...bounds.map(([, bound]) => bound as Operand)], {
    operator,
    op: bounds.length > 1 ? ElementOp.CLAMP : one,
    names: ["lists", ...bounds.map(([name]) => name)],
  });
  return result as JoinedThree<L, Low, High, DType>;
}

/**
 * Options for {@linkcode nanToNum}.
 *
 * @category Arithmetic of lists
 */
export interface NanToNumOptions {
  /**
   * Replacement of NaN.
   *
   * @default {0}
   */
  readonly nan?: number;
  /**
   * Replacement of infinity.
   *
   * @default {undefined} The largest finite number of the element type.
   */
  readonly positive?: number;
  /**
   * Replacement of negative infinity.
   *
   * @default {undefined} The lowest finite number of the element type.
   */
  readonly negative?: number;
}

/**
 * Replaces NaN and infinite elements; integers are unchanged.
 *
 * @typeParam L Tensor or lists.
 * @param lists Elements of any type; borrowed.
 * @param options The replacements.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Zeros for NaN
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { nanToNum } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([NaN, 1, -Infinity], { context });
 * using result = nanToNum(a, { negative: -9 });
 * assertEquals([...await result.read()], [0, 1, -9]);
 * ```
 */
export function nanToNum<L extends Lists<DType>>(
  lists: L,
  options: NanToNumOptions = {},
): WithDType<L, L["dtype"]> {
  const operator = "nanToNum";
  checkOptions(operator, options, NAN_TO_NUM_NAMES);
  checkResource(operator, lists);
  const greatest = GREATEST.get(lists.dtype);
  const { nan = 0, positive = greatest ?? 0, negative = -(greatest ?? 0) } = options;
  const names = ["lists", "positive", "negative"];
  const replace = (operands: readonly Operand[], op: ElementOp): Lists<DType> =>
    mapElements(operands, { operator, op, names, keepsBool: true });
  if (greatest === undefined) return replace([lists], ElementOp.CAST) as WithDType<L, L["dtype"]>;
  if (Math.abs(nan) <= greatest) {
    using numbers = replace([lists, nan], ElementOp.REPLACE_NAN);
    const finite = replace([numbers, positive, negative], ElementOp.REPLACE_INFINITE);
    return finite as WithDType<L, L["dtype"]>;
  }
  // The replacement of NaN is infinite itself, or NaN, and must not be replaced in turn.
  using isNan = mapElements([lists, lists], {
    operator,
    op: ElementOp.NOT_EQUAL,
    outcome: "truth",
    names: ["lists", "lists"],
  });
  using finite = replace([lists, positive, negative], ElementOp.REPLACE_INFINITE);
  const chosen = mapElements([isNan, nan, finite], {
    operator,
    op: ElementOp.WHERE,
    names: ["lists", "nan", "lists"],
    decides: true,
  });
  return chosen as WithDType<L, L["dtype"]>;
}
