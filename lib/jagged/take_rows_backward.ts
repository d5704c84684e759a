/**
 * The backward pass of gathering rows.
 *
 * @module
 */

import { wholeNumber } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkDType, checkShape, rowsOf } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import type { Float, Lists, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount } from "../core/shape.ts";
import { convert } from "./_elements.ts";
import { checkHasRows } from "./_lists.ts";

/**
 * Options for {@linkcode takeRowsBackward}.
 *
 * @category Lists
 */
export interface TakeRowsBackwardOptions {
  /** Rows of the source. */
  readonly count: number;
}

const NAMES = optionNames<TakeRowsBackwardOptions>({ count: true });

/**
 * Backward pass of {@linkcode takeRows}: each row of the source gets the sum of the gradients of all rows that were taken
 * from it, 0 where there are none. With parameters as the source, this is the backward pass of an embedding.
 *
 * Rows are sorted, and summed in f64 in an order that depends on `rows` alone; indices that are not in the source pass
 * nothing on. Nothing waits.
 *
 * @typeParam D Element type.
 * @param rows As passed to {@linkcode takeRows}, i32 or i64 [m]; borrowed, as are the others.
 * @param gradients Gradients of a loss with respect to its result, f16, bf16, f32 or f64 [m, ...]; the rows of lists.
 * @param options The number of rows of the source.
 * @returns Gradients with respect to the source, [count, ...]; the caller owns them.
 * @throws {RangeError} If `rows` is not [m], the gradients are not as many, or `count` is not a whole number.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out, or if there are more than 2^32 rows.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example A row that was taken twice
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { takeRowsBackward } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using rows = tensor(BigInt64Array.of(2n, 2n, 0n), { context });
 * using gradients = tensor([1, 2, 4], { context });
 * using back = takeRowsBackward(rows, gradients, { count: 4 });
 * assertEquals([...await back.read()], [4, 0, 3, 0]);
 * ```
 */
export function takeRowsBackward<D extends Float>(
  rows: Lists<"i32" | "i64">,
  gradients: Tensor<D>,
  options: TakeRowsBackwardOptions,
): Tensor<D> {
  const operator = "takeRowsBackward";
  const { count } = checkOptions(operator, options, NAMES);
  const context = shareContext(operator, rows, gradients);
  const { data } = rowsOf(rows);
  checkDType({ operator, name: "rows" }, data, ["i32", "i64"]);
  checkShape({ operator, name: "rows" }, data, ["m"]);
  checkDType({ operator, name: "gradients" }, gradients, FLOATS);
  checkHasRows({ operator, name: "gradients" }, gradients);
  const { dtype, shape: [, ...rest] } = gradients;
  const n = data.length;
  checkShape({ operator, name: "gradients" }, gradients, [n, ...rest]);
  wholeNumber({ operator, name: "count" }, count, { least: 0, most: Number.MAX_SAFE_INTEGER });
  const compute = (wide: Tensor): Tensor<D> =>
    computeTensor(
      { operator, context, dtype, shape: [count, ...rest] },
      (native, out) =>
        native.takeRowsBackward({
          ...out,
          rows: handleOf(wide.buffer),
          gradients: handleOf(gradients.buffer),
          dtype: dtypeCode(dtype),
          n,
          columns: elementCount(rest),
          nSource: count,
        }),
    );
  if (data.dtype === "i64") return compute(data);
  using wide = convert(operator, data, "i64") as Tensor<"i64">;
  return compute(wide);
}
