/**
 * Valid calls of layers of networks.
 *
 * @module
 */

import { Dtype, ElementLossKind } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

const ROWS = { dtype: Dtype.F32, n: 3, channels: 2 };

const CLASSES = {
  dtype: Dtype.F32,
  targetDtype: Dtype.U8,
  n: 3,
  classes: 2,
  ignore: -1,
  smoothing: 0,
  mean: 1,
};

const STREAM = {
  dtype: Dtype.F32,
  n: 3,
  seedLow: 1,
  seedHigh: 0,
  streamLow: 7,
  streamHigh: 0,
};

const ELEMENTS = { loss: ElementLossKind.HUBER, dtype: Dtype.F32, n: 3, delta: 1, mean: 1 };

const LAYER = { dtype: Dtype.F32, n: 3, inChannels: 2, outChannels: 4 };

/** The calls, by the name of the method. */
export const DENSE_CALLS: Readonly<Record<string, ValidCall>> = {
  batchNorm: { values: { ...ROWS, epsilon: 1e-5, epilogue: 0 } },
  batchNormInference: { values: { ...ROWS, epsilon: 1e-5, epilogue: 0 } },
  batchNormBackward: { values: ROWS },
  crossEntropy: { values: CLASSES },
  crossEntropyBackward: { values: CLASSES },
  fillStream: { values: { ...STREAM, normal: 0, low: 0, high: 1 } },
  dropout: { values: { ...STREAM, p: 0.5 } },
  shareScores: { values: { ...ROWS, logarithm: 0 } },
  shareScoresBackward: { values: { ...ROWS, logarithm: 0 } },
  logSumExp: { values: ROWS },
  logSumExpBackward: { values: ROWS },
  elementLoss: { values: ELEMENTS },
  elementLossBackward: { values: ELEMENTS },
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
