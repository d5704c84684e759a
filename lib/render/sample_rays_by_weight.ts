/**
 * Importance sampling along rays.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type Cancelable, JaggedTensor, type Lists, type Real } from "../core/mod.ts";
import { checkDType, checkShape, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { seedWords } from "../../ffi/base/numbers.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import {
  type Computation,
  computation,
  computeTensor,
  computeTensorAsync,
} from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { raysOf } from "./_rays.ts";

/**
 * Options for {@linkcode sampleRaysByWeight}.
 *
 * @category Rendering
 */
export interface SampleRaysOptions {
  /** Samples to draw along each ray that has intervals. */
  readonly count: number;
  /**
   * Whether each sample is drawn at random within its share of the weight, or is its midpoint.
   *
   * @default {true}
   */
  readonly stratified?: boolean;
  /**
   * Seed of stratified samples; the same seed gives the same samples.
   *
   * @default {0}
   */
  readonly seed?: number | bigint;
  /**
   * Whether invalid weights and intervals are an error, which the calling thread waits for. If false, such weights
   * count as 0, samples in such intervals are undefined, and nothing waits.
   *
   * @default {true}
   */
  readonly checked?: boolean;
}

const NAMES = optionNames<SampleRaysOptions>({
  count: true,
  stratified: "boolean",
  seed: true,
  checked: "boolean",
});

/**
 * Draws samples along rays in proportion to weights, by inverting the cumulative sum of the weights.
 *
 * A ray's intervals define a density that is constant in each and whose integral over interval i is `w_i / sum w`. The
 * weight is divided into `count` equal shares, and sample k is where the cumulative sum reaches `(k + j) / count` of
 * the total, with j = 1/2, or random in [0, 1) if stratified. So samples ascend, each share has one, and an interval
 * without weight has none. Gaps between intervals hold nothing. j depends only on the seed, the ray's number and k
 * (SplitMix64; Steele, Lea and Flood 2014).
 *
 * If all weights of a ray are 0, its intervals have shares in proportion to their lengths, and if those are 0 too,
 * equal shares. A ray without intervals has no samples.
 *
 * The rays are the lists of those arguments that are lists, which must match; the other is a tensor with as many rows.
 * If neither is in lists, all intervals belong to one ray. Sums and samples are computed in f64 and rounded once.
 *
 * @typeParam D Element type.
 * @param intervals Start and end of each interval, [n, 2], ascending along a ray without overlap; borrowed.
 * @param weights Weight of each interval, from 0 to 1e280, [n], as {@linkcode volumeRender} returns them; borrowed.
 * @param options The number of samples, and how they are drawn.
 * @returns Ascending samples, [m], in lists by ray, each of `count` samples or none; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, the count is invalid, or the seed is not a whole number of 64
 * bits.
 * @throws {TypeError} If intervals and weights are not both f16, both f32 or both f64, or if contexts are mixed.
 * @throws {NativeError} If weights are not from 0 to 1e280, or intervals are not finite, descend or overlap
 * ("invalid-data", with their numbers).
 * @determinism Same bits on every backend; the order of sums depends only on the length of a ray.
 * @see Mildenhall et al., "NeRF", 2020, section 5.2; Devroye, "Non-uniform random variate generation", 1986, section 2.
 * @category Rendering
 *
 * @example Three quarters of the weight in the second interval
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { sampleRaysByWeight } from "@denovdb/denovdb/render";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using intervals = tensor([0, 1, 1, 4], { context, shape: [2, 2] });
 * using weights = tensor([1, 3], { context });
 * using places = sampleRaysByWeight(intervals, weights, { count: 4, stratified: false });
 * assertEquals([...await places.data.read()], [0.5, 1.5, 2.5, 3.5]);
 * ```
 */
export function sampleRaysByWeight<D extends Real>(
  intervals: Lists<D>,
  weights: Lists<D>,
  options: SampleRaysOptions,
): JaggedTensor<D> {
  const { work, offsets, outerOffsets } = plan("sampleRaysByWeight", intervals, weights, options);
  return new JaggedTensor(computeTensor(work, work.call), offsets, outerOffsets);
}

/**
 * Like {@linkcode sampleRaysByWeight}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns Places along the rays; the caller owns them.
 * @category Rendering
 */
export async function sampleRaysByWeightAsync<D extends Real>(
  intervals: Lists<D>,
  weights: Lists<D>,
  options: SampleRaysOptions & Cancelable,
): Promise<JaggedTensor<D>> {
  const planned = plan("sampleRaysByWeightAsync", intervals, weights, options);
  const places = await computeTensorAsync(planned.work, options);
  return new JaggedTensor(places, planned.offsets, planned.outerOffsets);
}

/** Checked arguments, and the start of the places of each ray. */
interface Sampling<D extends Real> extends Pick<JaggedTensor<D>, "offsets" | "outerOffsets"> {
  readonly work: Computation<D>;
}

function plan<D extends Real>(
  operator: string,
  intervals: Lists<D>,
  weights: Lists<D>,
  options: SampleRaysOptions,
): Sampling<D> {
  const { count, stratified = true, seed = 0, checked = true } = checkOptions(
    operator,
    options,
    NAMES,
  );
  const context = shareContext(operator, intervals, weights);
  const { data: spans, count: rows } = rowsOf(intervals);
  const { data: shares } = rowsOf(weights);
  checkDType({ operator, name: "intervals" }, spans, REALS);
  checkDType({ operator, name: "weights" }, shares, [spans.dtype]);
  checkShape({ operator, name: "intervals" }, spans, ["n", 2]);
  checkShape({ operator, name: "weights" }, shares, [rows]);
  const rays = raysOf(operator, { intervals, weights });
  if (!Number.isSafeInteger(count) || count < 0) {
    refuse(operator, `count is ${count}, a whole number of at least 0 expected`);
  }
  const [seedLow, seedHigh] = seedWords(operator, seed);
  const offsets = placeOffsets(rays.offsets, count);
  const { dtype } = intervals;
  const nOut = Number(offsets.at(-1));
  const work = computation("sampleRaysByWeight", { operator, context, dtype, shape: [nOut] }, {
    intervals: handleOf(spans.buffer),
    weights: handleOf(shares.buffer),
    dtype: dtypeCode(dtype),
    n: rays.count,
    offsets: rays.offsets,
    nRays: rays.rayCount,
    count,
    stratified: stratified ? 1 : 0,
    seedLow,
    seedHigh,
    checked: checked ? 1 : 0,
    nOut,
  });
  return { work, offsets, outerOffsets: rays.outerOffsets };
}

/** Starts of the places of each ray: there are `count` of each ray that is not empty. */
function placeOffsets(starts: BigInt64Array, count: number): BigInt64Array<ArrayBuffer> {
  const offsets = new BigInt64Array(starts.length);
  const some = BigInt(count);
  for (let ray = 1; ray < starts.length; ray++) {
    const empty = starts[ray] === starts[ray - 1];
    offsets[ray] = (offsets[ray - 1] ?? 0n) + (empty ? 0n : some);
  }
  return offsets;
}
