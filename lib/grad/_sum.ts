/**
 * Sums of gradients.
 *
 * @module
 */

import { ElementOp } from "../../ffi/_generated/symbols.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { makeTensor } from "../core/tensor.ts";
import { disposeOnError } from "../core/ownership.ts";
import { mapElements } from "../core/elements.ts";
import { Share } from "./_slot.ts";
import type { Cell } from "./value.ts";

/**
 * Adds a gradient to that of a value. The first one is taken over as it is; a sum is written to memory that nothing else
 * reads, or to new memory. A sum of gradients of two types has the type of the parameter.
 */
export function accumulate(operator: string, cell: Cell, share: Share): void {
  const sum = cell.gradient;
  if (sum === undefined) {
    cell.gradient = share.join();
    return;
  }
  const { context, shape } = sum.tensor;
  const isMixed = sum.tensor.dtype !== share.tensor.dtype;
  const dtype = isMixed ? cell.gradientDType : sum.tensor.dtype;
  if (sum.isSole && sum.tensor.dtype === dtype) {
    addElements(operator, sum.tensor, sum.tensor, share.tensor);
    return;
  }
  const made = makeTensor(context, dtype, shape);
  disposeOnError(made, () => addElements(operator, made, sum.tensor, share.tensor));
  cell.gradient = new Share(made);
  sum.drop();
}

/** Writes a + b to a tensor of the same shape, which may be one of them; f16, bf16 and f32 are added in f32. */
function addElements(
  operator: string,
  out: Tensor<Float>,
  a: Tensor<Float>,
  b: Tensor<Float>,
): void {
  mapElements(operator, ElementOp.ADD, out, [a, b]);
}
