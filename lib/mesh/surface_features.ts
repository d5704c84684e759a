/**
 * Features of voxels at the vertices of surfaces.
 *
 * @module
 */

import {
  emptyTensor,
  type GridBatch,
  JaggedTensor,
  type Lists,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError } from "../core/ownership.ts";
import { elementCount } from "../core/shape.ts";
import { takeFeatures, takeGradients, takeSurface } from "./_surface.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/**
 * Interpolates features of voxels, such as colours, at the vertices of a surface.
 *
 * A vertex lies between two voxels and has a share of both, by how near they are. A feature that is not a number
 * reaches only the vertices in which its voxel has a share. Computed in double precision and rounded once.
 *
 * @typeParam D Element type of the field.
 * @typeParam F Element type of the features.
 * @param grid The batch that the surface was made of; borrowed.
 * @param field The field that it was made of; borrowed.
 * @param surface The surface, as `marchingCubes` has made it; borrowed.
 * @param features Features of each voxel, f16, f32 or f64 [voxels, ...channels], in row order; borrowed.
 * @returns Features of each vertex, [vertices, ...channels], one list per grid; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If element types do not fit, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example A quarter of the way
 * ```ts
 * import {
 *   gridFromDense,
 *   marchingCubes,
 *   openContext,
 *   surfaceFeatures,
 *   tensor,
 * } from "@denovdb/denovdb";
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
export function surfaceFeatures<D extends Real, F extends Real>(
  grid: GridBatch,
  field: Tensor<D>,
  surface: IsoSurface<D>,
  features: Tensor<F>,
): JaggedTensor<F> {
  const operator = "surfaceFeatures";
  const { context, count, native } = takeSurface(operator, { grid, field, surface }, features);
  const channels = takeFeatures(operator, grid, features);
  const { dtype, buffer } = features;
  const result = emptyTensor([count, ...channels], { context, dtype });
  return disposeOnError(result, () => {
    const status = context.native.surfaceFeatures(
      ...native,
      buffer.handle,
      dtypeCode(dtype),
      elementCount(channels),
      result.buffer.handle,
    );
    context.check(status, operator);
    return new JaggedTensor(result, surface.ends.offsets.slice());
  });
}

/** Gradients of what has been interpolated on a surface. */
export class SurfaceFeatureGradients<D extends Real, F extends Real> implements Disposable {
  /** By the features of each voxel, [voxels, ...channels]; owned. */
  readonly features: Tensor<F>;
  /** By the field, through the places of the vertices, in its shape; owned. */
  readonly field: Tensor<D>;

  /** Takes both parts over. */
  constructor({ features, field }: { readonly features: Tensor<F>; readonly field: Tensor<D> }) {
    this.features = features;
    this.field = field;
  }

  /** Whether both parts are gone. */
  get disposed(): boolean {
    return this.features.disposed && this.field.disposed;
  }

  /** Gives both parts up; doing so again has no effect. */
  dispose(): void {
    this.features.dispose();
    this.field.dispose();
  }

  /** Gives both parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Carries gradients of features at the vertices of a surface back to the features of the voxels, and to the field that
 * places the vertices.
 *
 * Each voxel sums up the edges that begin there and those that end there, along x, y and z, in double precision, and
 * the sum is rounded once.
 *
 * @typeParam D Element type of the field.
 * @typeParam F Element type of the features.
 * @param grid As {@linkcode surfaceFeatures} took it; borrowed, as are the others.
 * @param field As {@linkcode surfaceFeatures} took it.
 * @param surface As {@linkcode surfaceFeatures} took it.
 * @param features As {@linkcode surfaceFeatures} took them.
 * @param gradients Of a number by the features of each vertex, [vertices, ...channels], as one list or in those of the
 * surface.
 * @returns Gradients of that number by features and by field; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together.
 * @throws {TypeError} If element types do not fit, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Shares of both ends
 * ```ts
 * import {
 *   gridFromDense,
 *   marchingCubes,
 *   openContext,
 *   surfaceFeaturesBackward,
 *   tensor,
 * } from "@denovdb/denovdb";
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
  surface: IsoSurface<D>,
  features: Tensor<F>,
  gradients: Lists<F>,
): SurfaceFeatureGradients<D, F> {
  const operator = "surfaceFeaturesBackward";
  const input = { grid, field, surface };
  const { context, count, native } = takeSurface(operator, input, features, gradients);
  const channels = takeFeatures(operator, grid, features);
  const shape = [count, ...channels];
  const rows = takeGradients(operator, gradients, surface, features.dtype, shape);
  return new SurfaceFeatureGradients(scope((own) => {
    const byFeatures = own(emptyTensor(features.shape, { context, dtype: features.dtype }));
    const byField = own(emptyTensor(field.shape, { context, dtype: field.dtype }));
    const status = context.native.surfaceFeaturesBackward(
      ...native,
      features.buffer.handle,
      dtypeCode(features.dtype),
      elementCount(channels),
      rows.buffer.handle,
      byFeatures.buffer.handle,
      byField.buffer.handle,
    );
    context.check(status, operator);
    return { features: byFeatures, field: byField };
  }));
}
