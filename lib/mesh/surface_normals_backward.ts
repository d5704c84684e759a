/**
 * Backward pass of surface normals.
 *
 * @module
 */

import type { GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { fieldGradients } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Backward pass of `surfaceNormals`: from gradients of the normals to gradients of the field.
 *
 * A normal depends on the gradients at both ends of its edge, and on the position of its vertex between them; which
 * edges have vertices, and which voxels have a value, is taken as fixed. Each voxel sums its contributions through
 * itself and its six neighbors, in double precision and a fixed order, and rounds once. Normals that are zero pass no
 * gradient.
 *
 * @typeParam D Element type of the field and of the gradients.
 * @param grid The batch that the surface was extracted from; borrowed.
 * @param field The field that it was extracted from; borrowed.
 * @param surface The surface, as `marchingCubes` returned it; borrowed.
 * @param gradients Gradients of a loss with respect to the normal of each vertex, [vertices, 3], as a tensor or in the
 * lists of the surface; borrowed.
 * @returns Gradient of the loss with respect to the value of each voxel, in the shape of `field`; the caller owns it.
 * @throws As {@linkcode marchingCubesBackward}.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A plane that tilts as one voxel rises
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { surfaceNormalsBackward } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([-1, -1, -1, -1, 1, 1, 1, 1], { context });
 * using surface = marchingCubes(grid, field);
 * using gradients = tensor([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], { context, shape: [4, 3] });
 * using slopes = surfaceNormalsBackward(grid, field, surface, gradients);
 * // The first vertex lies between the voxels (0, 0, 0) and (1, 0, 0); (0, 1, 0) and (1, 1, 0) tilt its normal towards y.
 * assertEquals([...await slopes.read()], [-0.25, 0, 0.25, 0, -0.25, 0, 0.25, 0]);
 * ```
 */
export function surfaceNormalsBackward<D extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  surface: IsoSurface<D>,
  gradients: Lists<D>,
): Tensor<D> {
  return fieldGradients(
    "surfaceNormalsBackward",
    { grid, field, surface },
    gradients,
    (native, request) => native.surfaceNormalsBackward(request),
  );
}
