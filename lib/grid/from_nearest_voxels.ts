/**
 * Grids of the voxels around points in world space.
 *
 * @module
 */

import type { Cancelable, GridBatch, Lists, Real } from "../core/mod.ts";
import { derive, deriveAsync } from "../core/derive.ts";
import type { TransformOptions } from "./from_ijk.ts";
import { planFromPoints } from "./from_points.ts";

/**
 * Options for {@linkcode gridFromNearestVoxelsToPoints}.
 *
 * @category Grids
 */
export type GridFromNearestVoxelsOptions = TransformOptions;

/**
 * Builds a batch of grids from the eight voxels around each point: those that trilinear interpolation at the point
 * reads.
 *
 * They are `floor((point - origin) / voxelSize) + {0, 1}^3`, computed in double precision for every element type.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromNearestVoxelsToPointsAsync} does not.
 *
 * @param points Points in world space, f16, f32 or f64 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size and origin, in world units.
 * @returns A new batch; the caller owns it. The input is borrowed.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `points` is not f16, f32 or f64.
 * @throws {NativeError} If points are not finite or their voxels lie beyond int32 ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Grids
 *
 * @example One point has eight voxels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromNearestVoxelsToPoints } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0.25, -0.1, 0], { context, shape: [1, 3] });
 * using grid = gridFromNearestVoxelsToPoints(points, { voxelSize: 0.5 });
 * assertEquals(grid.numVoxels, 8);
 * assertEquals([...grid.bbox()], [0, -1, 0, 1, 0, 1]);
 * ```
 */
export function gridFromNearestVoxelsToPoints(
  points: Lists<Real>,
  options: GridFromNearestVoxelsOptions,
): GridBatch {
  const operator = "gridFromNearestVoxelsToPoints";
  return derive(planFromPoints("gridFromNearestVoxelsToPoints", operator, points, options));
}

/**
 * Like {@linkcode gridFromNearestVoxelsToPoints}, without blocking the calling thread: the work is enqueued when the
 * call is made, so the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function gridFromNearestVoxelsToPointsAsync(
  points: Lists<Real>,
  options: GridFromNearestVoxelsOptions & Cancelable,
): Promise<GridBatch> {
  const operator = "gridFromNearestVoxelsToPointsAsync";
  return await deriveAsync(
    planFromPoints("gridFromNearestVoxelsToPoints", operator, points, options),
    options,
  );
}
