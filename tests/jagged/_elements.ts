/**
 * What tests of arithmetic on elements share: host values of each type, and refusals.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { fromBf16 } from "../../lib/core/mod.ts";
import {
  type Context,
  type DType,
  type Lists,
  Tensor,
  tensor,
  type TypedArrayOf,
} from "../../mod.ts";
import { makeLists } from "./_lists.ts";

/** The tensor of a result. */
export function tensorOf<D extends DType>(result: Lists<D>): Tensor<D> {
  return result instanceof Tensor ? result : result.data;
}

/** Elements as JavaScript's numbers; those of i64 may be rounded. */
export function readNumbers(result: Lists<DType>): number[] {
  const data = tensorOf(result);
  const values = data.readSync();
  if (data.dtype === "bf16") return [...fromBf16(values as TypedArrayOf<"bf16">)];
  return Array.from<number | bigint, number>(values, Number);
}

/** Numbers as an element type holds them after rounding, wrapping around where integers do. */
export function held(context: Context, dtype: DType, numbers: readonly number[]): number[] {
  const wrapped = dtype === "i32"
    ? numbers.map((number) => number | 0)
    : dtype === "u8"
    ? numbers.map((number) => number & 255)
    : dtype === "u16"
    ? numbers.map((number) => number & 0xffff)
    : dtype === "i16"
    ? numbers.map((number) => number << 16 >> 16)
    : dtype === "bool"
    ? numbers.map((number) => number === 0 ? 0 : 1)
    : numbers;
  using data = tensor(wrapped, { context, dtype });
  return readNumbers(data);
}

/** An operator on two operands. */
export type Binary = (a: Lists<DType> | number, b: Lists<DType> | number) => Lists<DType>;

/** Checks that an operator on two operands refuses what does not fit, by name. */
export function checkBinaryRefusals(context: Context, operator: string, run: Binary): void {
  using lists = makeLists(context, "f32", [1, 2], [1, 2, 3, 4, 5, 6], [2]);
  using elsewhere = makeLists(context, "f32", [2, 1], [1, 2, 3, 4, 5, 6], [2]);
  using three = tensor([1, 2, 3], { context });
  const start = `Cannot run ${operator}: `;
  const message = (a: Parameters<Binary>[0], b: Parameters<Binary>[1], kind: typeof RangeError) =>
    assertThrows(() => run(a, b), kind).message;
  assertEquals(
    message(lists, elsewhere, RangeError),
    `${start}the lists of b have other lengths than those of a`,
  );
  assertEquals(
    message(three, lists, RangeError),
    `${start}the shapes of a [3] and b [3, 2] do not fit together`,
  );
  assertEquals(message(1, 2, TypeError), `${start}no operand is a tensor or lists`);
  assertEquals(
    message("1" as unknown as number, three, TypeError),
    `${start}a is "1", lists, a tensor or a number expected`,
  );
}
