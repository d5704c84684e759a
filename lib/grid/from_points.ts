/**
 * Grids from points in world space.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Cancelable, GridBatch, Lists, Real } from "../core/mod.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { type Derivation, derivation, derive, deriveAsync } from "../core/derive.ts";
import { planBuild } from "./_build.ts";
import type { TransformOptions } from "./from_ijk.ts";

/**
 * Options for {@linkcode gridFromPoints}.
 *
 * @category Grids
 */
export type GridFromPointsOptions = TransformOptions;

const NAMES = optionNames<GridFromPointsOptions>({ voxelSize: true, origin: true });

/**
 * Builds a batch of grids from the voxels that contain a point.
 *
 * A point belongs to the voxel `floor((point - origin) / voxelSize + 1/2)`, computed in double precision for every
 * element type. Voxel (i, j, k) is therefore centered on `(i, j, k) * voxelSize + origin`, and points on the boundary
 * between two cells belong to the upper one.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromPointsAsync} does not.
 *
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size and origin, in world units.
 * @returns A new batch; the caller owns it. The input is borrowed.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `points` is not f16, f32 or f64.
 * @throws {NativeError} If points are not finite or lie beyond the int32 voxels ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example Two points share a voxel
 * ```ts
 * import { gridFromPoints, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0.01, 0, 0, 0.02, 0, 0, 0.3, 0, 0], { context, shape: [3, 3] });
 * using grid = gridFromPoints(points, { voxelSize: 0.1 });
 * assertEquals(grid.numVoxels, 2);
 * ```
 */
export function gridFromPoints(points: Lists<Real>, options: GridFromPointsOptions): GridBatch {
  return derive(planFromPoints("gridFromPoints", "gridFromPoints", points, options));
}

/**
 * Like {@linkcode gridFromPoints}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 *
 * @example Building without blocking
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromPointsAsync } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0.2, 0.4, 0.6], { context, shape: [1, 3] });
 * using grid = await gridFromPointsAsync(points, { voxelSize: 0.2 });
 * assertEquals([...grid.bbox()], [1, 2, 3, 1, 2, 3]);
 * ```
 */
export async function gridFromPointsAsync(
  points: Lists<Real>,
  options: GridFromPointsOptions & Cancelable,
): Promise<GridBatch> {
  const plan = planFromPoints("gridFromPoints", "gridFromPointsAsync", points, options);
  return await deriveAsync(plan, options);
}

/** Plans a build from points by one of two rules; errors name the function that was called. */
export function planFromPoints(
  rule: "gridFromPoints" | "gridFromNearestVoxelsToPoints",
  operator: string,
  points: Lists<Real>,
  options: GridFromPointsOptions,
): Derivation {
  checkOptions(operator, options, NAMES);
  const request = { operator, name: "points", dtypes: REALS };
  const { target, data, lists } = planBuild(points, options, request);
  const values = { points: handleOf(data.buffer), dtype: dtypeCode(data.dtype) };
  return derivation(rule, target, { ...lists, ...values });
}
