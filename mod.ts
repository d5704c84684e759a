/**
 * Sparse volumes and point clouds on CPU and GPU, by functions that take tensors, lists and grids and return new ones.
 *
 * - Grids: {@linkcode gridFromPoints}, {@linkcode gridFromIjk}, {@linkcode gridFromMesh}, {@linkcode gridFromDense};
 *   read from files with {@linkcode gridFromNvdb}, written to files with {@linkcode gridToNvdb}.
 * - Grids of grids: {@linkcode dilatedGrid}, {@linkcode coarsenedGrid}, {@linkcode refinedGrid},
 *   {@linkcode mergedGrid}, {@linkcode prunedGrid}, {@linkcode clippedGrid} and others.
 * - Where voxels are: {@linkcode gridIjk}, {@linkcode ijkToIndex}, {@linkcode pointsToIndex},
 *   {@linkcode neighborRows}, {@linkcode voxelToWorld}.
 * - Features: {@linkcode voxelMean}, {@linkcode takeRows}, {@linkcode inject}, {@linkcode maxPool},
 *   {@linkcode upsampleNearest}, {@linkcode sampleTrilinear}, {@linkcode splatTrilinear}, {@linkcode convPlan} with
 *   {@linkcode sparseConv}.
 * - Lists of different lengths: {@linkcode jaggedFromList}, arithmetic such as {@linkcode add}, {@linkcode jaggedSum}.
 * - Rays: {@linkcode firstActiveVoxel}, {@linkcode segmentsAlongRays}, {@linkcode uniformRaySamples},
 *   {@linkcode rayImplicitIntersection}, {@linkcode volumeRender}.
 * - Surfaces: {@linkcode signedMeshDistances}, {@linkcode integrateTsdf}, {@linkcode marchingCubes}.
 * - Indexes and volumes in bricks: {@linkcode indexFromKeys}, {@linkcode brickVolume}.
 * - Levels of detail: {@linkcode buildLod}, {@linkcode streamLod}.
 *
 * Functions borrow what they are given and return new values, which the caller owns and disposes; `using` does that
 * at the end of a block. Readers and writers of files are in `@denovdb/denovdb/io`.
 *
 * Functions whose names end in `Backward` carry gradients back. `fBackward` takes what `f` takes by place, in that
 * order, then gradients of a number by what `f` gives, then options, among them those of `f` that shape its result.
 * Inputs on which the gradients do not depend are left out, such as the features of an average; what `f` has made
 * stands before the gradients where they need it, such as the surface of {@linkcode marchingCubesBackward}.
 *
 * Features of voxels are rows of one tensor, in row order, grid after grid: where other libraries take features in
 * lists, `data` of the lists is meant. Where one number for each voxel stands for a surface or a distance, it is
 * called `field`. Options that are unknown are refused by a `TypeError`, also where a program runs
 * unchecked.
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
