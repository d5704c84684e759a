/**
 * A valid call of each function whose arguments generated code checks. Buffers follow from the shapes in the headers.
 *
 * @module
 */

import {
  DepthBackground,
  Dtype,
  Kernel,
  LodCamera,
  LodChoice,
  LodPicking,
  LodSetting,
  Pooling,
  Smoothing,
} from "../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { NO_BUFFER } from "../../lib/core/ownership.ts";
import { buildLod, tensor } from "../../mod.ts";

/** An argument that is made for a call. */
export interface Made extends Disposable {
  /** What is passed. */
  readonly handle: number | Uint32Array;
  /** What shapes may say of it. */
  readonly quantities?: Readonly<Record<string, number>>;
}

/** The arguments that do not follow from the header. */
export interface ValidCall {
  /** Numbers and host arrays, by name. */
  readonly values: Readonly<Record<string, number | ArrayBufferView>>;
  /** Voxels along the sides of the dense grids that handles name; 2 where none are told. */
  readonly sides?: Readonly<Record<string, number>>;
  /** What buffers hold; zeros where nothing is told. */
  readonly contents?: Readonly<Record<string, ArrayBufferView>>;
  /** Makes what the test cannot: handles of other kinds, lists of handles, buffers without a shape. Who calls it disposes them. */
  readonly make?: (context: Context) => Readonly<Record<string, Made>>;
}

const WINDOWS = {
  dtype: Dtype.F32,
  channels: 2,
  reduction: Pooling.MAX,
  factor: Int32Array.of(2, 2, 2),
  stride: Int32Array.of(2, 2, 2),
};

const MEAN = { dtype: Dtype.F32, n: 3, channels: 2 };

const POINTS = {
  pointDtype: Dtype.F32,
  n: 3,
  offsets: BigInt64Array.of(0n, 3n),
  nGrids: 1,
  dtype: Dtype.F32,
  channels: 2,
};

const KERNEL = { ...POINTS, kernel: Kernel.TRILINEAR };

const FIELD = { dtype: Dtype.F32, iso: 0.5 };

const SURFACE = { ...FIELD, nVertices: 2 };

const SURFACE_FEATURES = { ...SURFACE, featureDtype: Dtype.F32, channels: 2 };

const MESH = {
  dtype: Dtype.F32,
  nVertices: 3,
  vertexOffsets: BigInt64Array.of(0n, 3n),
  faceDtype: Dtype.I32,
  nFaces: 2,
  faceOffsets: BigInt64Array.of(0n, 2n),
  nGrids: 1,
};

const LENS = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

const POSE = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const IMAGES = {
  depthDtype: Dtype.F32,
  imageWeightDtype: Dtype.F32,
  nImages: 1,
  height: 2,
  width: 3,
  intrinsics: LENS,
  poses: POSE,
  offsets: BigInt64Array.of(0n, 1n),
  truncation: 1,
  maxDepth: 2,
  nGrids: 1,
};

const FUSION = { ...IMAGES, dtype: Dtype.F32, imageFeatureDtype: Dtype.F32, channels: 2 };

const BAND = { dtype: Dtype.F32, band: 3 };

/** Two columns of three rows: one byte each, and pairs of two bytes. */
function makeColumns(context: Context): Readonly<Record<string, Made>> {
  const columns = [3, 12].map((bytes) => createBuffer(context, bytes));
  return {
    columns: {
      handle: Uint32Array.from(columns, (column) => handleOf(column)),
      [Symbol.dispose]: () => columns.forEach((column) => column.dispose()),
    },
  };
}

/** A tree of two points in leaves of their own, which knows their rows. */
function makeTree(context: Context): Readonly<Record<string, Made>> {
  using points = tensor(Int32Array.of(0, 0, 0, 7, 7, 7), { context, shape: [2, 3] });
  const tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2, rows: true });
  const quantities = { ["n_points"]: 2, ["n_nodes"]: tree.counts.nodes };
  return { lod: { handle: handleOf(tree), quantities, [Symbol.dispose]: () => tree.dispose() } };
}

/** The same tree, and room for two channels of its voxels. */
function makeTreeAndVoxels(context: Context): Readonly<Record<string, Made>> {
  const made = makeTree(context);
  const out = createBuffer(context, 2 * 2 * 4);
  return { ...made, out: { handle: handleOf(out), [Symbol.dispose]: () => out.dispose() } };
}

