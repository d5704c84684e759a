/**
 * Results of several tensors that one native function writes.
 *
 * @module
 */

import type { BufferHandle, ContextHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType } from "./dtype.ts";
import { callNative } from "./native_call.ts";
import { emptyTensor, type Tensor } from "./tensor.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Who calls, and where results are. */
export interface Caller {
  /** Name of the operator. */
  readonly operator: string;
  readonly context: Context;
}

/** Element type and shape of a tensor. */
export type Layout<D extends DType = DType> = readonly [dtype: D, shape: readonly number[]];

/** Layouts by name; undefined for a tensor that is not asked for. */
export type Layouts = Readonly<Record<string, Layout | undefined>>;

/** The tensors of layouts, by the same names. */
export type Tensors<L extends Layouts> = {
  readonly [Name in keyof L]: L[Name] extends Layout<infer D> ? Tensor<D>
    : L[Name] extends undefined ? undefined
    : Tensor<NonNullable<L[Name]>[0]> | undefined;
};

/** Their buffers; 0 for those that are not asked for. */
export type Outputs<L extends Layouts> = { readonly [Name in keyof L]: BufferHandle };

/**
 * Makes tensors and has a native function write them.
 *
 * @returns The tensors; the caller owns them. They are freed if the call fails.
 */
export function computeTensors<L extends Layouts>(
  caller: Caller,
  layouts: L,
  call: (native: Native, out: Outputs<L>, context: ContextHandle) => Status,
): Tensors<L> {
  using stack = new DisposableStack();
  const { made, out } = makeTensors(stack, caller, layouts);
  callNative(caller.operator, caller.context, (native, handle) => call(native, out, handle));
  stack.move();
  return made;
}

/**
 * Makes tensors and has a native function write them without blocking; the call is made before this function returns.
 *
 * @returns The tensors; the caller owns them. They are freed if the call fails or is ended.
 */
export async function computeTensorsAsync<L extends Layouts>(
  caller: Caller,
  layouts: L,
  call: (native: Native, out: Outputs<L>, context: ContextHandle) => Promise<Status>,
): Promise<Tensors<L>> {
  const { operator, context } = caller;
  using stack = new DisposableStack();
  const { made, out } = makeTensors(stack, caller, layouts);
  checkStatus(context, await call(nativeOf(context), out, handleOf(context)), operator);
  stack.move();
  return made;
}

/** Makes the tensors of layouts, which the stack owns. */
function makeTensors<L extends Layouts>(
  stack: DisposableStack,
  { context }: Caller,
  layouts: L,
): { readonly made: Tensors<L>; readonly out: Outputs<L> } {
  const made: Record<string, Tensor | undefined> = {};
  const out: Record<string, BufferHandle> = {};
  for (const [name, layout] of Object.entries(layouts)) {
    const tensor = layout && stack.use(emptyTensor(layout[1], { context, dtype: layout[0] }));
    made[name] = tensor;
    out[name] = handleOrNone(tensor?.buffer);
  }
  return { made: made as Tensors<L>, out: out as Outputs<L> };
}
