/**
 * Initial parameters from a normal distribution that is cut off.
 *
 * @module
 */

import { checkNumber, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Context, Float, Tensor } from "../core/mod.ts";
import { scope } from "../core/mod.ts";
import { streamNormal, type StreamOptions } from "../dense/mod.ts";
import * as jagged from "../jagged/mod.ts";

/**
 * Options for {@linkcode truncatedNormal}.
 *
 * @category Initial parameters
 */
export interface TruncatedNormalOptions<D extends Float = Float> extends StreamOptions {
  /** Context that holds them. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
  /**
   * Deviation of the distribution before it is cut off; above 0.
   *
   * @default {0.02}
   */
  readonly deviation?: number;
  /**
   * Numbers farther from 0 are drawn again; at least the deviation.
   *
   * @default {2}
   */
  readonly most?: number;
}

const NAMES = optionNames<TruncatedNormalOptions>({
  context: true,
  dtype: true,
  seed: true,
  stream: true,
  deviation: true,
  most: true,
});

/** Normal numbers are never this many deviations from 0. */
const NEVER = 9;

/** Draws of a number, of which at most a third each are too far away: what is left then is cut. */
const DRAWS = 24;

/**
 * Normal numbers around 0, none farther than `most` away: what transformers begin with, by default as
 * `trunc_normal_(std=0.02)` of PyTorch. Numbers that are farther away are drawn again, from streams that follow from the
 * given one.
 *
 * @typeParam D Element type.
 * @param shape Shape of the parameters.
 * @param options Context, element type, seed, stream, deviation and limit.
 * @returns The parameters; the caller owns them.
 * @throws {RangeError} If the deviation is not above 0, `most` is less than it, or seed or stream are no whole numbers of 64
 * bits.
 * @throws {TypeError} If the shape is no list, or the element type no float.
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Initial parameters
 *
 * @example Weights within two deviations
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { streamOf, truncatedNormal } from "@denovdb/denovdb/nn";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * const stream = streamOf("head.weights");
 * const options = { context, dtype: "f32", seed: 7, stream, deviation: 0.5, most: 1 } as const;
 * using weights = truncatedNormal([20, 16], options);
 * assert((await weights.read()).every((one) => Math.abs(one) <= 1));
 * ```
 */
export function truncatedNormal<D extends Float>(
  shape: readonly number[],
  options: TruncatedNormalOptions<D>,
): Tensor<D> {
  const operator = "truncatedNormal";
  const { deviation = 0.02, most = 2, stream = 0, ...rest } = checkOptions<TruncatedNormalOptions>(
    operator,
    options,
    NAMES,
  ) as TruncatedNormalOptions<D>;
  checkNumber({ operator, name: "deviation" }, deviation);
  checkNumber({ operator, name: "most" }, most);
  if (deviation <= 0) refuse(operator, `deviation is ${deviation}, more than 0 expected`);
  if (most < deviation) refuse(operator, `most is ${most}, ${deviation} or more expected`);
  const draw = (at: number): Tensor<D> =>
    streamNormal(shape, { ...rest, stream: streamAfter(stream, at), deviation });
  if (most > NEVER * deviation) return draw(0);
  return scope((own) => {
    let drawn: Tensor<Float> = own(draw(0));
    for (let at = 1; at < DRAWS; at++) {
      const isNear = own(jagged.lessEqual(own(jagged.abs(drawn)), most)) as Tensor<"bool">;
      drawn = own(jagged.where(isNear, drawn, own(draw(at)))) as Tensor<Float>;
    }
    return own(jagged.clamp(drawn, { low: -most, high: most })) as Tensor<Float> as Tensor<D>;
  });
}

/** Streams far from that of any other path, by an odd number without a pattern. */
function streamAfter(stream: number | bigint, at: number): bigint {
  return BigInt.asUintN(64, BigInt(stream) + BigInt(at) * 0x9e3779b97f4a7c15n);
}
