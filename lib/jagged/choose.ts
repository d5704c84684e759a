/**
 * Choosing and mixing elements.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { DType, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
import { checkDType, rowsOf } from "../core/checks.ts";
import { type JoinedDType, type JoinedFloat, mapElements, type Operand } from "./_elements.ts";

/** Lists where one of three operands is in lists, otherwise a tensor. */
export type JoinedThree<A, B, C, D extends DType> = A extends JaggedTensor<DType> ? JaggedTensor<D>
  : B extends JaggedTensor<DType> ? JaggedTensor<D>
  : C extends JaggedTensor<DType> ? JaggedTensor<D>
  : Tensor<D>;

/**
 * Chooses elements of one operand where a condition holds, and of another elsewhere.
 *
 * Operands are as for {@linkcode add}, and so is the element type, but that bool stays bool.
 *
 * @param condition Which to choose, bool; borrowed, as are the others.
 * @param a What to choose where the condition holds.
 * @param b What to choose elsewhere.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not fit together.
 * @throws {TypeError} If `condition` is not bool, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Zeros instead of negative numbers
 * ```ts
 * import { less, openContext, tensor, where } from "@denovdb/denovdb";
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
    outcome: "common",
    names: ["condition", "a", "b"],
    decides: true,
    keepsBool: true,
  });
  return chosen as JoinedThree<C, A, B, JoinedDType<A, B>>;
}

/**
 * Mixes elements: `a + weight * (b - a)`, which is `a` for a weight of 0 and `b` for 1, if both are finite.
 *
 * Operands and types are as for {@linkcode add}; integers make f32.
 *
 * @param a What a weight of 0 gives; borrowed, as are the others.
 * @param b What a weight of 1 gives.
 * @param weight How much of each.
 * @returns A new tensor, or lists where an operand is in lists; the caller owns it.
 * @throws {RangeError} If lists differ in length, or shapes do not fit together.
 * @throws {TypeError} If no operand is a tensor or lists, or if contexts are mixed.
 * @throws {DisposedError} If an operand has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example A quarter of the way
 * ```ts
 * import { lerp, openContext, tensor } from "@denovdb/denovdb";
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
