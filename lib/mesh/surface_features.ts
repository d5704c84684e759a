/**
 * Voxel features at the vertices of isosurfaces.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Lists, type Real, type Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { elementCount } from "../core/shape.ts";
import { takeFeatures, takeGradients, takeSurface } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Interpolates voxel features, such as colors, at the vertices of a surface.
 *
 * A vertex lies on the edge between two voxels, whose features are interpolated linearly. A NaN feature only affects
 * vertices at which its voxel has a weight above 0. Computed in double precision and rounded once.
 *
 * @typeParam F Element type of the features.
 * @param grid The batch that the surface was extracted from; borrowed.
 * @param field The field that it was extracted from; borrowed.
 * @param surface The surface, as `marchingCubes` returned it; borrowed.
 * @param features Features of each voxel, f16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @returns Features of each vertex, [vertices, ...channels], one list per grid; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If element types are wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A quarter of the way
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { surfaceFeatures } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([-1, 3, 3, 3, 3, 3, 3, 3], { context });
 * using features = tensor([0, 4, 8, 0, 16, 0, 0, 0], { context });
 * using surface = marchingCubes(grid, field);
 * using colors = surfaceFeatures(grid, field, surface, features);
 * assertEquals([...await colors.data.read()], [4, 2, 1]);
 * ```
 */
export function surfaceFeatures<F extends Real>(
  grid: GridBatch,
  field: Tensor<Real>,
  surface: IsoSurface,
  features: Tensor<F>,
): JaggedTensor<F> {
  const operator = "surfaceFeatures";
  const taken = takeSurface(operator, { grid, field, surface }, features);
  const channels = takeFeatures(operator, grid, features);
  const { dtype, buffer } = features;
  const { context, count } = taken;
  const layout = { operator, context, dtype, shape: [count, ...channels] };
  const result = computeTensor(layout, (native, { out }) =>
    native.surfaceFeatures({
      ...taken.native,
      features: handleOf(buffer),
      featureDtype: dtypeCode(dtype),
      channels: elementCount(channels),
      out,
    }));
  return new JaggedTensor(result, surface.ends.offsets.slice());
}

/**
 * Gradients of features interpolated on a surface.
 *
 * @category Surfaces
 */
export interface SurfaceFeatureGradients<D extends Real, F extends Real> extends Bundle {
  /** With respect to the features of each voxel, [voxels, ...channels]; owned. */
  readonly features: Tensor<F>;
  /** With respect to the field, through the positions of the vertices, in its shape; owned. */
  readonly field: Tensor<D>;
}

/**
 * Backward pass of `surfaceFeatures`: from gradients of features at the vertices to gradients of the voxel features,
 * and of the field that determines where the vertices are.
 *
 * Each voxel sums over the edges that begin there and those that end there, along x, y and z, in double precision, and
 * rounds once.
 *
 * @typeParam D Element type of the field.
 * @typeParam F Element type of the features.
 * @param grid As passed to {@linkcode surfaceFeatures}; borrowed, as are the others.
 * @param field As passed to {@linkcode surfaceFeatures}.
 * @param surface As passed to {@linkcode surfaceFeatures}.
 * @param features As passed to {@linkcode surfaceFeatures}.
 * @param gradients Gradients of a loss with respect to the features of each vertex, [vertices, ...channels], as a
 * tensor or in the lists of the surface.
 * @returns Gradients of the loss with respect to the features and the field; the caller owns them.
 * @throws As {@linkcode surfaceFeatures}.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example The weights of both ends
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { surfaceFeaturesBackward } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([-1, 3, 3, 3, 3, 3, 3, 3], { context });
 * using features = tensor([0, 4, 8, 0, 16, 0, 0, 0], { context });
 * using surface = marchingCubes(grid, field);
 * using gradients = tensor([1, 0, 0], { context });
 * using back = surfaceFeaturesBackward(grid, field, surface, features, gradients);
 * assertEquals([...await back.features.read()], [0.75, 0, 0, 0, 0.25, 0, 0, 0]);
 * assertEquals([...await back.field.read()], [-3, 0, 0, 0, -1, 0, 0, 0]);
 * ```
 */
export function surfaceFeaturesBackward<D extends Real, F extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  surface: IsoSurface,
  features: Tensor<F>,
  gradients: Lists<F>,
): SurfaceFeatureGradients<D, F> {
  const operator = "surfaceFeaturesBackward";
  const taken = takeSurface(operator, { grid, field, surface }, features, gradients);
  const channels = takeFeatures(operator, grid, features);
  const { dtype, shape, buffer } = features;
  const rows = takeGradients(operator, gradients, surface, dtype, [taken.count, ...channels]);
  const layouts = { features: [dtype, shape], field: [field.dtype, field.shape] } as const;
  const parts = computeTensors(taken, layouts, (native, out) =>
    native.surfaceFeaturesBackward({
      ...taken.native,
      features: handleOf(buffer),
      featureDtype: dtypeCode(dtype),
      channels: elementCount(channels),
      gradients: handleOf(rows.buffer),
      outFeatures: out.features,
      outField: out.field,
    }));
  return bundle("SurfaceFeatureGradients", parts);
}
