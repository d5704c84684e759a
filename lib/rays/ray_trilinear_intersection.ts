/**
 * Intersection of rays with isosurfaces of trilinear fields.
 *
 * @module
 */

import { RayRoot } from "../../ffi/_generated/symbols.ts";
import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { takeCrossing, timesOf } from "./_implicit.ts";
import type { RayLevel } from "./ray_implicit_intersection.ts";

/**
 * Options for {@linkcode rayTrilinearIntersection}.
 *
 * @category Rays
 */
export interface RayTrilinearOptions extends RayLevel {}

/**
 * Crossings of rays with the isosurface, and the normals there.
 *
 * @category Rays
 */
export interface RayCrossings<D extends Real = Real, L extends Lists<D> = Lists<D>> extends Bundle {
  /** Time at which each ray crosses the iso level, in units of its direction, -1 for a miss, [n]; owned. */
  readonly times: L;
  /**
   * The field's gradient in world space, normalized to length 1, which points to larger values, [n, 3]; zero for a miss
   * and where the gradient vanishes; owned.
   */
  readonly normals: L;
}

const NAMES = optionNames<RayTrilinearOptions>({ tMin: true, tMax: true, isoLevel: true });

/**
 * Finds where each ray `origin + t * direction` first crosses the iso level of a field, for t from `tMin` to `tMax`.
 *
 * Sides, hits, misses and times are those of {@linkcode rayImplicitIntersection}, but the field is that of
 * `sampleTrilinear`, which is defined where all eight voxels around a point are active and finite; those with zero
 * weight, as for a ray in a plane through voxel centers, need not be. The time is that of the field's root, or, if the
 * side has changed across a gap, that at which the ray enters the field again. Voxels must be active on both sides of a
 * surface: one layer more than for {@linkcode rayImplicitIntersection}.
 *
 * @typeParam D Element type of the rays, the field and the times.
 * @param grid The batch whose voxels have the field; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`; they need not be normalized.
 * @param field The value of each voxel, [voxels] or [voxels, 1], in row order, one list per grid or a tensor for the
 * whole batch; of the element type of the rays. Borrowed.
 * @param options The iso level and the range of times.
 * @returns Time of each ray's hit in units of its direction, -1 for a miss, [n], in lists where `origins` is; the
 * caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if `field` does not have a value per voxel, if `isoLevel` is
 * not finite, or if the range of times is invalid.
 * @throws {TypeError} If rays and field are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @see Marmitt et al., "Fast and
 * accurate ray-voxel intersection techniques for iso-surface ray tracing", 2004, and Hansson-Söderlund, Evans and
 * Akenine-Möller, "Ray tracing of signed distance function grids", 2022, for the cubic of a trilinear field along a
 * ray.
 * @category Rays
 *
 * @example A ray down a slope
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { rayTrilinearIntersection } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([4, 4, 4, 4, -4, -4, -4, -4], { context });
 * using origins = tensor([-1, 0.5, 0.25], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using times = rayTrilinearIntersection(grid, origins, directions, field, { isoLevel: 2 });
 * assertEquals([...await times.read()], [1.25]);
 * ```
 */
export function rayTrilinearIntersection<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayTrilinearOptions,
): Tensor<D>;
/**
 * Finds where rays first cross the iso level of the field of their list's grid.
 *
 * @returns Time of each ray's hit, -1 for a miss, [n], one list per grid; the caller owns them.
 */
export function rayTrilinearIntersection<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayTrilinearOptions,
): JaggedTensor<D>;
export function rayTrilinearIntersection<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayTrilinearOptions = {},
): Lists<D> {
  const input = { grid, origins, directions, field };
  return timesOf(
    takeCrossing("rayTrilinearIntersection", input, options, NAMES),
    RayRoot.TRILINEAR,
  );
}

/**
 * Like {@linkcode rayTrilinearIntersection}, but also returns the normals where rays cross the iso level.
 *
 * @typeParam D Element type of the rays, the field, the times and the normals.
 * @param grid The batch whose voxels have the field; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`; they need not be normalized.
 * @param field The value of each voxel, [voxels] or [voxels, 1]; borrowed.
 * @param options The iso level and the range of times.
 * @returns Times [n] and normals [n, 3], in lists where `origins` is; the caller owns them.
 * @throws As {@linkcode rayTrilinearIntersection}.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example A ray down a slope
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { rayTrilinearIntersectionWithNormals } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([4, 4, 4, 4, -4, -4, -4, -4], { context });
 * using origins = tensor([-1, 0.5, 0.25], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * const options = { isoLevel: 2 };
 * using met = rayTrilinearIntersectionWithNormals(grid, origins, directions, field, options);
 * assertEquals([...await met.times.read()], [1.25]);
 * assertEquals([...await met.normals.read()], [-1, 0, 0]);
 * ```
 */
export function rayTrilinearIntersectionWithNormals<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayTrilinearOptions,
): RayCrossings<D, Tensor<D>>;
/**
 * Finds where rays first cross the iso level of the field of their list's grid, and the normals there.
 *
 * @returns Times [n] and normals [n, 3], one list per grid; the caller owns them.
 */
export function rayTrilinearIntersectionWithNormals<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayTrilinearOptions,
): RayCrossings<D, JaggedTensor<D>>;
export function rayTrilinearIntersectionWithNormals<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayTrilinearOptions = {},
): RayCrossings<D> {
  const operator = "rayTrilinearIntersectionWithNormals";
  const taken = takeCrossing(operator, { grid, origins, directions, field }, options, NAMES);
  const { dtype, count, request, inLists } = taken;
  const layouts = { times: [dtype, [count]], normals: [dtype, [count, 3]] } as const;
  const { times, normals } = computeTensors(
    taken,
    layouts,
    (native, out) =>
      native.rayTrilinearIntersectionWithNormals({
        ...request,
        outTimes: out.times,
        outNormals: out.normals,
      }),
  );
  return bundle("RayCrossings", { times: inLists(times), normals: inLists(normals) });
}
