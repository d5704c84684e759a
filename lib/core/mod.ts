/**
 * Values shared by all families of operators: contexts, tensors, jagged tensors, batches of grids, and ownership.
 *
 * @module
 */

export type {
  BufferHandle,
  ContextHandle,
  ConvPlanHandle,
  EventHandle,
  GridHandle,
  LodHandle,
  Native,
  Status,
  Ticket,
} from "../../ffi/_generated/native.ts";
export type {
  BrickSlots,
  ConvActivation,
  ConvBackend,
  CoverageForm,
  Curve,
  DepthBackground,
  Distribution,
  Dtype,
  ElementOp,
  IndexBoxQuestion,
  IndexEdit,
  IndexForm,
  IndexQuestion,
  Kernel,
  LodChoice,
  LodPicking,
  MarchForm,
  Neighborhood,
  Pooling,
  RayRoot,
  Reduction,
  RowBase,
  Smoothing,
  Space,
  StatusCode,
  VoxelForm,
  VoxelOrder,
} from "../../ffi/_generated/symbols.ts";
export { LIBRARY_VERSION } from "../../ffi/_generated/symbols.ts";
export { createBuffer, DeviceBuffer } from "../../ffi/buffer.ts";
export type { Box, IjkBox } from "./boxes.ts";
export type { Bundle } from "./bundle.ts";
export * from "./context.ts";
export {
  DisposedError,
  type LibraryAttempt,
  LibraryError,
  NativeError,
  type NativeErrorKind,
} from "../../ffi/errors.ts";
export { DeviceEvent, elapsed, recordEvent } from "../../ffi/event.ts";
export { fromBf16, toBf16 } from "./bf16.ts";
export {
  type DType,
  type DTypeOf,
  DTYPES,
  type Float,
  type HostArray,
  type Real,
  type TypedArrayOf,
  type TypedArrays,
} from "./dtype.ts";
export { GridBatch, type GridCounts, type GridTransforms } from "./grid_batch.ts";
export { type GridWithRows, type GridWithSourceRows } from "./grid_with_rows.ts";
export {
  cumVoxels,
  cumVoxelsAt,
  dualBbox,
  dualBboxes,
  gridJaggedLike,
  hasZeroVoxelsAt,
  isSame,
  numVoxelsAt,
  originAt,
  totalBbox,
  totalDualBbox,
  voxelSizeAt,
  voxelToWorldMatrices,
  worldToVoxelMatrices,
} from "./grid_info.ts";
export {
  jagged,
  jaggedFromList,
  type JaggedListOptions,
  type JaggedOptions,
  JaggedTensor,
  type Lists,
} from "./jagged.ts";
export { type DeviceResource, HandleOwner, type Movable, move } from "./ownership.ts";
export type { RowsOf } from "./row_base.ts";
export { Arena, type Own, scope } from "./scope.ts";
export {
  emptyTensor,
  type EmptyTensorOptions,
  fullTensor,
  Tensor,
  tensor,
  type TensorOptions,
} from "./tensor.ts";
export type { Triple } from "./triples.ts";
