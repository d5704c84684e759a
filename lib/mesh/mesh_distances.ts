/**
 * Distances of voxels from triangle meshes.
 *
 * @module
 */

import { describeValue } from "../../ffi/arguments.ts";
import {
  type BufferHandle,
  type Context,
  emptyTensor,
  type GridBatch,
  type Lists,
  type Native,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import { checkGrid, checkListCount, checkOptions, optionNames, refuse } from "../core/checks.ts";
import { takeMeshes } from "../core/meshes.ts";
import { shareContext } from "../core/ownership.ts";

/** Options for {@linkcode meshDistances} and {@linkcode signedMeshDistances}. */
export interface MeshDistanceOptions {
  /**
   * Distances above this are not looked for, in world units; 0 or more. Time and memory grow with it, up to the size of
   * the grid.
   */
  readonly maxDistance: number;
}

/** How far voxels are from meshes. */
export class MeshDistances<D extends Real = Real> implements Disposable {
  /** Distance of the centre of each voxel in world units, [voxels]; infinite where it is above the most; owned. */
  readonly distances: Tensor<D>;
  /** The nearest triangle of each voxel, counted from the first of its grid's mesh, i64 [voxels]; -1 for none; owned. */
  readonly triangles: Tensor<"i64">;

  /** Takes both parts over. */
  constructor({ distances, triangles }: {
    readonly distances: Tensor<D>;
    readonly triangles: Tensor<"i64">;
  }) {
    this.distances = distances;
    this.triangles = triangles;
  }

  /** Whether both parts are gone. */
  get disposed(): boolean {
    return this.distances.disposed && this.triangles.disposed;
  }

  /** Gives both parts up; doing so again has no effect. */
  dispose(): void {
    this.distances.dispose();
    this.triangles.dispose();
  }

  /** Gives both parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

const NAMES = optionNames<MeshDistanceOptions>({ maxDistance: true });

/**
 * Finds how far the centres of voxels are from the triangles of a mesh, and which triangle is nearest.
 *
 * Of triangles that are equally near, as doubles tell, the first is named: at an edge, rounding may tell which of those
 * that share it is nearer. Triangles may be degenerate, overlap, and form no closed surface. Distances are computed in
 * double precision and rounded once. The calling thread waits for the number of leaves that triangles reach.
 *
 * @typeParam D Element type of the vertices and of the distances.
 * @param grid The batch whose voxels ask, such as a band of `gridFromMesh`; borrowed.
 * @param vertices Vertices in world space, f16, f32 or f64 [n, 3]; a tensor belongs to a batch of one, otherwise each
 * list to its own grid. Borrowed.
 * @param faces The corners of each triangle, counted from the first vertex of its mesh, i32 or i64 [n, 3], in as many
 * lists; borrowed.
 * @param options How far to look.
 * @returns Distances and triangles; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit, or `maxDistance` is not finite and 0 or more.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If a triangle names no vertex, is not finite or reaches beyond the int32 voxels
 * ("invalid-data", with their number), or if device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example Above, beside and far from a triangle
 * ```ts
 * import { gridFromIjk, meshDistances, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 1, 0, 0, 9, 3, 0, 0]), { context, shape: [3, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.5 });
 * using vertices = tensor([0, 0, 0, 1, 0, 0, 0, 1, 0], { context, shape: [3, 3] });
 * using faces = tensor(new Int32Array([0, 1, 2]), { context, shape: [1, 3] });
 * using found = meshDistances(grid, vertices, faces, { maxDistance: 2 });
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
  const operator = "meshDistances";
  checkOptions(operator, options, NAMES);
  const taken = take(operator, { grid, vertices, faces }, options);
  return allocate(taken, (...native) => taken.context.native.meshDistances(...native));
}

/**
 * Finds signed distances of voxels from closed meshes, negative inside.
 *
 * Distances are those of {@linkcode meshDistances}. The sign is that of the plane through the nearest place, whose
 * normal at an edge is the sum of those of both triangles, and at a vertex their sum weighted by their angles there.
 * That is right for every closed mesh that does not cut itself, looks at no more than the surroundings of a voxel, and
 * has no ray that could be unlucky. Triangles are counterclockwise seen from outside; vertices are shared between them
 * by number. Triangles that name a vertex twice are left out; those without area close the mesh but are never nearest: at
 * their edges what lies beyond them counts, and vertices in one place that they join are one.
 *
 * @typeParam D Element type of the vertices and of the distances.
 * @param grid The batch whose voxels ask, such as a band of `gridFromMesh`; borrowed.
 * @param vertices Vertices in world space, f16, f32 or f64 [n, 3]; a tensor belongs to a batch of one, otherwise each
 * list to its own grid. Borrowed.
 * @param faces The corners of each triangle, counted from the first vertex of its mesh, i32 or i64 [n, 3], in as many
 * lists; borrowed.
 * @param options How far to look.
 * @returns Distances and triangles; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit, or `maxDistance` is not finite and 0 or more.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If a mesh is not closed, or if a triangle names no vertex, is not finite or reaches beyond the
 * int32 voxels ("invalid-data", with their number), if there are 1431655765 triangles or more ("unsupported"), or if
 * device memory runs out.
 * @determinism Same bits on every backend.
 * @see Bærentzen and Aanæs, "Signed distance computation using the angle weighted pseudonormal", IEEE Transactions on
 * Visualization and Computer Graphics 11 (3), 2005.
 *
 * @example Inside and outside of a tetrahedron
 * ```ts
 * import { gridFromIjk, openContext, signedMeshDistances, tensor } from "@denovdb/denovdb";
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
 * using found = signedMeshDistances(grid, vertices, faces, { maxDistance: 5 });
 * assertEquals((await found.distances.read()).toSorted(), Float32Array.of(-1, 1));
 * ```
 */
export function signedMeshDistances<D extends Real>(
  grid: GridBatch,
  vertices: Lists<D>,
  faces: Lists<"i32" | "i64">,
  options: MeshDistanceOptions,
): MeshDistances<D> {
  const operator = "signedMeshDistances";
  checkOptions(operator, options, NAMES);
  const taken = take(operator, { grid, vertices, faces }, options);
  return allocate(taken, (...native) => taken.context.native.signedMeshDistances(...native));
}

type Call = Native["meshDistances"];

/** The arguments of a call before its two outputs. */
type Inputs = Parameters<Call> extends [...infer I, BufferHandle, BufferHandle] ? I : never;

/** Checked arguments. */
interface Taken<D extends Real> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  readonly count: number;
  /** All native arguments but the outputs. */
  readonly native: Inputs;
}

function take<D extends Real>(
  operator: string,
  { grid, vertices, faces }: {
    readonly grid: GridBatch;
    readonly vertices: Lists<D>;
    readonly faces: Lists<"i32" | "i64">;
  },
  { maxDistance }: MeshDistanceOptions,
): Taken<D> {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, vertices, faces);
  const meshes = takeMeshes(operator, vertices, faces);
  checkListCount({ operator, name: "vertices" }, meshes.vertices, grid);
  if (!(Number.isFinite(maxDistance) && maxDistance >= 0)) {
    refuse(
      operator,
      `maxDistance is ${describeValue(maxDistance)}, a finite number of 0 or more expected`,
    );
  }
  const native: Inputs = [
    context.handle,
    grid.handle,
    ...meshes.native,
    grid.gridCount,
    maxDistance,
  ];
  return { operator, context, dtype: vertices.dtype, count: grid.numVoxels, native };
}

function allocate<D extends Real>(
  { operator, context, dtype, count, native }: Taken<D>,
  call: Call,
): MeshDistances<D> {
  return new MeshDistances(scope((own) => {
    const distances = own(emptyTensor([count], { context, dtype }));
    const triangles = own(emptyTensor([count], { context, dtype: "i64" }));
    const status = call(...native, distances.buffer.handle, triangles.buffer.handle);
    context.check(status, operator);
    return { distances, triangles };
  }));
}
