/**
 * Valid calls of layers of networks.
 *
 * @module
 */

import { Dtype } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

const ROWS = { dtype: Dtype.F32, n: 3, channels: 2 };

const LAYER = { dtype: Dtype.F32, n: 3, inChannels: 2, outChannels: 4 };

/** The calls, by the name of the method. */
export const DENSE_CALLS: Readonly<Record<string, ValidCall>> = {
  batchNorm: { values: { ...ROWS, epsilon: 1e-5, epilogue: 0 } },
  batchNormInference: { values: { ...ROWS, epsilon: 1e-5, epilogue: 0 } },
  batchNormBackward: { values: ROWS },
  linear: { values: { ...LAYER, epilogue: 0 } },
  linearBackward: { values: LAYER },
  matmul: {
    values: {
      dtype: Dtype.F32,
      batches: 2,
      m: 3,
      k: 4,
      n: 2,
      leftTransposed: 0,
      rightTransposed: 1,
    },
  },
};
