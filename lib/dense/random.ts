/**
 * Random numbers of streams: for initial parameters, and for noise in training.
 *
 * @module
 */

import { checkNumber, checkUsable, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { Context } from "../core/context.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { elementCount } from "../core/shape.ts";
import { type StreamOptions, streamWords } from "./base/stream.ts";

/**
 * Options for {@linkcode streamUniform}.
 *
 * @category Random numbers
 */
export interface StreamUniformOptions<D extends Float> extends StreamOptions {
  /** Context that holds the data. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
  /**
   * Lower bound, inclusive.
   *
   * @default {0}
   */
  readonly low?: number;
  /**
   * Upper bound, exclusive except where rounding to the element type reaches it.
   *
   * @default {1}
   */
  readonly high?: number;
}

/**
 * Options for {@linkcode streamNormal}.
 *
 * @category Random numbers
 */
export interface StreamNormalOptions<D extends Float> extends StreamOptions {
  /** Context that holds the data. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
  /**
   * Mean of the distribution.
   *
   * @default {0}
   */
  readonly mean?: number;
  /**
   * Standard deviation of the distribution; 0 or more.
   *
   * @default {1}
   */
  readonly deviation?: number;
}

const SHARED = { context: true, dtype: true, seed: true, stream: true } as const;
const UNIFORM_NAMES = optionNames<StreamUniformOptions<Float>>({
  ...SHARED,
  low: true,
  high: true,
});
const NORMAL_NAMES = optionNames<StreamNormalOptions<Float>>({
  ...SHARED,
  mean: true,
  deviation: true,
});

/** Checked arguments of both functions. */
interface Draw<D extends Float> {
  readonly operator: string;
  readonly shape: readonly number[];
  readonly context: Context;
  readonly dtype: D;
  readonly normal: number;
  readonly low: number;
  readonly high: number;
}

function draw<D extends Float>(
  { operator, shape, context, dtype, normal, low, high }: Draw<D>,
  stream: StreamOptions,
): Tensor<D> {
  checkUsable({ operator, name: "context" }, context, Context);
  if (!FLOATS.includes(dtype)) {
    const given = describeValue(dtype);
    throw new TypeError(`${cannot(operator)}: dtype is ${given}, ${oneOf(FLOATS)} expected`);
  }
  const own = {
    normal,
    ...streamWords(operator, stream),
    low,
    high,
    dtype: dtypeCode(dtype),
    n: elementCount(shape),
  };
  return computeTensor(
    { operator, context, dtype, shape },
    (native, out) => native.fillStream({ ...own, ...out }),
  );
}

/**
 * Makes a tensor of uniformly distributed numbers, in steps of 2^-24 of their range.
 *
 * Number i is word i of a stream, by Philox4x32-10: streams of different numbers, or of different seeds, never repeat each
 * other, as those of `randomUniform` do where seeds differ by certain numbers.
 *
 * @typeParam D Element type.
 * @param shape Extent of each axis.
 * @param options Context, element type, seed, stream and bounds.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If a bound is not finite, `high` is below `low`, or seed or stream are no whole numbers of 64 bits.
 * @throws {TypeError} If the element type is not a float.
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
 * @category Random numbers
 *
 * @example A longer tensor begins as a shorter one
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { streamUniform } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using one = streamUniform([1], { context, dtype: "f64", seed: 1 });
 * using two = streamUniform([2], { context, dtype: "f64", seed: 1, stream: 0 });
 * assertEquals([...await one.read(), 0.8946846723556519], [...await two.read()]);
 * ```
 */
export function streamUniform<D extends Float>(
  shape: readonly number[],
  options: StreamUniformOptions<D>,
): Tensor<D> {
  const operator = "streamUniform";
  const { context, dtype, low = 0, high = 1 } = checkOptions(operator, options, UNIFORM_NAMES);
  checkNumber({ operator, name: "low" }, low);
  checkNumber({ operator, name: "high" }, high);
  if (high < low) refuse(operator, `high is ${high}, ${low} or more expected`);
  return draw({ operator, shape, context, dtype, normal: 0, low, high }, options);
}

/**
 * Makes a tensor of normally distributed numbers, by the transform of Box and Muller from words 2 i and 2 i + 1 of a
 * stream; they are within 5.8 deviations of the mean. Streams and errors are those of {@linkcode streamUniform}.
 *
 * @typeParam D Element type.
 * @param shape Extent of each axis.
 * @param options Context, element type, seed, stream, mean and deviation.
 * @returns A new tensor; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Random numbers
 */
export function streamNormal<D extends Float>(
  shape: readonly number[],
  options: StreamNormalOptions<D>,
): Tensor<D> {
  const operator = "streamNormal";
  const { context, dtype, mean = 0, deviation = 1 } = checkOptions(operator, options, NORMAL_NAMES);
  checkNumber({ operator, name: "mean" }, mean);
  checkNumber({ operator, name: "deviation" }, deviation);
  if (deviation < 0) refuse(operator, `deviation is ${deviation}, 0 or more expected`);
  const numbers = { low: mean, high: deviation };
  return draw({ operator, shape, context, dtype, normal: 1, ...numbers }, options);
}
