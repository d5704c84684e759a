/**
 * Backward pass of mesh distances.
 *
 * @module
 */

import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type Context,
  type DType,
  emptyTensor,
  type GridBatch,
  type Lists,
  type Real,
  type Tensor,
} from "../core/mod.ts";
import { checkDType, checkShape, inListsOf } from "../core/checks.ts";
import { disposeOnError } from "../core/ownership.ts";
import { type GridAndMeshes, type MeshInput, takeGridAndMeshes } from "./_meshes.ts";
import type { MeshDistances } from "./mesh_distances.ts";
import { checkParts } from "../core/operands.ts";

/**
 * Backward pass of `meshDistances`: from gradients of the distances to gradients of the vertices.
 *
 * A distance grows as the nearest point on the nearest triangle moves away from the voxel, and each vertex moves that
 * point by its barycentric weight. Which triangle is nearest is taken as fixed, so there is no search. Voxels without a
 * triangle pass no gradient, whatever their gradients are, nor do those that lie on a triangle, where unsigned
 * distances have no slope. Each vertex sums over its voxels in double precision, in chunks in row order, and rounds
 * once; where there are four voxels or more for each triangle, the voxels of a triangle are added up first.
 *
 * @typeParam D Element type of the vertices and of the gradients.
 * @typeParam L Vertices as a tensor or as lists.
 * @param grid As passed to `meshDistances`; borrowed, as are the others.
 * @param vertices As passed to `meshDistances`.
 * @param faces As passed to `meshDistances`.
 * @param found The result of `meshDistances`, of which only the triangles are used; borrowed.
 * @param gradients Gradients of a loss with respect to the distance of each voxel, [voxels]; borrowed.
 * @returns Gradient of the loss with respect to the world coordinates of each vertex, [n, 3], in lists where the
 * vertices are; the caller owns it.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If voxels name a triangle that their mesh does not have, or one that names a vertex that does
 * not exist or is not finite ("invalid-data", with their number), or if device memory runs out.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A voxel above the middle of an edge
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { meshDistances, meshDistancesBackward } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([1, 0, 3]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using vertices = tensor([0, 0, 0, 2, 0, 0, 0, 2, 0], { context, shape: [3, 3] });
 * using faces = tensor(new Int32Array([0, 1, 2]), { context, shape: [1, 3] });
 * using found = meshDistances(grid, vertices, faces, { halfWidth: 4 });
 * using gradients = tensor([1], { context });
 * using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
 * assertEquals([...await back.read()], [0, 0, -0.5, 0, 0, -0.5, 0, 0, 0]);
 * ```
 */
export function meshDistancesBackward<D extends Real, L extends Lists<D>>(
  grid: GridBatch,
  vertices: L,
  faces: Lists<"i32" | "i64">,
  found: MeshDistances<D>,
  gradients: Tensor<D>,
): L {
  const operator = "meshDistancesBackward";
  checkParts({ operator, name: "found" }, found);
  const taken = take(operator, { grid, vertices, faces }, {
    gradients,
    triangles: found.triangles,
  });
  return carryBack(taken, (native, out) =>
    nativeOf(taken.context).meshDistancesBackward({
      ...native,
      triangles: handleOf(found.triangles.buffer),
      gradients: handleOf(gradients.buffer),
      out,
    })) as L;
}

/**
 * Backward pass of `signedMeshDistances`: from gradients of the distances to gradients of the vertices.
 *
 * Like {@linkcode meshDistancesBackward}, but distances of voxels inside fall as the nearest point moves away from
 * them. Voxels on a triangle have a gradient, too, which is the same as on both sides of it: their distances fall as
 * the triangle moves along its normal. On edges and at vertices, the gradient is that of the named triangle.
 *
 * @typeParam D Element type of the vertices and of the gradients.
 * @typeParam L Vertices as a tensor or as lists.
 * @param grid As passed to `meshDistances`; borrowed, as are the others.
 * @param vertices As passed to `meshDistances`.
 * @param faces As passed to `meshDistances`.
 * @param found The result of `signedMeshDistances`, of which only the triangles and signs are used; borrowed.
 * @param gradients Gradients of a loss with respect to the distance of each voxel, [voxels]; borrowed.
 * @returns Gradient of the loss with respect to the world coordinates of each vertex, [n, 3], in lists where the
 * vertices are; the caller owns it.
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If voxels name a triangle that their mesh does not have, or one that names a vertex that does
 * not exist or is not finite ("invalid-data", with their number), or if device memory runs out.
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example A voxel inside a tetrahedron
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { signedMeshDistances, signedMeshDistancesBackward } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([2, 2, 1]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using vertices = tensor([0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8], { context, shape: [4, 3] });
 * using faces = tensor(new Int32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]), {
 *   context,
 *   shape: [4, 3],
 * });
 * using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 5 });
 * assertEquals([...await found.distances.read()], [-1]);
 * using gradients = tensor([1], { context });
 * using back = signedMeshDistancesBackward(grid, vertices, faces, found, gradients);
 * // It is above the face of the first three, at half of the way from the first to the others.
 * assertEquals([...await back.read()], [0, 0, 0.5, 0, 0, 0.25, 0, 0, 0.25, 0, 0, 0]);
 * ```
 */
export function signedMeshDistancesBackward<D extends Real, L extends Lists<D>>(
  grid: GridBatch,
  vertices: L,
  faces: Lists<"i32" | "i64">,
  found: MeshDistances<D>,
  gradients: Tensor<D>,
): L {
  const operator = "signedMeshDistancesBackward";
  checkParts({ operator, name: "found" }, found);
  const { distances, triangles } = found;
  const taken = take(operator, { grid, vertices, faces }, { gradients, distances, triangles });
  return carryBack(taken, (native, out) =>
    nativeOf(taken.context).signedMeshDistancesBackward({
      ...native,
      distances: handleOf(distances.buffer),
      triangles: handleOf(triangles.buffer),
      gradients: handleOf(gradients.buffer),
      out,
    })) as L;
}

/** Checked arguments. */
interface Taken<D extends Real> {
  readonly operator: string;
  readonly context: Context;
  readonly vertices: Lists<D>;
  readonly count: number;
  readonly native: GridAndMeshes;
}

/** What there is for each voxel. */
interface OfVoxels {
  readonly gradients: Tensor<Real>;
  readonly distances?: Tensor<Real>;
  readonly triangles: Tensor<"i64">;
}

function take<D extends Real>(
  operator: string,
  input: MeshInput<D>,
  { gradients, distances, triangles }: OfVoxels,
): Taken<D> {
  const { grid, vertices } = input;
  const { context, meshes, native } = takeGridAndMeshes(
    operator,
    input,
    gradients,
    triangles,
    ...distances === undefined ? [] : [distances],
  );
  const check = (name: string, tensor: Tensor, dtype: DType): void => {
    checkDType({ operator, name }, tensor, [dtype]);
    checkShape({ operator, name }, tensor, [grid.numVoxels]);
  };
  check("gradients", gradients, vertices.dtype);
  check("found.triangles", triangles, "i64");
  if (distances !== undefined) check("found.distances", distances, vertices.dtype);
  return { operator, context, vertices, count: meshes.vertices.count, native };
}

function carryBack<D extends Real>(
  { operator, context, vertices, count, native }: Taken<D>,
  call: (native: GridAndMeshes, out: BufferHandle) => Status,
): Lists<D> {
  const slopes = emptyTensor([count, 3], { context, dtype: vertices.dtype });
  return disposeOnError(slopes, () => {
    checkStatus(context, call(native, handleOf(slopes.buffer)), operator);
    return inListsOf(vertices, slopes);
  });
}
