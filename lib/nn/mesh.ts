/**
 * Surfaces and distances from meshes on a tape.
 *
 * @module
 */

import { refuseKind } from "../../ffi/base/checks.ts";
import type { Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { apply, type Operand, type Tape, Value } from "../grad/mod.ts";
import * as ops from "../mesh/mod.ts";
import { dataOf, type ListsOptions, type RowsOperand, takeLists } from "./base/lists.ts";

/**
 * An isosurface on a tape.
 *
 * @typeParam V Element type of the positions.
 * @category Operators of networks
 */
export interface SurfaceValues<V extends Real> {
  /** Positions in world space, [vertices, 3]. */
  readonly vertices: Value<V>;
  /** The surface, with the faces, and the lists of grids; the tape keeps it until it ends. */
  readonly surface: ops.IsoSurface<V>;
}

/** The tape of an operand that has to be a value. */
function tapeOf(operator: string, name: string, operand: Operand<Float>): Tape {
  if (operand instanceof Value) return operand.tape;
  refuseKind({ operator, name }, operand, "a value");
}

/**
 * Extracts the isosurface of a field, as `marchingCubes` of `@denovdb/denovdb/mesh` does. Gradients take the edges that
 * have vertices as fixed.
 *
 * @typeParam V Element type of the positions.
 * @param grid The batch; borrowed until the backward pass has run.
 * @param field The field, one number for each voxel; a value.
 * @param options The iso level, and the element type of the positions.
 * @returns The vertices as a value, and the surface; their tape owns both.
 * @throws As `marchingCubes`, and {TypeError} if the field is no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function marchingCubes<V extends Real = "f64">(
  grid: GridBatch,
  field: Operand<Real>,
  options: ops.MarchingCubesOptions<V> = {},
): SurfaceValues<NoInfer<V>> {
  const operator = "marchingCubes";
  const tape = tapeOf(operator, "field", field);
  let surface: ops.IsoSurface<V> | undefined;
  const vertices = apply(operator, [field], ([field]) => {
    surface = tape.own(ops.marchingCubes<V>(grid, field, options));
    const { data } = surface.vertices;
    return { result: data.reshape(data.shape) };
  }, (gradient, { tensors: [field] }) => [
    ops.marchingCubesBackward(grid, field, surface as ops.IsoSurface<V>, gradient),
  ]);
  return { vertices, surface: surface as object as ops.IsoSurface<V> };
}

/**
 * Normals of an isosurface from gradients of its field, as `surfaceNormals` of `@denovdb/denovdb/mesh`.
 *
 * @typeParam D Element type of the field.
 * @param grid The batch; borrowed until the backward pass has run, as is the surface.
 * @param field The field that the surface was extracted from; a value.
 * @param surface The surface.
 * @returns The normal of each vertex, [vertices, 3]; their tape owns them.
 * @throws As `surfaceNormals`, and {TypeError} if the field is no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function surfaceNormals<D extends Real>(
  grid: GridBatch,
  field: Operand<D>,
  surface: ops.IsoSurface,
): Value<D> {
  return apply(
    "surfaceNormals",
    [field],
    ([field]) => ({ result: dataOf(ops.surfaceNormals(grid, field, surface)) }),
    (gradient, { tensors: [field] }) => [
      ops.surfaceNormalsBackward(grid, field, surface, gradient),
    ],
  );
}

/**
 * Voxel features at the vertices of an isosurface, as `surfaceFeatures` of `@denovdb/denovdb/mesh`.
 *
 * @typeParam D Element type of the field.
 * @typeParam F Element type of the features.
 * @param grid The batch; borrowed until the backward pass has run, as is the surface.
 * @param field The field that the surface was extracted from.
 * @param surface The surface.
 * @param features Features of each voxel, [voxels, ...channels].
 * @returns Features of each vertex, [vertices, ...channels]; their tape owns them.
 * @throws As `surfaceFeatures`, and {TypeError} if neither field nor features are a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function surfaceFeatures<D extends Real, F extends Real>(
  grid: GridBatch,
  field: Operand<D>,
  surface: ops.IsoSurface,
  features: Operand<F>,
): Value<F> {
  return apply("surfaceFeatures", [field, features], ([field, features]) => ({
    result: dataOf(ops.surfaceFeatures(grid, field, surface, features)),
  }), (gradient, { tensors: [field, features] }) => {
    const back = ops.surfaceFeaturesBackward(grid, field, surface, features, gradient);
    return [back.field, back.features];
  });
}

/**
 * Distances of voxels from a mesh, as those of `meshDistances` of `@denovdb/denovdb/mesh`. Gradients take the nearest
 * triangles as fixed.
 *
 * @typeParam D Element type.
 * @param grid The batch; borrowed until the backward pass has run, as are the faces.
 * @param vertices World coordinates of the vertices, [n, 3]; a value.
 * @param faces The vertices of each triangle.
 * @param options The half-width, and the offsets of the vertices.
 * @returns The distance of each voxel, [voxels]; their tape owns them.
 * @throws As `meshDistances`, and {TypeError} if the vertices are no value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function meshDistances<D extends Real>(
  grid: GridBatch,
  vertices: RowsOperand<D>,
  faces: Lists<"i32" | "i64">,
  options: ListsOptions & ops.MeshDistanceOptions,
): Value<D> {
  return distancesBy("meshDistances", ops.meshDistances, ops.meshDistancesBackward, {
    ...{ grid, vertices, faces, options },
  });
}

/**
 * Signed distances of voxels from a mesh, as those of `signedMeshDistances` of `@denovdb/denovdb/mesh`. Operands and
 * errors are those of {@linkcode meshDistances}.
 *
 * @returns The distance of each voxel, [voxels]; their tape owns them.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function signedMeshDistances<D extends Real>(
  grid: GridBatch,
  vertices: RowsOperand<D>,
  faces: Lists<"i32" | "i64">,
  options: ListsOptions & ops.MeshDistanceOptions,
): Value<D> {
  const { signedMeshDistances: forward, signedMeshDistancesBackward: backward } = ops;
  return distancesBy("signedMeshDistances", forward, backward, {
    ...{ grid, vertices, faces, options },
  });
}

function distancesBy<D extends Real>(
  operator: string,
  forward: typeof ops.meshDistances,
  backward: typeof ops.meshDistancesBackward,
  { grid, vertices, faces, options: { offsets, ...rest } }: {
    readonly grid: GridBatch;
    readonly vertices: RowsOperand<D>;
    readonly faces: Lists<"i32" | "i64">;
    readonly options: ListsOptions & ops.MeshDistanceOptions;
  },
): Value<D> {
  const { operand, inLists } = takeLists(vertices, { ...offsets && { offsets } });
  return apply(operator, [operand], ([vertices]) => {
    const { distances, triangles } = forward(grid, inLists(vertices), faces, rest);
    return { result: distances, readsResult: true, saved: triangles };
  }, (gradient, { tensors: [vertices], result: distances, saved: triangles }) => {
    const found = { distances, triangles } as ops.MeshDistances<D>;
    const back: Tensor<D> = backward(grid, inLists(vertices), faces, found, gradient);
    return [dataOf(back)];
  });
}
