/**
 * Operations on elements for families that are not about them.
 *
 * @module
 */

import { Dtype, ElementOp } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { dtypeCode, type Float } from "./dtype.ts";
import { emptyTensor, type Tensor } from "./tensor.ts";
import { callNative } from "./native_call.ts";
import { disposeOnError } from "./ownership.ts";

const ONCE = BigInt64Array.of(1n, 1n, 0n);
const NO_STEPS = BigInt64Array.of(0n, 0n, 0n);

/**
 * Applies an operation to the elements of one or two tensors of the shape of `out`, which may be one of them; to their first
 * elements if `out` has a single one. It is computed in f64 if one of all is f64, and otherwise in f32.
 */
export function mapElements(
  operator: string,
  op: ElementOp,
  out: Tensor<Float>,
  [a, b = a]: readonly [Tensor<Float>, Tensor<Float>?],
): void {
  const [first, second] = [dtypeCode(a.dtype), dtypeCode(b.dtype)];
  const count = BigInt(out.length);
  const x = handleOf(a.buffer);
  const y = handleOf(b.buffer);
  const isWide = [out, a, b].some(({ dtype }) => dtype === "f64");
  callNative(operator, a.context, (native, context) =>
    native.mapElements({
      context,
      op,
      precision: isWide ? Dtype.F64 : Dtype.F32,
      shape: BigInt64Array.of(count),
      rank: 1,
      x,
      y,
      z: x,
      dtypes: Uint32Array.of(first, second, first),
      sizes: BigInt64Array.of(BigInt(a.length), BigInt(b.length), BigInt(a.length)),
      strides: out.length === 1 ? NO_STEPS : ONCE,
      out: handleOf(out.buffer),
      outDtype: dtypeCode(out.dtype),
    }));
}

/**
 * Converts the first element to another type.
 *
 * @returns A new tensor of the shape []; the caller owns it.
 */
export function firstElement<D extends Float>(
  operator: string,
  x: Tensor<Float>,
  dtype: D,
): Tensor<D> {
  const made = emptyTensor([], { context: x.context, dtype });
  return disposeOnError(made, () => {
    mapElements(operator, ElementOp.CAST, made, [x]);
    return made;
  });
}

/**
 * Converts elements to another type, rounding to nearest even.
 *
 * @returns A new tensor; the caller owns it.
 */
export function convertElements<D extends Float>(
  operator: string,
  x: Tensor<Float>,
  dtype: D,
): Tensor<D> {
  const { context, shape } = x;
  const made = emptyTensor(shape, { context, dtype });
  return disposeOnError(made, () => {
    mapElements(operator, ElementOp.CAST, made, [x]);
    return made;
  });
}
