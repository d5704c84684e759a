// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0xad845b70.
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The native library as TypeScript sees it.
 *
 * @module
 */

import { float64, holds, holdsBytes, int64, ordered, steady, uint32 } from "../_call.ts";
import { type StatusCode, type Dtype, Stat, GridCount, type Reduction, type ElementOp, type Distribution, type RowBase, type SYMBOLS } from "./symbols.ts";

/** Outcome of a call: one of dvdb_status_code. */
export type Status = StatusCode;

/** A device with its stream, allocator and last error. 0 is no context. */
export type ContextHandle = number & { readonly __context: unique symbol };

/** A span of device memory; views share storage and count references. */
export type BufferHandle = number & { readonly __buffer: unique symbol };

/** A batch of index grids. */
export type GridHandle = number & { readonly __grid: unique symbol };

/** A point in the order of a context's work. */
export type EventHandle = number & { readonly __event: unique symbol };

/** A place in a context's call order, drawn ahead of an asynchronous call. 0 draws one on entry. */
export type Ticket = number & { readonly __ticket: unique symbol };

/** The functions of an opened library. */
export type NativeSymbols = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** The native library: a method for each C function. Statuses come back as they are. */
export interface Native {
  /**
   * Writes the hash of the headers that this library was built from.
   * @param outHash uint32 [1]
   */
  abiHash(outHash: Uint32Array): Status;
  /**
   * Writes the library's version as UTF-8 (at most `capacity` bytes) and its full length.
   * @param outText uint8 [capacity]
   * @param outLength uint32 [1]
   */
  version(outText: ArrayBufferView, capacity: number, outLength: Uint32Array): Status;
  /**
   * Writes one of Backend.
   * @param outBackend uint32 [1]
   */
  backendKind(outBackend: Uint32Array): Status;
  /**
   * Counts the devices that this library can use.
   * Without a usable driver the status is StatusCode.UNSUPPORTED and lastError(0) says why.
   * @param outCount uint32 [1]
   */
  deviceCount(outCount: Uint32Array): Status;
  /**
   * Writes a device's name as UTF-8 (at most `capacity` bytes) and its full length.
   * @param outText uint8 [capacity]
   * @param outLength uint32 [1]
   */
  deviceName(device: number, outText: ArrayBufferView, capacity: number, outLength: Uint32Array): Status;
  /**
   * Creates a context on a device.
   * @param outContext ContextHandle [1]
   */
  contextCreate(device: number, outContext: Uint32Array): Status;
  /** Waits for the context's work, frees what it still owns and ends it. */
  contextDestroy(context: ContextHandle): Status;
  /**
   * Draws the next place in the context's call order for an asynchronous call.
   * @param outTicket Ticket [1]
   */
  contextReserve(context: ContextHandle, outTicket: Uint32Array): Status;
  /** Gives back a place that will not be used. */
  contextRelease(context: ContextHandle, ticket: Ticket): Status;
  /** Waits until all work of the context is done. */
  contextSynchronize(context: ContextHandle): Status;
  /**
   * Asynchronous twin of {@linkcode Native.contextSynchronize}.
   * The calls of one context run in the order made.
   */
  contextSynchronizeAsync(context: ContextHandle): Promise<Status>;
  /**
   * Writes the counters of Stat.
   * @param outStats int64 [Stat.COUNT]
   */
  contextStats(context: ContextHandle, outStats: BigInt64Array): Status;
  /** Sets the peak byte counter to the bytes now live. */
  contextResetPeak(context: ContextHandle): Status;
  /** Makes the n-th allocation from now fail once, for tests; 0 switches it off. */
  contextFailAllocation(context: ContextHandle, n: number): Status;
  /**
   * Copies the text of the context's last error as UTF-8 (at most `capacity` bytes) and its full length.
   * Context 0, or one that is not alive, answers for calls that found no context.
   * @param outText uint8 [capacity]
   * @param outLength uint32 [1]
   */
  lastError(context: ContextHandle, outText: ArrayBufferView, capacity: number, outLength: Uint32Array): Status;
  /** Does nothing on the device: the cost of an empty enqueue. */
  contextNoop(context: ContextHandle): Status;
  /**
   * Allocates `nBytes` bytes of device memory, 256-byte aligned; the contents are undefined.
   * @param outBuffer BufferHandle [1]
   */
  bufferCreate(context: ContextHandle, nBytes: number, outBuffer: Uint32Array): Status;
  /**
   * Makes a handle to bytes [offset, offset + nBytes) of a buffer; the storage lives until its last handle goes.
   * @param outBuffer BufferHandle [1]
   */
  bufferView(context: ContextHandle, buffer: BufferHandle, offset: number, nBytes: number, outBuffer: Uint32Array): Status;
  /** Gives a handle up; the memory is freed after the work already enqueued. */
  bufferDestroy(context: ContextHandle, buffer: BufferHandle): Status;
  /**
   * Writes the number of bytes that a buffer spans.
   * @param outBytes int64 [1]
   */
  bufferSize(context: ContextHandle, buffer: BufferHandle, outBytes: BigInt64Array): Status;
  /**
   * Copies host bytes to a buffer; the host memory may be reused when the call returns.
   * @param data uint8 [nBytes]
   */
  bufferWrite(context: ContextHandle, buffer: BufferHandle, offset: number, data: ArrayBufferView, nBytes: number): Status;
  /**
   * Copies bytes of a buffer to host memory and waits for them.
   * @param outData uint8 [nBytes]
   */
  bufferRead(context: ContextHandle, buffer: BufferHandle, offset: number, outData: ArrayBufferView, nBytes: number): Status;
  /**
   * Asynchronous twin of {@linkcode Native.bufferRead}.
   * The calls of one context run in the order made.
   * @param outData uint8 [nBytes]
   */
  bufferReadAsync(context: ContextHandle, buffer: BufferHandle, offset: number, outData: ArrayBufferView, nBytes: number): Promise<Status>;
  /** Fills bytes [offset, offset + nBytes) with a pattern of 1, 2, 4 or 8 bytes (little-endian, low word first). */
  bufferFill(context: ContextHandle, buffer: BufferHandle, offset: number, nBytes: number, patternLow: number, patternHigh: number, patternBytes: number): Status;
  /** Copies bytes between buffers of one context; the ranges must not overlap. */
  bufferCopy(context: ContextHandle, source: BufferHandle, sourceOffset: number, target: BufferHandle, targetOffset: number, nBytes: number): Status;
  /**
   * Records an event behind the work enqueued so far.
   * @param outEvent EventHandle [1]
   */
  eventRecord(context: ContextHandle, outEvent: Uint32Array): Status;
  /** Gives an event up. */
  eventDestroy(context: ContextHandle, event: EventHandle): Status;
  /**
   * Waits for both events and writes the milliseconds between them.
   * @param outMilliseconds double [1]
   */
  eventElapsed(context: ContextHandle, start: EventHandle, stop: EventHandle, outMilliseconds: Float64Array): Status;
  /**
   * Asynchronous twin of {@linkcode Native.eventElapsed}.
   * The calls of one context run in the order made.
   * @param outMilliseconds double [1]
   */
  eventElapsedAsync(context: ContextHandle, start: EventHandle, stop: EventHandle, outMilliseconds: Float64Array): Promise<Status>;
  /**
   * Builds a batch of grids from voxel coordinates; duplicates count once.
   * Any int32 coordinate is legal, and so are no points and no grids.
   * @param ijk i32 [nPoints, 3]
   * @param offsets int64 [nGrids + 1]
   * @param voxelSizes double [nGrids, 3], world units
   * @param origins double [nGrids, 3], world position of the centre of voxel (0,0,0)
   * @param outGrid GridHandle [1]
   */
  gridFromIjk(context: ContextHandle, ijk: BufferHandle, nPoints: number, offsets: BigInt64Array, voxelSizes: Float64Array, origins: Float64Array, nGrids: number, outGrid: Uint32Array): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromIjk}.
   * The calls of one context run in the order made.
   * @param ijk i32 [nPoints, 3]
   * @param offsets int64 [nGrids + 1]
   * @param voxelSizes double [nGrids, 3], world units
   * @param origins double [nGrids, 3], world position of the centre of voxel (0,0,0)
   * @param outGrid GridHandle [1]
   */
  gridFromIjkAsync(context: ContextHandle, ijk: BufferHandle, nPoints: number, offsets: BigInt64Array, voxelSizes: Float64Array, origins: Float64Array, nGrids: number, outGrid: Uint32Array): Promise<Status>;
  /**
   * Builds a batch of grids from world points: the voxels floor((point - origin) / size + 1/2), in double precision.
   * Points that are not finite, or whose voxel does not fit int32, are StatusCode.INVALID_DATA with their number.
   * @param points dtype [nPoints, 3], world space
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param voxelSizes double [nGrids, 3], world units
   * @param origins double [nGrids, 3], world units
   * @param outGrid GridHandle [1]
   */
  gridFromPoints(context: ContextHandle, points: BufferHandle, dtype: Dtype, nPoints: number, offsets: BigInt64Array, voxelSizes: Float64Array, origins: Float64Array, nGrids: number, outGrid: Uint32Array): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromPoints}.
   * The calls of one context run in the order made.
   * @param points dtype [nPoints, 3], world space
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param voxelSizes double [nGrids, 3], world units
   * @param origins double [nGrids, 3], world units
   * @param outGrid GridHandle [1]
   */
  gridFromPointsAsync(context: ContextHandle, points: BufferHandle, dtype: Dtype, nPoints: number, offsets: BigInt64Array, voxelSizes: Float64Array, origins: Float64Array, nGrids: number, outGrid: Uint32Array): Promise<Status>;
  /** Gives a batch up; its memory is freed after the work already enqueued. */
  gridDestroy(context: ContextHandle, grid: GridHandle): Status;
  /**
   * Writes the counts of GridCount.
   * @param outCounts int64 [GridCount.COUNT]
   */
  gridCounts(context: ContextHandle, grid: GridHandle, outCounts: BigInt64Array): Status;
  /**
   * Writes each grid's first row, and its inclusive voxel bounds (all zero for a grid without voxels).
   * @param nGrids as many as the batch has
   * @param outOffsets int64 [nGrids + 1]
   * @param outBboxes int32 [nGrids, 2, 3]
   */
  gridTable(context: ContextHandle, grid: GridHandle, nGrids: number, outOffsets: BigInt64Array, outBboxes: Int32Array): Status;
  /**
   * Writes the coordinates of all active voxels, in row order.
   * @param out i32 [n_voxels, 3]
   */
  gridIjk(context: ContextHandle, grid: GridHandle, out: BufferHandle): Status;
  /**
   * Gathers rows: out[i] is row rows[i] of the source, and a fill value where rows[i] is -1.
   * With `checked`, other rows that the source does not have are StatusCode.INVALID_DATA with their number, and the call
   * waits for the count; without, they give the fill value too, and nothing waits.
   * @param source u8 [nSource, rowBytes]
   * @param rows i64 [n]
   * @param checked 0 or 1
   * @param patternHigh one element of the fill value, little-endian, low word first
   * @param patternBytes 1, 2, 4 or 8; divides rowBytes
   * @param out u8 [n, rowBytes]
   */
  takeRows(context: ContextHandle, source: BufferHandle, nSource: number, rowBytes: number, rows: BufferHandle, n: number, checked: number, patternLow: number, patternHigh: number, patternBytes: number, out: BufferHandle): Status;
  /**
   * Asynchronous twin of {@linkcode Native.takeRows}.
   * The calls of one context run in the order made.
   * @param source u8 [nSource, rowBytes]
   * @param rows i64 [n]
   * @param checked 0 or 1
   * @param patternHigh one element of the fill value, little-endian, low word first
   * @param patternBytes 1, 2, 4 or 8; divides rowBytes
   * @param out u8 [n, rowBytes]
   */
  takeRowsAsync(context: ContextHandle, source: BufferHandle, nSource: number, rowBytes: number, rows: BufferHandle, n: number, checked: number, patternLow: number, patternHigh: number, patternBytes: number, out: BufferHandle): Promise<Status>;
  /**
   * Turns indices that count from the start of their list, or backwards from its end, into rows.
   * Indices that their list does not have are StatusCode.INVALID_DATA with their number.
   * @param indices indexDtype [n]
   * @param indexDtype Dtype.I32 or Dtype.I64
   * @param indexOffsets int64 [nLists + 1], lists of indices
   * @param offsets int64 [nLists + 1], lists of rows
   * @param out i64 [n]
   */
  rowsInLists(context: ContextHandle, indices: BufferHandle, indexDtype: Dtype, n: number, indexOffsets: BigInt64Array, offsets: BigInt64Array, nLists: number, out: BufferHandle): Status;
  /**
   * Asynchronous twin of {@linkcode Native.rowsInLists}.
   * The calls of one context run in the order made.
   * @param indices indexDtype [n]
   * @param indexDtype Dtype.I32 or Dtype.I64
   * @param indexOffsets int64 [nLists + 1], lists of indices
   * @param offsets int64 [nLists + 1], lists of rows
   * @param out i64 [n]
   */
  rowsInListsAsync(context: ContextHandle, indices: BufferHandle, indexDtype: Dtype, n: number, indexOffsets: BigInt64Array, offsets: BigInt64Array, nLists: number, out: BufferHandle): Promise<Status>;
  /**
   * Lists the rows whose mask is not 0, ascending, and says how many of them lie before each list.
   * @param mask bool [n]
   * @param offsets int64 [nLists + 1]
   * @param outRows i64 [n]; what follows the kept rows is undefined
   * @param outOffsets int64 [nLists + 1], lists of kept rows
   */
  keptRows(context: ContextHandle, mask: BufferHandle, n: number, offsets: BigInt64Array, nLists: number, outRows: BufferHandle, outOffsets: BigInt64Array): Status;
  /**
   * Asynchronous twin of {@linkcode Native.keptRows}.
   * The calls of one context run in the order made.
   * @param mask bool [n]
   * @param offsets int64 [nLists + 1]
   * @param outRows i64 [n]; what follows the kept rows is undefined
   * @param outOffsets int64 [nLists + 1], lists of kept rows
   */
  keptRowsAsync(context: ContextHandle, mask: BufferHandle, n: number, offsets: BigInt64Array, nLists: number, outRows: BufferHandle, outOffsets: BigInt64Array): Promise<Status>;
  /**
   * Writes the list of each row.
   * @param offsets int64 [nLists + 1]
   * @param out i32 [n]
   */
  listOfRows(context: ContextHandle, n: number, offsets: BigInt64Array, nLists: number, out: BufferHandle): Status;
  /**
   * Finds where each list begins from the list of each row, which must not descend.
   * Rows whose list is not there, or less than that of the row before, are StatusCode.INVALID_DATA with their number.
   * @param listOfRow indexDtype [n]
   * @param indexDtype Dtype.I32 or Dtype.I64
   * @param outOffsets int64 [nLists + 1]
   */
  offsetsOfRows(context: ContextHandle, listOfRow: BufferHandle, indexDtype: Dtype, n: number, nLists: number, outOffsets: BigInt64Array): Status;
  /**
   * Asynchronous twin of {@linkcode Native.offsetsOfRows}.
   * The calls of one context run in the order made.
   * @param listOfRow indexDtype [n]
   * @param indexDtype Dtype.I32 or Dtype.I64
   * @param outOffsets int64 [nLists + 1]
   */
  offsetsOfRowsAsync(context: ContextHandle, listOfRow: BufferHandle, indexDtype: Dtype, n: number, nLists: number, outOffsets: BigInt64Array): Promise<Status>;
  /**
   * Copies lists of rows: `counts[l]` rows from row `sources[l]` to row `targets[l]`; targets must not overlap.
   * @param source u8 [nSource, rowBytes]
   * @param sources int64 [nLists]
   * @param targets int64 [nLists]
   * @param counts int64 [nLists]
   * @param out u8 [nOut, rowBytes]
   */
  copyLists(context: ContextHandle, source: BufferHandle, nSource: number, rowBytes: number, sources: BigInt64Array, targets: BigInt64Array, counts: BigInt64Array, nLists: number, out: BufferHandle, nOut: number): Status;
  /**
   * Copies blocks into a column of wider blocks: bytes [begin, begin + blockBytes) of each block of `out`.
   * @param source u8 [nBlocks, blockBytes]
   * @param out u8 [nBlocks, outBlockBytes]
   */
  copyColumn(context: ContextHandle, source: BufferHandle, nBlocks: number, blockBytes: number, out: BufferHandle, outBlockBytes: number, begin: number): Status;
  /**
   * Reduces the rows of each segment, column by column. Segments are lists, or runs of `length` rows each.
   * Numbers are folded in an order that depends on the length of their segment alone: floats, means, norms and variances
   * in double precision, rounded once; sums and products of integers in 64 bits.
   * @param reduction Reduction
   * @param correction of variances
   * @param values dtype [n, columns]
   * @param length rows of each segment; -1: the offsets say
   * @param offsets int64 [nOffsets], nSegments + 1, or none with a length
   * @param out outDtype [nSegments, columns]
   */
  reduceSegments(context: ContextHandle, reduction: Reduction, correction: number, values: BufferHandle, dtype: number, n: number, columns: number, nSegments: number, length: number, offsets: BigInt64Array, nOffsets: number, out: BufferHandle, outDtype: number): Status;
  /**
   * Finds the least or greatest number of each segment, column by column, and its row in the segment.
   * Among equals the first counts. A NaN comes before every number. A segment without rows gives 0 and -1.
   * @param greatest 0: least, 1: greatest
   * @param values dtype [n, columns]
   * @param length as in reduceSegments
   * @param offsets int64 [nOffsets]
   * @param outValues dtype [nSegments, columns]
   * @param outRows i64 [nSegments, columns]
   */
  findExtremes(context: ContextHandle, greatest: number, values: BufferHandle, dtype: number, n: number, columns: number, nSegments: number, length: number, offsets: BigInt64Array, nOffsets: number, outValues: BufferHandle, outRows: BufferHandle): Status;
  /**
   * Applies an operation to each element. Operands are addressed by strides in elements, 0 along axes that they lack;
   * the result is dense. Operands that an operation does not have are not read, but must be buffers.
   * Integers wrap around; x / 0 is 0 with remainder x. A NaN that is written is the positive quiet one.
   * @param op ElementOp
   * @param precision Dtype.F32, Dtype.F64 or Dtype.I64: the type computed in
   * @param shape int64 [rank]
   * @param x dtypes[0] [sizes[0]]
   * @param y dtypes[1] [sizes[1]]
   * @param z dtypes[2] [sizes[2]]
   * @param dtypes uint32 [3]
   * @param sizes int64 [3], elements
   * @param strides int64 [3, rank]
   * @param out outDtype, shape
   */
  mapElements(context: ContextHandle, op: ElementOp, precision: Dtype, shape: BigInt64Array, rank: number, x: BufferHandle, y: BufferHandle, z: BufferHandle, dtypes: Uint32Array, sizes: BigInt64Array, strides: BigInt64Array, out: BufferHandle, outDtype: number): Status;
  /**
   * Fills a buffer with random numbers; each depends on the seed and its place alone.
   * @param distribution Distribution
   * @param out dtype [n]
   * @param dtype Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64
   */
  fillRandom(context: ContextHandle, distribution: Distribution, seedLow: number, seedHigh: number, low: number, high: number, out: BufferHandle, dtype: Dtype, n: number): Status;
  /**
   * Averages the values of the points of each voxel.
   * Sums run in point order (floats, double precision) or exactly (u8), so the bits do not depend on the device.
   * Rows of -1 are left out; a voxel without points gets 0.
   * @param rows i64 [n], rows in the batch, or -1
   * @param values dtype [n, channels]
   * @param dtype Dtype.U8, Dtype.F16, Dtype.F32 or Dtype.F64
   * @param out f32 [n_voxels, channels], f64 for Dtype.F64
   */
  voxelMean(context: ContextHandle, grid: GridHandle, rows: BufferHandle, values: BufferHandle, dtype: Dtype, n: number, channels: number, out: BufferHandle): Status;
  /**
   * Writes the row of each coordinate, or -1 where it is not active.
   * @param ijk i32 [n, 3]
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param rowBase RowBase
   * @param out i64 [n]
   */
  ijkToIndex(context: ContextHandle, grid: GridHandle, ijk: BufferHandle, n: number, offsets: BigInt64Array, nGrids: number, rowBase: RowBase, out: BufferHandle): Status;
  /**
   * Writes the row of the voxel that holds each world point, or -1; points that are not finite give -1.
   * @param points dtype [n, 3], world space
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param rowBase RowBase
   * @param out i64 [n]
   */
  pointsToIndex(context: ContextHandle, grid: GridHandle, points: BufferHandle, dtype: Dtype, n: number, offsets: BigInt64Array, nGrids: number, rowBase: RowBase, out: BufferHandle): Status;
  /**
   * Writes whether each coordinate is active.
   * @param ijk i32 [n, 3]
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param out bool [n]
   */
  coordsInGrid(context: ContextHandle, grid: GridHandle, ijk: BufferHandle, n: number, offsets: BigInt64Array, nGrids: number, out: BufferHandle): Status;
  /**
   * Writes whether the voxel that holds each world point is active.
   * @param points dtype [n, 3], world space
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param out bool [n]
   */
  pointsInGrid(context: ContextHandle, grid: GridHandle, points: BufferHandle, dtype: Dtype, n: number, offsets: BigInt64Array, nGrids: number, out: BufferHandle): Status;
  /**
   * Maps world points to voxel space: (point - origin) / size, computed in double precision.
   * @param points dtype [n, 3]
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param out dtype [n, 3]
   */
  worldToVoxel(context: ContextHandle, grid: GridHandle, points: BufferHandle, dtype: Dtype, n: number, offsets: BigInt64Array, nGrids: number, out: BufferHandle): Status;
  /**
   * Maps voxel space to world points: point * size + origin, computed in double precision.
   * @param points dtype [n, 3]
   * @param dtype Dtype.F16, Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param out dtype [n, 3]
   */
  voxelToWorld(context: ContextHandle, grid: GridHandle, points: BufferHandle, dtype: Dtype, n: number, offsets: BigInt64Array, nGrids: number, out: BufferHandle): Status;
  /**
   * Finds the first active voxel along each ray origin + t * direction, t in [tMin, tMax].
   * A voxel counts when the ray is inside its half-open cell for more than an instant: touching an edge or a corner
   * is not a hit. Directions need not have length 1 and may have zero components; a zero or non-finite direction,
   * or a non-finite origin, is a miss.
   * @param origins dtype [n, 3], world space
   * @param directions dtype [n, 3], world space
   * @param dtype Dtype.F32 or Dtype.F64
   * @param offsets int64 [nGrids + 1]
   * @param nGrids as many as the batch has
   * @param outRows i64 [n], row in the batch, -1 for a miss
   * @param outTimes dtype [n], entry time (tMin when the ray starts inside), -1 for a miss
   * @param outFaces u8 [n]: 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z side entered; 6 starts inside; 255 miss
   */
  firstActiveVoxel(context: ContextHandle, grid: GridHandle, origins: BufferHandle, directions: BufferHandle, dtype: Dtype, n: number, offsets: BigInt64Array, nGrids: number, tMin: number, tMax: number, outRows: BufferHandle, outTimes: BufferHandle, outFaces: BufferHandle): Status;
}

