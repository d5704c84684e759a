/**
 * Level-of-detail trees of point clouds: built on the device, selected by a camera, rendered and streamed. Inner nodes
 * represent their contents by colored voxels.
 *
 * @example A tree and what a camera needs of it
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { buildLod, selectLodNodes } from "@denovdb/denovdb/lod";
 * import { cameraLookAt } from "@denovdb/denovdb/core";
 * import { assert, assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.1, 0, 0, 4, 4, 4], { context, shape: [3, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 3, gridSize: 2 });
 * const camera = cameraLookAt({ eye: [9, 9, 9], target: [2, 2, 2], width: 64, height: 64 });
 * using selection = selectLodNodes(tree, camera);
 * assertEquals(tree.counts.points, 3);
 * assert(selection.counts.nodes > 0);
 * ```
 *
 * @module
 */

export type { Context, DType, HandleOwner, Movable, Real, Tensor, Triple } from "../core/mod.ts";
export type { LodStore } from "./base/buckets.ts";
export type { LodCellPick } from "./base/climber.ts";
export { type LodCounts, type LodCube, type LodLevel, type LodNode, LodTree } from "./base/tree.ts";
export {
  lodMajority,
  lodMean,
  type LodMeanInput,
  type LodMeanOf,
  lodNearest,
} from "./attributes.ts";
export { buildLod, type BuildLodOptions, type LodBox, type LodStrategy } from "./build.ts";
export { type ColumnExtremes, columnExtremes } from "./column_extremes.ts";
export {
  decodeLas,
  type DecodeLasOptions,
  LAS_COLOR_FORMATS,
  LAS_TIME_FORMATS,
  type LasColumnName,
  type LasTensors,
} from "./decode_las.ts";
export { findLodFaults } from "./faults.ts";
export {
  type LodOwnRows,
  lodOwnRows,
  type LodPick,
  lodPicks,
  type LodPicksOptions,
} from "./picks.ts";
export { LodPicker, type LodPickerOptions } from "./picker.ts";
export { packRecords, type RecordField } from "./pack_records.ts";
export { type LodColumns, lodPoints, type LodRange, lodRows } from "./points.ts";
export {
  type LodChunk,
  type LodSink,
  type LodSource,
  type LodStreamFrame,
  type LodStreamNode,
  type LodStreamResult,
  type LodTally,
  streamLod,
  type StreamLodOptions,
} from "./stream.ts";
export {
  LodPicture,
  renderLodBlended,
  type RenderLodBlendedOptions,
  renderLodNearest,
  type RenderLodOptions,
} from "./render.ts";
export {
  type LodSelection,
  type LodSelectionCounts,
  selectLodNodes,
  type SelectLodOptions,
} from "./select.ts";
export { lodThin, type LodThinOptions, THIN_REACH } from "./thin.ts";
export { lodVoxels } from "./voxels.ts";
