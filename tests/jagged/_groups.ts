/**
 * Which numbers a reduction makes one of, and the order in which it adds them, written down plainly.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import type { Context, DType, JaggedTensor, Lists, Tensor } from "../../mod.ts";
import { makeLists } from "./_lists.ts";

/** The numbers of each element of a result, in the result's order. */
export function groupsOf<T>(
  lists: JaggedTensor,
  values: ArrayLike<T>,
  dim: number,
): T[][] {
  const { shape } = lists.data;
  const axis = dim < 0 ? dim + shape.length : dim;
  const inner = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
  const runs: [number, number][] = [];
  if (axis === 0) {
    for (let list = 0; list < lists.length; list++) {
      runs.push([Number(lists.offsets[list]), Number(lists.offsets[list + 1])]);
    }
  } else {
    const outer = shape.slice(0, axis).reduce((product, extent) => product * extent, 1);
    const extent = shape[axis] ?? 0;
    for (let row = 0; row < outer; row++) runs.push([row * extent, (row + 1) * extent]);
  }
  return runs.flatMap(([begin, end]) =>
    Array.from(
      { length: inner },
      (_, column) =>
        Array.from(
          { length: end - begin },
          (_, row) => values[(begin + row) * inner + column] as T,
        ),
    )
  );
}

/** Adds in the documented order: 32 lanes in chunks of 1024 until 128 numbers are left, then one after the other. */
export function orderedSum(numbers: readonly number[]): number {
  let left = [...numbers];
  while (left.length > 128) {
    const lanes: number[] = [];
    for (let chunk = 0; chunk < left.length; chunk += 1024) {
      for (let lane = 0; lane < 32; lane++) {
        let sum = -0;
        for (let at = chunk + lane; at < Math.min(left.length, chunk + 1024); at += 32) {
          sum += left[at] ?? NaN;
        }
        lanes.push(sum);
      }
    }
    left = lanes;
  }
  return left.reduce((sum, number) => sum + number, -0) + 0;
}

/** Dims that lists of rows [3, 4] have, and those that they do not have. */
export const DIMS: readonly number[] = [0, 1, 2, -1, -2];
const NO_DIMS: readonly number[] = [3, -3, 4, -4, 0.5, NaN];

/** Checks that a reduction refuses wrong dims by name. */
export function checkRefusals(
  context: Context,
  operator: string,
  reduce: (lists: JaggedTensor<"f32">, dim?: number) => unknown,
): void {
  using lists = makeLists(context, "f32", [1], Array(12).fill(1), [3, 4]);
  for (const dim of NO_DIMS) {
    const error = assertThrows(() => reduce(lists, dim), RangeError);
    assertEquals(
      error.message,
      `Cannot run ${operator}: dim ${dim} is not an axis of [1, 3, 4], -2 to 2`,
    );
  }
}

/** The tensor of a result. */
export function dataOf<D extends DType>(result: Lists<D>): Tensor<D> {
  return "data" in result ? result.data : result;
}
