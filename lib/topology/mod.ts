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
export { type ClipOptions, clippedGrid, clippedGridAsync } from "./clip.ts";
export { coarsenedGrid, coarsenedGridAsync, type CoarsenOptions } from "./coarsen.ts";
export { convGrid, convGridAsync, type ConvGridOptions } from "./conv.ts";
export {
  convTransposeGrid,
  convTransposeGridAsync,
  type ConvTransposeGridOptions,
} from "./conv_transpose.ts";
export { dilatedGrid, dilatedGridAsync, type DilateOptions, type Neighbors } from "./dilate.ts";
export { dualGrid, dualGridAsync, type DualOptions } from "./dual.ts";
export { type ErodeBoxOptions, erodedGrid, erodedGridAsync, type ErodeOptions } from "./erode.ts";
export { mergedGrid, mergedGridAsync, mergedGridWithRows } from "./merge.ts";
export { paddedGrid, paddedGridAsync, type PadOptions } from "./pad.ts";
export { prunedGrid, prunedGridAsync } from "./prune.ts";
export { refinedGrid, refinedGridAsync, type RefineOptions } from "./refine.ts";
