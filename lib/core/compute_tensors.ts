/**
 * Results of several tensors that one native function writes.
 *
 * @module
 */

import type { BufferHandle, ContextHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { type Layout, makeTensors, type Tensor } from "./tensor.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Who calls, and where results are. */
export interface Caller {
  /** Name of the operator. */
  readonly operator: string;
  readonly context: Context;
}

export type { Layout } from "./tensor.ts";

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
  { operator, context }: Caller,
  layouts: L,
  call: (native: Native, out: Outputs<L>, context: ContextHandle) => Status,
): Tensors<L> {
  const { made, tensors, out } = makeAll(context, layouts);
  try {
    checkStatus(context, call(nativeOf(context), out, handleOf(context)), operator);
  } catch (error) {
    disposeAll(tensors);
    throw error;
  }
  return made;
}

/**
 * Makes tensors and has a native function write them without blocking; the call is made before this function returns.
 *
 * @returns The tensors; the caller owns them. They are freed if the call fails or is ended.
 */
export async function computeTensorsAsync<L extends Layouts>(
  { operator, context }: Caller,
  layouts: L,
  call: (native: Native, out: Outputs<L>, context: ContextHandle) => Promise<Status>,
): Promise<Tensors<L>> {
  const { made, tensors, out } = makeAll(context, layouts);
  try {
    checkStatus(context, await call(nativeOf(context), out, handleOf(context)), operator);
  } catch (error) {
    disposeAll(tensors);
    throw error;
  }
  return made;
}

function disposeAll(tensors: readonly Tensor[]): void {
  using stack = new DisposableStack();
  for (const tensor of tensors) stack.use(tensor);
}

/** Makes the tensors of layouts. */
function makeAll<L extends Layouts>(
  context: Context,
  layouts: L,
): {
  readonly made: Tensors<L>;
  readonly tensors: readonly Tensor[];
  readonly out: Outputs<L>;
} {
  const asked: Layout[] = [];
  for (const name in layouts) {
    const layout = layouts[name];
    if (layout !== undefined) asked.push(layout);
  }
  const tensors = makeTensors(context, asked);
  const made: Record<string, Tensor | undefined> = {};
  const out: Record<string, BufferHandle> = {};
  let at = 0;
  for (const name in layouts) {
    const tensor = layouts[name] === undefined ? undefined : tensors[at++];
    made[name] = tensor;
    out[name] = handleOrNone(tensor?.buffer);
  }
  return { made: made as Tensors<L>, tensors, out: out as Outputs<L> };
}
