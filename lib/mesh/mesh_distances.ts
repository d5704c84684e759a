/**
 * Distances of voxels from triangle meshes.
 *
 * @module
 */

import type { MeshDistancesRequest, Native, Status } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import type { GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { type MeshInput, takeGridAndMeshes } from "./_meshes.ts";

/**
 * Options for {@linkcode meshDistances} and {@linkcode signedMeshDistances}.
 *
 * @category Surfaces
 */
export interface MeshDistanceOptions {
  /**
   * Largest distance to search for, in world units; 0 or more. Time and memory grow with it, up to the size of the
   * grid; memory does not where many triangles are much smaller than voxels.
   */
  readonly halfWidth: number;
}

/**
 * Distances of voxels from meshes.
 *
 * @category Surfaces
 */
export interface MeshDistances<D extends Real = Real> extends Bundle {
  /** Distance of the center of each voxel in world units, [voxels]; infinite beyond `halfWidth`; owned. */
  readonly distances: Tensor<D>;
  /** The nearest triangle of each voxel, counted from the first of its grid's mesh, i64 [voxels]; -1 for none; owned. */
  readonly triangles: Tensor<"i64">;
}

const NAMES = optionNames<MeshDistanceOptions>({ halfWidth: true });

/**
 * Finds the distance of the center of each voxel from the triangles of a mesh, and the nearest triangle.
 *
 * Of triangles that are equally near in double precision the first is taken; at a shared edge, rounding may decide
 * which triangle is nearer. Triangles may be degenerate, may overlap and need not form a closed surface. Distances are
 * computed in double precision and rounded once. The calling thread waits for the number of leaves that triangles
 * reach.
 *
 * @typeParam D Element type of the vertices and of the distances.
 * @param grid The batch whose voxels are measured, such as a band of `gridFromMesh`; borrowed.
 * @param vertices Vertices in world space, f16, f32 or f64 [n, 3]; a tensor belongs to a batch of one, otherwise each
 * list to its own grid. Borrowed.
 * @param faces The vertices of each triangle, counted from the first vertex of its mesh, i32 or i64 [n, 3], in as many
 * lists; borrowed.
 * @param options The largest distance.
 * @returns Distances and triangles; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, or `halfWidth` is not finite and 0 or more.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If a triangle names a vertex that does not exist, is not finite or reaches beyond the int32
 * voxels ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Surfaces
 *
 * @example Above, beside and far from a triangle
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { meshDistances } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 1, 0, 0, 9, 3, 0, 0]), { context, shape: [3, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.5 });
 * using vertices = tensor([0, 0, 0, 1, 0, 0, 0, 1, 0], { context, shape: [3, 3] });
 * using faces = tensor(new Int32Array([0, 1, 2]), { context, shape: [1, 3] });
 * using found = meshDistances(grid, vertices, faces, { halfWidth: 2 });
 * assertEquals([...await found.distances.read()], [0.5, 0.5, Infinity]);
 * assertEquals([...await found.triangles.read()], [0n, 0n, -1n]);
 * ```
 */
export function meshDistances<D extends Real>(
  grid: GridBatch,
  vertices: Lists<D>,
  faces: Lists<"i32" | "i64">,
  options: MeshDistanceOptions,
): MeshDistances<D> {
  const input = { grid, vertices, faces };
  return measure(
    "meshDistances",
    input,
    options,
    (native, request) => native.meshDistances(request),
  );
}

/**
 * Finds signed distances of voxels from closed meshes, negative inside.
 *
 * Distances are those of {@linkcode meshDistances}. The sign is the side of the plane through the nearest point on the
 * mesh, whose normal is, on an edge, the sum of those of both triangles, and at a vertex their sum weighted by the
 * angles there. This is exact for every closed mesh without self-intersections, is local, and casts no rays that could
 * hit degenerate cases. Triangles are counterclockwise seen from outside and share vertices by index. Triangles that
 * name a vertex twice are ignored; those with zero area close the mesh but are never nearest: at their edges the
 * triangles beyond them count, and coincident vertices that they join are treated as one.
 *
 * @typeParam D Element type of the vertices and of the distances.
 * @param grid The batch whose voxels are measured, such as a band of `gridFromMesh`; borrowed.
 * @param vertices Vertices in world space, f16, f32 or f64 [n, 3]; a tensor belongs to a batch of one, otherwise each
 * list to its own grid. Borrowed.
 * @param faces The vertices of each triangle, counted from the first vertex of its mesh, i32 or i64 [n, 3], in as many
 * lists; borrowed.
 * @param options The largest distance.
 * @returns Distances and triangles; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, or `halfWidth` is not finite and 0 or more.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If a mesh is not closed, if a triangle names a vertex that does not exist, is not finite or
 * reaches beyond the int32 voxels ("invalid-data", with their number), or if there are 1431655765 triangles or more
 * ("unsupported").
 * @determinism Same bits on every backend.
 * @see Bærentzen and Aanæs, "Signed distance computation using the angle weighted pseudonormal", IEEE Transactions on
 * Visualization and Computer Graphics 11 (3), 2005.
 * @category Surfaces
 *
 * @example Inside and outside a tetrahedron
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { signedMeshDistances } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([1, 1, 1, 1, 1, -1]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using vertices = tensor([0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9], { context, shape: [4, 3] });
 * using faces = tensor(new Int32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]), {
 *   context,
 *   shape: [4, 3],
 * });
 * using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 5 });
 * assertEquals((await found.distances.read()).toSorted(), Float32Array.of(-1, 1));
 * ```
 */
export function signedMeshDistances<D extends Real>(
  grid: GridBatch,
  vertices: Lists<D>,
  faces: Lists<"i32" | "i64">,
  options: MeshDistanceOptions,
): MeshDistances<D> {
  const input = { grid, vertices, faces };
  return measure(
    "signedMeshDistances",
    input,
    options,
    (native, request) => native.signedMeshDistances(request),
  );
}

function measure<D extends Real>(
  operator: string,
  input: MeshInput<D>,
  options: MeshDistanceOptions,
  call: (native: Native, request: MeshDistancesRequest) => Status,
): MeshDistances<D> {
  const { halfWidth: most } = checkOptions(operator, options, NAMES);
  const taken = takeGridAndMeshes(operator, input);
  if (!(Number.isFinite(most) && most >= 0)) {
    const given = describeValue(most);
    refuse(operator, `halfWidth is ${given}, a finite number of 0 or more expected`);
  }
  const { grid: { numVoxels }, vertices: { dtype } } = input;
  const layouts = { distances: [dtype, [numVoxels]], triangles: ["i64", [numVoxels]] } as const;
  const found = computeTensors(taken, layouts, (native, out) => {
    const outputs = { outDistances: out.distances, outTriangles: out.triangles };
    return call(native, { ...taken.native, halfWidth: most, ...outputs });
  });
  return bundle("MeshDistances", found);
}
