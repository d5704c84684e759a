/**
 * Operations on elements for families that are not about them.
 *
 * @module
 */

import { Dtype, ElementOp } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { dtypeCode, type Float } from "./dtype.ts";
import { emptyTensor, type Layout, makeTensors, type Tensor } from "./tensor.ts";
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

/** A tensor, and the type that it is converted to. */
export type Conversion = readonly [tensor: Tensor<Float>, dtype: Float];

/**
 * Converts many tensors to other types, rounding to nearest even, by one launch.
 *
 * @returns New tensors; the caller owns them.
 */
export function convertTensors(
  operator: string,
  conversions: readonly Conversion[],
): Tensor<Float>[] {
  const [first] = conversions;
  if (first === undefined) return [];
  const [{ context }] = first;
  const made = makeTensors(
    context,
    conversions.map(([{ shape }, dtype]): Layout => [dtype, shape]),
  ) as Tensor<Float>[];
  const n = conversions.length;
  try {
    const status = nativeOf(context).convertTensors({
      context: handleOf(context),
      nTensors: n,
      tensors: Uint32Array.from(conversions, ([{ buffer }]) => handleOf(buffer)),
      counts: BigInt64Array.from(conversions, ([{ length }]) => BigInt(length)),
      dtypes: Uint32Array.from(conversions, ([{ dtype }]) => dtypeCode(dtype)),
      outDtypes: Uint32Array.from(conversions, ([, dtype]) => dtypeCode(dtype)),
      out: Uint32Array.from(made, ({ buffer }) => handleOf(buffer)),
    });
    checkStatus(context, status, operator);
  } catch (error) {
    for (const tensor of made) tensor.dispose();
    throw error;
  }
  return made;
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
