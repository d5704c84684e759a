/**
 * A valid call of each function whose arguments generated code checks. Buffers follow from the shapes in the headers.
 *
 * @module
 */

import { Dtype, Kernel, Pooling } from "../../ffi/_generated/symbols.ts";
import type { Context } from "../../ffi/context.ts";

/** The arguments that do not follow from the header. */
export interface ValidCall {
  /** Numbers and host arrays, by name. */
  readonly values: Readonly<Record<string, number | ArrayBufferView>>;
  /** Voxels along the sides of the dense grids that handles name; 2 where none are told. */
  readonly sides?: Readonly<Record<string, number>>;
  /** What buffers hold; zeros where nothing is told. */
  readonly contents?: Readonly<Record<string, ArrayBufferView>>;
  /** Makes what the test cannot: handles of other kinds and buffers without a shape. Who calls it disposes them. */
  readonly make?: (context: Context) => Readonly<Record<string, Disposable & { handle: number }>>;
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

const BOX = {
  dtype: Dtype.F32,
  channels: 2,
  size: BigInt64Array.of(2n, 3n, 2n),
  origins: new Int32Array(3),
  nGrids: 1,
};

const INJECTION = { dtype: Dtype.F32, channels: 2, fillLow: 0, fillHigh: 0 };

const LISTED = { ...INJECTION, n: 3, offsets: BigInt64Array.of(0n, 3n), nGrids: 1 };

/** The calls, by the name of the method. */
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  injectFromDenseCminor: { values: BOX },
  injectFromDenseCmajor: { values: BOX },
  injectToDenseCminor: { values: BOX },
  injectToDenseCmajor: { values: BOX },
  inject: { values: INJECTION, sides: { srcGrid: 3 } },
  injectInto: { values: INJECTION, sides: { srcGrid: 1 } },
  injectFromIjk: { values: LISTED },
  injectFromIjkInto: { values: LISTED },
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