/** Wraps the functions of an opened library. */
export function createNative(symbols: NativeSymbols): Native {
  return {
    abiHash(outHash) {
      holds(outHash, 1, "abiHash", "outHash");
      return symbols.dvdb_abi_hash(outHash) as Status;
    },
    version(outText, capacity, outLength) {
      holdsBytes(outText, capacity, "version", "outText");
      holds(outLength, 1, "version", "outLength");
      return symbols.dvdb_version(outText, uint32(capacity, "version", "capacity"), outLength) as Status;
    },
    backendKind(outBackend) {
      holds(outBackend, 1, "backendKind", "outBackend");
      return symbols.dvdb_backend_kind(outBackend) as Status;
    },
    deviceCount(outCount) {
      holds(outCount, 1, "deviceCount", "outCount");
      return symbols.dvdb_device_count(outCount) as Status;
    },
    deviceName(device, outText, capacity, outLength) {
      holdsBytes(outText, capacity, "deviceName", "outText");
      holds(outLength, 1, "deviceName", "outLength");
      return symbols.dvdb_device_name(uint32(device, "deviceName", "device"), outText, uint32(capacity, "deviceName", "capacity"), outLength) as Status;
    },
    contextCreate(device, outContext) {
      holds(outContext, 1, "contextCreate", "outContext");
      return symbols.dvdb_context_create(uint32(device, "contextCreate", "device"), outContext) as Status;
    },
    contextDestroy(context) {
      return symbols.dvdb_context_destroy(context) as Status;
    },
    contextReserve(context, outTicket) {
      holds(outTicket, 1, "contextReserve", "outTicket");
      return symbols.dvdb_context_reserve(context, outTicket) as Status;
    },
    contextRelease(context, ticket) {
      return symbols.dvdb_context_release(context, ticket) as Status;
    },
    contextSynchronize(context) {
      return symbols.dvdb_context_synchronize(context, 0) as Status;
    },
    async contextSynchronizeAsync(context) {
      const context_ = uint32(context, "contextSynchronize", "context");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_context_synchronize_async(context_, ticket)) as Status;
    },
    contextStats(context, outStats) {
      holds(outStats, Stat.COUNT, "contextStats", "outStats");
      return symbols.dvdb_context_stats(context, outStats) as Status;
    },
    contextResetPeak(context) {
      return symbols.dvdb_context_reset_peak(context) as Status;
    },
    contextFailAllocation(context, n) {
      return symbols.dvdb_context_fail_allocation(context, uint32(n, "contextFailAllocation", "n")) as Status;
    },
    lastError(context, outText, capacity, outLength) {
      holdsBytes(outText, capacity, "lastError", "outText");
      holds(outLength, 1, "lastError", "outLength");
      return symbols.dvdb_last_error(context, outText, uint32(capacity, "lastError", "capacity"), outLength) as Status;
    },
    contextNoop(context) {
      return symbols.dvdb_context_noop(context) as Status;
    },
    bufferCreate(context, nBytes, outBuffer) {
      holds(outBuffer, 1, "bufferCreate", "outBuffer");
      return symbols.dvdb_buffer_create(context, int64(nBytes, "bufferCreate", "nBytes"), outBuffer) as Status;
    },
    bufferView(context, buffer, offset, nBytes, outBuffer) {
      holds(outBuffer, 1, "bufferView", "outBuffer");
      return symbols.dvdb_buffer_view(context, buffer, int64(offset, "bufferView", "offset"), int64(nBytes, "bufferView", "nBytes"), outBuffer) as Status;
    },
    bufferDestroy(context, buffer) {
      return symbols.dvdb_buffer_destroy(context, buffer) as Status;
    },
    bufferSize(context, buffer, outBytes) {
      holds(outBytes, 1, "bufferSize", "outBytes");
      return symbols.dvdb_buffer_size(context, buffer, outBytes) as Status;
    },
    bufferWrite(context, buffer, offset, data, nBytes) {
      holdsBytes(data, nBytes, "bufferWrite", "data");
      return symbols.dvdb_buffer_write(context, buffer, int64(offset, "bufferWrite", "offset"), data, int64(nBytes, "bufferWrite", "nBytes")) as Status;
    },
    bufferRead(context, buffer, offset, outData, nBytes) {
      holdsBytes(outData, nBytes, "bufferRead", "outData");
      return symbols.dvdb_buffer_read(context, 0, buffer, int64(offset, "bufferRead", "offset"), outData, int64(nBytes, "bufferRead", "nBytes")) as Status;
    },
    async bufferReadAsync(context, buffer, offset, outData, nBytes) {
      const context_ = uint32(context, "bufferRead", "context");
      const buffer_ = uint32(buffer, "bufferRead", "buffer");
      const offset_ = int64(offset, "bufferRead", "offset");
      steady(outData, "bufferRead", "outData");
      const nBytes_ = int64(nBytes, "bufferRead", "nBytes");
      holdsBytes(outData, nBytes, "bufferRead", "outData");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_buffer_read_async(context_, ticket, buffer_, offset_, outData, nBytes_)) as Status;
    },
    bufferFill(context, buffer, offset, nBytes, patternLow, patternHigh, patternBytes) {
      return symbols.dvdb_buffer_fill(context, buffer, int64(offset, "bufferFill", "offset"), int64(nBytes, "bufferFill", "nBytes"), uint32(patternLow, "bufferFill", "patternLow"), uint32(patternHigh, "bufferFill", "patternHigh"), uint32(patternBytes, "bufferFill", "patternBytes")) as Status;
    },
    bufferCopy(context, source, sourceOffset, target, targetOffset, nBytes) {
      return symbols.dvdb_buffer_copy(context, source, int64(sourceOffset, "bufferCopy", "sourceOffset"), target, int64(targetOffset, "bufferCopy", "targetOffset"), int64(nBytes, "bufferCopy", "nBytes")) as Status;
    },
    eventRecord(context, outEvent) {
      holds(outEvent, 1, "eventRecord", "outEvent");
      return symbols.dvdb_event_record(context, outEvent) as Status;
    },
    eventDestroy(context, event) {
      return symbols.dvdb_event_destroy(context, event) as Status;
    },
    eventElapsed(context, start, stop, outMilliseconds) {
      holds(outMilliseconds, 1, "eventElapsed", "outMilliseconds");
      return symbols.dvdb_event_elapsed(context, 0, start, stop, outMilliseconds) as Status;
    },
    async eventElapsedAsync(context, start, stop, outMilliseconds) {
      const context_ = uint32(context, "eventElapsed", "context");
      const start_ = uint32(start, "eventElapsed", "start");
      const stop_ = uint32(stop, "eventElapsed", "stop");
      steady(outMilliseconds, "eventElapsed", "outMilliseconds");
      holds(outMilliseconds, 1, "eventElapsed", "outMilliseconds");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_event_elapsed_async(context_, ticket, start_, stop_, outMilliseconds)) as Status;
    },
    gridFromIjk(context, ijk, nPoints, offsets, voxelSizes, origins, nGrids, outGrid) {
      holds(offsets, (nGrids + 1), "gridFromIjk", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromIjk", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromIjk", "origins");
      holds(outGrid, 1, "gridFromIjk", "outGrid");
      return symbols.dvdb_grid_from_ijk(context, 0, ijk, int64(nPoints, "gridFromIjk", "nPoints"), offsets, voxelSizes, origins, uint32(nGrids, "gridFromIjk", "nGrids"), outGrid) as Status;
    },
    async gridFromIjkAsync(context, ijk, nPoints, offsets, voxelSizes, origins, nGrids, outGrid) {
      const context_ = uint32(context, "gridFromIjk", "context");
      const ijk_ = uint32(ijk, "gridFromIjk", "ijk");
      const nPoints_ = int64(nPoints, "gridFromIjk", "nPoints");
      steady(offsets, "gridFromIjk", "offsets");
      steady(voxelSizes, "gridFromIjk", "voxelSizes");
      steady(origins, "gridFromIjk", "origins");
      const nGrids_ = uint32(nGrids, "gridFromIjk", "nGrids");
      steady(outGrid, "gridFromIjk", "outGrid");
      holds(offsets, (nGrids + 1), "gridFromIjk", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromIjk", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromIjk", "origins");
      holds(outGrid, 1, "gridFromIjk", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_ijk_async(context_, ticket, ijk_, nPoints_, offsets, voxelSizes, origins, nGrids_, outGrid)) as Status;
    },
    gridFromPoints(context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid) {
      holds(offsets, (nGrids + 1), "gridFromPoints", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromPoints", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromPoints", "origins");
      holds(outGrid, 1, "gridFromPoints", "outGrid");
      return symbols.dvdb_grid_from_points(context, 0, points, dtype, int64(nPoints, "gridFromPoints", "nPoints"), offsets, voxelSizes, origins, uint32(nGrids, "gridFromPoints", "nGrids"), outGrid) as Status;
    },
    async gridFromPointsAsync(context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid) {
      const context_ = uint32(context, "gridFromPoints", "context");
      const points_ = uint32(points, "gridFromPoints", "points");
      const dtype_ = uint32(dtype, "gridFromPoints", "dtype");
      const nPoints_ = int64(nPoints, "gridFromPoints", "nPoints");
      steady(offsets, "gridFromPoints", "offsets");
      steady(voxelSizes, "gridFromPoints", "voxelSizes");
      steady(origins, "gridFromPoints", "origins");
      const nGrids_ = uint32(nGrids, "gridFromPoints", "nGrids");
      steady(outGrid, "gridFromPoints", "outGrid");
      holds(offsets, (nGrids + 1), "gridFromPoints", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromPoints", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromPoints", "origins");
      holds(outGrid, 1, "gridFromPoints", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_points_async(context_, ticket, points_, dtype_, nPoints_, offsets, voxelSizes, origins, nGrids_, outGrid)) as Status;
    },
    gridDestroy(context, grid) {
      return symbols.dvdb_grid_destroy(context, grid) as Status;
    },
    gridCounts(context, grid, outCounts) {
      holds(outCounts, GridCount.COUNT, "gridCounts", "outCounts");
      return symbols.dvdb_grid_counts(context, grid, outCounts) as Status;
    },
    gridTable(context, grid, nGrids, outOffsets, outBboxes) {
      holds(outOffsets, (nGrids + 1), "gridTable", "outOffsets");
      holds(outBboxes, nGrids * 2 * 3, "gridTable", "outBboxes");
      return symbols.dvdb_grid_table(context, grid, uint32(nGrids, "gridTable", "nGrids"), outOffsets, outBboxes) as Status;
    },
    gridIjk(context, grid, out) {
      return symbols.dvdb_grid_ijk(context, grid, out) as Status;
    },
    takeRows(context, source, nSource, rowBytes, rows, n, checked, patternLow, patternHigh, patternBytes, out) {
      return symbols.dvdb_take_rows(context, 0, source, int64(nSource, "takeRows", "nSource"), int64(rowBytes, "takeRows", "rowBytes"), rows, int64(n, "takeRows", "n"), uint32(checked, "takeRows", "checked"), uint32(patternLow, "takeRows", "patternLow"), uint32(patternHigh, "takeRows", "patternHigh"), uint32(patternBytes, "takeRows", "patternBytes"), out) as Status;
    },
    async takeRowsAsync(context, source, nSource, rowBytes, rows, n, checked, patternLow, patternHigh, patternBytes, out) {
      const context_ = uint32(context, "takeRows", "context");
      const source_ = uint32(source, "takeRows", "source");
      const nSource_ = int64(nSource, "takeRows", "nSource");
      const rowBytes_ = int64(rowBytes, "takeRows", "rowBytes");
      const rows_ = uint32(rows, "takeRows", "rows");
      const n_ = int64(n, "takeRows", "n");
      const checked_ = uint32(checked, "takeRows", "checked");
      const patternLow_ = uint32(patternLow, "takeRows", "patternLow");
      const patternHigh_ = uint32(patternHigh, "takeRows", "patternHigh");
      const patternBytes_ = uint32(patternBytes, "takeRows", "patternBytes");
      const out_ = uint32(out, "takeRows", "out");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_take_rows_async(context_, ticket, source_, nSource_, rowBytes_, rows_, n_, checked_, patternLow_, patternHigh_, patternBytes_, out_)) as Status;
    },
    rowsInLists(context, indices, indexDtype, n, indexOffsets, offsets, nLists, out) {
      holds(indexOffsets, (nLists + 1), "rowsInLists", "indexOffsets");
      holds(offsets, (nLists + 1), "rowsInLists", "offsets");
      return symbols.dvdb_rows_in_lists(context, 0, indices, indexDtype, int64(n, "rowsInLists", "n"), indexOffsets, offsets, uint32(nLists, "rowsInLists", "nLists"), out) as Status;
    },
    async rowsInListsAsync(context, indices, indexDtype, n, indexOffsets, offsets, nLists, out) {
      const context_ = uint32(context, "rowsInLists", "context");
      const indices_ = uint32(indices, "rowsInLists", "indices");
      const indexDtype_ = uint32(indexDtype, "rowsInLists", "indexDtype");
      const n_ = int64(n, "rowsInLists", "n");
      steady(indexOffsets, "rowsInLists", "indexOffsets");
      steady(offsets, "rowsInLists", "offsets");
      const nLists_ = uint32(nLists, "rowsInLists", "nLists");
      const out_ = uint32(out, "rowsInLists", "out");
      holds(indexOffsets, (nLists + 1), "rowsInLists", "indexOffsets");
      holds(offsets, (nLists + 1), "rowsInLists", "offsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_rows_in_lists_async(context_, ticket, indices_, indexDtype_, n_, indexOffsets, offsets, nLists_, out_)) as Status;
    },
    keptRows(context, mask, n, offsets, nLists, outRows, outOffsets) {
      holds(offsets, (nLists + 1), "keptRows", "offsets");
      holds(outOffsets, (nLists + 1), "keptRows", "outOffsets");
      return symbols.dvdb_kept_rows(context, 0, mask, int64(n, "keptRows", "n"), offsets, uint32(nLists, "keptRows", "nLists"), outRows, outOffsets) as Status;
    },
    async keptRowsAsync(context, mask, n, offsets, nLists, outRows, outOffsets) {
      const context_ = uint32(context, "keptRows", "context");
      const mask_ = uint32(mask, "keptRows", "mask");
      const n_ = int64(n, "keptRows", "n");
      steady(offsets, "keptRows", "offsets");
      const nLists_ = uint32(nLists, "keptRows", "nLists");
      const outRows_ = uint32(outRows, "keptRows", "outRows");
      steady(outOffsets, "keptRows", "outOffsets");
      holds(offsets, (nLists + 1), "keptRows", "offsets");
      holds(outOffsets, (nLists + 1), "keptRows", "outOffsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_kept_rows_async(context_, ticket, mask_, n_, offsets, nLists_, outRows_, outOffsets)) as Status;
    },
    listOfRows(context, n, offsets, nLists, out) {
      holds(offsets, (nLists + 1), "listOfRows", "offsets");
      return symbols.dvdb_list_of_rows(context, int64(n, "listOfRows", "n"), offsets, uint32(nLists, "listOfRows", "nLists"), out) as Status;
    },
    offsetsOfRows(context, listOfRow, indexDtype, n, nLists, outOffsets) {
      holds(outOffsets, (nLists + 1), "offsetsOfRows", "outOffsets");
      return symbols.dvdb_offsets_of_rows(context, 0, listOfRow, indexDtype, int64(n, "offsetsOfRows", "n"), uint32(nLists, "offsetsOfRows", "nLists"), outOffsets) as Status;
    },
    async offsetsOfRowsAsync(context, listOfRow, indexDtype, n, nLists, outOffsets) {
      const context_ = uint32(context, "offsetsOfRows", "context");
      const listOfRow_ = uint32(listOfRow, "offsetsOfRows", "listOfRow");
      const indexDtype_ = uint32(indexDtype, "offsetsOfRows", "indexDtype");
      const n_ = int64(n, "offsetsOfRows", "n");
      const nLists_ = uint32(nLists, "offsetsOfRows", "nLists");
      steady(outOffsets, "offsetsOfRows", "outOffsets");
      holds(outOffsets, (nLists + 1), "offsetsOfRows", "outOffsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_offsets_of_rows_async(context_, ticket, listOfRow_, indexDtype_, n_, nLists_, outOffsets)) as Status;
    },
    copyLists(context, source, nSource, rowBytes, sources, targets, counts, nLists, out, nOut) {
      holds(sources, nLists, "copyLists", "sources");
      holds(targets, nLists, "copyLists", "targets");
      holds(counts, nLists, "copyLists", "counts");
      return symbols.dvdb_copy_lists(context, source, int64(nSource, "copyLists", "nSource"), int64(rowBytes, "copyLists", "rowBytes"), sources, targets, counts, uint32(nLists, "copyLists", "nLists"), out, int64(nOut, "copyLists", "nOut")) as Status;
    },
    copyColumn(context, source, nBlocks, blockBytes, out, outBlockBytes, begin) {
      return symbols.dvdb_copy_column(context, source, int64(nBlocks, "copyColumn", "nBlocks"), int64(blockBytes, "copyColumn", "blockBytes"), out, int64(outBlockBytes, "copyColumn", "outBlockBytes"), int64(begin, "copyColumn", "begin")) as Status;
    },
    reduceSegments(context, reduction, correction, values, dtype, n, columns, nSegments, length, offsets, nOffsets, out, outDtype) {
      holds(offsets, nOffsets, "reduceSegments", "offsets");
      return symbols.dvdb_reduce_segments(context, reduction, correction, values, uint32(dtype, "reduceSegments", "dtype"), int64(n, "reduceSegments", "n"), int64(columns, "reduceSegments", "columns"), int64(nSegments, "reduceSegments", "nSegments"), int64(length, "reduceSegments", "length"), offsets, uint32(nOffsets, "reduceSegments", "nOffsets"), out, uint32(outDtype, "reduceSegments", "outDtype")) as Status;
    },
    findExtremes(context, greatest, values, dtype, n, columns, nSegments, length, offsets, nOffsets, outValues, outRows) {
      holds(offsets, nOffsets, "findExtremes", "offsets");
      return symbols.dvdb_find_extremes(context, uint32(greatest, "findExtremes", "greatest"), values, uint32(dtype, "findExtremes", "dtype"), int64(n, "findExtremes", "n"), int64(columns, "findExtremes", "columns"), int64(nSegments, "findExtremes", "nSegments"), int64(length, "findExtremes", "length"), offsets, uint32(nOffsets, "findExtremes", "nOffsets"), outValues, outRows) as Status;
    },
    mapElements(context, op, precision, shape, rank, x, y, z, dtypes, sizes, strides, out, outDtype) {
      holds(shape, rank, "mapElements", "shape");
      holds(dtypes, 3, "mapElements", "dtypes");
      holds(sizes, 3, "mapElements", "sizes");
      holds(strides, 3 * rank, "mapElements", "strides");
      return symbols.dvdb_map_elements(context, op, precision, shape, uint32(rank, "mapElements", "rank"), x, y, z, dtypes, sizes, strides, out, uint32(outDtype, "mapElements", "outDtype")) as Status;
    },
    fillRandom(context, distribution, seedLow, seedHigh, low, high, out, dtype, n) {
      return symbols.dvdb_fill_random(context, distribution, uint32(seedLow, "fillRandom", "seedLow"), uint32(seedHigh, "fillRandom", "seedHigh"), low, high, out, dtype, int64(n, "fillRandom", "n")) as Status;
    },
    voxelMean(context, grid, rows, values, dtype, n, channels, out) {
      return symbols.dvdb_voxel_mean(context, grid, rows, values, dtype, int64(n, "voxelMean", "n"), uint32(channels, "voxelMean", "channels"), out) as Status;
    },
    ijkToIndex(context, grid, ijk, n, offsets, nGrids, rowBase, out) {
      holds(offsets, (nGrids + 1), "ijkToIndex", "offsets");
      return symbols.dvdb_ijk_to_index(context, grid, ijk, int64(n, "ijkToIndex", "n"), offsets, uint32(nGrids, "ijkToIndex", "nGrids"), rowBase, out) as Status;
    },
    pointsToIndex(context, grid, points, dtype, n, offsets, nGrids, rowBase, out) {
      holds(offsets, (nGrids + 1), "pointsToIndex", "offsets");
      return symbols.dvdb_points_to_index(context, grid, points, dtype, int64(n, "pointsToIndex", "n"), offsets, uint32(nGrids, "pointsToIndex", "nGrids"), rowBase, out) as Status;
    },
    coordsInGrid(context, grid, ijk, n, offsets, nGrids, out) {
      holds(offsets, (nGrids + 1), "coordsInGrid", "offsets");
      return symbols.dvdb_coords_in_grid(context, grid, ijk, int64(n, "coordsInGrid", "n"), offsets, uint32(nGrids, "coordsInGrid", "nGrids"), out) as Status;
    },
    pointsInGrid(context, grid, points, dtype, n, offsets, nGrids, out) {
      holds(offsets, (nGrids + 1), "pointsInGrid", "offsets");
      return symbols.dvdb_points_in_grid(context, grid, points, dtype, int64(n, "pointsInGrid", "n"), offsets, uint32(nGrids, "pointsInGrid", "nGrids"), out) as Status;
    },
    worldToVoxel(context, grid, points, dtype, n, offsets, nGrids, out) {
      holds(offsets, (nGrids + 1), "worldToVoxel", "offsets");
      return symbols.dvdb_world_to_voxel(context, grid, points, dtype, int64(n, "worldToVoxel", "n"), offsets, uint32(nGrids, "worldToVoxel", "nGrids"), out) as Status;
    },
    voxelToWorld(context, grid, points, dtype, n, offsets, nGrids, out) {
      holds(offsets, (nGrids + 1), "voxelToWorld", "offsets");
      return symbols.dvdb_voxel_to_world(context, grid, points, dtype, int64(n, "voxelToWorld", "n"), offsets, uint32(nGrids, "voxelToWorld", "nGrids"), out) as Status;
    },
    firstActiveVoxel(context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, outRows, outTimes, outFaces) {
      holds(offsets, (nGrids + 1), "firstActiveVoxel", "offsets");
      return symbols.dvdb_first_active_voxel(context, grid, origins, directions, dtype, int64(n, "firstActiveVoxel", "n"), offsets, uint32(nGrids, "firstActiveVoxel", "nGrids"), tMin, tMax, outRows, outTimes, outFaces) as Status;
    },
  };
}
