/**
 * Makes grids from grids: coarser and finer ones, dilated, eroded, padded, clipped, pruned and merged ones, duals and
 * the outputs of convolutions. None of these functions changes its input, and features follow by rows.
 *
 * @example A bar with its neighbors
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { gridFromDense } from "@denovdb/denovdb/grid";
 * import { coarsenedGrid, dilatedGrid } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using bar = gridFromDense({ context, dims: [1, 1, 4] });
 * using grown = dilatedGrid(bar, { neighbors: 6 });
 * using coarse = coarsenedGrid(bar, { factor: 2 });
 * assertEquals([grown.numVoxels, coarse.numVoxels], [22, 2]);
 * ```
 *
 * @module
 */

export type {
  Cancelable,
  GridBatch,
  GridWithRows,
  GridWithSourceRows,
  Lists,
  Triple,
} from "../core/mod.ts";
export * from "./_generated/operators.ts";
