/**
 * Operators that write to a tensor of the caller.
 *
 * @module
 */

import { Overlap } from "../../ffi/_generated/symbols.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { callNative } from "../core/native_call.ts";
import { formatShape, sameShape } from "../core/shape.ts";

/** Refuses a tensor that has not exactly the shape and the element type of what is to be written to it. */
export function checkOut(
  operator: string,
  out: Tensor,
  { shape, dtype }: { readonly shape: readonly number[]; readonly dtype: DType },
): void {
  if (out.dtype !== dtype) {
    throw new TypeError(`${cannot(operator)}: out is ${out.dtype}, ${dtype} expected`);
  }
  if (sameShape(out.shape, shape)) return;
  refuse(operator, `out shape is ${formatShape(out.shape)}, ${formatShape(shape)} expected`);
}

/** Overlap of the memory of two tensors, which only the native side knows of views. */
export function overlapOf(operator: string, a: Tensor, b: Tensor): Overlap {
  const found = new Uint32Array(1);
  callNative(
    operator,
    a.context,
    (native, context) =>
      native.bufferOverlap({
        context,
        a: handleOf(a.buffer),
        b: handleOf(b.buffer),
        outOverlap: found,
      }),
  );
  return found[0] as Overlap;
}

/** Refuses to write over an operand while it is read. */
export function checkApart(operator: string, out: Tensor, operand: Tensor, name: string): void {
  if (overlapOf(operator, out, operand) === Overlap.NONE) return;
  refuse(operator, `out overlaps ${name}, other memory expected`);
}

/** The same, but an operand of which each element is read where the result is written may be `out` itself. */
export function checkApartOrSame(
  operator: string,
  out: Tensor,
  operand: Tensor,
  name: string,
): void {
  const overlap = overlapOf(operator, out, operand);
  const inPlace = overlap === Overlap.SAME && operand.length === out.length;
  if (overlap === Overlap.NONE || inPlace) return;
  refuse(operator, `out overlaps ${name} in part, the same memory or other memory expected`);
}
