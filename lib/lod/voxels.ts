/**
 * The voxels of level-of-detail trees.
 *
 * @module
 */

import { copyColumns, takeRange } from "./_copy.ts";
import type { LodTree } from "./base/tree.ts";
import type { LodColumns, LodRange } from "./points.ts";

/**
 * Copies voxels of a tree: all, or those of a range of {@linkcode LodNode.firstVoxel} and `voxelCount`.
 *
 * @param tree The tree; borrowed.
 * @param range The range of voxels; all if omitted.
 * @returns Cells in their nodes, i32 [count, 3], below `gridSize`, in Morton order within each node, and colors u8
 * [count, 4]. The center of cell c along an axis of a node is at `min + (c + 0.5) * edge / gridSize`. The caller owns
 * both.
 * @throws {RangeError} If the tree has no such voxels.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example Two points in one cell
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodVoxels } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.1, 0, 0, 4, 4, 4], { context, shape: [3, 3] });
 * using colors = tensor(new Uint8Array([10, 0, 0, 20, 0, 0, 30, 0, 0]), { context, shape: [3, 3] });
 * using tree = buildLod(points, colors, { pointsPerLeaf: 3, gridSize: 2 });
 * using voxels = lodVoxels(tree);
 * assertEquals([...await voxels.coordinates.read()], [0, 0, 0, 1, 1, 1]);
 * assertEquals([...await voxels.colors.read()], [15, 0, 0, 255, 30, 0, 0, 255]);
 * ```
 */
export function lodVoxels(tree: LodTree, range?: LodRange): LodColumns {
  const part = takeRange("lodVoxels", tree, "voxels", range);
  return copyColumns(
    part,
    (native, { outCoordinates: outCells, ...request }) =>
      native.lodVoxels({ ...request, outCells }),
  );
}
