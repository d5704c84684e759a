/**
 * Pools voxel features to coarser grids, upsamples them to finer ones, and averages what points have to their voxels.
 * Each function has a backward pass.
 *
 * @example Maximum of two voxels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromDense } from "@denovdb/denovdb/grid";
 * import { maxPool } from "@denovdb/denovdb/pool";
 * import { coarsenedGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using fine = gridFromDense({ context, dims: [1, 1, 4] });
 * using coarse = coarsenedGrid(fine, { factor: 2 });
 * using features = tensor([1, 5, 2, 4], { context });
 * using pooled = maxPool({ fine, coarse }, features, { factor: 2 });
 * assertEquals([...await pooled.read()], [5, 4]);
 * ```
 *
 * @module
 */

export type { Float, GridBatch, Tensor, Triple } from "../core/mod.ts";
export * from "./_generated/operators.ts";
