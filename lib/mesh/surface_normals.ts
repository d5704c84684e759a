/**
 * Normals of surfaces from the fields that they were made of.
 *
 * @module
 */

import { emptyTensor, type GridBatch, JaggedTensor, type Real, type Tensor } from "../core/mod.ts";
import { disposeOnError } from "../core/ownership.ts";
import { takeSurface } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Finds the normals of a field's surface at its vertices: the direction in which the field rises fastest, outwards.
 *
 * The slope at a voxel is half the difference of the values on both sides of it along each axis; where one side is not
 * active or not finite, the difference of its own value and that of the other side. At a vertex it is interpolated
 * between the two voxels of its edge, in world space, and scaled to length 1. Where it is zero, so is the normal.
 * Computed in double precision and rounded once.
 *
 * @typeParam D Element type of the field and of the normals.
 * @param grid The batch that the surface was made of; borrowed.
 * @param field The field that it was made of; borrowed.
 * @param surface The surface, as `marchingCubes` has made it; borrowed.
 * @returns Normal at each vertex, [vertices, 3], one list per grid; the caller owns it.
 * @throws {RangeError} If `field` does not have one value per voxel, or `surface` not one list per grid.
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example A plane
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, surfaceNormals, tensor } from "@denovdb/denovdb";
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
  surface: IsoSurface<D>,
): JaggedTensor<D> {
  const operator = "surfaceNormals";
  const { context, count, native } = takeSurface(operator, { grid, field, surface });
  const normals = emptyTensor([count, 3], { context, dtype: field.dtype });
  return disposeOnError(normals, () => {
    context.check(context.native.surfaceNormals(...native, normals.buffer.handle), operator);
    return new JaggedTensor(normals, surface.ends.offsets.slice());
  });
}
