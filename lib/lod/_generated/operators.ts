// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  lodMajority,
  lodMean,
  type LodMeanInput,
  type LodMeanOf,
  lodNearest,
} from "../attributes.ts";
export { buildLod, type BuildLodOptions, type LodBox, type LodStrategy } from "../build.ts";
export { type ColumnExtremes, columnExtremes } from "../column_extremes.ts";
export {
  decodeLas,
  type DecodeLasOptions,
  LAS_COLOR_FORMATS,
  LAS_TIME_FORMATS,
  type LasColumnName,
  type LasTensors,
} from "../decode_las.ts";
export { findLodFaults } from "../faults.ts";
export { packRecords, type RecordField } from "../pack_records.ts";
export { LodPicker, type LodPickerOptions } from "../picker.ts";
export {
  type LodOwnRows,
  lodOwnRows,
  type LodPick,
  lodPicks,
  type LodPicksOptions,
} from "../picks.ts";
export { type LodColumns, lodPoints, type LodRange, lodRows } from "../points.ts";
export {
  LodPicture,
  renderLodBlended,
  type RenderLodBlendedOptions,
  renderLodNearest,
  type RenderLodOptions,
} from "../render.ts";
export {
  type LodSelection,
  type LodSelectionCounts,
  selectLodNodes,
  type SelectLodOptions,
} from "../select.ts";
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
} from "../stream.ts";
export { lodThin, type LodThinOptions, THIN_REACH } from "../thin.ts";
export { lodVoxels } from "../voxels.ts";
