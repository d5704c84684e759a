/**
 * Selection of the nodes of a level-of-detail tree that a camera needs.
 *
 * @module
 */

import { LodTotal } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Camera, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { computeTensor } from "../core/native_call.ts";
import { checkAnyNumber, checkUsable } from "../../ffi/base/checks.ts";
import { type CameraRequest, cameraRequest, checkPointSize } from "./_camera.ts";
import { LodTree } from "./base/tree.ts";

/**
 * Options for {@linkcode selectLodNodes}.
 *
 * @category Level of detail
 */
export interface SelectLodOptions {
  /**
   * Projected edge length in pixels from which on a node is visible, 0 or more. Voxels of visible nodes whose children
   * are not visible are less than 2 `minSize` / `gridSize` pixels apart. 0 selects all points in the image.
   *
   * @default {half the tree's `gridSize`}
   */
  readonly minSize?: number;
  /**
   * Edge of the squares that will be drawn, in pixels: nodes next to the image are also selected if their squares reach
   * into it.
   *
   * @default {1}
   */
  readonly pointSize?: number;
}

/**
 * Sizes of a selection.
 *
 * @category Level of detail
 */
export interface LodSelectionCounts {
  /** Nodes of which something is drawn. */
  readonly nodes: number;
  /** Runs of points and voxels. */
  readonly runs: number;
  /** Points in the runs of leaves. */
  readonly points: number;
  /** Voxels in the runs of inner nodes. */
  readonly voxels: number;
}

/**
 * A cut through a tree: runs of consecutive points and voxels.
 *
 * @category Level of detail
 */
export interface LodSelection extends Bundle {
  /**
   * For each run the node, its first point (of leaves) or voxel (of inner nodes) in the tree, and their number, i64
   * [runs, 3]; nodes ascend. Owned.
   */
  readonly runs: Tensor<"i64">;
  /** Sizes of a selection. */
  readonly counts: LodSelectionCounts;
}

const NAMES = optionNames<SelectLodOptions>({ minSize: true, pointSize: true });

/**
 * Selects the nodes of a tree that a camera needs, on the device: the cut through the tree at which voxels are about as
 * small as pixels.
 *
 * A node is visible if its parent is, if its box is not completely outside the image or behind the camera, and if it is
 * the root or its edge has at least `minSize` pixels at the nearest point of the box: edge times the larger of |row 0|
 * `width` / 2 and |row 1| `height` / 2 of `projection` times `modelView`, divided by the smallest w of the corners of
 * the box; any edge is large enough if that is not above 0. In a tree without voxels every edge is large enough.
 * Visible leaves are selected with their points; of visible inner nodes, the voxels of those octants whose child is too
 * small.
 *
 * Boxes are outside if they lie beyond one side of the image, moved outwards by half of `pointSize` and one more pixel
 * for rounding, so that nothing is missing in the image. The tables used for selection stay on the device: the first
 * selection or image copies the tree's nodes there.
 *
 * @param tree The tree; borrowed.
 * @param camera The camera.
 * @param options The size from which on nodes are visible.
 * @returns The selection; the caller owns it.
 * @throws {RangeError} If the camera is not finite or singular, or if a size is out of range.
 * @throws {TypeError} If `tree` is not a tree, or the camera or an option is of another kind.
 * @determinism Same bits on every backend.
 * @see Schütz, Kerbl, Klaus, Wimmer, "GPU-Accelerated LOD Generation for Point Clouds", 2023, section 5
 * @category Level of detail
 *
 * @example From afar the root is enough
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { selectLodNodes } from "@denovdb/denovdb/lod";
 * import { cameraLookAt } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.1, 0, 0, 4, 4, 4], { context, shape: [3, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 3, gridSize: 2 });
 * const view = { target: [2, 2, 2], width: 100, height: 100 } as const;
 * const camera = cameraLookAt({ eye: [2, -8, 2], ...view });
 * using near = selectLodNodes(tree, camera, { minSize: 8 });
 * assertEquals(near.counts, { nodes: 2, runs: 2, points: 3, voxels: 0 });
 * const distant = cameraLookAt({ eye: [2, -1000, 2], ...view });
 * using far = selectLodNodes(tree, distant, { minSize: 8 });
 * assertEquals(far.counts, { nodes: 1, runs: 1, points: 0, voxels: 2 });
 * ```
 */
export function selectLodNodes(
  tree: LodTree,
  camera: Camera,
  options: SelectLodOptions = {},
): LodSelection {
  const operator = "selectLodNodes";
  checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "tree" }, tree, LodTree);
  return selectFor(operator, tree, cameraRequest(operator, camera), options);
}

/** Selects for a camera that has been checked. */
export function selectFor(
  operator: string,
  tree: LodTree,
  camera: CameraRequest,
  { minSize = tree.gridSize / 2, pointSize = 1 }: SelectLodOptions,
): LodSelection {
  checkAnyNumber({ operator, name: "minSize" }, minSize);
  const margin = checkPointSize(operator, pointSize) / 2 + 1;
  const { context, counts: { nodes } } = tree;
  const caller = { operator, context };
  const lod = handleOf(tree);
  const totals = new BigInt64Array(LodTotal.TOTAL_COUNT);
  const layouts = { octants: ["u8", [nodes]], firsts: ["i64", [nodes]] } as const;
  const chosen = computeTensors(caller, layouts, (native, out, context) => {
    const outputs = { outOctants: out.octants, outFirsts: out.firsts, outTotals: totals };
    return native.selectLodNodes({ context, lod, ...camera, minSize, margin, ...outputs });
  });
  using work = bundle("LodSelectionWork", chosen);
  const [octants, firsts] = [handleOf(work.octants.buffer), handleOf(work.firsts.buffer)];
  const total = (place: LodTotal): number => Number(totals[place] ?? 0n);
  const nRuns = total(LodTotal.TOTAL_RUNS);
  const layout = { ...caller, dtype: "i64", shape: [nRuns, 3] } as const;
  const runs = computeTensor(
    layout,
    (native, { context, out: outRuns }) =>
      native.selectLodNodesRuns({ context, lod, octants, firsts, nRuns, outRuns }),
  );
  const counts = Object.freeze({
    nodes: total(LodTotal.TOTAL_NODES),
    runs: nRuns,
    points: total(LodTotal.TOTAL_POINTS),
    voxels: total(LodTotal.TOTAL_VOXELS),
  });
  return bundle("LodSelection", { runs, counts });
}
