/**
 * Normals of isosurfaces, from the fields that they were extracted from.
 *
 * @module
 */

import { type GridBatch, JaggedTensor, type Real, type Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import { takeSurface } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Computes the normals of an isosurface at its vertices: the direction in which the field rises fastest, outwards.
 *
 * The gradient at a voxel is half the difference of the values on both sides of it along each axis; if one side is
 * inactive or not finite, the one-sided difference. At a vertex it is interpolated between the two voxels of its edge,
 * in world space, and normalized to length 1. Where it is zero, so is the normal. Computed in double precision and
 * rounded once.
 *
 * @typeParam D Element type of the field and of the normals.
 * @param grid The batch that the surface was extracted from; borrowed.
 * @param field The field that it was extracted from; borrowed.
 * @param surface The surface, as `marchingCubes` returned it; borrowed.
 * @returns The normal at each vertex, [vertices, 3], one list per grid; the caller owns it.
 * @throws {RangeError} If `field` does not have one value per voxel, or `surface` does not have one list per grid.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A plane
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { surfaceNormals } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([-1, -1, -1, -1, 1, 1, 1, 1], { context });
 * using surface = marchingCubes(grid, field);
 * using normals = surfaceNormals(grid, field, surface);
 * assertEquals([...await normals.data.read()].slice(0, 6), [1, 0, 0, 1, 0, 0]);
 * ```
 */
export function surfaceNormals<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  surface: IsoSurface,
): JaggedTensor<D> {
  const operator = "surfaceNormals";
  const { context, count, native: given } = takeSurface(operator, { grid, field, surface });
  const layout = { operator, context, dtype: field.dtype, shape: [count, 3] };
  const normals = computeTensor(
    layout,
    (native, { out }) => native.surfaceNormals({ ...given, out }),
  );
  return new JaggedTensor(normals, surface.ends.offsets.slice());
}
