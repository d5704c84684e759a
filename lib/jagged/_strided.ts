/**
 * The native call of all operators that copy elements in another layout.
 *
 * @module
 */

import { CopyLimit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeBytes } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";

/** An axis of a result: its extent, and how far elements along it are apart in the source. */
export interface StridedAxis {
  readonly extent: number;
  readonly stride: number;
}

/** Axes of a tensor as it is: the strides are those of row-major order. */
export function axesOf({ shape }: Tensor): StridedAxis[] {
  let stride = 1;
  return shape.toReversed().map((extent) => {
    const axis = { extent, stride };
    stride *= extent;
    return axis;
  }).toReversed();
}

/** Copies elements along axes of a source, from one of its elements on. */
export function copyStrided<D extends DType>(
  operator: string,
  source: Tensor<D>,
  axes: readonly StridedAxis[],
  offset = 0,
): Tensor<D> {
  const { context, dtype } = source;
  if (axes.length > CopyLimit.MAX_COPY_AXES) {
    refuse(operator, `x has ${axes.length} axes, at most ${CopyLimit.MAX_COPY_AXES} expected`);
  }
  // A native copy has an axis at the least.
  const walked = axes.length > 0 ? axes : [{ extent: 1, stride: 1 }];
  return computeTensor(
    { operator, context, dtype, shape: axes.map(({ extent }) => extent) },
    (native, out) =>
      native.copyStrided({
        ...out,
        source: handleOf(source.buffer),
        nSource: source.length,
        elementBytes: dtypeBytes(dtype),
        offset,
        shape: BigInt64Array.from(walked, ({ extent }) => BigInt(extent)),
        strides: BigInt64Array.from(walked, ({ stride }) => BigInt(stride)),
        rank: walked.length,
      }),
  );
}
