/**
 * Transfers features between voxels and dense boxes, lists of coordinates, or the voxels of other grids. Voxels without
 * a source keep or get a fill value.
 *
 * @example Features of two voxels in a dense box
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectToDenseCminor } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(Int32Array.of(0, 0, 0, 0, 0, 2), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([5, 6], { context, shape: [2, 1] });
 * using dense = injectToDenseCminor(grid, features);
 * assertEquals(dense.shape, [1, 1, 1, 3, 1]);
 * assertEquals([...await dense.read()], [5, 0, 6]);
 * ```
 *
 * @module
 */

export type { DType, GridBatch, Lists, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
