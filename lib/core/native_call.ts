/**
 * Native calls of operators: errors of failed calls, and who frees the tensors that they were to fill.
 *
 * @module
 */

import type { BufferHandle, ContextHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable } from "./cancel.ts";
import type { DType } from "./dtype.ts";
import { makeTensor, type Tensor } from "./tensor.ts";

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
  const result = makeTensor(context, dtype, shape);
  try {
    const request = { context: handleOf(context), out: handleOf(result.buffer) };
    checkStatus(context, call(nativeOf(context), request), operator);
  } catch (error) {
    result.dispose();
    throw error;
  }
  return result;
}

/** Names of the native functions that write one buffer and have a form that does not block. */
type Filler = {
  [Name in keyof Native]: `${Name}Async` extends keyof Native
    ? Native[Name] extends (request: infer Request) => Status
      ? Request extends OutRequest ? Name : never
    : never
    : never;
}[keyof Native];

/** A checked call that computes a tensor, either way. */
export interface Computation<D extends DType> extends Computed<D> {
  /** Makes the call. */
  readonly call: (native: Native, request: OutRequest) => Status;
  /** Makes the call without blocking. */
  readonly callAsync: (
    native: Native,
    request: OutRequest,
    signal: AbortSignal | undefined,
  ) => Promise<Status>;
}

/** Plans the call of a native function that writes a tensor. */
export function computation<D extends DType, Name extends Filler>(
  name: Name,
  computed: Computed<D>,
  own: Omit<Parameters<Native[Name]>[0], keyof OutRequest>,
): Computation<D> {
  return {
    ...computed,
    call: (native, request) => native[name as Filler]({ ...own, ...request } as never),
    callAsync: (native, request, signal) =>
      native[`${name as Filler}Async` as const]({ ...own, ...request } as never, signal),
  };
}

/**
 * Makes the tensor without blocking; the work is enqueued before this function returns.
 *
 * @returns The tensor; the caller owns it. It is freed if the call fails or the signal ends it.
 */
export async function computeTensorAsync<D extends DType>(
  { operator, context, dtype, shape, callAsync }: Computation<D>,
  { signal }: Cancelable,
): Promise<Tensor<D>> {
  signal?.throwIfAborted();
  const result = makeTensor(context, dtype, shape);
  try {
    const request = { context: handleOf(context), out: handleOf(result.buffer) };
    checkStatus(context, await callAsync(nativeOf(context), request, signal), operator);
    return result;
  } catch (error) {
    result.dispose();
    throw error;
  }
}
