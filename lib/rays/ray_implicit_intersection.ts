/**
 * Intersection of rays with isosurfaces, by chords.
 *
 * @module
 */

import { RayRoot } from "../../ffi/_generated/symbols.ts";
import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { takeCrossing, timesOf } from "./_implicit.ts";
import type { RayRange } from "./first_active_voxel.ts";
import type { RayMeetOptions } from "./rays_intersect_voxels.ts";

/**
 * The iso level that rays cross, and the range of times.
 *
 * @category Rays
 */
export interface RayLevel extends RayRange {
  /**
   * The iso level, in units of the field.
   *
   * @default {0}
   */
  readonly isoLevel?: number;
}

/**
 * Options for {@linkcode rayImplicitIntersection}.
 *
 * @category Rays
 */
export interface RayImplicitOptions extends RayLevel, RayMeetOptions {}

const NAMES = optionNames<RayImplicitOptions>({
  tMin: true,
  tMax: true,
  isoLevel: true,
  eps: true,
});

/**
 * Finds where each ray `origin + t * direction` first crosses the iso level of a field, for t from `tMin` to `tMax`.
 *
 * The field has a value for each active voxel. A point is above or below the iso level; where the value is NaN or
 * equals the level it is neither, and is skipped. The first side that the ray encounters, whichever it is, is its
 * starting side, and the hit is where it first encounters the other one. So a ray that starts inside a surface finds
 * its exit, a ray that only touches the surface continues, and the side is remembered across gaps.
 *
 * The ray visits the voxels that `voxelsAlongRays` lists, and is on one side of the level in
 * each. If the voxel on the other side directly follows the last one on the starting side, the time is interpolated
 * between the midpoints of the chords through both; after a gap, that is, a voxel that is inactive, ignored or skipped,
 * and between infinite values, it is the time at which the ray enters the voxel. This is exact for linear fields along
 * axis-parallel rays through voxel centers, and otherwise off by up to half the diagonal of a voxel;
 * {@linkcode rayTrilinearIntersection} finds the roots of the interpolated field.
 *
 * Times are computed in double precision and rounded once; with a negative `tMin`, a hit may lie at -1, too. A ray
 * whose direction is zero, that is not finite, or that starts 2^46 voxels or more from voxel (0, 0, 0), misses.
 *
 * @typeParam D Element type of the rays, the field and the times.
 * @param grid The batch whose voxels have the field; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`; they need not be normalized.
 * @param field The value of each voxel, [voxels] or [voxels, 1], in row order, one list per grid or a tensor for the
 * whole batch; of the element type of the rays. Borrowed.
 * @param options The iso level, the least chord, and the range of times.
 * @returns Time of each ray's hit in units of its direction, -1 for a miss, [n], in lists where `origins` is; the
 * caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if `field` does not have a value per voxel, if `isoLevel` is
 * not finite, if the range of times is invalid, or if `eps` is below 0.
 * @throws {TypeError} If rays and field are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Rays
 *
 * @example Halfway between two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { rayImplicitIntersection } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0, 4, 0, 0]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using field = tensor([2, -2], { context });
 * using origins = tensor([0, 0, 0, 0, 1, 0], { context, shape: [2, 3] });
 * using directions = tensor([1, 0, 0, 1, 0, 0], { context, shape: [2, 3] });
 * using times = rayImplicitIntersection(grid, origins, directions, field);
 * assertEquals([...await times.read()], [3.5, -1]);
 * using nearer = rayImplicitIntersection(grid, origins, directions, field, { isoLevel: 1 });
 * assertEquals([...await nearer.read()], [3.25, -1]);
 * ```
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayImplicitOptions,
): Tensor<D>;
/**
 * Finds where rays first cross the iso level of the field of their list's grid.
 *
 * @returns Time of each ray's hit, -1 for a miss, [n], one list per grid; the caller owns them.
 * @category Rays
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayImplicitOptions,
): JaggedTensor<D>;
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayImplicitOptions = {},
): Lists<D> {
  const input = { grid, origins, directions, field };
  return timesOf(takeCrossing("rayImplicitIntersection", input, options, NAMES), RayRoot.CHORD);
}
