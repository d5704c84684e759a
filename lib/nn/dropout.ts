/**
 * Dropout on a tape.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import * as ops from "../dense/mod.ts";
import { apply, type Operand, type Value } from "../grad/mod.ts";

/**
 * Makes random elements 0, and divides the others by `1 - p`, as `dropout` of `@denovdb/denovdb/dense` does. The gradient
 * passes where an element was kept.
 *
 * @typeParam D Element type.
 * @param x A value of any shape.
 * @param options Share, seed and stream; another stream in each step.
 * @returns A value of the shape of `x`; its tape owns it.
 * @throws As `dropout`, and {TypeError} if it is no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example A stream for each layer and each step
 * ```ts
 * import { fullTensor, openContext } from "@denovdb/denovdb";
 * import { dropout, streamOf, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * using x = fullTensor([1000], 1, { context, dtype: "f32" });
 * const step = 17;
 * using found = valueAndGrad({ x }, (p) =>
 *   sum(dropout(p.x, { p: 0.5, seed: 1, stream: streamOf(`head@${step}`) })));
 * assert(Math.abs((await found.loss.read())[0] ?? NaN) - 1000 < 100);
 * ```
 */
export function dropout<D extends Float>(x: Operand<D>, options: ops.DropoutOptions): Value<D> {
  return apply(
    "dropout",
    [x],
    ([x]) => ({ result: ops.dropout(x as Tensor<D>, options), reads: [] }),
    (gradient) => [ops.dropout(gradient, options)],
  );
}
