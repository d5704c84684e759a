/**
 * A valid call of each function whose arguments generated code checks. Buffers follow from the shapes in the headers.
 *
 * @module
 */

import {
  Curve,
  Dtype,
  Kernel,
  Neighborhood,
  Pooling,
  RowBase,
  Space,
} from "../../ffi/_generated/symbols.ts";
import type { Context } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromDense } from "../../mod.ts";

/** The arguments that do not follow from the header. */
export interface ValidCall {
  /** Numbers and host arrays, by name. */
  readonly values: Readonly<Record<string, number | ArrayBufferView>>;
  /** Voxels along the sides of the dense grids that handles name; 2 where none are told. */
  readonly sides?: Readonly<Record<string, number>>;
  /** What buffers hold; zeros where nothing is told. */
  readonly contents?: Readonly<Record<string, ArrayBufferView>>;
  /** Makes what the test cannot: handles of other kinds and buffers without a shape. Who calls it disposes them. */
  readonly make?: (context: Context) => Readonly<Record<string, Made>>;
}

/** A handle, or a list of handles, and what it names. */
export interface Made extends Disposable {
  readonly handle: number | Uint32Array;
}

const ONES = Int32Array.of(1, 1, 1);

const RESULT = { voxelSizes: Float64Array.of(1, 1, 1), origins: new Float64Array(3), nGrids: 1 };

const LIST = { nPoints: 3, offsets: BigInt64Array.of(0n, 3n) };

const BOX = { ...RESULT, low: new Int32Array(3), high: ONES };

const CONV = { ...RESULT, kernel: ONES, stride: ONES };

const NEIGHBORS = { ...RESULT, neighborhood: Neighborhood.FACES, radius: 1 };

const ELEMENTS = { n: 3, offsets: LIST.offsets, nGrids: 1 };

const CUBES = {
  ...ELEMENTS,
  dtype: Dtype.F32,
  cubeMin: new Float64Array(3),
  cubeMax: new Float64Array(3),
};

/** A list of one batch of one grid. */
function makeGrids(context: Context): Readonly<Record<"grids", Made>> {
  const grid = gridFromDense({ context, dims: 2 });
  return {
    grids: {
      handle: Uint32Array.of(handleOf(grid)),
      [Symbol.dispose]: (): void => grid.dispose(),
    },
  };
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

/** The calls, by the name of the method. */
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  gridFromIjk: { values: { ...RESULT, ...LIST } },
  gridFromPoints: { values: { ...RESULT, ...LIST, dtype: Dtype.F32 } },
  gridFromNearestVoxels: { values: { ...RESULT, ...LIST, dtype: Dtype.F32 } },
  gridFromMesh: {
    values: {
      ...RESULT,
      dtype: Dtype.F32,
      nVertices: 3,
      vertexOffsets: LIST.offsets,
      faceDtype: Dtype.I32,
      nFaces: 3,
      faceOffsets: LIST.offsets,
      halfWidth: 1,
    },
  },
  gridFromDense: {
    values: { ...RESULT, low: new Int32Array(3), dims: BigInt64Array.of(2n, 2n, 2n), mask: 0 },
  },
  gridDestroy: { values: {} },
  gridCounts: { values: {} },
  gridTable: { values: { nGrids: 1 } },
  gridIjk: { values: {} },
  gridCoarsen: { values: { ...RESULT, factor: ONES } },
  gridRefine: { values: { ...RESULT, factor: ONES } },
  gridDilateBox: { values: BOX },
  gridErodeBox: { values: BOX },
  gridDilate: { values: NEIGHBORS },
  gridErode: { values: NEIGHBORS },
  gridConv: { values: CONV },
  gridConvTranspose: { values: CONV },
  gridMerge: { values: { ...RESULT, nSources: 1 }, make: makeGrids },
  gridPrune: { values: RESULT },
  gridClip: { values: { ...RESULT, boxes: new Int32Array(6) } },
  gridSelect: {
    values: { ...RESULT, nSources: 1, sources: new Uint32Array(1), indices: new Uint32Array(1) },
    make: makeGrids,
  },
  ijkToIndex: { values: { ...ELEMENTS, rowBase: RowBase.IN_BATCH } },
  pointsToIndex: { values: { ...ELEMENTS, dtype: Dtype.F32, rowBase: RowBase.IN_BATCH } },
  coordsInGrid: { values: ELEMENTS },
  pointsInGrid: { values: { ...ELEMENTS, dtype: Dtype.F32 } },
  worldToVoxel: { values: { ...ELEMENTS, dtype: Dtype.F32 } },
  voxelToWorld: { values: { ...ELEMENTS, dtype: Dtype.F32 } },
  neighborIndexes: {
    values: { ...ELEMENTS, extent: 2, bitshift: 1, rowBase: RowBase.IN_BATCH },
  },
  neighborRows: { values: { extent: 1, rowBase: RowBase.IN_BATCH } },
  ijkToInvIndex: { values: { ...ELEMENTS, rowBase: RowBase.IN_BATCH } },
  cubesInGrid: { values: CUBES },
  cubesIntersectGrid: { values: CUBES },
  curveCodes: { values: { n: 3, curve: Curve.MORTON, offset: new BigInt64Array(3) } },
  edgeNetwork: { values: { space: Space.WORLD } },
  rowGrids: { values: {} },
  leafOrigins: { values: {} },
  leafGrids: { values: {} },
  leafNeighbors: { values: {} },
  rowMap: {
    values: {
      scale: ONES,
      divisor: ONES,
      shift: ONES,
      remainders: ONES,
      rowBase: RowBase.IN_BATCH,
    },
  },
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
