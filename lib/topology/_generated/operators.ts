// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { type ClipOptions, clippedGrid, clippedGridAsync } from "../clip.ts";
export { coarsenedGrid, coarsenedGridAsync, type CoarsenOptions } from "../coarsen.ts";
export {
  coarsenedGrids,
  coarsenedGridsAsync,
  type CoarsenLevelsOptions,
  type GridLevels,
} from "../coarsen_levels.ts";
export { convGrid, convGridAsync, type ConvGridOptions } from "../conv.ts";
export {
  convTransposeGrid,
  convTransposeGridAsync,
  type ConvTransposeGridOptions,
} from "../conv_transpose.ts";
export { dilatedGrid, dilatedGridAsync, type DilateOptions, type Neighbors } from "../dilate.ts";
export { dualGrid, dualGridAsync, type DualOptions } from "../dual.ts";
export { type ErodeBoxOptions, erodedGrid, erodedGridAsync, type ErodeOptions } from "../erode.ts";
export { mergedGrid, mergedGridAsync, mergedGridWithRows } from "../merge.ts";
export { paddedGrid, paddedGridAsync, type PadOptions } from "../pad.ts";
export { prunedGrid, prunedGridAsync } from "../prune.ts";
export { refinedGrid, refinedGridAsync, type RefineOptions } from "../refine.ts";
