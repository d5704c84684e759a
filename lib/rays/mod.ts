/**
 * Traces rays through batches of grids: first hits, voxels and segments along rays, samples, and crossings of implicit
 * surfaces. Directions need not be normalized; times are in units of their length.
 *
 * @example Voxels along a ray
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { firstActiveVoxel, voxelsAlongRays } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [2, 1, 1], ijkMin: [3, 0, 0] });
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using first = firstActiveVoxel(grid, origins, directions);
 * using all = voxelsAlongRays(grid, origins, directions);
 * assertEquals([...await first.times.read()], [2.5]);
 * assertEquals(all.voxels.lshape, [[2]]);
 * ```
 *
 * @module
 */

export type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
