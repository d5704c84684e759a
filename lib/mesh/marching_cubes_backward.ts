/**
 * Backward pass of marching cubes.
 *
 * @module
 */

import type { GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { fieldGradients } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Backward pass of `marchingCubes`: from gradients of the vertices to gradients of the field.
 *
 * A vertex moves along its edge with the values at both ends; which edges have vertices is taken as fixed. Each voxel
 * sums over the edges that begin there and those that end there, along x, y and z, in double precision, and rounds
 * once. Voxels that are not the end of any such edge get 0.
 *
 * @typeParam D Element type of the field, and of the gradients with respect to it.
 * @typeParam V Element type of the positions, and of the gradients with respect to them.
 * @param grid The batch that the surface was extracted from; borrowed.
 * @param field The field that it was extracted from; borrowed.
 * @param surface The surface, as `marchingCubes` returned it; borrowed.
 * @param gradients Gradients of a loss with respect to the world coordinates of each vertex, [vertices, 3], of
 * the element type of the positions, as a tensor or in the lists of the surface; borrowed.
 * @returns Gradient of the loss with respect to the value of each voxel, in the shape of `field`; the caller owns it.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A vertex that moves away from a voxel as its value falls
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { marchingCubesBackward } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([-1, 3, 3, 3, 3, 3, 3, 3], { context });
 * using surface = marchingCubes(grid, field);
 * using gradients = tensor(Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0), { context, shape: [3, 3] });
 * using slopes = marchingCubesBackward(grid, field, surface, gradients);
 * assertEquals([...await slopes.read()], [-0.1875, 0, 0, 0, -0.0625, 0, 0, 0]);
 * ```
 */
export function marchingCubesBackward<D extends Real, V extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  surface: IsoSurface<V>,
  gradients: Lists<V>,
): Tensor<D> {
  return fieldGradients(
    "marchingCubesBackward",
    { grid, field, surface },
    gradients,
    () => surface.vertices,
    (native, request) =>
      native.marchingCubesBackward({ ...request, vertexDtype: dtypeCode(surface.vertices.dtype) }),
  );
}
