/**
 * Voxels and the meshes that they are measured against: checks, and the first native arguments.
 *
 * @module
 */

import type { MeshDistancesRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DeviceResource, GridBatch, Lists, Real } from "../core/mod.ts";
import { checkGrid, checkListCount } from "../core/checks.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { type Meshes, meshRequest, takeMeshes } from "../core/meshes.ts";
import { shareContext } from "../core/ownership.ts";

/** Voxels, and a mesh for each grid. */
export interface MeshInput<D extends Real> {
  /** The batch whose voxels are measured. */
  readonly grid: GridBatch;
  /** Vertices in world space. */
  readonly vertices: Lists<D>;
  /** The vertices of each triangle. */
  readonly faces: Lists<"i32" | "i64">;
}

/** The arguments about voxels and meshes that native calls have in common. */
export type GridAndMeshes = Omit<
  MeshDistancesRequest,
  "halfWidth" | "outDistances" | "outTriangles"
>;

/**
 * Checks that there is a mesh for each grid.
 *
 * @throws {RangeError} If shapes or numbers of lists do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 */
export function takeGridAndMeshes(
  operator: string,
  { grid, vertices, faces }: MeshInput<Real>,
  ...others: readonly DeviceResource[]
): Caller & { readonly meshes: Meshes; readonly native: GridAndMeshes } {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, vertices, faces, ...others);
  const meshes = takeMeshes(operator, vertices, faces);
  checkListCount({ operator, name: "vertices" }, meshes.vertices, grid);
  const native: GridAndMeshes = {
    context: handleOf(context),
    grid: handleOf(grid),
    ...meshRequest(meshes),
    nGrids: grid.gridCount,
  };
  return { operator, context, meshes, native };
}
