/**
 * Level-of-detail trees of point clouds.
 *
 * @module
 */

export { LodColumns } from "./_columns.ts";
export { type LodCamera, perspectiveCamera, type PerspectiveCameraOptions } from "./_camera.ts";
export type { LodRange } from "./_range.ts";
export { type LodCounts, type LodCube, type LodLevel, type LodNode, LodTree } from "./_tree.ts";
export {
  lodMajority,
  lodMean,
  type LodMeanInput,
  type LodMeanOf,
  lodNearest,
} from "./attributes.ts";
export { buildLod, type BuildLodOptions, type LodBox, type LodStrategy } from "./build.ts";
export { findLodFaults } from "./faults.ts";
export { lodPoints, lodRows } from "./points.ts";
export {
  LodPicture,
  renderLodBlended,
  type RenderLodBlendedOptions,
  renderLodNearest,
  type RenderLodOptions,
} from "./render.ts";
export {
  LodSelection,
  type LodSelectionCounts,
  selectLodNodes,
  type SelectLodOptions,
} from "./select.ts";
export { lodVoxels } from "./voxels.ts";
