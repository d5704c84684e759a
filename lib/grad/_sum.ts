/**
 * Sums of gradients.
 *
 * @module
 */

import { Dtype, ElementOp } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { dtypeCode } from "../core/dtype.ts";
import { emptyTensor, type Float, type Tensor } from "../core/mod.ts";
import { callNative } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { Share } from "./_slot.ts";
import type { Cell } from "./value.ts";

/**
 * Adds a gradient to that of a value. The first one is taken over as it is; a sum is written to memory that nothing else
 * reads, or to new memory.
 */
export function accumulate(operator: string, cell: Cell, share: Share): void {
  const sum = cell.gradient;
  if (sum === undefined) {
    cell.gradient = share.join();
    return;
  }
  if (sum.isSole) {
    addElements(operator, sum.tensor, sum.tensor, share.tensor);
    return;
  }
  const { context, dtype, shape } = sum.tensor;
  const made = emptyTensor(shape, { context, dtype });
  disposeOnError(made, () => addElements(operator, made, sum.tensor, share.tensor));
  cell.gradient = new Share(made);
  sum.drop();
}

const ONCE = BigInt64Array.of(1n, 1n, 0n);
const NO_STEPS = BigInt64Array.of(0n, 0n, 0n);

/** Writes a + b to a tensor of the same shape, which may be one of them; f16 and bf16 are added in f32. */
function addElements(
  operator: string,
  out: Tensor<Float>,
  a: Tensor<Float>,
  b: Tensor<Float>,
): void {
  const code = dtypeCode(a.dtype);
  const count = BigInt(a.length);
  const x = handleOf(a.buffer);
  const y = handleOf(b.buffer);
  callNative(operator, a.context, (native, context) =>
    native.mapElements({
      context,
      op: ElementOp.ADD,
      precision: a.dtype === "f64" ? Dtype.F64 : Dtype.F32,
      shape: BigInt64Array.of(count),
      rank: 1,
      x,
      y,
      z: x,
      dtypes: Uint32Array.of(code, code, code),
      sizes: BigInt64Array.of(count, count, count),
      strides: a.length === 1 ? NO_STEPS : ONCE,
      out: handleOf(out.buffer),
      outDtype: code,
    }));
}
