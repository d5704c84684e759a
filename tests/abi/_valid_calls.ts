/**
 * A valid call of each function whose arguments generated code checks. Buffers follow from the shapes in the headers.
 *
 * @module
 */

import {
  ConvActivation,
  ConvBackend,
  Dtype,
  Kernel,
  Pooling,
  RayRoot,
  VoxelForm,
} from "../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import type { Context } from "../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../ffi/owned.ts";
import { convPlan, gridFromDense } from "../../mod.ts";
import { INDEX_CALLS } from "./_valid_index_calls.ts";

/** The arguments that do not follow from the header. */
export interface ValidCall {
  /** Numbers and host arrays, by name. */
  readonly values: Readonly<Record<string, number | ArrayBufferView>>;
  /** Voxels along the sides of the dense grids that handles name; 2 where none are told. */
  readonly sides?: Readonly<Record<string, number>>;
  /** What buffers hold; zeros where nothing is told. */
  readonly contents?: Readonly<Record<string, ArrayBufferView>>;
  /** Makes what the test cannot: handles of other kinds and buffers without a shape. Who calls it disposes them. */
  readonly make?: (context: Context) => Readonly<Record<string, Made>>;
}

/** A handle that is disposed after the calls. */
export interface Made extends Disposable {
  readonly handle: number;
  /** Quantities that shapes name. */
  readonly quantities?: Readonly<Record<string, number>>;
}

/** A buffer of zeros. */
function zeros(context: Context, bytes: number): Made {
  const buffer = createBuffer(context, bytes);
  buffer.fill(Uint8Array.of(0));
  return { handle: handleOf(buffer), [Symbol.dispose]: () => buffer.dispose() };
}

/** A plan of eight taps. */
function planOf(context: Context): Readonly<Record<"plan", Made>> {
  const owned = new DisposableStack();
  const source = owned.use(gridFromDense({ context, dims: 2 }));
  const plan = owned.use(convPlan(source, { kernel: 2 }));
  const quantities = {
    ["n_sources"]: source.numVoxels,
    ["n_targets"]: plan.target.numVoxels,
    ["n_taps"]: plan.taps,
  };
  const made = { handle: handleOf(plan), quantities, [Symbol.dispose]: () => owned.dispose() };
  return { plan: made };
}

/** A plan that the call disposes. */
function planToDestroy(context: Context): Readonly<Record<"plan", Made>> {
  using source = gridFromDense({ context, dims: 2 });
  using plan = convPlan(source, { kernel: 2 });
  return { plan: { handle: releaseHandle(plan.reverse()), [Symbol.dispose]: () => undefined } };
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

const RAYS = {
  dtype: Dtype.F32,
  n: 3,
  offsets: BigInt64Array.of(0n, 3n),
  nGrids: 1,
  tMin: 0,
  tMax: 9,
  eps: 0,
  most: 9,
};

const RAY_STEPS = {
  dtype: Dtype.F32,
  n: 3,
  offsets: BigInt64Array.of(0n, 3n),
  nGrids: 1,
  step: 0.5,
  cone: 0,
  eps: 0,
  ends: 1,
};

const LAYER = { dtype: Dtype.F32, inChannels: 2, outChannels: 3, backend: ConvBackend.AUTO };

const VOLUME = {
  dtype: Dtype.F32,
  n: 3,
  channels: 2,
  offsets: BigInt64Array.of(0n, 1n, 3n),
  nRays: 2,
  threshold: 0,
};

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
  ...INDEX_CALLS,
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
  convPlanCreate: {
    values: {
      kernel: Int32Array.of(2, 2, 2),
      stride: Int32Array.of(1, 1, 1),
      transposed: 0,
    },
  },
  convPlanReverse: { values: {}, make: planOf },
  convPlanDestroy: { values: {}, make: planToDestroy },
  convPlanPrepare: { values: {}, make: planOf },
  convPlanMap: { values: {}, make: planOf },
  convPlanCounts: { values: { taps: 8 }, make: planOf },
  convPlanChoose: { values: { ...LAYER, capacity: 64 }, make: planOf },
  sparseConv: { values: { ...LAYER, activation: ConvActivation.NONE }, make: planOf },
  sparseConvBackward: { values: LAYER, make: planOf },
  firstActiveVoxel: { values: RAYS },
  countVoxelsAlongRays: { values: RAYS },
  voxelsAlongRays: {
    values: { ...RAYS, form: VoxelForm.IJK, nVoxels: 4 },
    make: (context) => ({ outVoxels: zeros(context, 4 * 3 * 4) }),
  },
  raysIntersectVoxels: { values: RAYS },
  countSegmentsAlongRays: { values: RAYS },
  segmentsAlongRays: { values: { ...RAYS, nSegments: 4 } },
  listSegmentsAlongRays: { values: RAYS },
  countUniformRaySamples: { values: RAY_STEPS },
  uniformRaySamples: { values: { ...RAY_STEPS, midpoints: 0, nSamples: 4 } },
  rayImplicitIntersection: { values: { ...RAYS, iso: 0, root: RayRoot.CHORD } },
  rayImplicitIntersectionWithNormals: { values: { ...RAYS, iso: 0 } },
  volumeRender: { values: VOLUME },
  volumeRenderBackward: { values: VOLUME },
  sampleRaysByWeight: {
    values: {
      ...VOLUME,
      count: 2,
      stratified: 0,
      seedLow: 1,
      seedHigh: 0,
      checked: 1,
      nOut: 4,
    },
  },
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
