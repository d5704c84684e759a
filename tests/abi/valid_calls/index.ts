/**
 * Valid calls of spatial indexes, bricks and marching.
 *
 * @module
 */

import {
  BrickSlots,
  CoverageForm,
  Dtype,
  IndexBoxQuestion,
  IndexEdit,
  IndexForm,
  IndexQuestion,
  MarchForm,
  VoxelOrder,
} from "../../../ffi/_generated/symbols.ts";
import { type ValidCall, zeros } from "./_call.ts";

/** Five elements in a tree along one axis. */
const INDEX = {
  layout: IndexForm.PAPER,
  dims: BigInt64Array.of(5n),
  nDims: 1,
  bits: 1,
  counters: 0,
  indexDtype: Dtype.I64,
  count: 3,
  checked: 1,
};

/** Makes buffers of so many zeros each. */
function buffers(bytes: Readonly<Record<string, number>>): Required<ValidCall>["make"] {
  return (context) =>
    Object.fromEntries(
      Object.entries(bytes).map(([name, length]) => [name, zeros(context, length)]),
    );
}

/** A volume of 5 x 4 x 7 voxels in 12 bricks of 4^3, all in a pool. */
const VOLUME = {
  extents: BigInt64Array.of(5n, 4n, 7n),
  log2Edge: 2,
  nSlots: 12,
  dtype: Dtype.U8,
  order: VoxelOrder.X_FASTEST,
  threshold: 0,
  background: 0,
  coverage: CoverageForm.CELLS,
  checked: 1,
};

const BRICKS = { ...VOLUME, slots: BrickSlots.TABLE, counters: 0, count: 3 };

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
  form: MarchForm.DENSE,
  extents: BigInt64Array.of(2n, 0n, 2n),
  log2Edge: 1,
  order: VoxelOrder.X_FASTEST,
  dtype: Dtype.U8,
  slots: BrickSlots.PAPER,
  nSlots: 0,
  masks: 0,
  data: 0,
  counters: 0,
  floor: 0,
  stepSize: 0.5,
  width: 2,
  height: 3,
  camera: Float64Array.of(-9, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  spacing: Float64Array.of(1, 1, 1),
  background: new Float64Array(4),
};

/** The bytes of the tree. */
const TREE = 12;

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
  marchIsoSurface: {
    values: {
      ...PICTURE,
      isoLevel: 1,
      light: Float64Array.of(1, 0, 0),
      color: new Float64Array(3),
    },
    make: buffers({ voxels: 0 }),
  },
  marchTransparent: {
    values: {
      ...PICTURE,
      nEntries: 2,
      table: new Float32Array(8),
      low: 0,
      high: 1,
      referenceStepSize: 1,
      opacityLimit: 1,
    },
    make: buffers({ voxels: 0 }),
  },
  indexSizes: { values: INDEX },
  indexFromBits: {
    values: { layout: INDEX.layout, dims: INDEX.dims, nDims: 1, outCounters: 0 },
    make: buffers({ bits: 1, outData: TREE }),
  },
  indexFromValues: {
    values: { ...INDEX, valueDtype: Dtype.U8 },
    make: buffers({ outData: TREE }),
  },
  indexFromKeys: { values: { ...INDEX, width: 1, nBytes: 4 } },
  indexAsk: {
    values: { ...INDEX, question: IndexQuestion.POINT, outDtype: Dtype.I64 },
    make: buffers({ data: TREE }),
  },
  indexSumBoxes: {
    values: { ...INDEX, question: IndexBoxQuestion.SUM },
    make: buffers({ data: TREE }),
  },
  indexApplyEdit: {
    values: { ...INDEX, edit: IndexEdit.ADD, deltaDtype: Dtype.I64 },
    make: buffers({ data: TREE }),
  },
  indexToBits: { values: INDEX, make: buffers({ data: TREE }) },
  indexToValues: { values: { ...INDEX, valueDtype: Dtype.I32 }, make: buffers({ data: TREE }) },
  indexFromBytes: { values: INDEX, make: buffers({ data: TREE, made: TREE }) },
};
