/**
 * First states of optimizers: zeros and masters.
 *
 * @module
 */

import type { Float, Tensor } from "../core/mod.ts";
import { type Conversion, convertTensors } from "../core/elements.ts";
import { fullTensor } from "../core/tensor.ts";
import { mapLeaves } from "../core/tree.ts";
import { handlesBeside, keptDType, masterDType, type Model } from "./_model.ts";
import type { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Makes a tree of tensors of the form of another; the stack owns them. */
export function makeTree(
  params: object,
  stack: DisposableStack,
  make: (parameter: Tensor<Float>) => Tensor | undefined,
): unknown {
  return mapLeaves(params, (leaf) => {
    const made = make(leaf as Tensor<Float>);
    return made === undefined ? undefined : stack.use(made);
  });
}

/** A tree of zeros, in the type of what is kept. */
export function makeZeros(params: object, stack: DisposableStack): unknown {
  return makeTree(
    params,
    stack,
    ({ context, dtype, shape }) => fullTensor(shape, 0, { context, dtype: keptDType(dtype) }),
  );
}

/** A tree of masters. */
export function makeMasters(operator: string, params: object, stack: DisposableStack): unknown {
  const conversions: Conversion[] = [];
  mapLeaves(params, (leaf) => {
    const dtype = masterDType((leaf as Tensor<Float>).dtype);
    if (dtype !== undefined) conversions.push([leaf as Tensor<Float>, dtype]);
  });
  const made = convertTensors(operator, conversions);
  let at = 0;
  return makeTree(
    params,
    stack,
    ({ dtype }) => masterDType(dtype) === undefined ? undefined : made[at++],
  );
}

/** The buffers of gradients. */
export function gradientHandles(model: Model, gradients: unknown): Uint32Array<ArrayBuffer> {
  const dtypeOf = (dtype: Tensor["dtype"]): Tensor["dtype"] => dtype;
  return handlesBeside(model, { name: "gradients", tree: gradients, dtypeOf, isWritten: false });
}

/** The buffers of a tree of what is kept. */
export function keptHandles(model: Model, name: string, tree: unknown): Uint32Array<ArrayBuffer> {
  return handlesBeside(model, { name, tree, dtypeOf: keptDType, isWritten: true });
}

/** The buffers of masters. */
export function masterHandles(model: Model, tree: unknown): Uint32Array<ArrayBuffer> {
  return handlesBeside(model, {
    name: "state.masters",
    tree: tree ?? {},
    dtypeOf: masterDType,
    isWritten: true,
  });
}
