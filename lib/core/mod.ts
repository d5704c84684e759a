/**
 * Values that all families share: contexts, tensors, lists, batches of grids and their owners. The root of the package
 * exports most of them; device buffers, events and conversions of bf16 are only here.
 *
 * @example Time that work takes on the device
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { elapsed, recordEvent } from "@denovdb/denovdb/core";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * using start = recordEvent(context);
 * using copied = tensor(new Float32Array(1000), { context });
 * using stop = recordEvent(context);
 * assert(await elapsed(start, stop) >= 0 && copied.length === 1000);
 * ```
 *
 * @module
 */

export { LIBRARY_VERSION } from "../../ffi/library.ts";
export { createBuffer, DeviceBuffer } from "../../ffi/buffer.ts";
export type { Box, IjkBox } from "./boxes.ts";
export type { Bundle } from "./bundle.ts";
export {
  type Camera,
  cameraIntrinsics,
  cameraMatrices,
  cameraVectors,
  type ImageSize,
  type MatrixCamera,
  type PinholeCamera,
  type VectorCamera,
} from "./camera.ts";
export type { Cancelable } from "./cancel.ts";
export { cameraLookAt, type CameraLookAtOptions } from "./camera_look_at.ts";
export * from "./context.ts";
export {
  DisposedError,
  type LibraryAttempt,
  LibraryError,
  NativeError,
  type NativeErrorKind,
} from "../../ffi/base/errors.ts";
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
export { JaggedTensor, type Lists } from "./jagged.ts";
export {
  jagged,
  jaggedFromList,
  type JaggedListOptions,
  type JaggedOptions,
} from "./jagged_from_list.ts";
export {
  type DeviceResource,
  type HandleKind,
  HandleOwner,
  type Movable,
  move,
} from "./ownership.ts";
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
export type { Triple } from "../../ffi/base/numbers.ts";