/** The handle of a tree without points, which the call destroys. */
function makeHandleOfTree(context: Context): Readonly<Record<string, Made>> {
  using empty = createBuffer(context, 0);
  const out = new Uint32Array(1);
  const status = nativeOf(context).lodBuild({
    context: handleOf(context),
    points: handleOf(empty),
    dtype: Dtype.I32,
    nPoints: 0,
    colors: NO_BUFFER,
    colorChannels: 0,
    box: new Float64Array(7),
    hasBox: 0,
    settings: SETTINGS,
    nKnown: 0,
    known: new BigInt64Array(),
    sums: NO_BUFFER,
    outLod: out,
  });
  checkStatus(context, status, "make tree");
  return { lod: { handle: out[0] ?? 0, [Symbol.dispose]: () => {} } };
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
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  countMarchingCubes: { values: FIELD },
  marchingCubes: { values: { ...FIELD, nVertices: 2, nFaces: 2 } },
  marchingCubesBackward: { values: SURFACE },
  surfaceNormals: { values: SURFACE },
  surfaceNormalsBackward: { values: SURFACE },
  surfaceFeatures: { values: SURFACE_FEATURES },
  surfaceFeaturesBackward: { values: SURFACE_FEATURES },
  meshDistances: { values: { ...MESH, most: 1 } },
  signedMeshDistances: { values: { ...MESH, most: 1 } },
  meshDistancesBackward: { values: MESH },
  signedMeshDistancesBackward: { values: MESH },
  tsdfGrid: {
    values: { ...IMAGES, voxelSizes: Float64Array.of(1, 1, 1), origins: new Float64Array(3) },
  },
  integrateTsdf: { values: FUSION },
  // Gradients of images need weights, and features of floating-point types.
  integrateTsdfBackward: { values: { ...FUSION, outImageWeights: 0, outImageFeatures: 0 } },
  closeTsdf: { values: { ...IMAGES, background: DepthBackground.EMPTY, dtype: Dtype.F32 } },
  reinitializeSdf: {
    values: { ...BAND, order: 2, steps: 1, smooth: 1, smoothing: Smoothing.TAUBIN },
  },
  widenSdf: { values: { ...BAND, rounds: 1 } },
  sdfBand: { values: BAND },
  decodeLas: {
    values: {
      nRecords: 3,
      recordLength: 34,
      format: 3,
      transform: new Float64Array(6),
      colorBits: 0,
    },
  },
  packRecords: {
    values: {
      nColumns: 2,
      nFields: 6,
      fields: BigInt64Array.of(1n, 1n, 1n, 2n, 2n, 4n),
      nRows: 3,
      nRecords: 3,
      recordBytes: 9,
    },
    make: makeColumns,
  },
  columnExtremes: { values: { dtype: Dtype.F32, nRows: 3, channels: 2 } },
  lodBuild: {
    values: {
      dtype: Dtype.F32,
      nPoints: 3,
      colorChannels: 4,
      box: Float64Array.of(0, 0, 0, 1, 1, 1, 1),
      hasBox: 0,
      settings: SETTINGS,
      nKnown: 0,
      known: new BigInt64Array(1),
    },
  },
  lodDestroy: { values: {}, make: makeHandleOfTree },
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
  lodSelect: { values: { ...PICTURE, minSize: 0, margin: 1 }, make: makeTree },
  lodRuns: { values: { nRuns: 2 }, make: makeTree },
  lodDrawNearest: { values: DRAWING, contents: RUNS, make: makeTree },
  lodDrawBlended: { values: { ...DRAWING, tolerance: 0 }, contents: RUNS, make: makeTree },
  voxelMean: { values: MEAN },
  voxelMeanBackward: { values: MEAN },
  pool: { values: WINDOWS, sides: { coarse: 1 } },
  poolBackward: { values: WINDOWS, sides: { coarse: 1 } },
  sampleTrilinear: { values: POINTS },
  sampleTrilinearWithGrad: { values: POINTS },
  sampleKernel: { values: KERNEL },
  sampleKernelWithGrad: { values: KERNEL },
  samplePointGradients: { values: KERNEL },
  sampleSlopeGradients: { values: KERNEL },
  splat: { values: KERNEL },
  splatAtomic: { values: KERNEL },
  splatSlopes: { values: KERNEL },
  splatSlopesAtomic: { values: KERNEL },
};
