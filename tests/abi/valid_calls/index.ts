/**
 * Valid calls of spatial indexes, bricks and marching.
 *
 * @module
 */

import { BrickSlots, Dtype } from "../../../ffi/_generated/symbols.ts";
import { buffers, type ValidCall } from "./_call.ts";

/** Five elements in a tree along one axis, and the bytes of that tree. */
const INDEX = { dims: BigInt64Array.of(5n), nDims: 1 };
const TREE = 12;

/** A volume of 5 x 4 x 7 voxels in 12 bricks of 4^3, all in a pool. */
const VOLUME = {
  extents: BigInt64Array.of(5n, 4n, 7n),
  log2Edge: 2,
  nSlots: 12,
  dtype: Dtype.U8,
};

const BRICKS = { ...VOLUME, slots: BrickSlots.TABLE };

const LAYERS = { ...VOLUME, layers: 3, first: 0, nBricks: 12 };

const BOX_OF_BRICKS = {
  ...VOLUME,
  low: BigInt64Array.of(1n, 0n, 2n),
  size: BigInt64Array.of(1n, 1n, 1n),
  added: 0,
  removed: 0,
};

/** A picture of dense voxels, of which there are none, so that they fit all dtypes. */
const PICTURE = {
  extents: BigInt64Array.of(2n, 0n, 2n),
  dtype: Dtype.U8,
  floor: 0,
  camera: Float64Array.of(-9, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};

/** The calls, by the name of the method. */
export const INDEX_CALLS: Readonly<Record<string, ValidCall>> = {
  brickThreshold: { values: { ...VOLUME, first: 0 } },
  brickCount: { values: VOLUME },
  brickOccupancy: { values: LAYERS },
  brickFill: { values: { ...LAYERS, filled: 2 } },
  brickMasks: { values: VOLUME, make: buffers({ outMasks: 16 }) },
  brickTable: { values: LAYERS },
  brickToDense: { values: BRICKS, make: buffers({ data: 48, masks: 16 }) },
  brickLookup: { values: BRICKS, make: buffers({ data: 48, masks: 16 }) },
  brickSample: { values: BRICKS, make: buffers({ data: 48, masks: 16 }) },
  brickSetBoxPlan: { values: BOX_OF_BRICKS, make: buffers({ outEdits: 4 }) },
  brickSetBoxList: { values: BOX_OF_BRICKS, make: buffers({ edits: 4 }) },
  brickSetBoxApply: { values: BOX_OF_BRICKS, make: buffers({ edits: 4 }) },
  brickCompact: { values: { ...BRICKS, filled: 2 }, make: buffers({ data: 48, masks: 16 }) },
  marchIsoSurface: { values: PICTURE, make: buffers({ voxels: 0 }) },
  marchTransparent: {
    values: { ...PICTURE, nEntries: 2, low: 0, high: 1 },
    make: buffers({ voxels: 0 }),
  },
  indexSizes: { values: INDEX },
  indexFromBits: { values: INDEX, make: buffers({ bits: 1, outData: TREE }) },
  indexFromValues: {
    values: { ...INDEX, valueDtype: Dtype.U8 },
    make: buffers({ outData: TREE }),
  },
  indexFromKeys: { values: { ...INDEX, width: 1 } },
  indexAsk: { values: { ...INDEX, outDtype: Dtype.I64 }, make: buffers({ data: TREE }) },
  indexSumBoxes: { values: INDEX, make: buffers({ data: TREE }) },
  indexApplyEdit: { values: INDEX, make: buffers({ data: TREE }) },
  indexToBits: { values: INDEX, make: buffers({ data: TREE }) },
  indexToValues: { values: INDEX, make: buffers({ data: TREE }) },
  indexFromBytes: { values: INDEX, make: buffers({ data: TREE, made: TREE }) },
};
