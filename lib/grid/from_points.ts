/**
 * Grids from points in world space.
 *
 * @module
 */

import type { GridFromPointsRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import type { GridBatch, Lists, Real } from "../core/mod.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { type Build, finishBuild, listRequest, planBuild } from "./_build.ts";
import type { TransformOptions } from "./_transforms.ts";

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
 * @throws {DisposedError} If `points` has been disposed.
 * @throws {NativeError} If points are not finite or lie beyond the int32 voxels ("invalid-data", with their number),
 * or if device memory runs out.
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
  checkOptions("gridFromPoints", options, NAMES);
  return buildFromPoints(points, options, "gridFromPoints");
}

/**
 * Like {@linkcode gridFromPoints}, without blocking the calling thread.
 *
 * The work is enqueued when the call is made, so the input may be changed or disposed before the promise settles.
 *
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size and origin, in world units.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `points` is not f16, f32 or f64.
 * @throws {DisposedError} If `points` has been disposed.
 * @throws {NativeError} If points are not finite or lie beyond the int32 voxels ("invalid-data", with their number),
 * or if device memory runs out.
 * @determinism Same bits on every backend.
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
  options: GridFromPointsOptions,
): Promise<GridBatch> {
  checkOptions("gridFromPointsAsync", options, NAMES);
  const build = plan(points, options, "gridFromPointsAsync");
  const native = nativeOf(build.context);
  return finishBuild(build, await native.gridFromPointsAsync(requestOf(build)));
}

/** Builds from points; errors name the function that was called. */
export function buildFromPoints(
  points: Lists<Real>,
  options: GridFromPointsOptions,
  operator: string,
): GridBatch {
  const build = plan(points, options, operator);
  const native = nativeOf(build.context);
  return finishBuild(build, native.gridFromPoints(requestOf(build)));
}

function plan(points: Lists<Real>, options: GridFromPointsOptions, operator: string): Build {
  return planBuild(points, options, { operator, name: "points", dtypes: REALS });
}

function requestOf(build: Build): GridFromPointsRequest {
  const { data } = build;
  return { ...listRequest(build), points: handleOf(data.buffer), dtype: dtypeCode(data.dtype) };
}
