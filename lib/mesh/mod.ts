/**
 * Extracts triangle meshes from fields on voxels, with normals and features at their vertices. Distances of voxels from
 * meshes are the way back.
 *
 * @example One corner of a cell inside
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { marchingCubes, surfaceNormals } from "@denovdb/denovdb/mesh";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2, voxelSize: 2 });
 * using field = tensor([-1, 3, 3, 3, 3, 3, 3, 3], { context });
 * using surface = marchingCubes(grid, field);
 * using normals = surfaceNormals(grid, field, surface);
 * assertEquals([surface.vertices.data.shape, normals.data.shape], [[3, 3], [3, 3]]);
 * ```
 *
 * @module
 */

export type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
