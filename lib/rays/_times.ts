/**
 * Rays with times in lists, without a grid.
 *
 * @module
 */

import type { Context, Lists, Real, Tensor } from "../core/mod.ts";
import { JaggedTensor } from "../core/mod.ts";
import { checkDType, checkSameOffsets, checkShape, rowsOf } from "../core/checks.ts";
import { REALS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";

/** Rays and their times. */
export interface RayTimes<D extends Real> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  readonly directions: Tensor;
  readonly ts: Tensor;
  /** Number of times. */
  readonly count: number;
  /** Number of rays. */
  readonly rayCount: number;
  /** First time of each ray, and the number of times at the end: [rays + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
}

/**
 * Checks that times fit rays: each list of times belongs to a ray, a tensor of times to one ray.
 *
 * @param others Further inputs, which have to be usable and of the same context.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If element types are not accepted or differ, or if contexts are mixed.
 */
export function takeTimes<D extends Real>(
  operator: string,
  directions: Lists<D>,
  ts: Lists<D>,
  ...others: readonly Lists<D>[]
): RayTimes<D> {
  const context = shareContext(operator, directions, ts, ...others);
  const along = rowsOf(directions).data;
  const times = rowsOf(ts);
  const rayCount = times.offsets.length - 1;
  checkDType({ operator, name: "directions" }, along, REALS);
  checkDType({ operator, name: "ts" }, times.data, [directions.dtype]);
  checkShape({ operator, name: "ts" }, times.data, ["n"]);
  checkShape({ operator, name: "directions" }, along, [rayCount, 3]);
  checkOuter({ operator, name: "directions" }, directions, ts);
  return {
    operator,
    context,
    dtype: directions.dtype,
    directions: along,
    ts: times.data,
    count: times.count,
    rayCount,
    offsets: times.offsets,
  };
}

/** Refuses rays in other lists than those in which the lists of their times are. */
export function checkOuter<D extends Real>(
  argument: { readonly operator: string; readonly name: string },
  rays: Lists<D>,
  ts: Lists<D>,
): void {
  if (!(rays instanceof JaggedTensor && ts instanceof JaggedTensor)) return;
  if (ts.outerOffsets === undefined) return;
  const outer = { name: "the outer lists of ts", offsets: ts.outerOffsets };
  checkSameOffsets(argument, rays, outer);
}
