/**
 * Sparse volumes and point clouds on CPU and GPU: build index grids from points, ask them, trace rays through them.
 *
 * Functions borrow what they are given and return new values, which the caller owns and disposes; `using` does that
 * at the end of a block. Readers of point clouds are in `@denovdb/denovdb/io`.
 *
 * @example Points to voxels to rays
 * ```ts
 * import { firstActiveVoxel, gridFromPoints, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext(); // the first CUDA device, or else the CPU
 * using points = tensor([0, 0, 5, 0.02, 0, 5], { context, shape: [2, 3] });
 * using grid = gridFromPoints(points, { voxelSize: 0.1 });
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([0, 0, 1], { context, shape: [1, 3] });
 * using hits = firstActiveVoxel(grid, origins, directions);
 * assertEquals(grid.numVoxels, 1);
 * const [time] = await hits.times.read();
 * assertEquals(time?.toFixed(2), "4.95");
 * ```
 *
 * @module
 */

export * from "./lib/core/mod.ts";
export * from "./lib/conv/mod.ts";
export * from "./lib/fenwick/mod.ts";
export * from "./lib/grid/mod.ts";
export * from "./lib/inject/mod.ts";
export * from "./lib/jagged/mod.ts";
export * from "./lib/lod/mod.ts";
export * from "./lib/mesh/mod.ts";
export * from "./lib/pool/mod.ts";
export * from "./lib/query/mod.ts";
export * from "./lib/rays/mod.ts";
export * from "./lib/render/mod.ts";
export * from "./lib/sample/mod.ts";
export * from "./lib/sdf/mod.ts";
export * from "./lib/topology/mod.ts";
