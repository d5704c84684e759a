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
export * from "./_generated/operators.ts";
