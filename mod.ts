/**
 * Operators on sparse voxel grids, point clouds and volumes, on CPU and GPU: functions from tensors, lists and grids to
 * new ones.
 *
 * - Grids: {@linkcode gridFromPoints}, {@linkcode gridFromIjk}, {@linkcode gridFromMesh}, {@linkcode gridFromDense};
 *   read from files with {@linkcode gridFromNvdb}, written to files with {@linkcode gridToNvdb}.
 * - Topology: {@linkcode dilatedGrid}, {@linkcode coarsenedGrid}, {@linkcode refinedGrid},
 *   {@linkcode mergedGrid}, {@linkcode prunedGrid}, {@linkcode clippedGrid} and others.
 * - Queries: {@linkcode gridIjk}, {@linkcode ijkToIndex}, {@linkcode pointsToIndex},
 *   {@linkcode neighborRows}, {@linkcode voxelToWorld}.
 * - Features: {@linkcode voxelMean}, {@linkcode takeRows}, {@linkcode inject}, {@linkcode maxPool},
 *   {@linkcode upsampleNearest}, {@linkcode sampleTrilinear}, {@linkcode splatTrilinear}, {@linkcode convPlan} with
 *   {@linkcode sparseConv}.
 * - Jagged tensors: {@linkcode jaggedFromList}, arithmetic such as {@linkcode add}, {@linkcode jaggedSum}.
 * - Rays: {@linkcode firstActiveVoxel}, {@linkcode segmentsAlongRays}, {@linkcode uniformRaySamples},
 *   {@linkcode rayImplicitIntersection}, {@linkcode volumeRender}.
 * - Surfaces: {@linkcode signedMeshDistances}, {@linkcode integrateTsdf}, {@linkcode marchingCubes}.
 * - Spatial indexes and bricked volumes: {@linkcode indexFromKeys}, {@linkcode brickVolume}.
 * - Level of detail: {@linkcode buildLod}, {@linkcode streamLod}.
 *
 * Functions borrow their arguments and return new values, which the caller owns and disposes; `using` does that at the
 * end of a block. File readers and writers are in `@denovdb/denovdb/io`.
 *
 * Functions whose names end in `Backward` are backward passes. `fBackward` takes the positional arguments of `f`, in the
 * same order, then the gradients of a loss with respect to the results of `f`, then options, including those of `f` that
 * affect its result. Inputs on which the gradients do not depend are omitted, such as the features of an average; a
 * result of `f` that is needed comes before the gradients, such as the surface of {@linkcode marchingCubesBackward}.
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
  LibraryError,
  type Lists,
  type Movable,
  move,
  NativeError,
  type NativeErrorKind,
  openContext,
  type Own,
  type Real,
  scope,
  Tensor,
  tensor,
  type TensorOptions,
  type Triple,
  type TypedArrayOf,
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
