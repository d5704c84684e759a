/**
 * Axes of dense tensors: how they are named, and the runs of elements along them.
 *
 * @module
 */

import type { FindExtremesRequest } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf } from "../../ffi/owned.ts";
import { Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkTensor } from "../core/checks.ts";
import { checkUsable, refuse } from "../../ffi/base/checks.ts";
import { dtypeBytes, dtypeCode } from "../core/dtype.ts";
import { callNative } from "../core/native_call.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import type { AxisOptions } from "./sum.ts";

/** Refuses what is not a tensor, or has been disposed. */
export function checkDense(operator: string, x: Tensor, name = "x"): void {
  checkTensor({ operator, name }, x);
  checkUsable({ operator, name }, x, Tensor);
}

/** An axis of a shape; negative ones count from the last. */
export function axisIn(
  operator: string,
  axis: number,
  shape: readonly (number | string)[],
): number {
  const rank = shape.length;
  const place = axis < 0 ? axis + rank : axis;
  if (Number.isSafeInteger(axis) && place >= 0 && place < rank) return place;
  const given = describeValue(axis);
  if (rank === 0) refuse(operator, `axis is ${given}, the tensor has no axes`);
  refuse(
    operator,
    `axis ${given} is not an axis of ${formatShape(shape)}, -${rank} to ${rank - 1}`,
  );
}

const NAMES = optionNames<AxisOptions>({ axis: true, keepdims: "boolean" });

/** Runs of elements of a tensor that become one each, and the shape of what they become. */
export interface Runs {
  readonly shape: readonly number[];
  /** Number of elements of a run. */
  readonly extent: number;
  /** Arguments of native functions. */
  readonly request: Pick<
    FindExtremesRequest,
    "values" | "dtype" | "n" | "columns" | "nSegments" | "length" | "offsets" | "nOffsets"
  >;
}

/** Plans the reduction of an axis, or of all elements. */
export function planRuns(operator: string, x: Tensor, options: AxisOptions): Runs {
  const { axis, keepdims = false } = checkOptions(operator, options, NAMES);
  checkDense(operator, x);
  const place = axis === undefined ? undefined : axisIn(operator, axis, x.shape);
  const before = place === undefined ? [] : x.shape.slice(0, place);
  const after = place === undefined ? [] : x.shape.slice(place + 1);
  const extent = place === undefined ? x.length : x.shape[place] ?? 0;
  const kept = place === undefined ? x.shape.map(() => 1) : x.shape.with(place, 1);
  const nSegments = elementCount(before);
  return {
    shape: keepdims ? kept : [...before, ...after],
    extent,
    request: {
      values: handleOf(x.buffer),
      dtype: dtypeCode(x.dtype),
      n: nSegments * extent,
      columns: elementCount(after),
      nSegments,
      length: extent,
      offsets: new BigInt64Array(0),
      nOffsets: 0,
    },
  };
}

/** Copies tensors side by side along an axis of another one, whose extent is the sum of theirs. */
export function copyColumns(
  operator: string,
  parts: readonly Tensor[],
  out: Tensor,
  axis: number,
): void {
  const nBlocks = elementCount(out.shape.slice(0, axis));
  const outBlockBytes = elementCount(out.shape.slice(axis)) * dtypeBytes(out.dtype);
  let begin = 0;
  for (const part of parts) {
    const blockBytes = nBlocks === 0 ? 0 : part.byteLength / nBlocks;
    callNative(operator, out.context, (native, context) =>
      native.copyColumn({
        context,
        source: handleOf(part.buffer),
        nBlocks,
        blockBytes,
        out: handleOf(out.buffer),
        outBlockBytes,
        begin,
      }));
    begin += blockBytes;
  }
}
