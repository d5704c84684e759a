/**
 * A valid call of each function whose arguments generated code checks. Buffers follow from the shapes in the headers.
 *
 * @module
 */

import {
  DepthBackground,
  Dtype,
  Kernel,
  Pooling,
  Smoothing,
} from "../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import type { Context } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";

/** An argument that is made for a call. */
export interface Made extends Disposable {
  /** What is passed. */
  readonly handle: number | Uint32Array;
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
