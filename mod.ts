/**
 * Operators on sparse voxel grids, point clouds and volumes, on CPU and GPU: functions from tensors, lists and grids to
 * new ones.
 *
 * This module has the essentials: devices, tensors, lists, grids, ownership, errors, and the operators that most programs
 * use. Each family of operators has a module of its own with all of its functions and types:
 *
 * - `@denovdb/denovdb/grid`: building, joining, splitting and describing batches of grids.
 * - `/topology`: grids from grids. `/query`: rows, activity, neighbors, transforms. `/inject`: transfer of features.
 * - `/sample`, `/pool`, `/conv`: sampling and splatting, pooling and upsampling, sparse convolution.
 * - `/jagged`: selection, reductions and arithmetic of lists.
 * - `/rays`, `/render`: rays through grids, compositing along rays.
 * - `/nn`, `/grad`: gradients of functions, and the operators that such functions are made of.
 * - `/mesh`, `/sdf`: surfaces, distances from meshes, signed distance fields.
 * - `/index`, `/lod`: spatial indexes and bricked volumes, level-of-detail trees of point clouds.
 * - `/io`: readers and writers of files. `/core`: device buffers, events and other values that all families share.
 *
 * Functions borrow their arguments and return new values, which the caller owns and disposes; `using` does that at the
 * end of a block.
 *
 * Functions whose names end in `Backward` are backward passes. `fBackward` takes the positional arguments of `f`, in the
 * same order, then the gradients of a loss with respect to the results of `f`, then options, including those of `f` that
 * affect its result. Inputs on which the gradients do not depend are omitted, such as the features of an average; a
 * result of `f` that is needed comes before the gradients, such as the surface of `marchingCubesBackward`.
 *
 * Voxel features are rows of a single tensor, in row order, grid by grid: where other libraries take features in lists,
 * pass the `data` of the lists. One number per voxel that represents a surface or a distance is called `field`. Unknown
 * options throw a `TypeError`, even in programs that are not type-checked. So do operands of another kind, such as a
 * promise that was not awaited: the message names the operator, the operand, what it is and what was expected.
 *
 * @example Points to voxels to rays
 * ```ts
 * import { firstActiveVoxel, gridFromPoints, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext(); // the first CUDA device, or else the CPU
 * using points = tensor([0, 0, 5, 0.02, 0, 5], { context, shape: [2, 3] });
 * using grid = gridFromPoints(points, { voxelSize: 0.1 });
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([0, 0, 1], { context, shape: [1, 3] });
 * using hits = firstActiveVoxel(grid, origins, directions);
 * assertEquals(grid.numVoxels, 1);
 * const [time] = await hits.times.read();
 * assertEquals(time?.toFixed(2), "4.95");
 * ```
 *
 * @module
 */

export {
  Arena,
  Context,
  type ContextOptions,
  type ContextStats,
  type Device,
  type DeviceResource,
  DisposedError,
  type DType,
  DTYPES,
  emptyTensor,
  type EmptyTensorOptions,
  type Float,
  fullTensor,
  GridBatch,
  type HostArray,
  jagged,
  jaggedFromList,
  JaggedTensor,
  type Leak,
  LibraryError,
  type Lists,
  type Movable,
  move,
  NativeError,
  type NativeErrorKind,
  openContext,
  openContextAsync,
  type Own,
  prepareWasm,
  type Real,
  scope,
  Tensor,
  tensor,
  type TensorOptions,
  type Triple,
  type TypedArrayOf,
  type WasmOptions,
} from "./lib/core/mod.ts";
export { convPlan, sparseConv } from "./lib/conv/mod.ts";
export {
  gridFromDense,
  gridFromIjk,
  gridFromMesh,
  gridFromPoints,
  gridIjk,
} from "./lib/grid/mod.ts";
export { indexFromKeys } from "./lib/index/mod.ts";
export { inject } from "./lib/inject/mod.ts";
export { jaggedSum, takeRows } from "./lib/jagged/mod.ts";
export { buildLod } from "./lib/lod/mod.ts";
export { marchingCubes } from "./lib/mesh/mod.ts";
export { maxPool, upsampleNearest, voxelMean } from "./lib/pool/mod.ts";
export { ijkToIndex, pointsToIndex, voxelToWorld, worldToVoxel } from "./lib/query/mod.ts";
export { firstActiveVoxel, segmentsAlongRays, uniformRaySamples } from "./lib/rays/mod.ts";
export { volumeRender } from "./lib/render/mod.ts";
export { sampleTrilinear, splatTrilinear } from "./lib/sample/mod.ts";
export { integrateTsdf } from "./lib/sdf/mod.ts";
export {
  coarsenedGrid,
  dilatedGrid,
  mergedGrid,
  prunedGrid,
  refinedGrid,
} from "./lib/topology/mod.ts";
