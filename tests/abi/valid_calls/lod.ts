/**
 * Valid calls of operators on level-of-detail trees.
 *
 * @module
 */

import {
  Dtype,
  LodCamera,
  LodChoice,
  LodKnown,
  LodPicking,
  LodSetting,
} from "../../../ffi/_generated/symbols.ts";
import { type Context, nativeOf } from "../../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../../ffi/owned.ts";
import { buildLod, tensor } from "../../../mod.ts";
import { type Made, type ValidCall, zeros } from "./_call.ts";

/** A tree of two points in leaves of their own, which knows their rows. */
function makeTree(context: Context): Readonly<Record<string, Made>> {
  using points = tensor(Int32Array.of(0, 0, 0, 7, 7, 7), { context, shape: [2, 3] });
  const tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2, keepRows: true });
  const quantities = { ["n_points"]: 2, ["n_nodes"]: tree.counts.nodes };
  return { lod: { handle: handleOf(tree), quantities, [Symbol.dispose]: () => tree.dispose() } };
}

/** The same tree, and room for two channels of its voxels. */
function makeTreeAndVoxels(context: Context): Readonly<Record<string, Made>> {
  return { ...makeTree(context), out: zeros(context, 2 * 2 * 4) };
}

/** A tree that the call destroys, if there is one. */
function treeToDestroy(context: Context): Readonly<Record<string, Made>> {
  using points = tensor(Int32Array.of(0, 0, 0), { context, shape: [1, 3] });
  const lod = releaseHandle(buildLod(points));
  const destroy = (): unknown => nativeOf(context).lodDestroy({ context: handleOf(context), lod });
  return { lod: { handle: lod, [Symbol.dispose]: destroy } };
}

const PART = { first: 0, count: 2 };

/** Looks down at whole coordinates of 0 to 8, with depths of -z. */
const CAMERA = new Float64Array(LodCamera.CAMERA_COUNT);
CAMERA.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], LodCamera.MODEL_VIEW);
CAMERA.set([0.25, 0, 0, 0, 0, -0.25, 0, 0, 0, 0, -1, 0, -1, 1, 0, 1], LodCamera.PROJECTION);

const PICTURE = { camera: CAMERA, width: 8, height: 4 };

const DRAWING = { ...PICTURE, pointSize: 1, nRuns: 1, background: 0 };

/** One point of the first leaf. */
const RUNS = { runs: BigInt64Array.of(1n, 0n, 1n) };

const SETTINGS = new BigInt64Array(LodSetting.SETTING_COUNT);
SETTINGS[LodSetting.ROWS] = 1n;

/** The calls, by the name of the method. */
export const LOD_CALLS: Readonly<Record<string, ValidCall>> = {
  buildLod: {
    values: {
      dtype: Dtype.F32,
      nPoints: 3,
      colorChannels: 4,
      box: Float64Array.of(0, 0, 0, 1, 1, 1, 1),
      hasBox: 0,
      settings: SETTINGS,
      nKnown: LodKnown.KNOWN_COUNT,
      known: new BigInt64Array(LodKnown.KNOWN_COUNT),
    },
  },
  lodDestroy: { values: {}, make: treeToDestroy },
  lodCounts: { values: {}, make: makeTree },
  lodCube: { values: {}, make: makeTree },
  lodNodes: { values: { nNumbers: 33 }, make: makeTree },
  lodPoints: { values: PART, make: makeTree },
  lodRows: { values: PART, make: makeTree },
  lodVoxels: { values: PART, make: makeTree },
  lodAttributes: {
    values: { choice: LodChoice.NEAREST, dtype: Dtype.F32, channels: 2 },
    make: makeTreeAndVoxels,
  },
  // Rows and their firsts are only told together.
  lodPicks: {
    values: { pick: LodPicking.PICK_CENTRAL, seed: 0, outRows: 0, outFirsts: 0 },
    make: makeTree,
  },
  lodThin: { values: { nPoints: 3, bits: 4, cellBits: 1 } },
  selectLodNodes: { values: { ...PICTURE, minSize: 0, margin: 1 }, make: makeTree },
  selectLodNodesRuns: { values: { nRuns: 2 }, make: makeTree },
  renderLodNearest: { values: DRAWING, contents: RUNS, make: makeTree },
  renderLodBlended: { values: { ...DRAWING, tolerance: 0 }, contents: RUNS, make: makeTree },
};
