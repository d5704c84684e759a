/**
 * Gathering of rows on a tape.
 *
 * @module
 */

import { type Float, JaggedTensor, type Lists } from "../core/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";
import * as jagged from "../jagged/mod.ts";

/**
 * Gathers rows, as `takeRows` of `@denovdb/denovdb/jagged` does: row i of the result is row `rows[i]` of the source. With
 * parameters as the source, [classes, channels], this is an embedding.
 *
 * @typeParam D Element type.
 * @param source The rows to gather from, [n, ...]; a value.
 * @param rows Indices of rows, i32 or i64 [m], -1 for none; borrowed until the backward pass has run.
 * @param options The value of rows with index -1, and whether other indices are checked.
 * @returns Rows, [m, ...]; their tape owns them.
 * @throws As `takeRows`, and {TypeError} if the source is no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example An embedding of two classes, one of which is seen twice
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sum, takeRows, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using embedding = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * using classes = tensor(new Int32Array([1, 0, 1]), { context });
 * using found = valueAndGrad({ embedding }, (p) => sum(takeRows(p.embedding, classes)));
 * assertEquals([...await found.gradients.embedding.read()], [1, 1, 2, 2]);
 * ```
 */
export function takeRows<D extends Float>(
  source: Operand<D>,
  rows: Lists<"i32" | "i64">,
  options: jagged.TakeRowsOptions = {},
): Value<D> {
  const indices = rows instanceof JaggedTensor ? rows.data : rows;
  return apply(
    "takeRows",
    [source],
    ([source]) => ({ result: jagged.takeRows(source, indices, options), reads: [] }),
    (gradient, { tensors: [{ shape: [count = 0] }] }) => [
      jagged.takeRowsBackward(indices, gradient, { count }),
    ],
  );
}
