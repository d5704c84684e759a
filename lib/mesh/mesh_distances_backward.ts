/**
 * Backward pass of mesh distances.
 *
 * @module
 */

import type {
  Native,
  SignedMeshDistancesBackwardRequest,
  Status,
} from "../../ffi/_generated/native.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { checkDType, checkShape, inListsOf } from "../core/checks.ts";
import { computeTensor } from "../core/native_call.ts";
import { checkParts } from "../../ffi/base/checks.ts";
import { type MeshInput, takeGridAndMeshes } from "./_meshes.ts";
import type { MeshDistances } from "./mesh_distances.ts";

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
 * @throws {NativeError} If voxels name a triangle that their mesh does not have, or one that names a vertex that does
 * not exist or is not finite ("invalid-data", with their number).
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
  const known = { found, gradients, isSigned: false };
  return carryBack(
    "meshDistancesBackward",
    { grid, vertices, faces },
    known,
    (native, request) => native.meshDistancesBackward(request),
  ) as L;
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
 * @throws As {@linkcode meshDistancesBackward}.
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
  const known = { found, gradients, isSigned: true };
  return carryBack(
    operator,
    { grid, vertices, faces },
    known,
    (native, request) => native.signedMeshDistancesBackward(request),
  ) as L;
}

function carryBack<D extends Real>(
  operator: string,
  input: MeshInput<D>,
  { found, gradients, isSigned }: {
    readonly found: MeshDistances<D>;
    readonly gradients: Tensor<D>;
    /** Whether the signs of distances count. */
    readonly isSigned: boolean;
  },
  call: (native: Native, request: SignedMeshDistancesBackwardRequest) => Status,
): Lists<D> {
  checkParts({ operator, name: "found" }, found);
  const { triangles, distances } = found;
  const others = isSigned ? [distances] : [];
  const taken = takeGridAndMeshes(operator, input, gradients, triangles, ...others);
  const { grid: { numVoxels }, vertices, vertices: { dtype } } = input;
  const check = (name: string, tensor: Tensor, type: DType): void => {
    checkDType({ operator, name }, tensor, [type]);
    checkShape({ operator, name }, tensor, [numVoxels]);
  };
  check("gradients", gradients, dtype);
  check("found.triangles", triangles, "i64");
  if (isSigned) check("found.distances", distances, dtype);
  const given = {
    ...taken.native,
    distances: handleOrNone(isSigned ? distances.buffer : undefined),
    triangles: handleOf(triangles.buffer),
    gradients: handleOf(gradients.buffer),
  };
  const layout = { ...taken, dtype, shape: [taken.meshes.vertices.count, 3] };
  const slopes = computeTensor(layout, (native, { out }) => call(native, { ...given, out }));
  return inListsOf(vertices, slopes);
}
