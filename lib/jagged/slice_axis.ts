/**
 * Ranges of an axis of a tensor.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { axisIn, checkDense } from "./_axes.ts";
import { axesOf, copyStrided } from "./_strided.ts";

/**
 * Options for {@linkcode sliceAxis}.
 *
 * @category Arrays
 */
export interface SliceAxisOptions {
  /** The axis; negative ones count from the last. */
  readonly axis: number;
  /**
   * The first place along the axis; negative ones count from its end.
   *
   * @default {0}
   */
  readonly begin?: number;
  /**
   * The place behind the last; negative ones count from the end of the axis. The extent of the axis by default.
   *
   * @default {undefined}
   */
  readonly end?: number;
  /**
   * Distance between the places that are taken, 1 or more.
   *
   * @default {1}
   */
  readonly step?: number;
}

const NAMES = optionNames<SliceAxisOptions>({ axis: true, begin: true, end: true, step: true });

/**
 * Copies a range of an axis, such as some channels of features. For rows, `Tensor.slice` is a view that copies nothing,
 * and {@linkcode takeRows} takes any of them.
 *
 * @typeParam D Element type.
 * @param x A tensor of 1 to 8 axes; borrowed.
 * @param options The axis, and the range of it: begin, begin + step, begin + 2 step and so on, below the end.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If there is no such axis, the range is not in it, `step` is not a whole number of 1 or more, or
 * there are more than 8 axes.
 * @throws {TypeError} If `x` is not a tensor.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example The last two channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sliceAxis } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using features = tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] });
 * using some = sliceAxis(features, { axis: 1, begin: -2 });
 * assertEquals([some.shape, ...await some.read()], [[2, 2], 2, 3, 5, 6]);
 * ```
 */
export function sliceAxis<D extends DType>(x: Tensor<D>, options: SliceAxisOptions): Tensor<D> {
  const operator = "sliceAxis";
  const { axis, begin = 0, end, step = 1 } = checkOptions(operator, options, NAMES);
  checkDense(operator, x);
  const place = axisIn(operator, axis, x.shape);
  const extent = x.shape[place] ?? 0;
  const first = begin < 0 ? begin + extent : begin;
  const stop = end === undefined ? extent : end < 0 ? end + extent : end;
  const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(stop) &&
    first >= 0 && first <= stop && stop <= extent;
  if (!isRange) {
    const range = `[${describeValue(begin)}, ${describeValue(end ?? extent)})`;
    refuse(operator, `places ${range} are not in the ${extent} of axis ${place}`);
  }
  if (!Number.isSafeInteger(step) || step < 1) {
    refuse(operator, `step is ${describeValue(step)}, a whole number of 1 or more expected`);
  }
  const axes = axesOf(x);
  const stride = axes[place]?.stride ?? 0;
  // A step beyond the range takes one place, and its stride is not needed.
  const count = Math.ceil((stop - first) / step);
  const taken = { extent: count, stride: count > 1 ? stride * step : stride };
  return copyStrided(operator, x, axes.with(place, taken), count > 0 ? first * stride : 0);
}
