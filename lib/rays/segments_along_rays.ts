/**
 * Segments of rays in active voxels.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real } from "../core/mod.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { checkMost, takeRayLists, takeWalk } from "./_rays.ts";
import type { RayRange } from "./first_active_voxel.ts";

/**
 * Options for {@linkcode segmentsAlongRays}.
 *
 * @category Rays
 */
export interface RaySegmentOptions extends RayRange {
  /**
   * Maximum number of segments per ray, 1 or more.
   *
   * @default {undefined} All.
   */
  readonly maxSegments?: number;
  /**
   * Segments shorter than this are ignored, in units of the ray's direction.
   *
   * @default {0}
   */
  readonly eps?: number;
}

const NAMES = optionNames<RaySegmentOptions>({
  tMin: true,
  tMax: true,
  maxSegments: true,
  eps: true,
});

/**
 * Lists the segments of each ray `origin + t * direction` that lie in active voxels, for t from `tMin` to `tMax`, in
 * the order of t.
 *
 * Segments are maximal: they continue while one active voxel follows another without a gap, through faces, edges and
 * corners. Their ends are times that `voxelsAlongRays` reports, computed in double precision and rounded once.
 * Directions need not be normalized, and times are in units of their directions. A ray whose direction is zero, that is
 * not finite, or that starts 2^46 voxels or more from voxel (0, 0, 0), has no segments.
 *
 * The calling thread waits for the lengths of the lists.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`.
 * @param options The range of times, and the shortest chord.
 * @returns Start and end times of each segment, [n, 2], a list for each ray in a list for each grid; the caller owns
 * them.
 * @throws {RangeError} If shapes or lists do not match, if the range of times is invalid, if `eps` is below 0, or if
 * `maxSegments` is not a whole number of 1 or more.
 * @throws {TypeError} If rays are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example Two voxels side by side, and one apart
 * ```ts
 * import { gridFromIjk, openContext, segmentsAlongRays, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0, 4, 0, 0, 9, 0, 0]), { context, shape: [3, 3] });
 * using grid = gridFromIjk(ijk);
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using segments = segmentsAlongRays(grid, origins, directions);
 * assertEquals(segments.lshape, [[2]]);
 * assertEquals([...await segments.data.read()], [2.5, 4.5, 8.5, 9.5]);
 * ```
 */
export function segmentsAlongRays<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  options: RaySegmentOptions = {},
): JaggedTensor<D> {
  const operator = "segmentsAlongRays";
  const taken = takeWalk(operator, { grid, origins, directions }, options, NAMES);
  const most = checkMost(operator, "maxSegments", options.maxSegments);
  return takeRayLists(
    taken,
    (native, outLists, outTotal) =>
      native.segmentsAlongRays({ ...taken.walk, most, outLists, outTotal }),
  );
}
