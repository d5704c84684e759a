/**
 * Dropout.
 *
 * @module
 */

import { checkNumber, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkDType } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { type StreamOptions, streamWords } from "./base/stream.ts";

/**
 * Options for {@linkcode dropout}.
 *
 * @category Dense layers
 */
export interface DropoutOptions extends StreamOptions {
  /** Share of elements that become 0; 0 or more and less than 1. */
  readonly p: number;
}

const NAMES = optionNames<DropoutOptions>({ p: true, seed: true, stream: true });

/**
 * Makes random elements 0, and divides the others by `1 - p`: element i is kept where word i of the stream is at least
 * `p 2^32`.
 *
 * Which elements are kept is not stored: the same seed and stream keep the same ones, so that this is its own backward
 * pass, applied to gradients. Give each layer and each step a stream of its own.
 *
 * @typeParam D Element type.
 * @param x Numbers, f16, bf16, f32 or f64, of any shape; borrowed.
 * @param options Share, seed and stream.
 * @returns Numbers in the same shape; the caller owns them.
 * @throws {RangeError} If p is not in [0, 1), or seed or stream are no whole numbers of 64 bits.
 * @throws {TypeError} If they are not floats.
 * @throws {DisposedError} If they have been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Srivastava et al., "Dropout: a simple way to prevent neural networks from overfitting", 2014.
 * @category Dense layers
 *
 * @example Half of the elements
 * ```ts
 * import { fullTensor, openContext } from "@denovdb/denovdb";
 * import { dropout } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = fullTensor([8], 1, { context, dtype: "f32" });
 * using kept = dropout(x, { p: 0.5, seed: 1, stream: 7 });
 * assertEquals([...await kept.read()], [0, 0, 2, 0, 2, 2, 2, 0]);
 * ```
 */
export function dropout<D extends Float>(x: Tensor<D>, options: DropoutOptions): Tensor<D> {
  const operator = "dropout";
  const { p } = checkOptions(operator, options, NAMES);
  checkDType({ operator, name: "x" }, x, FLOATS);
  checkNumber({ operator, name: "p" }, p);
  if (p < 0 || p >= 1) refuse(operator, `p is ${p}, 0 or more and less than 1 expected`);
  const { context, dtype, shape, length } = x;
  const own = {
    x: handleOf(x.buffer, operator),
    dtype: dtypeCode(dtype),
    n: length,
    p,
    ...streamWords(operator, options),
  };
  return computeTensor(
    { operator, context, dtype, shape },
    (native, out) => native.dropout({ ...own, ...out }),
  );
}
