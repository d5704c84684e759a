/**
 * Samples voxel features at points, and splats features of points to voxels. Each function has a backward pass, and some
 * also return derivatives with respect to positions.
 *
 * @example Between two voxels
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleNearest, sampleTrilinear } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [1, 1, 2] });
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using smooth = sampleTrilinear(grid, points, features);
 * using nearest = sampleNearest(grid, points, features);
 * assertEquals([...await smooth.read(), ...await nearest.read()], [10, 8]);
 * ```
 *
 * @module
 */
export * from "./_generated/operators.ts";
