/**
 * Valid calls of operators on lists of rows.
 *
 * @module
 */

import { Distribution, Dtype, ElementOp, Reduction } from "../../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../../ffi/buffer.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Made, ValidCall } from "./_call.ts";

/** A buffer of zeros. */
function zeros(context: Context, bytes: number): Made {
  const buffer = createBuffer(context, bytes);
  buffer.fill(Uint8Array.of(0));
  return { handle: handleOf(buffer), [Symbol.dispose]: () => buffer.dispose() };
}

const LISTS = { n: 3, offsets: BigInt64Array.of(0n, 2n, 3n), nLists: 2 };

const SEGMENTS = {
  dtype: Dtype.F32,
  n: 3,
  columns: 2,
  nSegments: 2,
  length: -1,
  offsets: BigInt64Array.of(0n, 2n, 3n),
  nOffsets: 3,
};

/** The calls, by the name of the method. */
export const JAGGED_CALLS: Readonly<Record<string, ValidCall>> = {
  takeRows: {
    values: {
      nSource: 3,
      rowBytes: 8,
      n: 2,
      checked: 1,
      patternLow: 0,
      patternHigh: 0,
      patternBytes: 4,
    },
  },
  jaggedGatherRows: {
    values: {
      indexDtype: Dtype.I32,
      n: 2,
      indexOffsets: BigInt64Array.of(0n, 1n, 2n),
      offsets: BigInt64Array.of(0n, 2n, 3n),
      nLists: 2,
    },
  },
  listOfRows: { values: LISTS },
  copyLists: {
    values: {
      nSource: 3,
      rowBytes: 4,
      sources: BigInt64Array.of(0n, 1n),
      targets: BigInt64Array.of(2n, 0n),
      counts: BigInt64Array.of(1n, 2n),
      nLists: 2,
      nOut: 4,
    },
  },
  copyColumn: { values: { nBlocks: 2, blockBytes: 4, outBlockBytes: 12, begin: 4 } },
  copyStrided: {
    values: {
      nSource: 6,
      elementBytes: 4,
      offset: 0,
      // Room for one axis more than there may be.
      shape: BigInt64Array.of(3n, 2n, 1n, 1n, 1n, 1n, 1n, 1n, 1n),
      strides: BigInt64Array.of(1n, 3n, 1n, 1n, 1n, 1n, 1n, 1n, 1n),
      rank: 2,
    },
  },
  reduceSegments: {
    values: { ...SEGMENTS, reduction: Reduction.SUM, correction: 0, outDtype: Dtype.F32 },
  },
  findExtremes: { values: { ...SEGMENTS, greatest: 1 } },
  mapElements: {
    values: {
      op: ElementOp.ADD,
      precision: Dtype.F32,
      // Room for one axis more than there may be.
      shape: BigInt64Array.of(2n, 3n, 1n, 1n, 1n, 1n, 1n),
      rank: 2,
      dtypes: Uint32Array.of(Dtype.F32, Dtype.F32, Dtype.F32),
      sizes: BigInt64Array.of(6n, 3n, 1n),
      strides: new BigInt64Array([3n, 1n, 0n, 1n, 0n, 0n, ...new Array<bigint>(15).fill(0n)]),
      outDtype: Dtype.F32,
    },
    make: (context) => ({ out: zeros(context, 6 * 4) }),
  },
  fillRandom: {
    values: {
      distribution: Distribution.UNIFORM,
      seedLow: 1,
      seedHigh: 0,
      low: 0,
      high: 1,
      dtype: Dtype.F32,
      n: 3,
    },
  },
  jaggedMaskRows: { values: LISTS },
  jaggedFromListOfRows: { values: { indexDtype: Dtype.I32, n: 3, nLists: 2 } },
};
