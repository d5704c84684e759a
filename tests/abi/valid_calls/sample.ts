/**
 * Valid calls of pooling, sampling and splatting.
 *
 * @module
 */

import { Dtype, Kernel, Pooling } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

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
export const SAMPLE_CALLS: Readonly<Record<string, ValidCall>> = {
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
