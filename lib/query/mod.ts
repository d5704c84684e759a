/**
 * Answers questions about batches of grids: rows of coordinates and points, activity, neighbors and transforms. Codes
 * of space-filling curves order voxels and coordinates.
 *
 * @example Rows of coordinates
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromDense } from "@denovdb/denovdb/grid";
 * import { coordsInGrid, ijkToIndex } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [1, 1, 4] });
 * using ijk = tensor(Int32Array.of(0, 0, 2, 0, 0, 4), { context, shape: [2, 3] });
 * using rows = ijkToIndex(grid, ijk);
 * using active = coordsInGrid(grid, ijk);
 * assertEquals([...await rows.read()], [2n, -1n]);
 * assertEquals([...await active.read()], [1, 0]);
 * ```
 *
 * @module
 */

export type { GridBatch, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
