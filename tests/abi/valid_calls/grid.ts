/**
 * Valid calls of building grids and of topology.
 *
 * @module
 */

import { Curve, Dtype, Neighborhood, RowBase, Space } from "../../../ffi/_generated/symbols.ts";
import { type Context, nativeOf } from "../../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../../ffi/owned.ts";
import { gridFromDense } from "../../../mod.ts";
import type { Made, ValidCall } from "./_call.ts";

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

/** A batch that the call destroys, if there is one. */
function gridToDestroy(context: Context): Readonly<Record<"grid", Made>> {
  const grid = releaseHandle(gridFromDense({ context, dims: 2 }));
  const destroy = (): unknown =>
    nativeOf(context).gridDestroy({ context: handleOf(context), grid });
  return { grid: { handle: grid, [Symbol.dispose]: destroy } };
}

/** The calls, by the name of the method. */
export const GRID_CALLS: Readonly<Record<string, ValidCall>> = {
  gridFromIjk: { values: { ...RESULT, ...LIST } },
  gridFromPoints: { values: { ...RESULT, ...LIST, dtype: Dtype.F32 } },
  gridFromNearestVoxelsToPoints: { values: { ...RESULT, ...LIST, dtype: Dtype.F32 } },
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
  gridDestroy: { values: {}, make: gridToDestroy },
  gridCounts: { values: {} },
  gridTable: { values: { nGrids: 1 } },
  gridIjk: { values: {} },
  coarsenedGrid: { values: { ...RESULT, factor: ONES } },
  refinedGrid: { values: { ...RESULT, factor: ONES } },
  dilateByBox: { values: BOX },
  erodeByBox: { values: BOX },
  dilatedGrid: { values: NEIGHBORS },
  erodedGrid: { values: NEIGHBORS },
  convGrid: { values: CONV },
  convTransposeGrid: { values: CONV },
  mergedGrid: { values: { ...RESULT, nSources: 1 }, make: makeGrids },
  prunedGrid: { values: RESULT },
  clippedGrid: { values: { ...RESULT, boxes: new Int32Array(6) } },
  selectGrids: {
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
  edgeNetwork: { values: { space: Space.WORLD, dtype: Dtype.F64 } },
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
};
