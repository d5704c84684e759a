/**
 * Conditional selection and linear interpolation of elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkDType, rowsOf } from "../core/checks.ts";
import { mapElements } from "./_elements.ts";
import type { JoinedDType, JoinedFloat, Operand } from "./arithmetic.ts";

/**
 * Lists where one of three operands is in lists, otherwise a tensor.
 *
 * @category Arithmetic of lists
 */
export type JoinedThree<A, B, C, D extends DType> = A extends JaggedTensor<DType> ? JaggedTensor<D>
  : B extends JaggedTensor<DType> ? JaggedTensor<D>
  : C extends JaggedTensor<DType> ? JaggedTensor<D>
  : Tensor<D>;

/**
 * Selects elements of one operand where a condition holds, and of another elsewhere.
 *
 * Operands and element type are as for {@linkcode add}, except that bool stays bool.
 *
 * @param condition The condition, bool; borrowed, as are the others.
 * @param a Selected where the condition holds.
 * @param b Selected elsewhere.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not match.
 * @throws {TypeError} If `condition` is not bool, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example Zeros instead of negative numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { less, where } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([-1, 2], { context });
 * using negative = less(a, 0);
 * using result = where(negative, 0, a);
 * assertEquals([...await result.read()], [0, 2]);
 * ```
 */
export function where<C extends Lists<"bool">, A extends Operand, B extends Operand>(
  condition: C,
  a: A,
  b: B,
): JoinedThree<C, A, B, JoinedDType<A, B>> {
  const operator = "where";
  checkDType({ operator, name: "condition" }, rowsOf(condition).data, ["bool"]);
  const chosen = mapElements([condition, a, b], {
    operator,
    op: ElementOp.WHERE,
    names: ["condition", "a", "b"],
    decides: true,
    keepsBool: true,
  });
  return chosen as JoinedThree<C, A, B, JoinedDType<A, B>>;
}

/**
 * Interpolates linearly: `a + weight * (b - a)`, which is `a` for a weight of 0 and `b` for 1, if both are finite.
 *
 * Operands, types and errors are those of {@linkcode add}; integers give f32.
 *
 * @param a The result for a weight of 0; borrowed, as are the others.
 * @param b The result for a weight of 1.
 * @param weight Weight of `b`.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Arithmetic of lists
 *
 * @example A quarter of the way
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { lerp } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([0, 8], { context });
 * using result = lerp(a, 4, 0.25);
 * assertEquals([...await result.read()], [1, 7]);
 * ```
 */
export function lerp<A extends Operand, B extends Operand, W extends Operand>(
  a: A,
  b: B,
  weight: W,
): JoinedThree<A, B, W, JoinedFloat<A, B>> {
  const mixed = mapElements([a, b, weight], {
    operator: "lerp",
    op: ElementOp.LERP,
    outcome: "float",
    names: ["a", "b", "weight"],
  });
  return mixed as JoinedThree<A, B, W, JoinedFloat<A, B>>;
}
