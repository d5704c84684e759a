/**
 * The common part of operators on the surfaces of fields: checks, and native arguments.
 *
 * @module
 */

import type {
  Native,
  Status,
  SurfaceNormalsBackwardRequest,
  SurfaceNormalsRequest,
} from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DeviceResource, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { JaggedTensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkSameOffsets, checkShape, rowsOf } from "../core/checks.ts";
import { checkParts, checkUsable, refuse } from "../../ffi/base/checks.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import type { IsoSurface } from "./marching_cubes.ts";

/** The arguments about a surface that native calls have in common. */
export type SurfaceRequest = Omit<SurfaceNormalsRequest, "out">;

/** The arguments about a field that native calls have in common. */
export type FieldRequest = Omit<SurfaceRequest, "ends" | "nVertices">;

/**
 * Checks that a field has a value for each voxel, and that a level can be one.
 *
 * @throws {RangeError} If the shape is another, or the level is not finite.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 */
export function takeField(
  operator: string,
  grid: GridBatch,
  field: Tensor<Real>,
  isoLevel: number,
  ...others: readonly DeviceResource[]
): Caller & { readonly native: FieldRequest } {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, field, ...others);
  checkDType({ operator, name: "field" }, field, REALS);
  const [voxels, ...rest] = field.shape;
  if (voxels !== grid.numVoxels || rest.length > 1 || elementCount(rest) !== 1) {
    refuse(operator, `field shape is ${formatShape(field.shape)}, [${grid.numVoxels}] expected`);
  }
  if (!Number.isFinite(isoLevel)) {
    refuse(operator, `isoLevel is ${describeValue(isoLevel)}, a finite number expected`);
  }
  const native: FieldRequest = {
    context: handleOf(context),
    grid: handleOf(grid),
    field: handleOf(field.buffer),
    dtype: dtypeCode(field.dtype),
    isoLevel,
  };
  return { operator, context, native };
}

/** A surface, and what it was made of. */
export interface SurfaceInput {
  /** The batch that the surface was made of. */
  readonly grid: GridBatch;
  /** The field that it was made of. */
  readonly field: Tensor<Real>;
  /** The surface, as `marchingCubes` has made it. */
  readonly surface: IsoSurface;
}

/**
 * Checks that a surface fits a field and a batch.
 *
 * @throws {RangeError} If it has another number of lists than the batch has grids.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 */
export function takeSurface(
  operator: string,
  { grid, field, surface }: SurfaceInput,
  ...others: readonly DeviceResource[]
): Caller & { readonly count: number; readonly native: SurfaceRequest } {
  checkGrid(operator, grid);
  checkParts({ operator, name: "surface" }, surface);
  const { ends, isoLevel, vertices } = surface;
  checkUsable({ operator, name: "ends of surface" }, ends, JaggedTensor);
  checkUsable({ operator, name: "vertices of surface" }, vertices, JaggedTensor);
  const { context, native } = takeField(operator, grid, field, isoLevel, ends, ...others);
  if (ends.length !== grid.gridCount) {
    refuse(
      operator,
      `the number of lists in surface is ${ends.length}, the number of grids is ${grid.gridCount}`,
    );
  }
  const [count = 0] = ends.data.shape;
  return {
    operator,
    context,
    count,
    native: { ...native, ends: handleOf(ends.data.buffer), nVertices: count },
  };
}

/**
 * Checks that there is a row of features for each voxel.
 *
 * @returns The axes of one row.
 * @throws {RangeError} If there is another number of rows.
 * @throws {TypeError} If the element type is wrong.
 */
export function takeFeatures(
  operator: string,
  { numVoxels }: GridBatch,
  features: Tensor<Real>,
): readonly number[] {
  checkDType({ operator, name: "features" }, features, REALS);
  const [voxels, ...channels] = features.shape;
  if (voxels === numVoxels) return channels;
  return refuse(
    operator,
    `features shape is ${formatShape(features.shape)}, [${numVoxels}, ...channels] expected`,
  );
}

/**
 * Takes gradients by what each vertex of a surface has.
 *
 * @param shape That of what they are gradients by.
 * @returns Their rows.
 * @throws {RangeError} If the shape is another, or if they are in other lists than the vertices.
 * @throws {TypeError} If the element type is another.
 */
export function takeGradients<D extends Real>(
  operator: string,
  gradients: Lists<D>,
  { ends }: IsoSurface,
  dtype: D,
  shape: readonly number[],
): Tensor<D> {
  const rows = rowsOf(gradients).data as Tensor<D>;
  checkDType({ operator, name: "gradients" }, rows, [dtype]);
  checkShape({ operator, name: "gradients" }, rows, shape);
  if (gradients instanceof JaggedTensor) {
    const { offsets } = ends;
    checkSameOffsets({ operator, name: "gradients" }, gradients, { name: "surface", offsets });
  }
  return rows;
}

/**
 * Takes gradients by three numbers for each vertex of a surface back to the field that it was made of.
 *
 * @param like What of the surface has the element type of the gradients.
 * @returns Gradients by the field, in its shape; the caller owns them.
 */
export function fieldGradients<D extends Real, V extends Real>(
  operator: string,
  input: SurfaceInput & { readonly field: Tensor<D> },
  gradients: Lists<V>,
  like: (input: SurfaceInput) => { readonly dtype: Real },
  call: (native: Native, request: SurfaceNormalsBackwardRequest) => Status,
): Tensor<D> {
  const { context, count, native: given } = takeSurface(operator, input, gradients);
  const { field: { dtype, shape }, surface } = input;
  const rows = takeGradients(operator, gradients, surface, like(input).dtype as V, [count, 3]);
  return computeTensor(
    { operator, context, dtype, shape },
    (native, { out }) => call(native, { ...given, gradients: handleOf(rows.buffer), out }),
  );
}
