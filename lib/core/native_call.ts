/**
 * How operators call native functions: what a failed call throws, and who frees what it was to fill.
 *
 * @module
 */

import type { BufferHandle, ContextHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType } from "./dtype.ts";
import { disposeOnError } from "./ownership.ts";
import { emptyTensor, type Tensor } from "./tensor.ts";

/** Calls a native function, and throws the error of its status in the name of an operator. */
export function callNative(
  operator: string,
  context: Context,
  call: (native: Native, context: ContextHandle) => Status,
): void {
  checkStatus(context, call(nativeOf(context), handleOf(context)), operator);
}

/** A tensor that an operator computes. */
export interface Computed<D extends DType> {
  /** Name of the operator. */
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  readonly shape: readonly number[];
}

/** The arguments that native functions have in common which write one buffer. */
export interface OutRequest {
  readonly context: ContextHandle;
  readonly out: BufferHandle;
}

/**
 * Makes a tensor and has a native function write it.
 *
 * @returns The tensor; the caller owns it. It is freed if the call fails.
 */
export function computeTensor<D extends DType>(
  { operator, context, dtype, shape }: Computed<D>,
  call: (native: Native, request: OutRequest) => Status,
): Tensor<D> {
  const result = emptyTensor(shape, { context, dtype });
  return disposeOnError(result, () => {
    const out = handleOf(result.buffer);
    callNative(operator, context, (native, context) => call(native, { context, out }));
    return result;
  });
}
