/**
 * Random numbers determined by a seed.
 *
 * @module
 */

import { Distribution } from "../../ffi/_generated/symbols.ts";
import {
  type Cancelable,
  Context,
  type EmptyTensorOptions,
  type Float,
  type Tensor,
} from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkUsable, refuse } from "../../ffi/base/checks.ts";
import { seedWords } from "../../ffi/base/numbers.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import {
  type Computation,
  computation,
  computeTensor,
  computeTensorAsync,
} from "../core/native_call.ts";
import { elementCount } from "../core/shape.ts";
import { GREATEST } from "./_elements.ts";

/**
 * Options for {@linkcode randomUniform}.
 *
 * @category Lists
 */
export interface UniformOptions<D extends Float> extends EmptyTensorOptions<D> {
  /** Context that holds the data. */
  readonly context: Context;
  /** Seed; the same seed gives the same numbers. */
  readonly seed: number | bigint;
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
 * Options for {@linkcode randomNormal}.
 *
 * @category Lists
 */
export interface NormalOptions<D extends Float> extends Omit<UniformOptions<D>, "low" | "high"> {
  /**
   * Mean of the distribution.
   *
   * @default {0}
   */
  readonly mean?: number;
  /**
   * Standard deviation of the distribution.
   *
   * @default {1}
   */
  readonly deviation?: number;
}

const UNIFORM_NAMES = optionNames<UniformOptions<Float>>({
  context: true,
  dtype: true,
  seed: true,
  low: true,
  high: true,
});
const NORMAL_NAMES = optionNames<NormalOptions<Float>>({
  context: true,
  dtype: true,
  seed: true,
  mean: true,
  deviation: true,
});

/**
 * Makes a tensor of uniformly distributed numbers.
 *
 * Each number depends only on the seed and its position (SplitMix64; Steele, Lea and Flood 2014), so a longer tensor
 * starts with the same numbers as a shorter one. {@linkcode jaggedLike} puts the numbers in lists.
 *
 * @typeParam D Element type.
 * @param shape Extent of each axis.
 * @param options Context, element type, seed and bounds.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If a bound is not finite or beyond the range of the element type, `high` is below `low`, or
 * their difference overflows f64, or if the seed is not a whole number of 64 bits.
 * @throws {TypeError} If the element type is not a float.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example The same numbers twice
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { randomUniform } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = randomUniform([2, 3], { context, dtype: "f32", seed: 1 });
 * using b = randomUniform([6], { context, dtype: "f32", seed: 1 });
 * assertEquals([...await a.read()], [...await b.read()]);
 * ```
 */
export function randomUniform<D extends Float>(
  shape: readonly number[],
  options: UniformOptions<D>,
): Tensor<D> {
  const work = planUniform("randomUniform", shape, options);
  return computeTensor(work, work.call);
}

/**
 * Like {@linkcode randomUniform}, without blocking the calling thread: the work is enqueued when the call is made.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new tensor; the caller owns it.
 * @category Lists
 *
 * @example Without blocking
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { randomUniformAsync } from "@denovdb/denovdb/jagged";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * using numbers = await randomUniformAsync([100], { context, dtype: "f32", seed: 1, high: 6 });
 * assert((await numbers.read()).every((number) => number >= 0 && number < 6));
 * ```
 */
export async function randomUniformAsync<D extends Float>(
  shape: readonly number[],
  options: UniformOptions<D> & Cancelable,
): Promise<Tensor<D>> {
  return await computeTensorAsync(planUniform("randomUniformAsync", shape, options), options);
}

function planUniform<D extends Float>(
  operator: string,
  shape: readonly number[],
  options: UniformOptions<D>,
): Computation<D> {
  const { low = 0, high = 1 } = checkOptions(operator, options, UNIFORM_NAMES);
  if (!(high >= low)) refuse(operator, `high is ${high}, not below ${low} expected`);
  if (Math.max(-low, high) < Infinity && high - low === Infinity) {
    refuse(operator, `from ${low} to ${high} is further than f64 holds`);
  }
  return planRandom(operator, Distribution.UNIFORM, shape, options, [low, high]);
}

/**
 * Makes a tensor of normally distributed numbers, by the Box-Muller transform. Numbers and seeds, shape and errors are
 * as for {@linkcode randomUniform}.
 *
 * @typeParam D Element type.
 * @param shape Extent of each axis.
 * @param options Context, element type, seed, mean and deviation.
 * @returns A new tensor; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Numbers around 5
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { randomNormal } from "@denovdb/denovdb/jagged";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * const options = { context, dtype: "f64", seed: 1, mean: 5, deviation: 0.1 } as const;
 * using numbers = randomNormal([1000], options);
 * const values = await numbers.read();
 * assertAlmostEquals(values.reduce((sum, value) => sum + value) / 1000, 5, 0.02);
 * ```
 */
export function randomNormal<D extends Float>(
  shape: readonly number[],
  options: NormalOptions<D>,
): Tensor<D> {
  const work = planNormal("randomNormal", shape, options);
  return computeTensor(work, work.call);
}

/**
 * Like {@linkcode randomNormal}, without blocking the calling thread: the work is enqueued when the call is made.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new tensor; the caller owns it.
 * @category Lists
 *
 * @example Without blocking
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { randomNormalAsync } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using numbers = await randomNormalAsync([10, 3], { context, dtype: "f32", seed: 1 });
 * assertEquals(numbers.shape, [10, 3]);
 * ```
 */
export async function randomNormalAsync<D extends Float>(
  shape: readonly number[],
  options: NormalOptions<D> & Cancelable,
): Promise<Tensor<D>> {
  return await computeTensorAsync(planNormal("randomNormalAsync", shape, options), options);
}

function planNormal<D extends Float>(
  operator: string,
  shape: readonly number[],
  options: NormalOptions<D>,
): Computation<D> {
  const { mean = 0, deviation = 1 } = checkOptions(operator, options, NORMAL_NAMES);
  return planRandom(operator, Distribution.NORMAL, shape, options, [mean, deviation]);
}

function planRandom<D extends Float>(
  operator: string,
  distribution: Distribution,
  shape: readonly number[],
  { context, dtype, seed }: UniformOptions<D>,
  numbers: readonly [number, number],
): Computation<D> {
  if (!FLOATS.includes(dtype)) {
    throw new TypeError(
      `Cannot run ${operator}: dtype is ${dtype}, f16, bf16, f32 or f64 expected`,
    );
  }
  const [low, high] = numbers;
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    refuse(operator, `${low} and ${high} must be finite`);
  }
  const most = GREATEST.get(dtype) ?? Infinity;
  const beyond = numbers.find((number) => Math.abs(number) > most);
  if (beyond !== undefined) refuse(operator, `${beyond} is beyond the numbers of ${dtype}`);
  const [seedLow, seedHigh] = seedWords(operator, seed);
  checkUsable({ operator, name: "context" }, context, Context);
  const draw = { distribution, seedLow, seedHigh, low, high };
  const values = { ...draw, dtype: dtypeCode(dtype), n: elementCount(shape) };
  return computation("fillRandom", { operator, context, dtype, shape }, values);
}
