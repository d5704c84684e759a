/**
 * Valid calls that ask grids.
 *
 * @module
 */

import { Curve, Dtype, RowBase, Space } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

const ONES = Int32Array.of(1, 1, 1);

const ELEMENTS = { n: 3, offsets: BigInt64Array.of(0n, 3n), nGrids: 1 };

const CUBES = {
  ...ELEMENTS,
  dtype: Dtype.F32,
  cubeMin: new Float64Array(3),
  cubeMax: new Float64Array(3),
};

/** The calls, by the name of the method. */
export const QUERY_CALLS: Readonly<Record<string, ValidCall>> = {
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
};
