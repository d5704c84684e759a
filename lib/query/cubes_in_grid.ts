/**
 * Whether all voxels of cubes in world space are active.
 *
 * @module
 */

import type { Box } from "../core/boxes.ts";
import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { askCubes } from "./_cube.ts";

/**
 * One number for all axes, or one for each.
 *
 * @category Queries
 */
export type Offset = number | readonly [x: number, y: number, z: number];

/**
 * Options for {@linkcode cubesInGrid} and {@linkcode cubesIntersectGrid}.
 *
 * @category Queries
 */
export interface CubeOptions extends Box<Offset> {
  /** Offset from a center to the minimum corner of its cube, in world units. */
  readonly min: Offset;
  /** Offset from a center to the maximum corner of its cube, in world units. */
  readonly max: Offset;
}

/**
 * Tests for which cubes all voxels are active in their grid.
 *
 * The cube around a center spans the voxels from that of `center + min` to that of `center + max`, where the
 * voxel of a point is `floor((point - origin) / voxelSize + 1/2)`, all in double precision. All of these voxels must be
 * active. The result is 0 for centers that are not finite.
 *
 * @param grid The batch to query; borrowed.
 * @param centers Centers in world space, f16, f32 or f64 [n, 3]; a tensor queries a batch of one, otherwise each list
 * queries its own grid.
 * @param options The corners of a cube, relative to its center.
 * @returns 1 for yes and 0 for no, bool [n], in lists where `centers` is; the caller owns them.
 * @throws {RangeError} If `centers` is not [n, 3] or not one list per grid, or if the corners are not a finite range.
 * @throws {TypeError} If `centers` is not f16, f32 or f64, or belongs to another context.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example A cube of two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { cubesInGrid } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using centers = tensor([0, 0, 0, 0, 0, 1, 0, 0, 2], { context, shape: [3, 3] });
 * using answer = cubesInGrid(grid, centers, { min: 0, max: [0, 0, 1] });
 * assertEquals([...await answer.read()], [1, 0, 0]);
 * ```
 */
export function cubesInGrid(
  grid: GridBatch,
  centers: Tensor<Real>,
  options: CubeOptions,
): Tensor<"bool">;
/**
 * Tests for which cubes all voxels are active in their list's grid.
 *
 * @returns 1 for yes and 0 for no, bool [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function cubesInGrid(
  grid: GridBatch,
  centers: JaggedTensor<Real>,
  options: CubeOptions,
): JaggedTensor<"bool">;
export function cubesInGrid(
  grid: GridBatch,
  centers: Lists<Real>,
  options: CubeOptions,
): Lists<"bool"> {
  return askCubes("cubesInGrid", grid, centers, options);
}
