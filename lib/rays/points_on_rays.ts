/**
 * Points of rays at given times.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { checkDType, checkShape, inListsOf, rowsOf } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { checkOuter, takeTimes } from "./_times.ts";

/**
 * Computes the points `origin + t * direction` of rays, such as those of the times that {@linkcode uniformRaySamples}
 * lists with `midpoints`.
 *
 * Everything is computed in double precision, and points are rounded once.
 *
 * @typeParam D Element type of rays, times and points.
 * @param origins Origin of each ray, f16, f32 or f64 [rays, 3]; borrowed, as are the others.
 * @param directions Direction of each ray, like `origins`.
 * @param ts Times of rays, [n]: a list for each ray, which may be in outer lists; a tensor has those of one ray.
 * @returns A point for each time, [n, 3], in the lists of the times; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If rays and times are not all f16, all f32 or all f64, or belong to several contexts.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example Two points of a ray
 * ```ts
 * import { jagged, openContext, tensor } from "@denovdb/denovdb";
 * import { pointsOnRays } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using origins = tensor([1, 0, 0, 5, 5, 5], { context, shape: [2, 3] });
 * using directions = tensor([0, 2, 1, 1, 0, 0], { context, shape: [2, 3] });
 * using times = tensor([1, 2], { context });
 * using ts = jagged(times, { offsets: [0, 2, 2] }); // none of the second ray
 * using points = pointsOnRays(origins, directions, ts);
 * assertEquals([...await points.data.read()], [1, 2, 1, 1, 4, 2]);
 * ```
 */
export function pointsOnRays<D extends Real>(
  origins: Lists<D>,
  directions: Lists<D>,
  ts: JaggedTensor<D>,
): JaggedTensor<D>;
/**
 * Computes the points of one ray.
 *
 * @returns A point for each time, [n, 3]; the caller owns them.
 * @category Rays
 */
export function pointsOnRays<D extends Real>(
  origins: Lists<D>,
  directions: Lists<D>,
  ts: Tensor<D>,
): Tensor<D>;
export function pointsOnRays<D extends Real>(
  origins: Lists<D>,
  directions: Lists<D>,
  ts: Lists<D>,
): Lists<D> {
  const operator = "pointsOnRays";
  const taken = takeTimes(operator, directions, ts, origins);
  const from = rowsOf(origins).data;
  const { context, dtype, count, rayCount, offsets } = taken;
  checkDType({ operator, name: "origins" }, from, [dtype]);
  checkShape({ operator, name: "origins" }, from, [rayCount, 3]);
  checkOuter({ operator, name: "origins" }, origins, ts);
  const points = computeTensor(
    { operator, context, dtype, shape: [count, 3] },
    (native, { context, out }) =>
      native.pointsOnRays({
        context,
        origins: handleOf(from.buffer),
        directions: handleOf(taken.directions.buffer),
        ts: handleOf(taken.ts.buffer),
        dtype: dtypeCode(dtype),
        n: count,
        offsets,
        nRays: rayCount,
        out,
      }),
  );
  return disposeOnError(points, () => inListsOf(ts, points));
}
