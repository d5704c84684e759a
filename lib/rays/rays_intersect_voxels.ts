/**
 * Whether rays intersect voxels.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { computeTensor } from "../core/native_call.ts";
import { takeWalk } from "./_rays.ts";
import type { RayRange } from "./first_active_voxel.ts";

/**
 * Options for {@linkcode raysIntersectVoxels}.
 *
 * @category Rays
 */
export interface RayMeetOptions extends RayRange {
  /**
   * Voxels whose chord is shorter than this are ignored, in units of the ray's direction.
   *
   * @default {0}
   */
  readonly eps?: number;
}

const NAMES = optionNames<RayMeetOptions>({ tMin: true, tMax: true, eps: true });

/**
 * Tests which rays `origin + t * direction` intersect an active voxel of their grid, for t from `tMin` to `tMax`.
 *
 * The voxels of a ray are those that `voxelsAlongRays` lists. A ray whose direction is zero, that is not finite, or
 * that starts 2^46 voxels or more from voxel (0, 0, 0), intersects nothing.
 *
 * @typeParam D Element type of the rays.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`.
 * @param options The range of times, and the shortest chord.
 * @returns 1 for rays that intersect a voxel, otherwise 0, bool [n], in lists where `origins` is; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if the range of times is invalid, or if `eps` is below 0.
 * @throws {TypeError} If rays are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example A ray that hits and one that misses
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { raysIntersectVoxels } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using origins = tensor([0, 0, 0, 0, 0, 0], { context, shape: [2, 3] });
 * using directions = tensor([1, 0, 0, 0, 1, 0], { context, shape: [2, 3] });
 * using met = raysIntersectVoxels(grid, origins, directions);
 * assertEquals([...await met.read()], [1, 0]);
 * ```
 */
export function raysIntersectVoxels<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  options?: RayMeetOptions,
): Tensor<"bool">;
/**
 * Tests which rays intersect an active voxel of their list's grid.
 *
 * @returns 1 for rays that intersect a voxel, otherwise 0, bool [n], one list per grid; the caller owns them.
 * @category Rays
 */
export function raysIntersectVoxels<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  options?: RayMeetOptions,
): JaggedTensor<"bool">;
export function raysIntersectVoxels<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  options: RayMeetOptions = {},
): Lists<"bool"> {
  const operator = "raysIntersectVoxels";
  const input = { grid, origins, directions };
  const { context, walk, count, inLists } = takeWalk(operator, input, options, NAMES);
  const layout = { operator, context, dtype: "bool", shape: [count] } as const;
  return inLists(
    computeTensor(layout, (native, { out }) => native.raysIntersectVoxels({ ...walk, out })),
  );
}
