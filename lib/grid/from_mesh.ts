/**
 * Grids from triangle meshes.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import type { Cancelable, GridBatch, Lists, Real } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { type Derivation, derivation, derive, deriveAsync } from "../core/derive.ts";
import { meshRequest, takeMeshes } from "../core/meshes.ts";
import { shareContext } from "../core/ownership.ts";
import { REALS } from "../core/dtype.ts";
import { planBuild } from "./_build.ts";
import type { TransformOptions } from "./from_ijk.ts";

/**
 * Options for {@linkcode gridFromMesh}.
 *
 * @category Grids
 */
export interface GridFromMeshOptions extends TransformOptions {
  /**
   * Largest distance of a voxel center from the surface for voxels that do not touch it, in world units.
   *
   * @default {0} Only voxels that touch the surface.
   */
  readonly halfWidth?: number;
}

const NAMES = optionNames<GridFromMeshOptions>({ voxelSize: true, origin: true, halfWidth: true });

/**
 * Builds a batch of grids from the voxels that touch or are near a triangle mesh.
 *
 * A voxel touches a triangle if its closed cell, `ijk ± 1/2`, contains a point of it: contact at corners, edges and
 * faces counts, and so do cases that rounding could hide. Otherwise the test is exact (separating axes), so the voxels
 * cover the whole surface, and each contains a part of it. With a half width, voxels whose centers are within that
 * distance of a triangle are added: a band on both sides of the surface. Triangles may be degenerate, may overlap and
 * need not form a closed surface. Vertices are transformed to voxel space in double precision.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromMeshAsync} does not.
 *
 * @param vertices Vertices in world space, f16, f32 or f64 [n, 3]; a tensor is one mesh, and each list becomes a grid.
 * @param faces The vertices of each triangle, counted from the first vertex of its mesh, i32 or i64 [n, 3], in as many
 * lists.
 * @param options Voxel size and origin, and the half width of the band.
 * @returns A new batch; the caller owns it. The inputs are borrowed.
 * @throws {RangeError} If shapes, lists, a transform or the half width are wrong, or if there are more than 65536
 * lists.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If a triangle names a vertex that does not exist, is not finite or reaches beyond the int32
 * voxels ("invalid-data", with their number); immediately, with the row of the triangle,
 * if a single one needs more memory than the device has.
 * @determinism Same bits on every backend.
 * @see Akenine-Möller, "Fast 3D triangle-box overlap testing", Journal of Graphics Tools 6 (1), 2001.
 * @category Grids
 *
 * @example A triangle in a plane between voxels
 * ```ts
 * import { gridFromMesh, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using vertices = tensor([0, 0, 0, 2, 0, 0, 0, 2, 0], { context, shape: [3, 3] });
 * using faces = tensor(new Int32Array([0, 1, 2]), { context, shape: [1, 3] });
 * using grid = gridFromMesh(vertices, faces, { voxelSize: 1 });
 * assertEquals([grid.numVoxels, ...grid.bbox()], [8, 0, 0, 0, 2, 2, 0]);
 * ```
 */
export function gridFromMesh(
  vertices: Lists<Real>,
  faces: Lists<"i32" | "i64">,
  options: GridFromMeshOptions,
): GridBatch {
  return derive(plan("gridFromMesh", vertices, faces, options));
}

/**
 * Like {@linkcode gridFromMesh}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function gridFromMeshAsync(
  vertices: Lists<Real>,
  faces: Lists<"i32" | "i64">,
  options: GridFromMeshOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("gridFromMeshAsync", vertices, faces, options), options);
}

function plan(
  operator: string,
  vertices: Lists<Real>,
  faces: Lists<"i32" | "i64">,
  options: GridFromMeshOptions,
): Derivation {
  const { halfWidth = 0 } = checkOptions(operator, options, NAMES);
  shareContext(operator, vertices, faces);
  const { target } = planBuild(vertices, options, { operator, name: "vertices", dtypes: REALS });
  const meshes = takeMeshes("build grid", vertices, faces);
  if (!(Number.isFinite(halfWidth) && halfWidth >= 0)) {
    refuse(
      "build grid",
      `halfWidth is ${describeValue(halfWidth)}, a finite number of 0 or more expected`,
    );
  }
  return derivation("gridFromMesh", target, { ...meshRequest(meshes), halfWidth });
}
