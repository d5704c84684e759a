/**
 * Spatial indexes: which elements are occupied, their ranks, and sums, in little more than one bit per element. Bricked
 * volumes are based on them, and are rendered by ray marching.
 *
 * @example Ranks of cells
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromKeys, indexLinearRank, indexOccupied } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cells = tensor(Int32Array.of(1, 0, 2, 3, 1, 0), { context, shape: [2, 3] });
 * using index = indexFromKeys(cells, { dims: [4, 3, 5], layout: "paper" });
 * using ranks = indexLinearRank(index, cells);
 * using occupied = indexOccupied(index, cells);
 * assertEquals([...await ranks.read()], [1n, 0n]);
 * assertEquals([...await occupied.read()], [1, 1]);
 * ```
 *
 * @module
 */

export type { Context, Movable, Tensor, Triple, TypedArrayOf } from "../core/mod.ts";
export type { AnswerOptions, Key } from "./base/ask.ts";
export {
  type BrickCoverage,
  type BrickFrame,
  type BrickMemory,
  BrickVolume,
} from "./base/bricks.ts";
export { IndexError, type IndexErrorCode } from "./base/errors.ts";
export {
  type CheckOptions,
  type IndexCapability,
  type IndexStats,
  SpatialIndex,
} from "./base/index.ts";
export { type MarchOptions, VolumePicture } from "./base/march.ts";
export type { IndexLayout, IndexShape } from "./base/shape.ts";
export type { ThresholdOptions, VoxelAxes, VoxelType } from "./base/voxels.ts";
export * from "./_generated/operators.ts";
