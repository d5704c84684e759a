/**
 * Valid calls that build grids, and that tell what they hold.
 *
 * @module
 */

import { Dtype } from "../../../ffi/_generated/symbols.ts";
import { RESULT, type ValidCall } from "./_call.ts";

const LIST = { nPoints: 3, offsets: BigInt64Array.of(0n, 3n) };

/** The calls, by the name of the method. */
export const GRID_CALLS: Readonly<Record<string, ValidCall>> = {
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
};
