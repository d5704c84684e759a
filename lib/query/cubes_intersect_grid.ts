/**
 * Whether any voxel of cubes in world space is active.
 *
 * @module
 */

import type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
import { askCubes } from "./_cube.ts";
import type { CubeOptions } from "./cubes_in_grid.ts";

/**
 * Tests for which cubes any voxel is active in their grid; cubes, operands and errors as for {@linkcode cubesInGrid}.
 *
 * @returns 1 for yes and 0 for no, bool [n], in lists where `centers` is; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example A cube of two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { cubesIntersectGrid } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using centers = tensor([0, 0, 0, 0, 0, 1, 0, 0, 2], { context, shape: [3, 3] });
 * using answer = cubesIntersectGrid(grid, centers, { min: 0, max: [0, 0, 1] });
 * assertEquals([...await answer.read()], [1, 1, 0]);
 * ```
 */
export function cubesIntersectGrid(
  grid: GridBatch,
  centers: Tensor<Real>,
  options: CubeOptions,
): Tensor<"bool">;
/**
 * Tests for which cubes any voxel is active in their list's grid.
 *
 * @returns 1 for yes and 0 for no, bool [n], one list per grid; the caller owns them.
 * @category Queries
 */
export function cubesIntersectGrid(
  grid: GridBatch,
  centers: JaggedTensor<Real>,
  options: CubeOptions,
): JaggedTensor<"bool">;
export function cubesIntersectGrid(
  grid: GridBatch,
  centers: Lists<Real>,
  options: CubeOptions,
): Lists<"bool"> {
  return askCubes("cubesIntersectGrid", grid, centers, options);
}
