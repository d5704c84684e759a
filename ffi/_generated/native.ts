// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x30913267.
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The native library as TypeScript sees it.
 *
 * @module
 */

import { float64, holds, holdsBytes, int64, ordered, steady, uint32 } from "../_call.ts";
import { type StatusCode, type Dtype, Stat, type Tails, type BrickSlots, type CoverageForm, type VoxelOrder, BrickCounted, BrickEdit, type ConvBackend, type ConvActivation, ConvCount, type Epilogue, type ElementLossKind, type IndexForm, type IndexQuestion, type IndexBoxQuestion, type IndexEdit, IndexSize, GridCount, type Reduction, type ElementOp, type Distribution, LodSetting, LodCount, type LodChoice, type LodPicking, LodCamera, LodTotal, type MarchForm, MarchCamera, type Pooling, type RowBase, type Space, type Curve, type VoxelForm, type RayRoot, type Kernel, type DepthBackground, type Smoothing, type Neighborhood, type SYMBOLS } from "./symbols.ts";

/** Outcome of a call: one of dvdb_status_code. */
export type Status = StatusCode;

/** A device with its stream, allocator and last error. 0 is no context. */
export type ContextHandle = number & { readonly __context: unique symbol };

/** A span of device memory. Views share its storage, which is reference-counted. */
export type BufferHandle = number & { readonly __buffer: unique symbol };

/** A batch of index grids. */
export type GridHandle = number & { readonly __grid: unique symbol };

/** The plan of a sparse convolution: which source voxels each target voxel reads. */
export type ConvPlanHandle = number & { readonly __convPlan: unique symbol };

/** A level-of-detail tree of a point cloud. */
export type LodHandle = number & { readonly __lod: unique symbol };

/** A point in the sequence of work that a context has enqueued. */
export type EventHandle = number & { readonly __event: unique symbol };

/**
 * A position in a context's call order, reserved ahead of an asynchronous call. 0: the call takes the next position
 * when it starts.
 */
export type Ticket = number & { readonly __ticket: unique symbol };

/** Arguments of {@linkcode Native.abiHash}. */
export interface AbiHashRequest {
  /** uint32 [1] */
  readonly outHash: Uint32Array;
}

/** Arguments of {@linkcode Native.version}. */
export interface VersionRequest {
  /** uint8 [capacity] */
  readonly outText: ArrayBufferView;
  /** A whole number. */
  readonly capacity: number;
  /** uint32 [1] */
  readonly outLength: Uint32Array;
}

/** Arguments of {@linkcode Native.backendKind}. */
export interface BackendKindRequest {
  /** uint32 [1] */
  readonly outBackend: Uint32Array;
}

/** Arguments of {@linkcode Native.deviceCount}. */
export interface DeviceCountRequest {
  /** uint32 [1] */
  readonly outCount: Uint32Array;
}

/** Arguments of {@linkcode Native.deviceName}. */
export interface DeviceNameRequest {
  /** A whole number. */
  readonly device: number;
  /** uint8 [capacity] */
  readonly outText: ArrayBufferView;
  /** A whole number. */
  readonly capacity: number;
  /** uint32 [1] */
  readonly outLength: Uint32Array;
}

/** Arguments of {@linkcode Native.contextCreate}. */
export interface ContextCreateRequest {
  /** A whole number. */
  readonly device: number;
  /** A whole number. */
  readonly threads: number;
  /** ContextHandle [1] */
  readonly outContext: Uint32Array;
}

/** Arguments of {@linkcode Native.contextLimitMemory}. */
export interface ContextLimitMemoryRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly bytes: number;
}

/** Arguments of {@linkcode Native.contextThreads}. */
export interface ContextThreadsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** uint32 [1] */
  readonly outThreads: Uint32Array;
}

/** Arguments of {@linkcode Native.contextDestroy}. */
export interface ContextDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
}

/** Arguments of {@linkcode Native.contextReserve}. */
export interface ContextReserveRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** Ticket [1] */
  readonly outTicket: Uint32Array;
}

/** Arguments of {@linkcode Native.contextRelease}. */
export interface ContextReleaseRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The ticket. */
  readonly ticket: Ticket;
}

/** Arguments of {@linkcode Native.contextCancel}. */
export interface ContextCancelRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The ticket. */
  readonly ticket: Ticket;
}

/** Arguments of {@linkcode Native.contextSynchronize}. */
export interface ContextSynchronizeRequest {
  /** The context. */
  readonly context: ContextHandle;
}

/** Arguments of {@linkcode Native.contextStats}. */
export interface ContextStatsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [Stat.COUNT] */
  readonly outStats: BigInt64Array;
}

/** Arguments of {@linkcode Native.contextResetPeak}. */
export interface ContextResetPeakRequest {
  /** The context. */
  readonly context: ContextHandle;
}

/** Arguments of {@linkcode Native.contextFailAllocation}. */
export interface ContextFailAllocationRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly n: number;
}

/** Arguments of {@linkcode Native.lastError}. */
export interface LastErrorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** uint8 [capacity] */
  readonly outText: ArrayBufferView;
  /** A whole number. */
  readonly capacity: number;
  /** uint32 [1] */
  readonly outLength: Uint32Array;
}

/** Arguments of {@linkcode Native.contextNoop}. */
export interface ContextNoopRequest {
  /** The context. */
  readonly context: ContextHandle;
}

/** Arguments of {@linkcode Native.orderByCode}. */
export interface OrderByCodeRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i64 [n] */
  readonly codes: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** i64 [n] */
  readonly outRows: BufferHandle;
  /** i64 [n], the place of each row */
  readonly outInverse: BufferHandle;
}

/** Arguments of {@linkcode Native.groupByCodeCount}. */
export interface GroupByCodeCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i64 [n] */
  readonly codes: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** 0 to 63 */
  readonly shift: number;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** i64 [n] */
  readonly outRows: BufferHandle;
  /** i64 [n], the place of each row */
  readonly outInverse: BufferHandle;
  /** i64 [n], the group of each row */
  readonly outGroups: BufferHandle;
  /** int64 [nLists + 1] */
  readonly outOffsets: BigInt64Array;
}

/** Arguments of {@linkcode Native.groupByCode}. */
export interface GroupByCodeRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i64 [n] */
  readonly codes: BufferHandle;
  /** i64 [n], as groupByCodeCount wrote them */
  readonly rows: BufferHandle;
  /** i64 [n], as are these */
  readonly groups: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** 0 to 63 */
  readonly shift: number;
  /** A whole number. */
  readonly nGroups: number;
  /** i64 [nGroups] */
  readonly outCodes: BufferHandle;
  /** i64 [nGroups] */
  readonly outEnds: BufferHandle;
}

/** Arguments of {@linkcode Native.windowRows}. */
export interface WindowRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i64 [n], each of 0 to n - 1 once */
  readonly rows: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** 1 to 16777216 */
  readonly size: number;
  /** 1 to 16777216 */
  readonly dilation: number;
  /** Tails */
  readonly tails: Tails;
  /** 0 or more, the rows of all windows */
  readonly nOut: number;
  /** i64 [nOut] */
  readonly outRows: BufferHandle;
  /** i64 [n], the place of each row where it is not borrowed */
  readonly outInverse: BufferHandle;
}

/** Arguments of {@linkcode Native.windowCodes}. */
export interface WindowCodesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int32 [3], 1 or more */
  readonly divisor: Int32Array;
  /** int32 [3] */
  readonly shift: Int32Array;
  /** i64 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.attend}. */
export interface AttendRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nQueries, strides[0]] */
  readonly q: BufferHandle;
  /** dtype [nKeys, strides[1]] */
  readonly k: BufferHandle;
  /** dtype [nKeys, strides[2]] */
  readonly v: BufferHandle;
  /** int64 [3], 1 or more: elements of rows of q, k and v */
  readonly strides: BigInt64Array;
  /** int64 [3], 0 or more: where their heads begin in a row */
  readonly firsts: BigInt64Array;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nQueries: number;
  /** A whole number. */
  readonly nKeys: number;
  /** 1 to 65536 */
  readonly heads: number;
  /** 1 to 65536, elements of a head of q and k */
  readonly depth: number;
  /** 1 to 65536, those of v */
  readonly valueDepth: number;
  /** int64 [nLists + 1], lists of queries */
  readonly offsets: BigInt64Array;
  /** int64 [nLists + 1], lists of keys and values */
  readonly keyOffsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** A number. */
  readonly scale: number;
  /** 0 or 1 */
  readonly causal: number;
  /** 0 to 65535 */
  readonly reach: number;
  /** f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype Dtype.F64 */
  readonly table: BufferHandle;
  /** i32 [nQueries, 3]; 0 for none */
  readonly positions: BufferHandle;
  /** i32 [nKeys, 3]; 0 for none */
  readonly keyPositions: BufferHandle;
  /** dtype [nQueries, heads, valueDepth] */
  readonly out: BufferHandle;
  /** f32 [heads, nQueries]; f64 for dtype Dtype.F64 */
  readonly outLogSums: BufferHandle;
}

/** Arguments of {@linkcode Native.attendBackward}. */
export interface AttendBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nQueries, strides[0]] */
  readonly q: BufferHandle;
  /** dtype [nKeys, strides[1]] */
  readonly k: BufferHandle;
  /** dtype [nKeys, strides[2]] */
  readonly v: BufferHandle;
  /** int64 [3], 1 or more: elements of rows of q, k and v */
  readonly strides: BigInt64Array;
  /** int64 [3], 0 or more: where their heads begin in a row */
  readonly firsts: BigInt64Array;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nQueries: number;
  /** A whole number. */
  readonly nKeys: number;
  /** 1 to 65536 */
  readonly heads: number;
  /** 1 to 65536, elements of a head of q and k */
  readonly depth: number;
  /** 1 to 65536, those of v */
  readonly valueDepth: number;
  /** int64 [nLists + 1], lists of queries */
  readonly offsets: BigInt64Array;
  /** int64 [nLists + 1], lists of keys and values */
  readonly keyOffsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** A number. */
  readonly scale: number;
  /** 0 or 1 */
  readonly causal: number;
  /** 0 to 65535 */
  readonly reach: number;
  /** f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype Dtype.F64 */
  readonly table: BufferHandle;
  /** i32 [nQueries, 3]; 0 for none */
  readonly positions: BufferHandle;
  /** i32 [nKeys, 3]; 0 for none */
  readonly keyPositions: BufferHandle;
  /** dtype [nQueries, heads, valueDepth] */
  readonly results: BufferHandle;
  /** f32 [heads, nQueries]; f64 for dtype Dtype.F64 */
  readonly logSums: BufferHandle;
  /** dtype [nQueries, heads, valueDepth], of a loss by the results */
  readonly gradients: BufferHandle;
  /** dtype [nQueries, strides[0]]; 0 for none */
  readonly outQ: BufferHandle;
  /** dtype [nKeys, strides[1]]; 0 for none */
  readonly outK: BufferHandle;
  /** dtype [nKeys, strides[2]]; 0 for none */
  readonly outV: BufferHandle;
  /** f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype Dtype.F64 */
  readonly outTable: BufferHandle;
}

/** Arguments of {@linkcode Native.brickThreshold}. */
export interface BrickThresholdRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** dtype [product(extents)] */
  readonly voxels: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** a whole number for integer types, or infinite */
  readonly threshold: number;
  /** 0 or 1 */
  readonly checked: number;
  /** number of the first voxel, used in error messages */
  readonly first: number;
  /** u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
  readonly outBits: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.brickCount}. */
export interface BrickCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
  readonly bits: BufferHandle;
  /** CoverageForm */
  readonly coverage: CoverageForm;
  /** int64 [BrickCounted.COUNT] */
  readonly outCounts: BigInt64Array;
}

/** Arguments of {@linkcode Native.brickOccupancy}. */
export interface BrickOccupancyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3], z is the number of slices given */
  readonly extents: BigInt64Array;
  /** u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
  readonly bits: BufferHandle;
  /** CoverageForm */
  readonly coverage: CoverageForm;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** ceil(z / (2^k - 1)), or one less */
  readonly layers: number;
  /** number of the first brick */
  readonly first: number;
  /** 0 to 1099511627776, of the whole volume */
  readonly nBricks: number;
  /** u32 [8 * ceil(nBricks / 256)], the bits are 0 before */
  readonly outBits: BufferHandle;
  /** int64 [1] */
  readonly outFilled: BigInt64Array;
}

/** Arguments of {@linkcode Native.brickFill}. */
export interface BrickFillRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3], z is the number of slices given */
  readonly extents: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** dtype [product(extents)] */
  readonly voxels: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** A whole number. */
  readonly layers: number;
  /** number of the first brick */
  readonly first: number;
  /** 0 to 1099511627776, of the whole volume */
  readonly nBricks: number;
  /** u32 [8 * ceil(nBricks / 256)] */
  readonly bits: BufferHandle;
  /** filled bricks in these layers */
  readonly filled: number;
  /** dtype [filled, 8 ^ log2_edge], aligned to a row of a brick or 16 bytes */
  readonly outPool: BufferHandle;
}

/** Arguments of {@linkcode Native.brickMasks}. */
export interface BrickMasksRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) * ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)] */
  readonly bits: BufferHandle;
  /** unsized, u64 [words of bricks + words of words] */
  readonly outMasks: BufferHandle;
}

/** Arguments of {@linkcode Native.brickTable}. */
export interface BrickTableRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1099511627776 */
  readonly nBricks: number;
  /** u32 [8 * ceil(nBricks / 256)] */
  readonly bits: BufferHandle;
  /** u32 [nBricks] */
  readonly outTable: BufferHandle;
}

/** Arguments of {@linkcode Native.brickToDense}. */
export interface BrickToDenseRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, u8, or u32 [bricks] */
  readonly data: BufferHandle;
  /** unsized, u8; 0 for none */
  readonly counters: BufferHandle;
  /** unsized, u64 [words of bricks + words of words] */
  readonly masks: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge] */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** a value that dtype can represent */
  readonly background: number;
  /** dtype [product(extents)] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.brickLookup}. */
export interface BrickLookupRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, u8, or u32 [bricks] */
  readonly data: BufferHandle;
  /** unsized, u8; 0 for none */
  readonly counters: BufferHandle;
  /** unsized, u64 [words of bricks + words of words] */
  readonly masks: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge] */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** i32 [count, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly count: number;
  /** a value that dtype can represent */
  readonly background: number;
  /** dtype [count] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.brickSample}. */
export interface BrickSampleRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, u8, or u32 [bricks] */
  readonly data: BufferHandle;
  /** unsized, u8; 0 for none */
  readonly counters: BufferHandle;
  /** unsized, u64 [words of bricks + words of words] */
  readonly masks: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge] */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** f32 [count, 3] */
  readonly points: BufferHandle;
  /** A whole number. */
  readonly count: number;
  /** where the brick is empty */
  readonly background: number;
  /** f32 [count] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.brickSetBoxPlan}. */
export interface BrickSetBoxPlanRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))] */
  readonly table: BufferHandle;
  /** 0 to 4294967294 */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge] */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** int64 [3] */
  readonly low: BigInt64Array;
  /** int64 [3] */
  readonly size: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** dtype [product(size)] */
  readonly values: BufferHandle;
  /** a whole number for integer types, or infinite */
  readonly threshold: number;
  /** CoverageForm */
  readonly coverage: CoverageForm;
  /** 0 or 1: whether NaN is refused */
  readonly checked: number;
  /** unsized, u32 [bricks of the box], BrickEdit, x fastest */
  readonly outEdits: BufferHandle;
  /** int64 [BrickEdit.COUNT] */
  readonly outCounts: BigInt64Array;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.brickSetBoxList}. */
export interface BrickSetBoxListRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))] */
  readonly table: BufferHandle;
  /** 0 to 4294967294, with at least as many free slots as bricks are added */
  readonly nSlots: number;
  /** int64 [3] */
  readonly low: BigInt64Array;
  /** int64 [3] */
  readonly size: BigInt64Array;
  /** unsized, u32 [bricks of the box] */
  readonly edits: BufferHandle;
  /** A whole number. */
  readonly added: number;
  /** A whole number. */
  readonly removed: number;
  /** i64 [added + removed] */
  readonly outBricks: BufferHandle;
  /** u32 [added] */
  readonly outSlots: BufferHandle;
}

/** Arguments of {@linkcode Native.brickSetBoxApply}. */
export interface BrickSetBoxApplyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))], edited */
  readonly table: BufferHandle;
  /** 0 to 4294967294 */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge], edited */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** int64 [3] */
  readonly low: BigInt64Array;
  /** int64 [3] */
  readonly size: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** dtype [product(size)] */
  readonly values: BufferHandle;
  /** a value that dtype can represent */
  readonly background: number;
  /** unsized, u32 [bricks of the box] */
  readonly edits: BufferHandle;
  /** A whole number. */
  readonly added: number;
  /** A whole number. */
  readonly removed: number;
  /** i64 [added + removed] */
  readonly bricks: BufferHandle;
  /** u32 [added] */
  readonly places: BufferHandle;
}

/** Arguments of {@linkcode Native.brickCompact}. */
export interface BrickCompactRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** 1 to 8 */
  readonly log2Edge: number;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, u8, or u32 [bricks] */
  readonly data: BufferHandle;
  /** unsized, u8; 0 for none */
  readonly counters: BufferHandle;
  /** unsized, u64 [words of bricks + words of words] */
  readonly masks: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** dtype [nSlots, 8 ^ log2_edge] */
  readonly pool: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) * ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)] */
  readonly bits: BufferHandle;
  /** A whole number. */
  readonly filled: number;
  /** dtype [filled, 8 ^ log2_edge] */
  readonly outPool: BufferHandle;
}

/** Arguments of {@linkcode Native.bufferCreate}. */
export interface BufferCreateRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly nBytes: number;
  /** BufferHandle [1] */
  readonly outBuffer: Uint32Array;
}

/** Arguments of {@linkcode Native.bufferCreateAll}. */
export interface BufferCreateAllRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [n] */
  readonly nBytes: BigInt64Array;
  /** BufferHandle [n] */
  readonly outBuffers: Uint32Array;
}

/** Arguments of {@linkcode Native.bufferView}. */
export interface BufferViewRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
  /** A whole number. */
  readonly offset: number;
  /** A whole number. */
  readonly nBytes: number;
  /** BufferHandle [1] */
  readonly outBuffer: Uint32Array;
}

/** Arguments of {@linkcode Native.bufferDestroy}. */
export interface BufferDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
}

/** Arguments of {@linkcode Native.bufferDestroyAll}. */
export interface BufferDestroyAllRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly n: number;
  /** uint32 [n] */
  readonly buffers: Uint32Array;
}

/** Arguments of {@linkcode Native.bufferSize}. */
export interface BufferSizeRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
  /** int64 [1] */
  readonly outBytes: BigInt64Array;
}

/** Arguments of {@linkcode Native.bufferWrite}. */
export interface BufferWriteRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
  /** A whole number. */
  readonly offset: number;
  /** uint8 [nBytes] */
  readonly data: ArrayBufferView;
  /** A whole number. */
  readonly nBytes: number;
}

/** Arguments of {@linkcode Native.bufferRead}. */
export interface BufferReadRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
  /** A whole number. */
  readonly offset: number;
  /** uint8 [nBytes] */
  readonly outData: ArrayBufferView;
  /** A whole number. */
  readonly nBytes: number;
}

/** Arguments of {@linkcode Native.bufferFill}. */
export interface BufferFillRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly buffer: BufferHandle;
  /** A whole number. */
  readonly offset: number;
  /** A whole number. */
  readonly nBytes: number;
  /** A whole number. */
  readonly patternLow: number;
  /** A whole number. */
  readonly patternHigh: number;
  /** A whole number. */
  readonly patternBytes: number;
}

/** Arguments of {@linkcode Native.bufferCopy}. */
export interface BufferCopyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly source: BufferHandle;
  /** A whole number. */
  readonly sourceOffset: number;
  /** The buffer. */
  readonly target: BufferHandle;
  /** A whole number. */
  readonly targetOffset: number;
  /** A whole number. */
  readonly nBytes: number;
}

/** Arguments of {@linkcode Native.bufferOverlap}. */
export interface BufferOverlapRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The buffer. */
  readonly a: BufferHandle;
  /** The buffer. */
  readonly b: BufferHandle;
  /** uint32 [1] */
  readonly outOverlap: Uint32Array;
}

/** Arguments of {@linkcode Native.convPlanCreate}. */
export interface ConvPlanCreateRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly source: GridHandle;
  /** with as many grids; may be the source */
  readonly target: GridHandle;
  /** int32 [3], 1 or more */
  readonly kernel: Int32Array;
  /** int32 [3], 1 or more */
  readonly stride: Int32Array;
  /** 0 to 1, whether the target is fine and not the source */
  readonly transposed: number;
  /** ConvPlanHandle [1] */
  readonly outPlan: Uint32Array;
}

/** Arguments of {@linkcode Native.convPlanReverse}. */
export interface ConvPlanReverseRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** ConvPlanHandle [1] */
  readonly outPlan: Uint32Array;
}

/** Arguments of {@linkcode Native.convPlanDestroy}. */
export interface ConvPlanDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** handle, given up */
  readonly plan: ConvPlanHandle;
}

/** Arguments of {@linkcode Native.convPlanPrepare}. */
export interface ConvPlanPrepareRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
}

/** Arguments of {@linkcode Native.convPlanMap}. */
export interface ConvPlanMapRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** i32 [n_taps, n_targets] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.convPlanCounts}. */
export interface ConvPlanCountsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** int64 [ConvCount.COUNT] */
  readonly outCounts: BigInt64Array;
  /** 0, or those of the kernel */
  readonly taps: number;
  /** int64 [taps] */
  readonly outTapPairs: BigInt64Array;
}

/** Arguments of {@linkcode Native.convPlanChoose}. */
export interface ConvPlanChooseRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** 0 to 65536 */
  readonly inChannels: number;
  /** 0 to 65536 */
  readonly outChannels: number;
  /** ConvBackend */
  readonly backend: ConvBackend;
  /** uint32 [1] */
  readonly outBackend: Uint32Array;
  /** uint8 [capacity] */
  readonly outText: ArrayBufferView;
  /** A whole number. */
  readonly capacity: number;
  /** uint32 [1] */
  readonly outLength: Uint32Array;
}

/** Arguments of {@linkcode Native.sparseConv}. */
export interface SparseConvRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** dtype [n_sources, inChannels] */
  readonly features: BufferHandle;
  /** dtype [outChannels, inChannels, n_taps] */
  readonly weights: BufferHandle;
  /** dtype [outChannels]; 0 for none */
  readonly bias: BufferHandle;
  /** dtype [n_targets, outChannels]; 0 for none */
  readonly residual: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** 0 to 65536 */
  readonly inChannels: number;
  /** 0 to 65536 */
  readonly outChannels: number;
  /** ConvActivation */
  readonly activation: ConvActivation;
  /** ConvBackend */
  readonly backend: ConvBackend;
  /** dtype [n_targets, outChannels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sparseConvBackward}. */
export interface SparseConvBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The conv_plan. */
  readonly plan: ConvPlanHandle;
  /** dtype [n_sources, inChannels] */
  readonly features: BufferHandle;
  /** dtype [outChannels, inChannels, n_taps] */
  readonly weights: BufferHandle;
  /** dtype [n_targets, outChannels]; 0 for none */
  readonly results: BufferHandle;
  /** dtype [n_targets, outChannels], of a loss by the results */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** 0 to 65536 */
  readonly inChannels: number;
  /** 0 to 65536 */
  readonly outChannels: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly weightsDtype: Dtype;
  /** ConvBackend */
  readonly backend: ConvBackend;
  /** dtype [n_sources, inChannels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** weightsDtype [outChannels, inChannels, n_taps]; 0 for none */
  readonly outWeights: BufferHandle;
  /** weightsDtype [outChannels]; 0 for none */
  readonly outBias: BufferHandle;
  /** dtype [n_targets, outChannels]; 0 for none */
  readonly outResidual: BufferHandle;
}

/** Arguments of {@linkcode Native.batchNorm}. */
export interface BatchNormRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly shift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly residual: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** A number. */
  readonly epsilon: number;
  /** Epilogue */
  readonly epilogue: Epilogue;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outMean: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outVariance: BufferHandle;
  /** f32 [channels]; 0 for none; f64 for dtype Dtype.F64 */
  readonly outUnbiased: BufferHandle;
  /** f32 [channels], 1 / sqrt(v + epsilon); f64 for dtype Dtype.F64 */
  readonly outFactor: BufferHandle;
}

/** Arguments of {@linkcode Native.batchNormInference}. */
export interface BatchNormInferenceRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly mean: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly variance: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly shift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly residual: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** A number. */
  readonly epsilon: number;
  /** Epilogue */
  readonly epilogue: Epilogue;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.batchNormBackward}. */
export interface BatchNormBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly mean: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly factor: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly results: BufferHandle;
  /** dtype [n, channels], of a loss by the results */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** dtype [n, channels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outScale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outShift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly outResidual: BufferHandle;
}

/** Arguments of {@linkcode Native.normalizeRows}. */
export interface NormalizeRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [channels]; 0 for none; f64 for dtype Dtype.F64 */
  readonly shift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly residual: BufferHandle;
  /** 0 to 1 */
  readonly centered: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** A number. */
  readonly epsilon: number;
  /** Epilogue */
  readonly epilogue: Epilogue;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.normalizeRowsBackward}. */
export interface NormalizeRowsBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly results: BufferHandle;
  /** dtype [n, channels], of a loss by the results */
  readonly gradients: BufferHandle;
  /** 0 to 1 */
  readonly centered: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** A number. */
  readonly epsilon: number;
  /** dtype [n, channels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outScale: BufferHandle;
  /** f32 [channels]; 0 for none; f64 for dtype Dtype.F64 */
  readonly outShift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly outResidual: BufferHandle;
}

/** Arguments of {@linkcode Native.groupNorm}. */
export interface GroupNormRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly shift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly residual: BufferHandle;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** 1 to 65536 */
  readonly groups: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536, a multiple of groups */
  readonly channels: number;
  /** A number. */
  readonly epsilon: number;
  /** Epilogue */
  readonly epilogue: Epilogue;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
  /** f32 [nLists, groups]; f64 for dtype Dtype.F64 */
  readonly outMean: BufferHandle;
  /** f32 [nLists, groups], 1 / sqrt(variance + epsilon); f64 for dtype Dtype.F64 */
  readonly outFactor: BufferHandle;
}

/** Arguments of {@linkcode Native.groupNormBackward}. */
export interface GroupNormBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly scale: BufferHandle;
  /** f32 [nLists, groups]; f64 for dtype Dtype.F64 */
  readonly mean: BufferHandle;
  /** f32 [nLists, groups]; f64 for dtype Dtype.F64 */
  readonly factor: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly results: BufferHandle;
  /** dtype [n, channels], of a loss by the results */
  readonly gradients: BufferHandle;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** 1 to 65536 */
  readonly groups: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536, a multiple of groups */
  readonly channels: number;
  /** dtype [n, channels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outScale: BufferHandle;
  /** f32 [channels]; f64 for dtype Dtype.F64 */
  readonly outShift: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly outResidual: BufferHandle;
}

/** Arguments of {@linkcode Native.crossEntropy}. */
export interface CrossEntropyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, classes] */
  readonly logits: BufferHandle;
  /** targetDtype [n] */
  readonly targets: BufferHandle;
  /** f32 [classes]; 0 for none; f64 for dtype Dtype.F64 */
  readonly weights: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** Dtype.U8, Dtype.I32 or Dtype.I64 */
  readonly targetDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 1 to 65536 */
  readonly classes: number;
  /** A whole number. */
  readonly ignore: number;
  /** A number. */
  readonly smoothing: number;
  /** 0 to 1 */
  readonly mean: number;
  /** f32 [1]; f64 for dtype Dtype.F64 */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.crossEntropyBackward}. */
export interface CrossEntropyBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, classes] */
  readonly logits: BufferHandle;
  /** targetDtype [n] */
  readonly targets: BufferHandle;
  /** f32 [classes]; 0 for none; f64 for dtype Dtype.F64 */
  readonly weights: BufferHandle;
  /** f32 [1], of a loss by the result; f64 for dtype Dtype.F64 */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** Dtype.U8, Dtype.I32 or Dtype.I64 */
  readonly targetDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 1 to 65536 */
  readonly classes: number;
  /** A whole number. */
  readonly ignore: number;
  /** A number. */
  readonly smoothing: number;
  /** 0 to 1 */
  readonly mean: number;
  /** dtype [n, classes] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.shareScores}. */
export interface ShareScoresRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly x: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** 0 to 1 */
  readonly logarithm: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.shareScoresBackward}. */
export interface ShareScoresBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels], of shareScores */
  readonly result: BufferHandle;
  /** dtype [n, channels], of a loss by the result */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** 0 to 1 */
  readonly logarithm: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.logSumExp}. */
export interface LogSumExpRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly x: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** dtype [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.logSumExpBackward}. */
export interface LogSumExpBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, channels] */
  readonly x: BufferHandle;
  /** dtype [n], of a loss by the result */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly channels: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.elementLoss}. */
export interface ElementLossRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** ElementLossKind */
  readonly loss: ElementLossKind;
  /** dtype [n] */
  readonly x: BufferHandle;
  /** dtype [n] */
  readonly targets: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** of ElementLossKind.HUBER */
  readonly delta: number;
  /** 0 to 1 */
  readonly mean: number;
  /** f32 [1]; f64 for dtype Dtype.F64 */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.elementLossBackward}. */
export interface ElementLossBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** ElementLossKind */
  readonly loss: ElementLossKind;
  /** dtype [n] */
  readonly x: BufferHandle;
  /** dtype [n] */
  readonly targets: BufferHandle;
  /** f32 [1], of a loss by the result; f64 for dtype Dtype.F64 */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** of ElementLossKind.HUBER */
  readonly delta: number;
  /** 0 to 1 */
  readonly mean: number;
  /** dtype [n]; 0 for none */
  readonly outX: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly outTargets: BufferHandle;
}

/** Arguments of {@linkcode Native.linear}. */
export interface LinearRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, inChannels] */
  readonly features: BufferHandle;
  /** dtype [outChannels, inChannels] */
  readonly weights: BufferHandle;
  /** dtype [outChannels]; 0 for none */
  readonly bias: BufferHandle;
  /** dtype [n, outChannels]; 0 for none */
  readonly residual: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly inChannels: number;
  /** 0 to 65536 */
  readonly outChannels: number;
  /** Epilogue */
  readonly epilogue: Epilogue;
  /** dtype [n, outChannels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.linearBackward}. */
export interface LinearBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, inChannels] */
  readonly features: BufferHandle;
  /** dtype [outChannels, inChannels] */
  readonly weights: BufferHandle;
  /** dtype [n, outChannels]; 0 for none */
  readonly results: BufferHandle;
  /** dtype [n, outChannels], of a loss by the results */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 65536 */
  readonly inChannels: number;
  /** 0 to 65536 */
  readonly outChannels: number;
  /** dtype [n, inChannels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** dtype [outChannels, inChannels]; 0 for none */
  readonly outWeights: BufferHandle;
  /** dtype [outChannels]; 0 for none */
  readonly outBias: BufferHandle;
  /** dtype [n, outChannels]; 0 for none */
  readonly outResidual: BufferHandle;
}

/** Arguments of {@linkcode Native.matmul}. */
export interface MatmulRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [batches, m, k] */
  readonly left: BufferHandle;
  /** dtype [batches, k, n] */
  readonly right: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly batches: number;
  /** A whole number. */
  readonly m: number;
  /** A whole number. */
  readonly k: number;
  /** A whole number. */
  readonly n: number;
  /** 0 or 1 */
  readonly leftTransposed: number;
  /** 0 or 1 */
  readonly rightTransposed: number;
  /** dtype [batches, m, n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.fillStream}. */
export interface FillStreamRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1 */
  readonly normal: number;
  /** A whole number. */
  readonly seedLow: number;
  /** A whole number. */
  readonly seedHigh: number;
  /** A whole number. */
  readonly streamLow: number;
  /** A whole number. */
  readonly streamHigh: number;
  /** A number. */
  readonly low: number;
  /** A number. */
  readonly high: number;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** dtype [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.dropout}. */
export interface DropoutRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n] */
  readonly x: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** A number. */
  readonly p: number;
  /** A whole number. */
  readonly seedLow: number;
  /** A whole number. */
  readonly seedHigh: number;
  /** A whole number. */
  readonly streamLow: number;
  /** A whole number. */
  readonly streamHigh: number;
  /** dtype [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.eventRecord}. */
export interface EventRecordRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** EventHandle [1] */
  readonly outEvent: Uint32Array;
}

/** Arguments of {@linkcode Native.eventDestroy}. */
export interface EventDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The event. */
  readonly event: EventHandle;
}

/** Arguments of {@linkcode Native.eventElapsed}. */
export interface EventElapsedRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The event. */
  readonly start: EventHandle;
  /** The event. */
  readonly stop: EventHandle;
  /** double [1] */
  readonly outMilliseconds: Float64Array;
}

/** Arguments of {@linkcode Native.indexSizes}. */
export interface IndexSizesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** int64 [IndexSize.SIZE_COUNT] */
  readonly outSizes: BigInt64Array;
}

/** Arguments of {@linkcode Native.indexFromBits}. */
export interface IndexFromBitsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** unsized, u8 [ceil(n / 8)], or outData */
  readonly bits: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly outData: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_COUNTERS]; 0 for none */
  readonly outCounters: BufferHandle;
}

/** Arguments of {@linkcode Native.indexFromValues}. */
export interface IndexFromValuesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** valueDtype [product(dims)] */
  readonly values: BufferHandle;
  /** Dtype.BOOL, Dtype.U8, Dtype.I32 or Dtype.I64 */
  readonly valueDtype: Dtype;
  /** 0 or 1 */
  readonly checked: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly outData: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.indexFromKeys}. */
export interface IndexFromKeysRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** indexDtype [count, width] */
  readonly keys: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** A whole number. */
  readonly count: number;
  /** nDims, or 1 for linear positions with the first axis fastest */
  readonly width: number;
  /** 0 or 1 */
  readonly checked: number;
  /** ceil(n / 8) or more */
  readonly nBytes: number;
  /** u8 [nBytes], 4-byte aligned if nBytes is a multiple of 4 */
  readonly outBits: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.indexAsk}. */
export interface IndexAskRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly data: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_COUNTERS]; 0 for none */
  readonly counters: BufferHandle;
  /** IndexQuestion; with several axes only POINT and OCCUPIED */
  readonly question: IndexQuestion;
  /** indexDtype [count, nDims] */
  readonly keys: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** A whole number. */
  readonly count: number;
  /** 0 or 1 */
  readonly checked: number;
  /** that of the query, i64 or bool; also i32 if all answers are below 2^31 */
  readonly outDtype: number;
  /** outDtype [count] */
  readonly out: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.indexSumBoxes}. */
export interface IndexSumBoxesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly data: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_COUNTERS]; 0 for none */
  readonly counters: BufferHandle;
  /** IndexBoxQuestion */
  readonly question: IndexBoxQuestion;
  /** indexDtype [count, nDims] */
  readonly low: BufferHandle;
  /** indexDtype [count, nDims], may be `low` where it is not read */
  readonly high: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** A whole number. */
  readonly count: number;
  /** 0 or 1 */
  readonly checked: number;
  /** i64 [count] */
  readonly out: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.indexApplyEdit}. */
export interface IndexApplyEditRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** unsized, u8 [IndexSize.SIZE_DATA], edited */
  readonly data: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_COUNTERS], edited; 0 for none */
  readonly counters: BufferHandle;
  /** IndexEdit; ADD needs PAPER */
  readonly edit: IndexEdit;
  /** indexDtype [count, nDims] */
  readonly keys: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** below 2^31 for a PAPER index */
  readonly count: number;
  /** deltaDtype [count]; 0 unless edit is IndexEdit.ADD */
  readonly deltas: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly deltaDtype: Dtype;
  /** 0 or 1 */
  readonly checked: number;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.indexToBits}. */
export interface IndexToBitsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** IndexForm */
  readonly layout: IndexForm;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly data: BufferHandle;
  /** u8 [ceil(product(dims) / 8)] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.indexToValues}. */
export interface IndexToValuesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly data: BufferHandle;
  /** Dtype.U8, Dtype.I32 or Dtype.I64; wide enough for `bits` */
  readonly valueDtype: Dtype;
  /** valueDtype [product(dims)] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.indexFromBytes}. */
export interface IndexFromBytesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int64 [nDims] */
  readonly dims: BigInt64Array;
  /** 0 to 4 */
  readonly nDims: number;
  /** 1 to 32 */
  readonly bits: number;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly data: BufferHandle;
  /** unsized, u8 [IndexSize.SIZE_DATA] */
  readonly made: BufferHandle;
  /** uint32 [1], IndexFault */
  readonly outFault: Uint32Array;
}

/** Arguments of {@linkcode Native.gridFromIjk}. */
export interface GridFromIjkRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i32 [nPoints, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly nPoints: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** double [nGrids, 3], world units */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], world position of the center of voxel (0,0,0) */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.gridFromPoints}. */
export interface GridFromPointsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nPoints, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nPoints: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** double [nGrids, 3], world units */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], world units */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.gridFromNearestVoxelsToPoints}. */
export interface GridFromNearestVoxelsToPointsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nPoints, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nPoints: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** double [nGrids, 3], world units */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], world units */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.gridFromMesh}. */
export interface GridFromMeshRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nVertices, 3], world space */
  readonly vertices: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nVertices: number;
  /** int64 [nGrids + 1] */
  readonly vertexOffsets: BigInt64Array;
  /** faceDtype [nFaces, 3], counted from the first vertex of the list */
  readonly faces: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly faceDtype: Dtype;
  /** A whole number. */
  readonly nFaces: number;
  /** int64 [nGrids + 1] */
  readonly faceOffsets: BigInt64Array;
  /** double [nGrids, 3], world units */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], world units */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** world units, 0 or more */
  readonly halfWidth: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.gridFromDense}. */
export interface GridFromDenseRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** int32 [3] */
  readonly low: Int32Array;
  /** int64 [3], 1 or more */
  readonly dims: BigInt64Array;
  /** unsized, bool [dims], z fastest, which voxels are kept; 0 for all */
  readonly mask: BufferHandle;
  /** double [nGrids, 3], world units */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], world units */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.gridDestroy}. */
export interface GridDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** handle, invalid afterwards */
  readonly grid: GridHandle;
}

/** Arguments of {@linkcode Native.gridCounts}. */
export interface GridCountsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int64 [GridCount.COUNT] */
  readonly outCounts: BigInt64Array;
}

/** Arguments of {@linkcode Native.gridTable}. */
export interface GridTableRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** as many as the batch has */
  readonly nGrids: number;
  /** int64 [nGrids + 1] */
  readonly outOffsets: BigInt64Array;
  /** int32 [nGrids, 2, 3] */
  readonly outBboxes: Int32Array;
}

/** Arguments of {@linkcode Native.gridIjk}. */
export interface GridIjkRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n_voxels, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectFromDenseCminor}. */
export interface InjectFromDenseCminorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nGrids, size[0], size[1], size[2], channels] */
  readonly dense: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** int64 [3], cells */
  readonly size: BigInt64Array;
  /** int32 [nGrids, 3], voxels */
  readonly origins: Int32Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectFromDenseCmajor}. */
export interface InjectFromDenseCmajorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nGrids, channels, size[0], size[1], size[2]] */
  readonly dense: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** int64 [3], cells */
  readonly size: BigInt64Array;
  /** int32 [nGrids, 3], voxels */
  readonly origins: Int32Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectToDenseCminor}. */
export interface InjectToDenseCminorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** int64 [3], cells */
  readonly size: BigInt64Array;
  /** int32 [nGrids, 3], voxels */
  readonly origins: Int32Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [nGrids, size[0], size[1], size[2], channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectToDenseCmajor}. */
export interface InjectToDenseCmajorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** int64 [3], cells */
  readonly size: BigInt64Array;
  /** int32 [nGrids, 3], voxels */
  readonly origins: Int32Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [nGrids, channels, size[0], size[1], size[2]] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.inject}. */
export interface InjectRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** as many grids as `grid` has */
  readonly srcGrid: GridHandle;
  /** dtype [n_voxels(srcGrid), channels] */
  readonly src: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** A whole number. */
  readonly fillLow: number;
  /** one element, little-endian, low word first */
  readonly fillHigh: number;
  /** dtype [n_voxels(grid), channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectInto}. */
export interface InjectIntoRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** as many grids as `grid` has */
  readonly srcGrid: GridHandle;
  /** dtype [n_voxels(srcGrid), channels] */
  readonly src: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** dtype [n_voxels(grid), channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectFromIjk}. */
export interface InjectFromIjkRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels] */
  readonly src: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** A whole number. */
  readonly fillLow: number;
  /** one element, little-endian, low word first */
  readonly fillHigh: number;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.injectFromIjkInto}. */
export interface InjectFromIjkIntoRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels] */
  readonly src: BufferHandle;
  /** Dtype */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.takeRows}. */
export interface TakeRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u8 [nSource, rowBytes] */
  readonly source: BufferHandle;
  /** A whole number. */
  readonly nSource: number;
  /** A whole number. */
  readonly rowBytes: number;
  /** i64 [n] */
  readonly rows: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** 0 or 1 */
  readonly checked: number;
  /** A whole number. */
  readonly patternLow: number;
  /** one element of the fill value, little-endian, low word first */
  readonly patternHigh: number;
  /** 1, 2, 4 or 8; divides rowBytes */
  readonly patternBytes: number;
  /** u8 [n, rowBytes] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.takeRowsBackward}. */
export interface TakeRowsBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i64 [n] */
  readonly rows: BufferHandle;
  /** dtype [n, columns] */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** A whole number. */
  readonly columns: number;
  /** A whole number. */
  readonly nSource: number;
  /** dtype [nSource, columns] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.jaggedGatherRows}. */
export interface JaggedGatherRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** indexDtype [n] */
  readonly indices: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nLists + 1], lists of indices */
  readonly indexOffsets: BigInt64Array;
  /** int64 [nLists + 1], lists of rows */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** i64 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.jaggedMaskRows}. */
export interface JaggedMaskRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** bool [n] */
  readonly mask: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** i64 [n], undefined after the kept rows */
  readonly outRows: BufferHandle;
  /** int64 [nLists + 1], lists of kept rows */
  readonly outOffsets: BigInt64Array;
}

/** Arguments of {@linkcode Native.listOfRows}. */
export interface ListOfRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nLists + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** i32 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.jaggedFromListOfRows}. */
export interface JaggedFromListOfRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** indexDtype [n] */
  readonly listOfRow: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly indexDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** A whole number. */
  readonly nLists: number;
  /** int64 [nLists + 1] */
  readonly outOffsets: BigInt64Array;
}

/** Arguments of {@linkcode Native.copyLists}. */
export interface CopyListsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u8 [nSource, rowBytes] */
  readonly source: BufferHandle;
  /** A whole number. */
  readonly nSource: number;
  /** A whole number. */
  readonly rowBytes: number;
  /** int64 [nLists] */
  readonly sources: BigInt64Array;
  /** int64 [nLists] */
  readonly targets: BigInt64Array;
  /** int64 [nLists] */
  readonly counts: BigInt64Array;
  /** A whole number. */
  readonly nLists: number;
  /** u8 [nOut, rowBytes] */
  readonly out: BufferHandle;
  /** A whole number. */
  readonly nOut: number;
}

/** Arguments of {@linkcode Native.copyColumn}. */
export interface CopyColumnRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u8 [nBlocks, blockBytes] */
  readonly source: BufferHandle;
  /** A whole number. */
  readonly nBlocks: number;
  /** A whole number. */
  readonly blockBytes: number;
  /** u8 [nBlocks, outBlockBytes] */
  readonly out: BufferHandle;
  /** A whole number. */
  readonly outBlockBytes: number;
  /** A whole number. */
  readonly begin: number;
}

/** Arguments of {@linkcode Native.copyStrided}. */
export interface CopyStridedRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u8 [nSource, elementBytes] */
  readonly source: BufferHandle;
  /** A whole number. */
  readonly nSource: number;
  /** 1, 2, 4 or 8 */
  readonly elementBytes: number;
  /** of the first element */
  readonly offset: number;
  /** int64 [rank] */
  readonly shape: BigInt64Array;
  /** int64 [rank] */
  readonly strides: BigInt64Array;
  /** 1 to 8 */
  readonly rank: number;
  /** u8 [product(shape), elementBytes] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.reduceSegments}. */
export interface ReduceSegmentsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** Reduction */
  readonly reduction: Reduction;
  /** for variances */
  readonly correction: number;
  /** dtype [n, columns] */
  readonly values: BufferHandle;
  /** A whole number. */
  readonly dtype: number;
  /** A whole number. */
  readonly n: number;
  /** A whole number. */
  readonly columns: number;
  /** A whole number. */
  readonly nSegments: number;
  /** rows of each segment; -1 if given by the offsets */
  readonly length: number;
  /** int64 [nOffsets], nSegments + 1, or none if length is given */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nOffsets: number;
  /** outDtype [nSegments, columns] */
  readonly out: BufferHandle;
  /** A whole number. */
  readonly outDtype: number;
}

/** Arguments of {@linkcode Native.findExtremes}. */
export interface FindExtremesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0: least, 1: greatest */
  readonly greatest: number;
  /** dtype [n, columns] */
  readonly values: BufferHandle;
  /** any but bool */
  readonly dtype: number;
  /** A whole number. */
  readonly n: number;
  /** A whole number. */
  readonly columns: number;
  /** A whole number. */
  readonly nSegments: number;
  /** as in reduceSegments */
  readonly length: number;
  /** int64 [nOffsets] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nOffsets: number;
  /** dtype [nSegments, columns] */
  readonly outValues: BufferHandle;
  /** i64 [nSegments, columns] */
  readonly outRows: BufferHandle;
}

/** Arguments of {@linkcode Native.mapElements}. */
export interface MapElementsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** ElementOp */
  readonly op: ElementOp;
  /** Dtype.F32, Dtype.F64 or Dtype.I64, the type computed in */
  readonly precision: Dtype;
  /** int64 [rank] */
  readonly shape: BigInt64Array;
  /** 1 to 6 */
  readonly rank: number;
  /** dtypes[0] [sizes[0]] */
  readonly x: BufferHandle;
  /** dtypes[1] [sizes[1]] */
  readonly y: BufferHandle;
  /** dtypes[2] [sizes[2]] */
  readonly z: BufferHandle;
  /** uint32 [3] */
  readonly dtypes: Uint32Array;
  /** int64 [3], elements */
  readonly sizes: BigInt64Array;
  /** int64 [3, rank] */
  readonly strides: BigInt64Array;
  /** unsized, outDtype of the shape */
  readonly out: BufferHandle;
  /** A whole number. */
  readonly outDtype: number;
}

/** Arguments of {@linkcode Native.convertTensors}. */
export interface ConvertTensorsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1048576 */
  readonly nTensors: number;
  /** uint32 [nTensors], BufferHandle handles */
  readonly tensors: Uint32Array;
  /** int64 [nTensors], 0 or more */
  readonly counts: BigInt64Array;
  /** uint32 [nTensors], Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtypes: Uint32Array;
  /** uint32 [nTensors], Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly outDtypes: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly out: Uint32Array;
}

/** Arguments of {@linkcode Native.fillRandom}. */
export interface FillRandomRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** Distribution */
  readonly distribution: Distribution;
  /** A whole number. */
  readonly seedLow: number;
  /** A whole number. */
  readonly seedHigh: number;
  /** A number. */
  readonly low: number;
  /** A number. */
  readonly high: number;
  /** dtype [n] */
  readonly out: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
}

/** Arguments of {@linkcode Native.buildLod}. */
export interface BuildLodRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nPoints, 3] */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32, Dtype.F64 or Dtype.I32 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nPoints: number;
  /** u8 [nPoints, colorChannels], else white; 0 for none */
  readonly colors: BufferHandle;
  /** 3 (opaque) or 4; not read without colors */
  readonly colorChannels: number;
  /** double [7] least corner, greatest corner, edge; the edge is the longest side if 0 */
  readonly box: Float64Array;
  /** not 0: `box` is used; 0: it is found from the points */
  readonly hasBox: number;
  /** int64 [LodSetting.SETTING_COUNT] */
  readonly settings: BigInt64Array;
  /** numbers in `known`, LodKnown.KNOWN_COUNT for each node */
  readonly nKnown: number;
  /** int64 [nKnown] level after level, in Morton order; if any, others are leaves */
  readonly known: BigInt64Array;
  /** u64 [nPoints, 5], colors and number of the points that each stands for; 0 for none */
  readonly sums: BufferHandle;
  /** LodHandle [1] */
  readonly outLod: Uint32Array;
}

/** Arguments of {@linkcode Native.lodDestroy}. */
export interface LodDestroyRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** handle, to destroy */
  readonly lod: LodHandle;
}

/** Arguments of {@linkcode Native.lodCounts}. */
export interface LodCountsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** int64 [LodCount.COUNT_COUNT] */
  readonly outCounts: BigInt64Array;
}

/** Arguments of {@linkcode Native.lodCube}. */
export interface LodCubeRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** double [4] */
  readonly outCube: Float64Array;
}

/** Arguments of {@linkcode Native.lodNodes}. */
export interface LodNodesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** LodNode.NODE_COUNT for each node */
  readonly nNumbers: number;
  /** int64 [nNumbers] */
  readonly outNodes: BigInt64Array;
}

/** Arguments of {@linkcode Native.lodPoints}. */
export interface LodPointsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** A whole number. */
  readonly first: number;
  /** A whole number. */
  readonly count: number;
  /** u32 [count, 3], the bits of i32 for integer points */
  readonly outCoordinates: BufferHandle;
  /** u32 [count], red in the low byte */
  readonly outColors: BufferHandle;
}

/** Arguments of {@linkcode Native.lodRows}. */
export interface LodRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** A whole number. */
  readonly first: number;
  /** A whole number. */
  readonly count: number;
  /** i64 [count] */
  readonly outRows: BufferHandle;
}

/** Arguments of {@linkcode Native.lodVoxels}. */
export interface LodVoxelsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** A whole number. */
  readonly first: number;
  /** A whole number. */
  readonly count: number;
  /** u32 [count, 3] */
  readonly outCells: BufferHandle;
  /** u32 [count], red in the low byte */
  readonly outColors: BufferHandle;
}

/** Arguments of {@linkcode Native.lodAttributes}. */
export interface LodAttributesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** LodChoice */
  readonly choice: LodChoice;
  /** dtype [n_points, channels], by row of the input */
  readonly attributes: BufferHandle;
  /** A whole number. */
  readonly dtype: number;
  /** 1 to 65536 */
  readonly channels: number;
  /** unsized, [n_voxels, channels] of the dtype; means: f32 of u8, f16 and f32, f64 of f64 and i32 */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.lodPicks}. */
export interface LodPicksRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** LodPicking */
  readonly pick: LodPicking;
  /** of random picks */
  readonly seed: number;
  /** i32 [n_points], the node that owns each point; 0 for none */
  readonly outOwners: BufferHandle;
  /** i64 [n_points], rows of the input by node, in the order of points, for trees that know them; 0 for none */
  readonly outRows: BufferHandle;
  /** i64 [n_nodes + 1], the first of each node's rows, told with them; 0 for none */
  readonly outFirsts: BufferHandle;
}

/** Arguments of {@linkcode Native.lodThin}. */
export interface LodThinRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u32 [nPoints, 3], units from the cube's corner, in Morton order, x leading */
  readonly points: BufferHandle;
  /** A whole number. */
  readonly nPoints: number;
  /** 1 to 32, of coordinates */
  readonly bits: number;
  /** a cell's edge is 2^cellBits units; fewer than bits */
  readonly cellBits: number;
  /** u8 [nPoints], 1 for those that are chosen, else 0 */
  readonly outChosen: BufferHandle;
}

/** Arguments of {@linkcode Native.selectLodNodes}. */
export interface SelectLodNodesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** double [LodCamera.CAMERA_COUNT] */
  readonly camera: Float64Array;
  /** 0 to 65536, pixels; if either side is 0, the camera is not used */
  readonly width: number;
  /** 0 to 65536, pixels */
  readonly height: number;
  /** 0 or more */
  readonly minSize: number;
  /** 0 or more */
  readonly margin: number;
  /** u8 [n_nodes], the octants that are drawn of a node, 255 for leaves */
  readonly outOctants: BufferHandle;
  /** i64 [n_nodes], runs of the nodes before */
  readonly outFirsts: BufferHandle;
  /** int64 [LodTotal.TOTAL_COUNT] */
  readonly outTotals: BigInt64Array;
}

/** Arguments of {@linkcode Native.selectLodNodesRuns}. */
export interface SelectLodNodesRunsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** u8 [n_nodes], from selectLodNodes */
  readonly octants: BufferHandle;
  /** i64 [n_nodes], likewise */
  readonly firsts: BufferHandle;
  /** A whole number. */
  readonly nRuns: number;
  /** i64 [nRuns, 3], node, first point or voxel in the tree, how many */
  readonly outRuns: BufferHandle;
}

/** Arguments of {@linkcode Native.renderLodNearest}. */
export interface RenderLodNearestRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** double [LodCamera.CAMERA_COUNT] */
  readonly camera: Float64Array;
  /** 0 to 65536, pixels; if either side is 0, the camera is not used */
  readonly width: number;
  /** 0 to 65536, pixels */
  readonly height: number;
  /** 1 to 64, pixels */
  readonly pointSize: number;
  /** A whole number. */
  readonly nRuns: number;
  /** i64 [nRuns, 3], as selectLodNodesRuns writes them */
  readonly runs: BufferHandle;
  /** red in the low byte, opacity in the high one */
  readonly background: number;
  /** u32 [height, width], red in the low byte */
  readonly outImage: BufferHandle;
  /** f32 [height, width], infinite where nothing is drawn; 0 for none */
  readonly outDepths: BufferHandle;
}

/** Arguments of {@linkcode Native.renderLodBlended}. */
export interface RenderLodBlendedRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The lod. */
  readonly lod: LodHandle;
  /** double [LodCamera.CAMERA_COUNT] */
  readonly camera: Float64Array;
  /** 0 to 65536, pixels; if either side is 0, the camera is not used */
  readonly width: number;
  /** 0 to 65536, pixels */
  readonly height: number;
  /** 1 to 64, pixels */
  readonly pointSize: number;
  /** 0 or more */
  readonly tolerance: number;
  /** A whole number. */
  readonly nRuns: number;
  /** i64 [nRuns, 3], as selectLodNodesRuns writes them */
  readonly runs: BufferHandle;
  /** red in the low byte, opacity in the high one */
  readonly background: number;
  /** u32 [height, width], red in the low byte */
  readonly outImage: BufferHandle;
  /** f32 [height, width], that of the nearest; 0 for none */
  readonly outDepths: BufferHandle;
}

/** Arguments of {@linkcode Native.marchIsoSurface}. */
export interface MarchIsoSurfaceRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** MarchForm */
  readonly form: MarchForm;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** unsized, dtype [x * y * z], or [nSlots, 8^k] */
  readonly voxels: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** 1 to 8, whatever the form */
  readonly log2Edge: number;
  /** unsized, u64 [words of bricks + words of words]; 0 for none */
  readonly masks: BufferHandle;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, as `slots` requires; 0 for none */
  readonly data: BufferHandle;
  /** unsized, as `slots` requires; 0 for none */
  readonly counters: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** below isoLevel */
  readonly floor: number;
  /** double [MarchCamera.MARCH_CAMERA_COUNT] */
  readonly camera: Float64Array;
  /** double [3] */
  readonly spacing: Float64Array;
  /** 0 to 1048576 */
  readonly width: number;
  /** 0 to 1048576 */
  readonly height: number;
  /** A number. */
  readonly stepSize: number;
  /** double [4] */
  readonly background: Float64Array;
  /** A number. */
  readonly isoLevel: number;
  /** double [3], unit direction towards the light */
  readonly light: Float64Array;
  /** double [3] */
  readonly color: Float64Array;
  /** u8 [height, width, 4] */
  readonly outImage: BufferHandle;
  /** f32 [height, width]; 0 for none */
  readonly outDepths: BufferHandle;
  /** i64 [height, width]; 0 for none */
  readonly outHits: BufferHandle;
}

/** Arguments of {@linkcode Native.marchTransparent}. */
export interface MarchTransparentRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** MarchForm */
  readonly form: MarchForm;
  /** int64 [3] */
  readonly extents: BigInt64Array;
  /** VoxelOrder */
  readonly order: VoxelOrder;
  /** unsized, dtype [x * y * z], or [nSlots, 8^k] */
  readonly voxels: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.F16 or Dtype.F32 */
  readonly dtype: Dtype;
  /** 1 to 8, whatever the form */
  readonly log2Edge: number;
  /** unsized, u64 [words of bricks + words of words]; 0 for none */
  readonly masks: BufferHandle;
  /** BrickSlots */
  readonly slots: BrickSlots;
  /** unsized, as `slots` requires; 0 for none */
  readonly data: BufferHandle;
  /** unsized, as `slots` requires; 0 for none */
  readonly counters: BufferHandle;
  /** A whole number. */
  readonly nSlots: number;
  /** A number. */
  readonly floor: number;
  /** double [MarchCamera.MARCH_CAMERA_COUNT] */
  readonly camera: Float64Array;
  /** double [3] */
  readonly spacing: Float64Array;
  /** 0 to 1048576 */
  readonly width: number;
  /** 0 to 1048576 */
  readonly height: number;
  /** A number. */
  readonly stepSize: number;
  /** double [4] */
  readonly background: Float64Array;
  /** 2 to 2^20 */
  readonly nEntries: number;
  /** float [nEntries, 4] */
  readonly table: Float32Array;
  /** A number. */
  readonly low: number;
  /** A number. */
  readonly high: number;
  /** the step for which opacities are given */
  readonly referenceStepSize: number;
  /** opacity at which a ray is terminated, 0 to 1 */
  readonly opacityLimit: number;
  /** u8 [height, width, 4] */
  readonly outImage: BufferHandle;
  /** f32 [height, width]; 0 for none */
  readonly outDepths: BufferHandle;
  /** i64 [height, width]; 0 for none */
  readonly outHits: BufferHandle;
}

/** Arguments of {@linkcode Native.marchingCubesCount}. */
export interface MarchingCubesCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** u8 [n_voxels], bit 4 dx + 2 dy + dz is set for corners inside */
  readonly outCells: BufferHandle;
  /** u64 [ceil(n_voxels / MeshLimit.MESH_BLOCK)], bit 4 * (row % 16) + axis */
  readonly outEdges: BufferHandle;
  /** i64 [ceil(n_voxels / MeshLimit.MESH_BLOCK), 2], vertices and triangles of a block and those before */
  readonly outRanks: BufferHandle;
  /** i64 [2, n_grids], where the vertices, then where the triangles of each grid end */
  readonly outNumbers: BufferHandle;
}

/** Arguments of {@linkcode Native.marchingCubes}. */
export interface MarchingCubesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** u8 [n_voxels], as counted with the same arguments */
  readonly cells: BufferHandle;
  /** u64 [ceil(n_voxels / MeshLimit.MESH_BLOCK)], likewise */
  readonly edges: BufferHandle;
  /** i64 [ceil(n_voxels / MeshLimit.MESH_BLOCK), 2], likewise */
  readonly ranks: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** A whole number. */
  readonly nFaces: number;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly vertexDtype: Dtype;
  /** vertexDtype [nVertices, 3], world space, rounded once */
  readonly outVertices: BufferHandle;
  /** i64 [nFaces, 3], counted from the first vertex of the grid */
  readonly outFaces: BufferHandle;
  /** i64 [nVertices, 2], rows over the batch of the edge's voxels, the lower one first */
  readonly outEnds: BufferHandle;
}

/** Arguments of {@linkcode Native.surfaceNormals}. */
export interface SurfaceNormalsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** i64 [nVertices, 2], from marchingCubes */
  readonly ends: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** dtype [nVertices, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.surfaceFeatures}. */
export interface SurfaceFeaturesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** i64 [nVertices, 2], from marchingCubes */
  readonly ends: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** featureDtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly featureDtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** featureDtype [nVertices, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.marchingCubesBackward}. */
export interface MarchingCubesBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** i64 [nVertices, 2], from marchingCubes */
  readonly ends: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly vertexDtype: Dtype;
  /** vertexDtype [nVertices, 3], by world coordinates of the vertices */
  readonly gradients: BufferHandle;
  /** dtype [n_voxels], by the field */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.surfaceFeaturesBackward}. */
export interface SurfaceFeaturesBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** i64 [nVertices, 2], from marchingCubes */
  readonly ends: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** featureDtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly featureDtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** featureDtype [nVertices, channels] */
  readonly gradients: BufferHandle;
  /** featureDtype [n_voxels, channels] */
  readonly outFeatures: BufferHandle;
  /** dtype [n_voxels] */
  readonly outField: BufferHandle;
}

/** Arguments of {@linkcode Native.surfaceNormalsBackward}. */
export interface SurfaceNormalsBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** finite */
  readonly isoLevel: number;
  /** i64 [nVertices, 2], from marchingCubes */
  readonly ends: BufferHandle;
  /** A whole number. */
  readonly nVertices: number;
  /** dtype [nVertices, 3], by the normals of the vertices */
  readonly gradients: BufferHandle;
  /** dtype [n_voxels], by the field */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.meshDistances}. */
export interface MeshDistancesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nVertices, 3], world space */
  readonly vertices: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nVertices: number;
  /** int64 [nGrids + 1] */
  readonly vertexOffsets: BigInt64Array;
  /** faceDtype [nFaces, 3], counted from the first vertex of the list */
  readonly faces: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly faceDtype: Dtype;
  /** A whole number. */
  readonly nFaces: number;
  /** int64 [nGrids + 1] */
  readonly faceOffsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** world units, 0 or more */
  readonly halfWidth: number;
  /** dtype [n_voxels], infinite beyond `halfWidth` */
  readonly outDistances: BufferHandle;
  /** i64 [n_voxels], counted from the first triangle of the list, or -1 */
  readonly outTriangles: BufferHandle;
}

/** Arguments of {@linkcode Native.signedMeshDistances}. */
export interface SignedMeshDistancesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nVertices, 3], world space */
  readonly vertices: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nVertices: number;
  /** int64 [nGrids + 1] */
  readonly vertexOffsets: BigInt64Array;
  /** faceDtype [nFaces, 3], counted from the first vertex of the list */
  readonly faces: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly faceDtype: Dtype;
  /** A whole number. */
  readonly nFaces: number;
  /** int64 [nGrids + 1] */
  readonly faceOffsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** world units, 0 or more */
  readonly halfWidth: number;
  /** dtype [n_voxels], infinite beyond `halfWidth` */
  readonly outDistances: BufferHandle;
  /** i64 [n_voxels], counted from the first triangle of the list, or -1 */
  readonly outTriangles: BufferHandle;
}

/** Arguments of {@linkcode Native.meshDistancesBackward}. */
export interface MeshDistancesBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nVertices, 3], world space */
  readonly vertices: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nVertices: number;
  /** int64 [nGrids + 1] */
  readonly vertexOffsets: BigInt64Array;
  /** faceDtype [nFaces, 3], counted from the first vertex of the list */
  readonly faces: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly faceDtype: Dtype;
  /** A whole number. */
  readonly nFaces: number;
  /** int64 [nGrids + 1] */
  readonly faceOffsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** i64 [n_voxels], from meshDistances */
  readonly triangles: BufferHandle;
  /** dtype [n_voxels], by distances */
  readonly gradients: BufferHandle;
  /** dtype [nVertices, 3], by world coordinates of the vertices */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.signedMeshDistancesBackward}. */
export interface SignedMeshDistancesBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [nVertices, 3], world space */
  readonly vertices: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nVertices: number;
  /** int64 [nGrids + 1] */
  readonly vertexOffsets: BigInt64Array;
  /** faceDtype [nFaces, 3], counted from the first vertex of the list */
  readonly faces: BufferHandle;
  /** Dtype.I32 or Dtype.I64 */
  readonly faceDtype: Dtype;
  /** A whole number. */
  readonly nFaces: number;
  /** int64 [nGrids + 1] */
  readonly faceOffsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels], from signedMeshDistances, only signs are read */
  readonly distances: BufferHandle;
  /** i64 [n_voxels], from signedMeshDistances */
  readonly triangles: BufferHandle;
  /** dtype [n_voxels], by distances */
  readonly gradients: BufferHandle;
  /** dtype [nVertices, 3], by world coordinates of the vertices */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sgdInto}. */
export interface SgdIntoRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1048576 */
  readonly nTensors: number;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly parameters: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles */
  readonly gradients: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed; 0 for parameters in f32 or f64 */
  readonly masters: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly momenta: Uint32Array;
  /** int64 [nTensors], 0 or more */
  readonly counts: BigInt64Array;
  /** uint32 [nTensors] */
  readonly dtypes: Uint32Array;
  /** double [nTensors] */
  readonly decays: Float64Array;
  /** A number. */
  readonly rate: number;
  /** A number. */
  readonly momentum: number;
  /** 0 to 1 */
  readonly nesterov: number;
  /** f64 [3]; 0 for none */
  readonly control: BufferHandle;
}

/** Arguments of {@linkcode Native.adamUpdate}. */
export interface AdamUpdateRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1048576 */
  readonly nTensors: number;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly parameters: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles */
  readonly gradients: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed; 0 for parameters in f32 or f64 */
  readonly masters: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly means: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly squares: Uint32Array;
  /** int64 [nTensors], 0 or more */
  readonly counts: BigInt64Array;
  /** uint32 [nTensors] */
  readonly dtypes: Uint32Array;
  /** double [nTensors] */
  readonly decays: Float64Array;
  /** A number. */
  readonly rate: number;
  /** A number. */
  readonly beta1: number;
  /** A number. */
  readonly beta2: number;
  /** A number. */
  readonly epsilon: number;
  /** 0 to 1 */
  readonly decoupled: number;
  /** f64 [1], steps before this one, changed */
  readonly steps: BufferHandle;
  /** f64 [3]; 0 for none */
  readonly control: BufferHandle;
}

/** Arguments of {@linkcode Native.emaInto}. */
export interface EmaIntoRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1048576 */
  readonly nTensors: number;
  /** uint32 [nTensors], BufferHandle handles, changed */
  readonly shadows: Uint32Array;
  /** uint32 [nTensors], BufferHandle handles */
  readonly parameters: Uint32Array;
  /** int64 [nTensors], 0 or more */
  readonly counts: BigInt64Array;
  /** uint32 [nTensors], of parameters */
  readonly dtypes: Uint32Array;
  /** A number. */
  readonly decay: number;
  /** f64 [3]; 0 for none */
  readonly control: BufferHandle;
}

/** Arguments of {@linkcode Native.clipFactor}. */
export interface ClipFactorRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 1048576 */
  readonly nTensors: number;
  /** uint32 [nTensors], BufferHandle handles */
  readonly gradients: Uint32Array;
  /** int64 [nTensors], 0 or more */
  readonly counts: BigInt64Array;
  /** uint32 [nTensors] */
  readonly dtypes: Uint32Array;
  /** A number. */
  readonly most: number;
  /** f64 [3]; 0 for none */
  readonly lossScale: BufferHandle;
  /** f64 [3], the factor, whether the norm is finite, and the norm */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.lossScaleInto}. */
export interface LossScaleIntoRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** f64 [3], changed */
  readonly scale: BufferHandle;
  /** f64 [3] */
  readonly factor: BufferHandle;
  /** 1 or more */
  readonly period: number;
}

/** Arguments of {@linkcode Native.voxelMean}. */
export interface VoxelMeanRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i64 [n], rows in the batch, or -1 */
  readonly rows: BufferHandle;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** Dtype.U8, Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 1 to 65536 */
  readonly channels: number;
  /** f32 [n_voxels, channels]; f64 for dtype Dtype.F64 */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.voxelMeanBackward}. */
export interface VoxelMeanBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i64 [n], rows in the batch, or -1 */
  readonly rows: BufferHandle;
  /** dtype [n_voxels, channels] */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 1 to 65536 */
  readonly channels: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.pool}. */
export interface PoolRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly fine: GridHandle;
  /** The grid. */
  readonly coarse: GridHandle;
  /** dtype [n_voxels(fine), channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Pooling */
  readonly reduction: Pooling;
  /** int32 [3], 1 or more */
  readonly factor: Int32Array;
  /** int32 [3], 1 or more */
  readonly stride: Int32Array;
  /** dtype [n_voxels(coarse), channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.poolBackward}. */
export interface PoolBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly fine: GridHandle;
  /** The grid. */
  readonly coarse: GridHandle;
  /** dtype [n_voxels(fine), channels]; 0 unless reduction is Pooling.MAX */
  readonly features: BufferHandle;
  /** dtype [n_voxels(coarse), channels] */
  readonly gradients: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Pooling */
  readonly reduction: Pooling;
  /** int32 [3], 1 or more */
  readonly factor: Int32Array;
  /** int32 [3], 1 or more */
  readonly stride: Int32Array;
  /** dtype [n_voxels(fine), channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.ijkToIndex}. */
export interface IjkToIndexRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** RowBase */
  readonly rowBase: RowBase;
  /** i64 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.pointsToIndex}. */
export interface PointsToIndexRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** RowBase */
  readonly rowBase: RowBase;
  /** i64 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.coordsInGrid}. */
export interface CoordsInGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** bool [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.pointsInGrid}. */
export interface PointsInGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** bool [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.worldToVoxel}. */
export interface WorldToVoxelRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3] */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.voxelToWorld}. */
export interface VoxelToWorldRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3] */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.neighborIndexes}. */
export interface NeighborIndexesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** 0 to 8191, cells on each side */
  readonly extent: number;
  /** 0 to 31 */
  readonly bitshift: number;
  /** RowBase */
  readonly rowBase: RowBase;
  /** i64 [n, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.neighborRows}. */
export interface NeighborRowsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** 0 to 8191, cells on each side */
  readonly extent: number;
  /** RowBase */
  readonly rowBase: RowBase;
  /** i64 [n_voxels, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.ijkToInvIndex}. */
export interface IjkToInvIndexRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** RowBase, positions within the list of a grid, or over all lists */
  readonly rowBase: RowBase;
  /** i64 [n_voxels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.cubesInGrid}. */
export interface CubesInGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly centers: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** double [3], world units; finite */
  readonly cubeMin: Float64Array;
  /** double [3], world units; finite, not below cubeMin */
  readonly cubeMax: Float64Array;
  /** bool [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.cubesIntersectGrid}. */
export interface CubesIntersectGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly centers: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** double [3], world units; finite */
  readonly cubeMin: Float64Array;
  /** double [3], world units; finite, not below cubeMin */
  readonly cubeMax: Float64Array;
  /** bool [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.curveCodes}. */
export interface CurveCodesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** i32 [n, 3] */
  readonly ijk: BufferHandle;
  /** A whole number. */
  readonly n: number;
  /** Curve */
  readonly curve: Curve;
  /** int64 [3], added to the coordinates */
  readonly offset: BigInt64Array;
  /** i64 [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.edgeNetwork}. */
export interface EdgeNetworkRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** Space of the corners */
  readonly space: Space;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** dtype [n_voxels, 8, 3], rounded once */
  readonly outVertices: BufferHandle;
  /** i64 [n_voxels, 12, 2] */
  readonly outEdges: BufferHandle;
}

/** Arguments of {@linkcode Native.rowGrids}. */
export interface RowGridsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n_voxels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.leafOrigins}. */
export interface LeafOriginsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n_leaves, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.leafGrids}. */
export interface LeafGridsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i32 [n_leaves] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.leafNeighbors}. */
export interface LeafNeighborsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** i64 [n_leaves, 27] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.rowMap}. */
export interface RowMapRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** as many grids as `grid` has */
  readonly other: GridHandle;
  /** int32 [3] */
  readonly scale: Int32Array;
  /** int32 [3], 1 or more */
  readonly divisor: Int32Array;
  /** int32 [3] */
  readonly shift: Int32Array;
  /** int32 [3], 1 or more; divisor or more to keep all */
  readonly remainders: Int32Array;
  /** RowBase, for rows of `other` */
  readonly rowBase: RowBase;
  /** i64 [n_voxels(grid)] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.firstActiveVoxel}. */
export interface FirstActiveVoxelRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** i64 [n], row in the batch, -1 for a miss */
  readonly outRows: BufferHandle;
  /** dtype [n], entry time (tMin when the ray starts inside), -1 for a miss */
  readonly outTimes: BufferHandle;
  /** u8 [n], 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z side entered, 6 starts inside, 255 miss */
  readonly outFaces: BufferHandle;
}

/** Arguments of {@linkcode Native.voxelsAlongRaysCount}. */
export interface VoxelsAlongRaysCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** 1 or more, voxels per ray */
  readonly most: number;
  /** i64 [n] */
  readonly outEnds: BufferHandle;
}

/** Arguments of {@linkcode Native.voxelsAlongRays}. */
export interface VoxelsAlongRaysRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** VoxelForm */
  readonly form: VoxelForm;
  /** i64 [n], as counted with the same arguments */
  readonly rayEnds: BufferHandle;
  /** rayEnds[n - 1] */
  readonly nVoxels: number;
  /** unsized, i32 [nVoxels, 3] or i64 [nVoxels] */
  readonly outVoxels: BufferHandle;
  /** dtype [nVoxels, 2] */
  readonly outTimes: BufferHandle;
}

/** Arguments of {@linkcode Native.raysIntersectVoxels}. */
export interface RaysIntersectVoxelsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** bool [n] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.segmentsAlongRaysCount}. */
export interface SegmentsAlongRaysCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** 1 or more, segments per ray */
  readonly most: number;
  /** i64 [n] */
  readonly outEnds: BufferHandle;
  /** dtype [n, Kept.KEPT_SEGMENTS, 2], undefined after a ray's last segment */
  readonly outKept: BufferHandle;
}

/** Arguments of {@linkcode Native.segmentsAlongRaysFill}. */
export interface SegmentsAlongRaysFillRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** i64 [n], as counted with the same arguments */
  readonly rayEnds: BufferHandle;
  /** dtype [n, Kept.KEPT_SEGMENTS, 2], from the same call */
  readonly kept: BufferHandle;
  /** rayEnds[n - 1] */
  readonly nSegments: number;
  /** dtype [nSegments, 2] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.segmentsAlongRays}. */
export interface SegmentsAlongRaysRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** 1 or more, segments per ray */
  readonly most: number;
  /** BufferHandle [2]: where the lists of rays end, i64 [n], and times, dtype [total, 2] */
  readonly outLists: Uint32Array;
  /** int64 [1] */
  readonly outTotal: BigInt64Array;
}

/** Arguments of {@linkcode Native.uniformRaySamplesCount}. */
export interface UniformRaySamplesCountRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** dtype [n], a ray whose tMin is not finite has no samples */
  readonly tMin: BufferHandle;
  /** dtype [n] */
  readonly tMax: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** above 0 */
  readonly stepSize: number;
  /** 0 or more */
  readonly coneAngle: number;
  /** 0 or more */
  readonly eps: number;
  /** 0 to 1, whether intervals are cut at the ends of segments */
  readonly ends: number;
  /** i64 [n] */
  readonly outEnds: BufferHandle;
}

/** Arguments of {@linkcode Native.uniformRaySamples}. */
export interface UniformRaySamplesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** dtype [n], a ray whose tMin is not finite has no samples */
  readonly tMin: BufferHandle;
  /** dtype [n] */
  readonly tMax: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** above 0 */
  readonly stepSize: number;
  /** 0 or more */
  readonly coneAngle: number;
  /** 0 or more */
  readonly eps: number;
  /** 0 to 1, whether intervals are cut at the ends of segments */
  readonly ends: number;
  /** 0 to 1, whether to write middles instead of intervals */
  readonly midpoints: number;
  /** i64 [n], as counted with the same arguments */
  readonly rayEnds: BufferHandle;
  /** rayEnds[n - 1] */
  readonly nSamples: number;
  /** dtype [nSamples, 2 - midpoints] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.pointsOnRays}. */
export interface PointsOnRaysRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nRays, 3] */
  readonly origins: BufferHandle;
  /** dtype [nRays, 3] */
  readonly directions: BufferHandle;
  /** dtype [n] */
  readonly ts: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nRays + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nRays: number;
  /** dtype [n, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.pointsOnRaysBackward}. */
export interface PointsOnRaysBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nRays, 3] */
  readonly directions: BufferHandle;
  /** dtype [n] */
  readonly ts: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nRays + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nRays: number;
  /** dtype [n, 3] */
  readonly gradients: BufferHandle;
  /** dtype [nRays, 3]; 0 for none */
  readonly outOrigins: BufferHandle;
  /** dtype [nRays, 3]; 0 for none */
  readonly outDirections: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly outTs: BufferHandle;
}

/** Arguments of {@linkcode Native.rayImplicitIntersection}. */
export interface RayImplicitIntersectionRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** 0 or more */
  readonly eps: number;
  /** finite */
  readonly isoLevel: number;
  /** RayRoot */
  readonly root: RayRoot;
  /** dtype [n], -1 for a miss */
  readonly outTimes: BufferHandle;
}

/** Arguments of {@linkcode Native.rayTrilinearIntersectionWithNormals}. */
export interface RayTrilinearIntersectionWithNormalsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n, 3], world space */
  readonly origins: BufferHandle;
  /** dtype [n, 3], world space */
  readonly directions: BufferHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** A number. */
  readonly tMin: number;
  /** A number. */
  readonly tMax: number;
  /** finite */
  readonly isoLevel: number;
  /** dtype [n], -1 for a miss */
  readonly outTimes: BufferHandle;
  /** dtype [n, 3], the field's gradient in world space, scaled to length 1, zero for a miss and where the field has no slope */
  readonly outNormals: BufferHandle;
}

/** Arguments of {@linkcode Native.decodeLas}. */
export interface DecodeLasRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** u8 [nRecords, recordLength] */
  readonly records: BufferHandle;
  /** A whole number. */
  readonly nRecords: number;
  /** bytes, at least those of the format */
  readonly recordLength: number;
  /** 0 to 10 */
  readonly format: number;
  /** double [6] scale and offset of each axis; read for positions alone */
  readonly transform: Float64Array;
  /** 8 or 16: width of a channel in the file; 0: detected from these records */
  readonly colorBits: number;
  /** i32 [nRecords, 3], as stored; 0 for none */
  readonly outCoordinates: BufferHandle;
  /** f64 [nRecords, 3], coordinate * scale + offset; 0 for none */
  readonly outPositions: BufferHandle;
  /** u8 [nRecords, 3]; 0 for none */
  readonly outColors: BufferHandle;
  /** u16 [nRecords]; 0 for none */
  readonly outIntensities: BufferHandle;
  /** u8 [nRecords], without flags; 0 for none */
  readonly outClassifications: BufferHandle;
  /** u8 [nRecords]; 0 for none */
  readonly outReturnNumbers: BufferHandle;
  /** u8 [nRecords]; 0 for none */
  readonly outReturnCounts: BufferHandle;
  /** u16 [nRecords]; 0 for none */
  readonly outPointSources: BufferHandle;
  /** f64 [nRecords]; 0 for none */
  readonly outTimes: BufferHandle;
  /** uint32 [1] 8 or 16; colorBits if no colors are requested */
  readonly outColorBits: Uint32Array;
}

/** Arguments of {@linkcode Native.packRecords}. */
export interface PackRecordsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** 0 to 32 */
  readonly nColumns: number;
  /** uint32 [nColumns], BufferHandle handles of nRows rows each */
  readonly columns: Uint32Array;
  /** RecordField.FIELD_COUNT for each column */
  readonly nFields: number;
  /** int64 [nFields] */
  readonly fields: BigInt64Array;
  /** 0 or more */
  readonly nRows: number;
  /** A whole number. */
  readonly nRecords: number;
  /** i64 [nRecords], row of each record, else all nRows in order, nRecords of them; 0 for none */
  readonly rows: BufferHandle;
  /** of all fields together */
  readonly recordBytes: number;
  /** u8 [nRecords, recordBytes] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.columnExtremes}. */
export interface ColumnExtremesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [nRows, channels] */
  readonly values: BufferHandle;
  /** Dtype.U8, Dtype.U16, Dtype.I16, Dtype.I32, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly nRows: number;
  /** 1 to 4096 */
  readonly channels: number;
  /** double [channels] */
  readonly outLeast: Float64Array;
  /** double [channels] */
  readonly outMost: Float64Array;
}

/** Arguments of {@linkcode Native.volumeRender}. */
export interface VolumeRenderRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n] */
  readonly sigmas: BufferHandle;
  /** dtype [n, channels] */
  readonly rgbs: BufferHandle;
  /** dtype [n] */
  readonly deltas: BufferHandle;
  /** dtype [n] */
  readonly ts: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 1073741824 */
  readonly channels: number;
  /** int64 [nRays + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nRays: number;
  /** 0 to 1 */
  readonly transmittanceThreshold: number;
  /** dtype [nRays, channels] */
  readonly outRgb: BufferHandle;
  /** dtype [nRays] */
  readonly outDepth: BufferHandle;
  /** dtype [nRays] */
  readonly outOpacity: BufferHandle;
  /** dtype [n] */
  readonly outWeights: BufferHandle;
  /** i64 [nRays], number of samples composited */
  readonly outCounts: BufferHandle;
}

/** Arguments of {@linkcode Native.volumeRenderBackward}. */
export interface VolumeRenderBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n] */
  readonly sigmas: BufferHandle;
  /** dtype [n, channels] */
  readonly rgbs: BufferHandle;
  /** dtype [n] */
  readonly deltas: BufferHandle;
  /** dtype [n] */
  readonly ts: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** 0 to 1073741824 */
  readonly channels: number;
  /** int64 [nRays + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nRays: number;
  /** 0 to 1 */
  readonly transmittanceThreshold: number;
  /** dtype [nRays, channels]; 0 for none */
  readonly rgbGradients: BufferHandle;
  /** dtype [nRays]; 0 for none */
  readonly depthGradients: BufferHandle;
  /** dtype [nRays]; 0 for none */
  readonly opacityGradients: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly weightGradients: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly outSigmas: BufferHandle;
  /** dtype [n, channels]; 0 for none */
  readonly outRgbs: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly outDeltas: BufferHandle;
  /** dtype [n]; 0 for none */
  readonly outTs: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleRaysByWeight}. */
export interface SampleRaysByWeightRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** dtype [n, 2] */
  readonly intervals: BufferHandle;
  /** dtype [n] */
  readonly weights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nRays + 1] */
  readonly offsets: BigInt64Array;
  /** A whole number. */
  readonly nRays: number;
  /** 0 or more */
  readonly count: number;
  /** 0: the middle of each stratum, 1: a random position in it */
  readonly stratified: number;
  /** A whole number. */
  readonly seedLow: number;
  /** A whole number. */
  readonly seedHigh: number;
  /** 0 or 1 */
  readonly checked: number;
  /** count times the rays that have intervals */
  readonly nOut: number;
  /** dtype [nOut] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleTrilinear}. */
export interface SampleTrilinearRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleTrilinearWithGrad}. */
export interface SampleTrilinearWithGradRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
  /** dtype [n, channels, 3] */
  readonly outGradients: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleKernel}. */
export interface SampleKernelRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleKernelWithGrad}. */
export interface SampleKernelWithGradRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n, channels] */
  readonly out: BufferHandle;
  /** dtype [n, channels, 3] */
  readonly outGradients: BufferHandle;
}

/** Arguments of {@linkcode Native.samplePointGradients}. */
export interface SamplePointGradientsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n, channels] */
  readonly weights: BufferHandle;
  /** pointDtype [n, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.splat}. */
export interface SplatRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.splatAtomic}. */
export interface SplatAtomicRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.splatSlopes}. */
export interface SplatSlopesRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels]; 0 for none */
  readonly features: BufferHandle;
  /** dtype [n, channels, 3]; 0 for none */
  readonly slopes: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.splatSlopesAtomic}. */
export interface SplatSlopesAtomicRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n, channels]; 0 for none */
  readonly features: BufferHandle;
  /** dtype [n, channels, 3]; 0 for none */
  readonly slopes: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n_voxels, channels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.sampleSlopeGradients}. */
export interface SampleSlopeGradientsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** pointDtype [n, 3], world space */
  readonly points: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly pointDtype: Dtype;
  /** A whole number. */
  readonly n: number;
  /** int64 [nGrids + 1] */
  readonly offsets: BigInt64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** dtype [n_voxels, channels] */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.BF16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** A whole number. */
  readonly channels: number;
  /** Kernel */
  readonly kernel: Kernel;
  /** dtype [n, channels]; 0 for none */
  readonly weights: BufferHandle;
  /** dtype [n, channels, 3]; 0 for none */
  readonly slopeWeights: BufferHandle;
  /** pointDtype [n, 3] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.integrateTsdfGrid}. */
export interface IntegrateTsdfGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** depthDtype [nImages, height, width], world units */
  readonly depth: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly depthDtype: Dtype;
  /** imageWeightDtype [nImages, height, width], weight 1 if left out; 0 for none */
  readonly imageWeights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly imageWeightDtype: Dtype;
  /** A whole number. */
  readonly nImages: number;
  /** A whole number. */
  readonly height: number;
  /** A whole number. */
  readonly width: number;
  /** double [nImages, 3, 3], the last row 0, 0, 1 */
  readonly intrinsics: Float64Array;
  /** double [nImages, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
  readonly poses: Float64Array;
  /** int64 [nGrids + 1], in images */
  readonly offsets: BigInt64Array;
  /** world units, above 0 */
  readonly halfWidth: number;
  /** world units, above 0 */
  readonly maxDepth: number;
  /** double [nGrids, 3], those of the grids */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], those of the grids */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.integrateTsdf}. */
export interface IntegrateTsdfRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** The grid. */
  readonly source: GridHandle;
  /** depthDtype [nImages, height, width], world units */
  readonly depth: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly depthDtype: Dtype;
  /** imageWeightDtype [nImages, height, width], weight 1 if left out; 0 for none */
  readonly imageWeights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly imageWeightDtype: Dtype;
  /** A whole number. */
  readonly nImages: number;
  /** A whole number. */
  readonly height: number;
  /** A whole number. */
  readonly width: number;
  /** double [nImages, 3, 3], the last row 0, 0, 1 */
  readonly intrinsics: Float64Array;
  /** double [nImages, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
  readonly poses: Float64Array;
  /** int64 [nGrids + 1], in images */
  readonly offsets: BigInt64Array;
  /** world units, above 0 */
  readonly halfWidth: number;
  /** world units, above 0 */
  readonly maxDepth: number;
  /** as many as grid has */
  readonly nGrids: number;
  /** dtype [n_voxels(source)] */
  readonly tsdf: BufferHandle;
  /** dtype [n_voxels(source)], weights not above 0 count as 0 */
  readonly weights: BufferHandle;
  /** dtype [n_voxels(source), channels]; 0 if channels is 0 */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** imageFeatureDtype [nImages, height, width, channels]; 0 if channels is 0 */
  readonly imageFeatures: BufferHandle;
  /** one of Dtype */
  readonly imageFeatureDtype: Dtype;
  /** 0 for no features */
  readonly channels: number;
  /** dtype [n_voxels(grid)], -1 to 1 */
  readonly outTsdf: BufferHandle;
  /** dtype [n_voxels(grid)], at most the largest number of dtype */
  readonly outWeights: BufferHandle;
  /** dtype [n_voxels(grid), channels]; 0 if channels is 0 */
  readonly outFeatures: BufferHandle;
}

/** Arguments of {@linkcode Native.integrateTsdfBackward}. */
export interface IntegrateTsdfBackwardRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** The grid. */
  readonly source: GridHandle;
  /** depthDtype [nImages, height, width], world units */
  readonly depth: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly depthDtype: Dtype;
  /** imageWeightDtype [nImages, height, width], weight 1 if left out; 0 for none */
  readonly imageWeights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly imageWeightDtype: Dtype;
  /** A whole number. */
  readonly nImages: number;
  /** A whole number. */
  readonly height: number;
  /** A whole number. */
  readonly width: number;
  /** double [nImages, 3, 3], the last row 0, 0, 1 */
  readonly intrinsics: Float64Array;
  /** double [nImages, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
  readonly poses: Float64Array;
  /** int64 [nGrids + 1], in images */
  readonly offsets: BigInt64Array;
  /** world units, above 0 */
  readonly halfWidth: number;
  /** world units, above 0 */
  readonly maxDepth: number;
  /** as many as grid has */
  readonly nGrids: number;
  /** dtype [n_voxels(source)] */
  readonly tsdf: BufferHandle;
  /** dtype [n_voxels(source)], weights not above 0 count as 0 */
  readonly weights: BufferHandle;
  /** dtype [n_voxels(source), channels]; 0 if channels is 0 */
  readonly features: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** imageFeatureDtype [nImages, height, width, channels]; 0 if channels is 0 */
  readonly imageFeatures: BufferHandle;
  /** one of Dtype; a floating-point type if outImageFeatures is given */
  readonly imageFeatureDtype: Dtype;
  /** 0 for no features */
  readonly channels: number;
  /** dtype [n_voxels(grid)]; 0 for none */
  readonly tsdfGradients: BufferHandle;
  /** dtype [n_voxels(grid)]; 0 for none */
  readonly weightGradients: BufferHandle;
  /** dtype [n_voxels(grid), channels]; 0 for none */
  readonly featureGradients: BufferHandle;
  /** dtype [n_voxels(source)]; 0 for none */
  readonly outTsdf: BufferHandle;
  /** dtype [n_voxels(source)]; 0 for none */
  readonly outWeights: BufferHandle;
  /** dtype [n_voxels(source), channels]; 0 for none */
  readonly outFeatures: BufferHandle;
  /** depthDtype [nImages, height, width]; 0 for none */
  readonly outDepth: BufferHandle;
  /** imageWeightDtype [nImages, height, width]; 0 for none */
  readonly outImageWeights: BufferHandle;
  /** imageFeatureDtype [nImages, height, width, channels]; 0 for none */
  readonly outImageFeatures: BufferHandle;
}

/** Arguments of {@linkcode Native.closeTsdf}. */
export interface CloseTsdfRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** depthDtype [nImages, height, width], world units */
  readonly depth: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly depthDtype: Dtype;
  /** imageWeightDtype [nImages, height, width], weight 1 if left out; 0 for none */
  readonly imageWeights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly imageWeightDtype: Dtype;
  /** A whole number. */
  readonly nImages: number;
  /** A whole number. */
  readonly height: number;
  /** A whole number. */
  readonly width: number;
  /** double [nImages, 3, 3], the last row 0, 0, 1 */
  readonly intrinsics: Float64Array;
  /** double [nImages, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
  readonly poses: Float64Array;
  /** int64 [nGrids + 1], in images */
  readonly offsets: BigInt64Array;
  /** world units, above 0 */
  readonly halfWidth: number;
  /** world units, above 0 */
  readonly maxDepth: number;
  /** as many as the batch has */
  readonly nGrids: number;
  /** DepthBackground */
  readonly background: DepthBackground;
  /** dtype [n_voxels] */
  readonly tsdf: BufferHandle;
  /** dtype [n_voxels], weights not above 0 count as 0 */
  readonly weights: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** dtype [n_voxels], -1 to 1, or NaN */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.reinitializeSdf}. */
export interface ReinitializeSdfRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels], world units, below 0 inside */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** in least voxel extents, above 0 */
  readonly halfWidthInVoxels: number;
  /** 1 to 3, of the steps in time: 1 Euler, 2 Heun, 3 Shu and Osher */
  readonly order: number;
  /** A whole number. */
  readonly steps: number;
  /** A whole number. */
  readonly smooth: number;
  /** Smoothing */
  readonly smoothing: Smoothing;
  /** dtype [n_voxels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.retopologizeSdfWiden}. */
export interface RetopologizeSdfWidenRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** The grid. */
  readonly source: GridHandle;
  /** dtype [n_voxels(source)] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** in least voxel extents, above 0 */
  readonly halfWidthInVoxels: number;
  /** A whole number. */
  readonly rounds: number;
  /** dtype [n_voxels(grid)] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.retopologizeSdfBand}. */
export interface RetopologizeSdfBandRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** dtype [n_voxels] */
  readonly field: BufferHandle;
  /** Dtype.F16, Dtype.F32 or Dtype.F64 */
  readonly dtype: Dtype;
  /** in least voxel extents, above 0 */
  readonly halfWidthInVoxels: number;
  /** bool [n_voxels] */
  readonly out: BufferHandle;
}

/** Arguments of {@linkcode Native.coarsenedGrid}. */
export interface CoarsenedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], 1 or more */
  readonly factor: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.coarsenedGrids}. */
export interface CoarsenedGridsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], 1 or more */
  readonly factor: Int32Array;
  /** double [nLevels, nGrids, 3], of the results */
  readonly voxelSizes: Float64Array;
  /** double [nLevels, nGrids, 3], of the results */
  readonly origins: Float64Array;
  /** 0 to 32 */
  readonly nLevels: number;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [nLevels] */
  readonly outGrids: Uint32Array;
}

/** Arguments of {@linkcode Native.refinedGrid}. */
export interface RefinedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], 1 or more */
  readonly factor: Int32Array;
  /** bool [n_voxels], which voxels are kept; 0 for all */
  readonly mask: BufferHandle;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.dilateByBox}. */
export interface DilateByBoxRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3] */
  readonly low: Int32Array;
  /** int32 [3], not below low */
  readonly high: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.erodeByBox}. */
export interface ErodeByBoxRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], not above 0 */
  readonly low: Int32Array;
  /** int32 [3], not below 0 */
  readonly high: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.dilatedGrid}. */
export interface DilatedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** Neighborhood */
  readonly neighborhood: Neighborhood;
  /** 0 to 2147483647 */
  readonly radius: number;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.erodedGrid}. */
export interface ErodedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** Neighborhood */
  readonly neighborhood: Neighborhood;
  /** 0 to 2147483647 */
  readonly radius: number;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.convGrid}. */
export interface ConvGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], 1 or more */
  readonly kernel: Int32Array;
  /** int32 [3], 1 or more */
  readonly stride: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.convTransposeGrid}. */
export interface ConvTransposeGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [3], 1 or more */
  readonly kernel: Int32Array;
  /** int32 [3], 1 or more */
  readonly stride: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.mergedGrid}. */
export interface MergedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** uint32 [nSources], GridHandle handles with nGrids grids each */
  readonly grids: Uint32Array;
  /** 1 or more */
  readonly nSources: number;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as each batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.prunedGrid}. */
export interface PrunedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** bool [n_voxels] */
  readonly mask: BufferHandle;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.clippedGrid}. */
export interface ClippedGridRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** The grid. */
  readonly grid: GridHandle;
  /** int32 [nGrids, 2, 3], low not above high */
  readonly boxes: Int32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** as many as the batch has */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** Arguments of {@linkcode Native.selectGrids}. */
export interface SelectGridsRequest {
  /** The context. */
  readonly context: ContextHandle;
  /** uint32 [nSources], GridHandle handles */
  readonly grids: Uint32Array;
  /** A whole number. */
  readonly nSources: number;
  /** uint32 [nGrids], below nSources */
  readonly sources: Uint32Array;
  /** uint32 [nGrids], below the source's number of grids */
  readonly indices: Uint32Array;
  /** double [nGrids, 3], of the result */
  readonly voxelSizes: Float64Array;
  /** double [nGrids, 3], of the result */
  readonly origins: Float64Array;
  /** A whole number. */
  readonly nGrids: number;
  /** GridHandle [1] */
  readonly outGrid: Uint32Array;
}

/** The functions of an opened library. */
export type NativeSymbols = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** The native library: a method for each C function. Statuses come back as they are. */
export interface Native {
  /** Writes the hash of the headers that this library was built from. */
  abiHash(request: AbiHashRequest): Status;
  /** Writes the library's version as UTF-8 (at most `capacity` bytes) and its full length. */
  version(request: VersionRequest): Status;
  /** Writes one of Backend. */
  backendKind(request: BackendKindRequest): Status;
  /**
   * Counts the devices that this library can use.
   * Without a usable driver the status is StatusCode.UNSUPPORTED and lastError(0) says why.
   */
  deviceCount(request: DeviceCountRequest): Status;
  /** Writes a device's name as UTF-8 (at most `capacity` bytes) and its full length. */
  deviceName(request: DeviceNameRequest): Status;
  /**
   * Creates a context on a device. Its work on host threads uses `threads` of them, at most 1024: with 0, as many as the
   * process may use processors, by its affinity and the quotas of its control groups. A GPU uses one in any case.
   */
  contextCreate(request: ContextCreateRequest): Status;
  /** Sets the most device bytes that the context may hold, scratch memory included; an allocation beyond is out of memory. */
  contextLimitMemory(request: ContextLimitMemoryRequest): Status;
  /** Writes the number of host threads that work of the context uses, the caller's included. */
  contextThreads(request: ContextThreadsRequest): Status;
  /** Waits for the work of the context, frees everything that it still owns and destroys it. */
  contextDestroy(request: ContextDestroyRequest): Status;
  /** Reserves the next position in the context's call order for an asynchronous call. */
  contextReserve(request: ContextReserveRequest): Status;
  /** Releases a reserved position that will not be used. */
  contextRelease(request: ContextReleaseRequest): Status;
  /**
   * Ends the call at a reserved position early, from whichever thread, with StatusCode.CANCELED: at once if it waits for its turn
   * or is still to come, else as soon as it looks, between chunks of work on a host and launches on a GPU. A call that is over or about to end is none the wiser. Calls that write to what was there before leave it
   * half-written.
   */
  contextCancel(request: ContextCancelRequest): Status;
  /** Waits until all work of the context has finished. */
  contextSynchronize(request: ContextSynchronizeRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.contextSynchronize}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  contextSynchronizeAsync(request: ContextSynchronizeRequest, signal?: AbortSignal): Promise<Status>;
  /** Writes the counters of Stat. */
  contextStats(request: ContextStatsRequest): Status;
  /** Resets the peak byte counter to the number of bytes that are live now. */
  contextResetPeak(request: ContextResetPeakRequest): Status;
  /** For tests: makes the n-th allocation from now on fail once; 0 turns this off. */
  contextFailAllocation(request: ContextFailAllocationRequest): Status;
  /**
   * Copies the message of the context's last error as UTF-8 (at most `capacity` bytes) and writes its full length. For
   * context 0, or one that is not alive, it is the last error of the calls that had no valid context.
   */
  lastError(request: LastErrorRequest): Status;
  /** Does nothing on the device: measures the overhead of an empty call. */
  contextNoop(request: ContextNoopRequest): Status;
  /** Lists the rows of each list by ascending code, rows of the same code in their order. */
  orderByCode(request: OrderByCodeRequest): Status;
  /**
   * Lists rows as orderByCode does, by codes without their lowest bits, numbers groups of rows of one list and one
   * such code in that order, and writes the offsets of the groups of each list. Waits for these.
   */
  groupByCodeCount(request: GroupByCodeCountRequest): Status;
  /** Writes the code of each group without its lowest bits, and where its rows end. */
  groupByCode(request: GroupByCodeRequest): Status;
  /**
   * Cuts lists of rows into windows. Of a list, blocks of size * dilation rows have windows of every dilation-th of their
   * rows; what is left at the end is such a block with fewer rows. With Tails.BORROW, for which dilation is 1,
   * all windows of a list of more than `size` rows have `size`.
   * Serves: dilatedWindows, patchWindows.
   */
  windowRows(request: WindowRowsRequest): Status;
  /**
   * Writes a code of the box that each voxel is in, (ijk + shift) / divisor rounded down: those with lower coordinates
   * first, x before y before z. Boxes whose coordinates do not lie in -2^20 to 2^20 - 1 are
   * StatusCode.INVALID_DATA; the message tells how many voxels. Waits for their number.
   */
  windowCodes(request: WindowCodesRequest): Status;
  /**
   * Attention of each list: of every head, out = softmax(scale q k^T + bias) v over the keys of the list with the same
   * number, with `causal` over those whose place in their list is not beyond that of the query. The bias is the sum of a
   * number of the table for each axis, by the position of the query less that of the key, clamped to -reach to reach; positions
   * that are left out are 0. A query without keys gets 0, and -inf as the logarithm of its sum of exponentials.
   * Serves: attention, packedAttention.
   */
  attend(request: AttendRequest): Status;
  /**
   * Backward pass of attend. Gradients of q, k and v are written where the operands have theirs, which may be one
   * buffer; other elements of it are left as they are.
   * Serves: attentionBackward, packedAttentionBackward.
   */
  attendBackward(request: AttendBackwardRequest): Status;
  /**
   * Writes one bit for each voxel, 1 if its value is above the threshold; each row along x starts at a word. NaN is not
   * above the threshold; with `checked`, it is refused.
   * Serves: brickFromSlabs, brickStats, brickVolume.
   */
  brickThreshold(request: BrickThresholdRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.brickThreshold}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  brickThresholdAsync(request: BrickThresholdRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Counts the voxels above the threshold and, for each brick size, the filled bricks.
   * Serves: brickFromSlabs, brickStats, brickVolume.
   */
  brickCount(request: BrickCountRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.brickCount}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  brickCountAsync(request: BrickCountRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Sets the bits of the filled bricks and counts them. The voxels may be a slab of z slices of a volume. A slab starts
   * at the first slice of a layer of bricks and holds the payload of `layers` layers and one more slice, unless the
   * volume ends before that slice.
   * Serves: brickFromSlabs, brickVolume.
   */
  brickOccupancy(request: BrickOccupancyRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.brickOccupancy}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  brickOccupancyAsync(request: BrickOccupancyRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Copies the voxels of the filled bricks to a pool, in the order of the brick numbers.
   * Serves: brickFromSlabs, brickVolume.
   */
  brickFill(request: BrickFillRequest): Status;
  /**
   * Computes the masks of a volume from the bits of its bricks.
   * Serves: brickCompact, brickFromSlabs, brickSetBox, brickVolume.
   */
  brickMasks(request: BrickMasksRequest): Status;
  /**
   * Computes the table of a volume from the bits of its bricks: the rank of each filled brick, and 2^32 - 1 for empty
   * ones.
   * Serves: brickCompact, brickFromSlabs, brickVolume.
   */
  brickTable(request: BrickTableRequest): Status;
  /** Writes all voxels of a bricked volume to a dense array; voxels outside the payload of filled bricks get `background`. */
  brickToDense(request: BrickToDenseRequest): Status;
  /**
   * Looks up voxels by coordinate; `background` for coordinates outside the volume or outside the payload of filled
   * bricks.
   */
  brickLookup(request: BrickLookupRequest): Status;
  /**
   * Samples a bricked volume with trilinear interpolation. Voxel i has its center at i + 1/2; points beyond the outermost
   * centers are clamped to them. NaN counts as the lowest value.
   */
  brickSample(request: BrickSampleRequest): Status;
  /**
   * Determines what new values for the voxels of a box do to the bricks that hold these voxels as payload or as padding.
   * Along each axis these are the bricks from ceil(low / (2^k - 1)) - 1 to (low + size - 1) / (2^k - 1), clamped to the
   * bricks of the volume. Changes neither table nor pool.
   */
  brickSetBoxPlan(request: BrickSetBoxPlanRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.brickSetBoxPlan}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  brickSetBoxPlanAsync(request: BrickSetBoxPlanRequest, signal?: AbortSignal): Promise<Status>;
  /** Lists the bricks that an edit adds, then those that it removes, and the first free slots, one for each added brick. */
  brickSetBoxList(request: BrickSetBoxListRequest): Status;
  /**
   * Applies an edit to a table and a pool. Voxels of an added brick are `background` unless the box or a neighboring
   * brick holds their value.
   */
  brickSetBoxApply(request: BrickSetBoxApplyRequest): Status;
  /** Copies the filled bricks of a volume to a pool, in the order of the brick numbers. */
  brickCompact(request: BrickCompactRequest): Status;
  /** Allocates `nBytes` bytes of device memory, 256-byte aligned; the contents are undefined. */
  bufferCreate(request: BufferCreateRequest): Status;
  /** Allocates n buffers of nBytes[i] bytes as bufferCreate does, all of them or none. */
  bufferCreateAll(request: BufferCreateAllRequest): Status;
  /** Makes a handle to bytes [offset, offset + nBytes) of a buffer. The storage is freed with its last handle. */
  bufferView(request: BufferViewRequest): Status;
  /** Destroys a handle; the memory is freed after the work that is already enqueued. */
  bufferDestroy(request: BufferDestroyRequest): Status;
  /** Destroys n handles as bufferDestroy does; none if one of them is not that of a buffer. */
  bufferDestroyAll(request: BufferDestroyAllRequest): Status;
  /** Writes the size of a buffer in bytes. */
  bufferSize(request: BufferSizeRequest): Status;
  /** Copies host bytes to a buffer; the host memory may be reused when the call returns. */
  bufferWrite(request: BufferWriteRequest): Status;
  /** Copies bytes of a buffer to host memory and waits for them. */
  bufferRead(request: BufferReadRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.bufferRead}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  bufferReadAsync(request: BufferReadRequest, signal?: AbortSignal): Promise<Status>;
  /** Fills bytes [offset, offset + nBytes) with a pattern of 1, 2, 4 or 8 bytes (little-endian, low word first). */
  bufferFill(request: BufferFillRequest): Status;
  /** Copies bytes between buffers of one context; the ranges must not overlap. */
  bufferCopy(request: BufferCopyRequest): Status;
  /** Writes the Overlap of two buffers of one context. */
  bufferOverlap(request: BufferOverlapRequest): Status;
  /**
   * Creates a plan. The batches may be destroyed afterwards. Kernel maps are only built when they are needed, so nothing
   * is enqueued. Batches of 2^31 - 1 voxels or more and kernels of more than 2^20 taps are StatusCode.UNSUPPORTED.
   */
  convPlanCreate(request: ConvPlanCreateRequest): Status;
  /** Creates the plan with source and target swapped. It shares all kernel maps. */
  convPlanReverse(request: ConvPlanReverseRequest): Status;
  /**
   * Destroys a plan. The memory of its kernel maps is freed after the work that is already enqueued, once no reverse plan
   * uses them.
   */
  convPlanDestroy(request: ConvPlanDestroyRequest): Status;
  /** Builds the kernel map that the plan's convolutions read, unless it exists already. */
  convPlanPrepare(request: ConvPlanPrepareRequest): Status;
  /**
   * Writes the kernel map: the source row of each tap and target, or -1 if there is none. Rows are numbered over the
   * whole batch.
   */
  convPlanMap(request: ConvPlanMapRequest): Status;
  /** Writes the counts of ConvCount, and the number of connections of each tap. */
  convPlanCounts(request: ConvPlanCountsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.convPlanCounts}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  convPlanCountsAsync(request: ConvPlanCountsRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Writes which backend a convolution of the plan would use and a UTF-8 text that says why (at most `capacity` bytes,
   * and its full length). A backend that does not support the convolution is StatusCode.UNSUPPORTED; the error message lists the
   * backends that can be requested.
   */
  convPlanChoose(request: ConvPlanChooseRequest): Status;
  /**
   * out[target] = activation(sum over taps of weights[tap] * features[source of the tap] + bias + residual[target]).
   * f16 and bf16 are summed in f32. Results are rounded once. With ConvBackend.GATHER_SCATTER, the sum of a tap starts at 0
   * and adds the channels in order by fused multiply-add; then the sums of the existing taps are added in order, then the
   * bias and the residual. The bits are the same on every device. Other backends sum in an order that depends on the device, but is the same in every
   * run.
   */
  sparseConv(request: SparseConvRequest): Status;
  /**
   * Backward pass of sparseConv. If `results` is given, the activation was ConvActivation.RELU, and the gradients
   * of results that are not above 0 count as 0. Gradients of weights and bias have a type of their own: that of the features, or
   * Dtype.F32 for f16 and bf16, take no pass of their own.
   */
  sparseConvBackward(request: SparseConvBackwardRequest): Status;
  /**
   * Batch normalization by the statistics of all rows: with the mean m of a channel and its biased variance v,
   * out = epilogue((x - m) / sqrt(v + epsilon) * scale + shift + residual). The unbiased variance is v, rounded, times
   * n / (n - 1).
   */
  batchNorm(request: BatchNormRequest): Status;
  /** The same with statistics that are given, as for inference. */
  batchNormInference(request: BatchNormInferenceRequest): Status;
  /** Backward pass of batchNorm. */
  batchNormBackward(request: BatchNormBackwardRequest): Status;
  /**
   * Normalization of each row by its own statistics: with the mean m of a row and its biased variance v,
   * out = epilogue((x - m) / sqrt(v + epsilon) * scale + shift + residual). Rows that are not `centered` are taken as if
   * their mean were 0: v is the mean of their squares. Sums along rows are f32, f64 for f64: of every so many elements, a
   * power of two that depends on channels alone, then as a tree of neighbors.
   * Serves: layerNorm, rmsNorm.
   */
  normalizeRows(request: NormalizeRowsRequest): Status;
  /**
   * Backward pass of normalizeRows, with results and residual as that of batchNorm. Gradients of scale and
   * shift are summed over up to 64 rows in f32, f64 for f64, and then in f64.
   * Serves: layerNormBackward, rmsNormBackward.
   */
  normalizeRowsBackward(request: NormalizeRowsBackwardRequest): Status;
  /** Group normalization: as batchNorm, by the statistics of each list of rows and each group of neighboring channels. */
  groupNorm(request: GroupNormRequest): Status;
  /** Backward pass of groupNorm, with results and residual as that of batchNorm. */
  groupNormBackward(request: GroupNormBackwardRequest): Status;
  /**
   * Cross entropy of classes: the sum over rows of (1 - smoothing) w[t] (-log p[t]) + smoothing / classes times the sum
   * over all classes of w (-log p), where t is the target of the row, w are weights, and p the softmax of logits. `mean`
   * divides by the sum of w[t]; it is 0 where there is none. Rows whose target is `ignore` are left out; any other target
   * that is no class makes the result NaN.
   */
  crossEntropy(request: CrossEntropyRequest): Status;
  /** Backward pass of crossEntropy, with respect to logits. Rows whose target is no class get NaN. */
  crossEntropyBackward(request: CrossEntropyBackwardRequest): Status;
  /**
   * Softmax of each row, exp(x) / (sum of exp(x)), or its logarithm.
   * Serves: logSoftmax, softmax.
   */
  shareScores(request: ShareScoresRequest): Status;
  /**
   * Backward pass of shareScores.
   * Serves: logSoftmaxBackward, softmaxBackward.
   */
  shareScoresBackward(request: ShareScoresBackwardRequest): Status;
  /** The logarithm of the sum of exp(x) of each row; -inf for no channels. */
  logSumExp(request: LogSumExpRequest): Status;
  /** Backward pass of logSumExp. */
  logSumExpBackward(request: LogSumExpBackwardRequest): Status;
  /**
   * Sum or mean of the losses of elements; 0 for no elements.
   * Serves: binaryCrossEntropy, huber, meanAbs, meanSquares.
   */
  elementLoss(request: ElementLossRequest): Status;
  /**
   * Backward pass of elementLoss.
   * Serves: binaryCrossEntropyBackward, huberBackward, meanAbsBackward, meanSquaresBackward.
   */
  elementLossBackward(request: ElementLossBackwardRequest): Status;
  /**
   * The linear layer: out = epilogue(features weights^T + bias + residual). Sums are f64 for f64, else f32, over channels
   * in chunks of 256, each summed from 0 by fused multiply-adds in order; f16 and bf16 are summed by matrix units, in an
   * order of theirs, where the device has any.
   */
  linear(request: LinearRequest): Status;
  /** Backward pass of linear. */
  linearBackward(request: LinearBackwardRequest): Status;
  /**
   * Products of matrices, one for each of a batch: out = left right, of [m, k] and [k, n]. A transposed operand lies as [k, m] or
   * [n, k]. Sums are those of linear; where there are too few results to occupy a device, parts of k are summed
   * apart, in a way that depends on sizes alone.
   */
  matmul(request: MatmulRequest): Status;
  /**
   * Fills a buffer with random numbers of a stream of a seed, by Philox4x32-10: uniform in [low, high), or with `normal` of
   * mean `low` and deviation `high`.
   * Serves: streamNormal, streamUniform.
   */
  fillStream(request: FillStreamRequest): Status;
  /**
   * Dropout: x / (1 - p) where word i of the stream of the seed is at least p 2^32, and 0 elsewhere. Its own backward
   * pass, with gradients for x.
   */
  dropout(request: DropoutRequest): Status;
  /** Records an event after the work enqueued so far. */
  eventRecord(request: EventRecordRequest): Status;
  /** Destroys an event. */
  eventDestroy(request: EventDestroyRequest): Status;
  /** Waits for both events and writes the time between them in milliseconds. */
  eventElapsed(request: EventElapsedRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.eventElapsed}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  eventElapsedAsync(request: EventElapsedRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Writes the buffer sizes of an index. Level (t_x, t_y, ..) of a tree has prod((n_a + 2^t_a) >> (t_a + 1)) fields of
   * bits + t_x + t_y + .. bits.
   * Serves: .
   */
  indexSizes(request: IndexSizesRequest): Status;
  /**
   * Builds an index from occupancy bits, least significant bit first. Bits beyond n are treated as 0. If `bits` is
   * `outData`, a WIDE index is built in place.
   */
  indexFromBits(request: IndexFromBitsRequest): Status;
  /**
   * Builds a PAPER index from values. With `checked`, values outside 0 to 2^bits - 1 are refused; without, they are
   * truncated.
   */
  indexFromValues(request: IndexFromValuesRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexFromValues}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexFromValuesAsync(request: IndexFromValuesRequest, signal?: AbortSignal): Promise<Status>;
  /** Writes occupancy bits with a one for each key; duplicates are allowed. */
  indexFromKeys(request: IndexFromKeysRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexFromKeys}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexFromKeysAsync(request: IndexFromKeysRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Answers a query for each key.
   * Serves: indexLookup, indexOccupied, indexOfRank, indexPoint, indexPrefix.
   */
  indexAsk(request: IndexAskRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexAsk}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexAskAsync(request: IndexAskRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Answers a query for each box. Layouts other than PAPER take ranges: boxes along one axis.
   * Serves: indexBox, indexLinearRank, indexRange.
   */
  indexSumBoxes(request: IndexSumBoxesRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexSumBoxes}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexSumBoxesAsync(request: IndexSumBoxesRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Edits the elements of a PAPER or WIDE index. All changes to the same element are added up before they are applied. If
   * anything is refused, no element changes. Without `checked`, the call does not wait, and has no effect if anything
   * would be refused.
   * Serves: brickSetBox, indexClear, indexSet, indexToggle, indexUpdate.
   */
  indexApplyEdit(request: IndexApplyEditRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexApplyEdit}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexApplyEditAsync(request: IndexApplyEditRequest, signal?: AbortSignal): Promise<Status>;
  /** Writes the bits of an index with one-bit elements; bits beyond n are 0. */
  indexToBits(request: IndexToBitsRequest): Status;
  /** Writes all elements of a PAPER index. */
  indexToValues(request: IndexToValuesRequest): Status;
  /**
   * Compares bytes that claim to be a PAPER index with the tree built from the elements read from these bytes; if they
   * differ, they are refused as IndexFault.CORRUPT.
   */
  indexFromBytes(request: IndexFromBytesRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.indexFromBytes}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  indexFromBytesAsync(request: IndexFromBytesRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Builds a batch of grids from voxel coordinates; duplicates count once.
   * Any int32 coordinate is valid; there may be no points, and no grids.
   */
  gridFromIjk(request: GridFromIjkRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromIjk}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  gridFromIjkAsync(request: GridFromIjkRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Builds a batch of grids from world points: the voxels floor((point - origin) / size + 1/2), in double precision.
   * Points that are not finite, or whose voxel does not fit int32, are StatusCode.INVALID_DATA; the message tells how many.
   */
  gridFromPoints(request: GridFromPointsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromPoints}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  gridFromPointsAsync(request: GridFromPointsRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Builds a batch of grids from the eight voxels around each world point: floor((point - origin) / size) + {0, 1}^3.
   * Points that are not finite, or whose voxels do not fit int32, are StatusCode.INVALID_DATA; the message tells how many.
   */
  gridFromNearestVoxelsToPoints(request: GridFromNearestVoxelsToPointsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromNearestVoxelsToPoints}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  gridFromNearestVoxelsToPointsAsync(request: GridFromNearestVoxelsToPointsRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Builds a batch of grids from triangle meshes, one for each grid: the voxels whose closed cells intersect a triangle,
   * and those whose centers are within halfWidth of a triangle. Triangles may be degenerate, and meshes need not be
   * closed. Triangles with a corner that is not a valid vertex index or not finite, or that extend beyond int32
   * coordinates, are StatusCode.INVALID_DATA; the message tells how many.
   */
  gridFromMesh(request: GridFromMeshRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromMesh}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  gridFromMeshAsync(request: GridFromMeshRequest, signal?: AbortSignal): Promise<Status>;
  /** Builds identical grids from the voxels of a box, low + [0, dims - 1], or from those that a mask selects. */
  gridFromDense(request: GridFromDenseRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.gridFromDense}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  gridFromDenseAsync(request: GridFromDenseRequest, signal?: AbortSignal): Promise<Status>;
  /** Destroys a batch; its memory is freed after the work that is already enqueued. */
  gridDestroy(request: GridDestroyRequest): Status;
  /** Writes the counts of GridCount. */
  gridCounts(request: GridCountsRequest): Status;
  /**
   * Writes the offset of each grid's first row, and its inclusive bounding box in voxels (all zero for a grid without
   * voxels).
   */
  gridTable(request: GridTableRequest): Status;
  /** Writes the coordinates of all active voxels, in row order. */
  gridIjk(request: GridIjkRequest): Status;
  /**
   * Writes the row of each voxel from its cell in a dense box whose channels vary fastest; 0 for voxels outside the box.
   * Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
   */
  injectFromDenseCminor(request: InjectFromDenseCminorRequest): Status;
  /** As injectFromDenseCminor, for a box whose channels vary slowest. */
  injectFromDenseCmajor(request: InjectFromDenseCmajorRequest): Status;
  /**
   * Writes every cell of a dense box whose channels vary fastest: the row of its voxel, or 0 if the voxel is not active.
   * Voxels outside the box are ignored. Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
   */
  injectToDenseCminor(request: InjectToDenseCminorRequest): Status;
  /** As injectToDenseCminor, for a box whose channels vary slowest. */
  injectToDenseCmajor(request: InjectToDenseCmajorRequest): Status;
  /**
   * Writes the row of each voxel of `grid`: the row of the source voxel at the same coordinate, or the fill value if
   * there is none.
   */
  inject(request: InjectRequest): Status;
  /** Overwrites the rows of the voxels that both grids have; the other rows are unchanged. */
  injectInto(request: InjectIntoRequest): Status;
  /**
   * Writes the row of each voxel from a list of coordinates and rows: the last row listed for the voxel, or the fill
   * value if it is not listed. Coordinates that are not active are ignored.
   */
  injectFromIjk(request: InjectFromIjkRequest): Status;
  /** Overwrites the rows of the listed voxels; the other rows are unchanged. */
  injectFromIjkInto(request: InjectFromIjkIntoRequest): Status;
  /**
   * Gathers rows: out[i] is row rows[i] of the source, or the fill value where rows[i] is -1.
   * With `checked`, other indices out of range are StatusCode.INVALID_DATA, and the message tells how many; the call waits for
   * that count. Without, they give the fill value too, and the call does not wait.
   */
  takeRows(request: TakeRowsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.takeRows}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  takeRowsAsync(request: TakeRowsRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Backward pass of takeRows: out[r] is the sum of the gradients of all rows that were taken from row r, in the order
   * of these, in f64 and rounded once. Rows that are not in the source pass nothing on.
   */
  takeRowsBackward(request: TakeRowsBackwardRequest): Status;
  /**
   * Converts indices that count from the start of their list, or backwards from its end if negative, to row numbers.
   * Indices out of range of their list are StatusCode.INVALID_DATA; the message tells how many.
   */
  jaggedGatherRows(request: JaggedGatherRowsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.jaggedGatherRows}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  jaggedGatherRowsAsync(request: JaggedGatherRowsRequest, signal?: AbortSignal): Promise<Status>;
  /** Lists the rows whose mask is not 0, in ascending order, and writes the offsets of the resulting lists. */
  jaggedMaskRows(request: JaggedMaskRowsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.jaggedMaskRows}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  jaggedMaskRowsAsync(request: JaggedMaskRowsRequest, signal?: AbortSignal): Promise<Status>;
  /** Writes the list number of each row. */
  listOfRows(request: ListOfRowsRequest): Status;
  /**
   * Computes the offsets of lists from the list number of each row; these numbers must not descend.
   * Rows whose list number is out of range, or less than that of the row before, are StatusCode.INVALID_DATA; the message tells
   * how many.
   */
  jaggedFromListOfRows(request: JaggedFromListOfRowsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.jaggedFromListOfRows}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  jaggedFromListOfRowsAsync(request: JaggedFromListOfRowsRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Copies lists of rows: `counts[l]` rows from row `sources[l]` to row `targets[l]`; targets must not overlap.
   * Serves: jaggedAtOuter, jaggedConcat, jaggedSelect, jaggedSlice.
   */
  copyLists(request: CopyListsRequest): Status;
  /**
   * Copies each source block into the block of `out` with the same number, to bytes [begin, begin + blockBytes) of it.
   * Serves: concat, concatInto, jaggedConcat, stack.
   */
  copyColumn(request: CopyColumnRequest): Status;
  /**
   * Copies elements of any layout to contiguous ones: element [i, j, ...] of the result is element
   * offset + i * strides[0] + j * strides[1] + ... of the source. Strides are in elements; 0 repeats, negative ones run
   * backwards. Every element that is read must be in the source, which must not overlap `out`. An axis without elements
   * reads nothing, whatever the strides.
   * Serves: permute, sliceAxis, transpose.
   */
  copyStrided(request: CopyStridedRequest): Status;
  /**
   * Reduces the rows of each segment, column by column. Segments are lists, or runs of `length` rows each.
   * The order of the reduction depends only on the length of the segment. Floats, means, norms and variances are computed
   * in double precision and rounded once, sums and products of integers in 64 bits.
   * Serves: jaggedAll, jaggedAny, jaggedMean, jaggedNorm, jaggedProd, jaggedStd, jaggedSum, jaggedVar, mean, prod, sum.
   */
  reduceSegments(request: ReduceSegmentsRequest): Status;
  /**
   * Finds the least or greatest number of each segment, column by column, and its row in the segment.
   * Of equal numbers the first is found. NaN takes precedence over every number. An empty segment gives 0 and -1.
   * Serves: argmax, argmin, jaggedMax, jaggedMin, max, min.
   */
  findExtremes(request: FindExtremesRequest): Status;
  /**
   * Applies an operation elementwise. Operands are addressed by strides in elements, which are 0 along broadcast axes;
   * the result is contiguous. Operands that an operation does not use are not read, but must be valid buffers. `out` may be
   * the memory of an operand whose elements are as wide and contiguous like the result; otherwise they must not overlap.
   * Integers wrap around; an integer divided by 0 gives 0 with remainder x. NaN results are written as the positive quiet
   * NaN.
   * Serves: abs, add, addInto, asType, ceil, clamp, divide, divideInto, elu, eluBackward, emaState, equal, exp,
   * expm1, floor, floorDivide, fmax, fmin, fmod, gelu, geluBackward, geluTanh, geluTanhBackward, greater, greaterEqual,
   * leakyRelu, leakyReluBackward, lerp, less, lessEqual, log, log1p, maximum, minimum, multiply, multiplyInto, nanToNum,
   * negate, notEqual, power, relu, remainder, round, rsqrt, sigmoid, silu, siluBackward, sqrt, subtract,
   * subtractInto, takeRows, takeRowsBackward, tanh, trunc, where.
   */
  mapElements(request: MapElementsRequest): Status;
  /**
   * Converts many tensors to other types, rounding to nearest even, as mapElements does: by one launch for up to 80 of
   * them. Tensor i has counts[i] elements. A NaN is written as the positive quiet NaN.
   * Serves: adamState, sgdState.
   */
  convertTensors(request: ConvertTensorsRequest): Status;
  /**
   * Fills a buffer with random numbers; each depends only on the seed and its position.
   * Serves: randomNormal, randomUniform.
   */
  fillRandom(request: FillRandomRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.fillRandom}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  fillRandomAsync(request: FillRandomRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Builds a tree. For floating-point points, the unit of coordinates is edge / 2^bits, and a coordinate is floor((p -
   * low) * scale) in double precision, at most 2^bits - 1, where scale is 2^bits / edge, rounded first. Integer points
   * keep their coordinates: the unit is 1, and the edge is a power of two.
   * Points that are not finite, or outside the box, are StatusCode.INVALID_DATA; the message tells how many.
   * A part of a tree is built from the points in some cells of the root level, or from points and voxels if the nodes
   * below are known; it has the nodes and voxels that the whole tree has in these cells. `sums` are read for
   * LodStrategy.POINT_MEAN, with rows.
   */
  buildLod(request: BuildLodRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.buildLod}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  buildLodAsync(request: BuildLodRequest, signal?: AbortSignal): Promise<Status>;
  /** Destroys a tree; its memory is freed after the work that is already enqueued. */
  lodDestroy(request: LodDestroyRequest): Status;
  /** Writes the counts of LodCount. */
  lodCounts(request: LodCountsRequest): Status;
  /** Writes the least corner and the edge length of the root cube. */
  lodCube(request: LodCubeRequest): Status;
  /** Writes the values of LodNode for all nodes, one node after the other. */
  lodNodes(request: LodNodesRequest): Status;
  /**
   * Writes points [first, first + count): integer coordinates, relative to the corner of the cube for floating-point
   * points, and colors.
   */
  lodPoints(request: LodPointsRequest): Status;
  /** Writes the input rows of points [first, first + count). */
  lodRows(request: LodRowsRequest): Status;
  /**
   * Writes voxels [first, first + count): their cell in their node, each coordinate below the grid size, and their
   * colors.
   */
  lodVoxels(request: LodVoxelsRequest): Status;
  /**
   * Derives attributes of all voxels from attributes of the points. The tree must store the rows of the input.
   * Serves: lodMajority, lodMean, lodNearest.
   */
  lodAttributes(request: LodAttributesRequest): Status;
  /**
   * Distributes the points over all nodes, including inner ones: in each cell of an inner node, one of the points of its
   * children moves up, and from there possibly further. The tree must be in Morton order.
   */
  lodPicks(request: LodPicksRequest): Status;
  /**
   * Chooses a maximal set of points whose distances are at least a cell's edge, as LodPicking.PICK_POISSON does from one
   * level to the next. Cells are processed in eight rounds, so a choice depends only on points up to 7 cells away. Morton
   * order is required but not checked; with points in another order, some of the chosen points are too close to each
   * other.
   */
  lodThin(request: LodThinRequest): Status;
  /**
   * Selects what a camera needs of a tree. A node is visible if its parent is visible, if its box is not entirely behind
   * the camera or outside the image widened by `margin` pixels on each side, and if it is the root or its edge is at
   * least `minSize` pixels long where the box is nearest: edge times the greater of |row 0| width / 2 and |row 1| height
   * / 2 of projection times model-view, divided by the least w of the corners. In trees without voxels, all nodes are
   * large enough. Visible leaves are drawn as points, visible inner nodes as the voxels of those octants whose child
   * would be visible if it were large enough. Waits.
   */
  selectLodNodes(request: SelectLodNodesRequest): Status;
  /** Writes the runs that selectLodNodes found: nodes in ascending order, and the runs of a node in ascending order. */
  selectLodNodesRuns(request: SelectLodNodesRunsRequest): Status;
  /**
   * Draws points and voxels as squares; each pixel gets the color of the nearest one. At equal depth, the lesser color
   * wins, compared by blue, then green, then red. Voxels are drawn at the centers of their cells, floating-point points
   * at the centers of their units. Positions are computed in single precision relative to the corner of the node.
   * Anything behind the camera is clipped; near and far planes clip nothing. Runs that do not belong to the tree are
   * StatusCode.INVALID_DATA; the message tells how many. Waits until the runs are checked.
   */
  renderLodNearest(request: RenderLodNearestRequest): Status;
  /**
   * As renderLodNearest, but each pixel gets the mean color, rounded half up, of everything that is not farther
   * than (1 + tolerance) times the nearest depth.
   */
  renderLodBlended(request: RenderLodBlendedRequest): Status;
  /**
   * Renders the isosurface at `isoLevel`: the first sample of a ray at or above `isoLevel` that follows one below it. Its position
   * is refined by four bisection steps between the two and then by interpolation. Where the border of the volume cuts the
   * inside, the surface is at the border. Shading is Phong's, with gradients from central differences of one voxel to
   * either side.
   */
  marchIsoSurface(request: MarchIsoSurfaceRequest): Status;
  /**
   * Composites the colors of the samples front to back. The transfer table has colors and opacities for values spaced
   * evenly from `low` to `high`; values outside are clamped. Each opacity a is first corrected for the step to 1 - (1 -
   * a)^(stepSize / referenceStepSize); between entries, premultiplied color and opacity are interpolated linearly. Depths and hits
   * are those of the first sample whose opacity is not 0. With masks, the opacity of values at or below `floor` must be
   * 0.
   */
  marchTransparent(request: MarchTransparentRequest): Status;
  /** Marks the cells and edges that the isosurface intersects, and counts what marchingCubes writes. */
  marchingCubesCount(request: MarchingCubesCountRequest): Status;
  /**
   * Writes the mesh of the isosurface. Triangles are counterclockwise seen from outside, where values are not below
   * `isoLevel`.
   */
  marchingCubes(request: MarchingCubesRequest): Status;
  /**
   * Writes the unit normals at the vertices of a mesh: the normalized gradient of the field in world space, interpolated
   * between the gradients at both ends of the edge. These are central differences, or one-sided differences where a
   * neighbor is not active or not finite. The normal is zero where the gradient is zero.
   */
  surfaceNormals(request: SurfaceNormalsRequest): Status;
  /** Interpolates voxel features at the vertices of a mesh. Voxels whose weight is 0 are not read. */
  surfaceFeatures(request: SurfaceFeaturesRequest): Status;
  /**
   * Backward pass of marchingCubes, from vertices to the field: each voxel sums the gradients of its own edges,
   * then those of the edges that end at it, along x, y and z.
   */
  marchingCubesBackward(request: MarchingCubesBackwardRequest): Status;
  /** Backward pass of surfaceFeatures, to the features and to the field. */
  surfaceFeaturesBackward(request: SurfaceFeaturesBackwardRequest): Status;
  /**
   * Backward pass of surfaceNormals, to the field: each voxel sums over the differences that its value contributes
   * to, and over its own edges, whose normals turn as their vertices move. Normals that are zero pass no gradient on.
   */
  surfaceNormalsBackward(request: SurfaceNormalsBackwardRequest): Status;
  /**
   * Computes the distance of each voxel center from its grid's mesh, and the nearest triangle; of equally near ones the
   * first. Voxels farther than `halfWidth` from all triangles get infinity. Triangles with a corner that is not a valid vertex
   * index or not finite, or that extend beyond int32 coordinates, are StatusCode.INVALID_DATA; the message tells how many.
   */
  meshDistances(request: MeshDistancesRequest): Status;
  /**
   * As meshDistances, with a sign: negative inside closed meshes, whose triangles are counterclockwise seen from outside.
   * StatusCode.INVALID_DATA if an edge does not join two triangles that traverse it in opposite directions. Triangles that name a
   * vertex twice are ignored; those with zero area are never nearest: at their edges the triangles beyond them count.
   */
  signedMeshDistances(request: SignedMeshDistancesRequest): Status;
  /**
   * Backward pass of meshDistances, to the vertices: each vertex sums its share of the nearest point of each voxel,
   * in a fixed order. Voxels without a triangle, or on their triangle, pass no gradient on.
   * Voxels whose triangle does not exist, or has a corner that is not a valid vertex index or not finite, are
   * StatusCode.INVALID_DATA; the message tells how many.
   */
  meshDistancesBackward(request: MeshDistancesBackwardRequest): Status;
  /** Backward pass of signedMeshDistances; for voxels on their triangle, the distance grows along its normal. */
  signedMeshDistancesBackward(request: SignedMeshDistancesBackwardRequest): Status;
  /**
   * Stochastic gradient descent with momentum: g += decay p; m = momentum m + g; p -= rate m, with `nesterov` rate (g +
   * momentum m).
   */
  sgdInto(request: SgdIntoRequest): Status;
  /**
   * Adam: m and v are running means of g and g^2, whose bias is corrected for the number of steps that `steps` counts;
   * p -= rate mh / (sqrt(vh) + epsilon). `decoupled` shrinks p by rate decay before (AdamW); otherwise decay p is added to
   * g.
   * Serves: adamInto, adamwInto.
   */
  adamUpdate(request: AdamUpdateRequest): Status;
  /**
   * Exponential moving average of parameters: shadow = decay shadow + (1 - decay) p. The factor of `control` does not count,
   * only whether gradients are finite.
   */
  emaInto(request: EmaIntoRequest): Status;
  /**
   * The factor that makes the norm of all gradients together at most `most`: min(1, most / (norm + 1e-6)), or 0 if the
   * norm is not finite, which the second number says by 0, then the norm. Squares are summed in f64, in an order that
   * depends on counts alone. Gradients of a scaled loss, as lossScaleInto keeps it, have the norm of their multiple,
   * and the factor takes the scale back.
   */
  clipFactor(request: ClipFactorRequest): Status;
  /**
   * Updates the scale of a loss, [scale, steps since it changed, steps skipped]: where `factor`, of clipFactor, says
   * that gradients were not finite, the scale is halved, and otherwise doubled after `period` steps; it stays from 1 to 2^24.
   */
  lossScaleInto(request: LossScaleIntoRequest): Status;
  /**
   * Averages the features of the points in each voxel.
   * Sums are in point order (floats, in double precision) or exact (u8), so the bits do not depend on the device.
   * Rows that the batch does not have, such as -1, are ignored; a voxel without points gets 0.
   */
  voxelMean(request: VoxelMeanRequest): Status;
  /**
   * Backward pass of voxelMean: the gradient of each point is that of its voxel, divided by the voxel's number of
   * points in double precision and rounded once. Points without a voxel get 0.
   */
  voxelMeanBackward(request: VoxelMeanBackwardRequest): Status;
  /**
   * Pools windows of voxels: the window of coarse voxel c contains the fine voxels in [c * stride, c * stride + factor);
   * windows may overlap. Sums are in double precision, in the order with x slowest and z fastest.
   * Serves: averagePool, maxPool, upsampleNearestBackward.
   */
  pool(request: PoolRequest): Status;
  /**
   * Backward pass of pool. The gradient of a maximum goes to the first voxel of the window that has it.
   * Serves: averagePoolBackward, maxPoolBackward, upsampleNearest.
   */
  poolBackward(request: PoolBackwardRequest): Status;
  /** Writes the row of each coordinate, or -1 where it is not active. */
  ijkToIndex(request: IjkToIndexRequest): Status;
  /**
   * Writes the row of the voxel that contains each world point, or -1 if it is not active; points that are not finite
   * give -1.
   */
  pointsToIndex(request: PointsToIndexRequest): Status;
  /** Writes whether each coordinate is active. */
  coordsInGrid(request: CoordsInGridRequest): Status;
  /** Writes whether the voxel that contains each world point is active. */
  pointsInGrid(request: PointsInGridRequest): Status;
  /** Maps points in world space to voxel space: (point - origin) / size, computed in double precision. */
  worldToVoxel(request: WorldToVoxelRequest): Status;
  /** Maps points in voxel space to world space: point * size + origin, computed in double precision. */
  voxelToWorld(request: VoxelToWorldRequest): Status;
  /**
   * Writes the rows of the voxels around each coordinate times 2^bitshift, x slowest and z fastest; -1 where a voxel is
   * not active or does not fit int32.
   */
  neighborIndexes(request: NeighborIndexesRequest): Status;
  /** Writes the rows of the neighbors of each voxel of the batch, in row order. */
  neighborRows(request: NeighborRowsRequest): Status;
  /**
   * Writes, for each voxel, the position of its coordinate in its grid's list, or -1 if it is not listed. If it is listed
   * several times, the last position counts.
   */
  ijkToInvIndex(request: IjkToInvIndexRequest): Status;
  /**
   * Writes whether all voxels from that of center + cubeMin to that of center + cubeMax are active, where a point's
   * voxel is floor((point - origin) / size + 1/2). Centers that are not finite give 0.
   */
  cubesInGrid(request: CubesInGridRequest): Status;
  /** Writes whether any of the voxels that cubesInGrid tests is active. */
  cubesIntersectGrid(request: CubesIntersectGridRequest): Status;
  /**
   * Writes the position along a curve of each coordinate plus an offset. Coordinates outside the curve's cube are
   * StatusCode.INVALID_DATA; the message tells how many.
   * Serves: gridHilbert, gridHilbertYxz, gridHilbertZyx, gridMorton, gridMortonZxy, gridMortonZyx, hilbert, hilbertYxz,
   * hilbertZyx, morton, mortonZxy, mortonZyx.
   */
  curveCodes(request: CurveCodesRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.curveCodes}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  curveCodesAsync(request: CurveCodesRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Writes the corners and edges of each voxel's cell. Bits 2, 1 and 0 of a corner's number are its offsets along x, y
   * and z. Edges are pairs of corners, numbered from the first corner of the grid: four along x, four along y, four along
   * z.
   */
  edgeNetwork(request: EdgeNetworkRequest): Status;
  /** Writes the grid number of each row. */
  rowGrids(request: RowGridsRequest): Status;
  /** Writes the lowest voxel coordinate of each leaf, leaves in the order of their rows. */
  leafOrigins(request: LeafOriginsRequest): Status;
  /** Writes the grid number of each leaf. */
  leafGrids(request: LeafGridsRequest): Status;
  /**
   * Writes the 27 leaves around each leaf (itself included), x slowest and z fastest: leaf numbers over the batch, -1
   * where there is none.
   */
  leafNeighbors(request: LeafNeighborsRequest): Status;
  /**
   * Writes, for each voxel c of a batch, the row of floor((c * scale + shift) / divisor) in the grid of the same number
   * of another batch. The result is -1 if that voxel is not active or does not fit int32, or if the remainder of the
   * division is `remainders` or more.
   */
  rowMap(request: RowMapRequest): Status;
  /**
   * Finds the first active voxel along each ray origin + t * direction, t in [tMin, tMax].
   * A voxel is hit if the ray is inside its half-open cell for an interval of positive length: touching only an edge or a
   * corner is not a hit. Directions need not be normalized and may have zero components. A zero or non-finite direction,
   * or an origin that is not finite or 2^46 voxels or more from voxel (0, 0, 0), is a miss.
   */
  firstActiveVoxel(request: FirstActiveVoxelRequest): Status;
  /** Counts the voxels that voxelsAlongRays lists: outEnds[i] is their number for rays 0 to i. */
  voxelsAlongRaysCount(request: VoxelsAlongRaysCountRequest): Status;
  /**
   * Lists the active voxels along each ray in order of time, with entry and exit times. Voxels whose two times differ by
   * less than eps are left out. If the next voxel follows without a gap, its entry time is the exit time of the voxel
   * before.
   */
  voxelsAlongRays(request: VoxelsAlongRaysRequest): Status;
  /** Writes for each ray whether voxelsAlongRays lists any voxel. */
  raysIntersectVoxels(request: RaysIntersectVoxelsRequest): Status;
  /**
   * Counts the segments that segmentsAlongRaysFill lists: outEnds[i] is their number for rays 0 to i. Also stores the
   * first segments of each ray, so that few rays have to be traversed again.
   */
  segmentsAlongRaysCount(request: SegmentsAlongRaysCountRequest): Status;
  /** Lists the maximal segments of each ray inside active voxels, in order of time; those shorter than eps are left out. */
  segmentsAlongRaysFill(request: SegmentsAlongRaysFillRequest): Status;
  /**
   * Does the work of both calls in one, which also creates the result buffers; the host waits only once. Buffers of short
   * lists may be larger than needed.
   */
  segmentsAlongRays(request: SegmentsAlongRaysRequest): Status;
  /**
   * Counts the samples that uniformRaySamples lists: outEnds[i] is their number for rays 0 to i. A ray with more
   * than 2^28 samples counts as 2^28 + 2; its samples cannot be listed.
   */
  uniformRaySamplesCount(request: UniformRaySamplesCountRequest): Status;
  /**
   * Lists sample intervals inside those segments of each ray that are eps or longer. The intervals lie on a sequence of
   * times t, t + dt, .. that starts at tMin and continues from segment to segment, with dt = max(stepSize, min(t * coneAngle,
   * 1e10)).
   */
  uniformRaySamples(request: UniformRaySamplesRequest): Status;
  /**
   * Computes the points origin + t * direction of rays, in double precision, rounded once. The times of all rays are
   * concatenated; offsets start at 0, do not descend and end at n.
   */
  pointsOnRays(request: PointsOnRaysRequest): Status;
  /** Backward pass of pointsOnRays. Gradients of a ray are sums over its times, in their order, in double precision. */
  pointsOnRaysBackward(request: PointsOnRaysBackwardRequest): Status;
  /**
   * Finds where each ray first crosses the level `isoLevel` of a field with one value for each active voxel.
   *
   * The sign is that of value - isoLevel. NaN and values equal to isoLevel have no sign and are skipped. A ray starts on the side
   * of the first sign along it, whichever it is; the hit is at the first opposite sign.
   *
   * RayRoot.CHORD: voxels in which the ray stays for less than eps are skipped. If the voxel with the opposite sign
   * follows the last voxel with a sign without a gap, the time is interpolated; otherwise, and between infinite values,
   * it is the entry time of the voxel. RayRoot.TRILINEAR: the field is defined where all of the eight surrounding
   * voxels that have non-zero weight are active and finite; if the sign has changed across a gap, the time is that of
   * entering the field again. eps is not used.
   */
  rayImplicitIntersection(request: RayImplicitIntersectionRequest): Status;
  /** As rayImplicitIntersection with RayRoot.TRILINEAR; also writes the normals of the field at the hits. */
  rayTrilinearIntersectionWithNormals(request: RayTrilinearIntersectionWithNormalsRequest): Status;
  /**
   * Decodes columns from LAS records (ASPRS LAS 1.4 R16, tables 7 to 17). Bytes after the fields of the format are
   * ignored. Colors become 8 bits for each channel: if no channel of any record exceeds 255 they are used as they are,
   * otherwise their upper bytes. Requesting colors or times from a format that has none is StatusCode.INVALID_ARGUMENT. Waits
   * if it has to detect the width of the colors.
   */
  decodeLas(request: DecodeLasRequest): Status;
  /** Packs rows of columns into records, one column after the other. Rows that do not exist are StatusCode.INVALID_DATA. Waits. */
  packRecords(request: PackRecordsRequest): Status;
  /** Writes the least and the greatest number of each column; NaN is ignored, and both are 0 if there is no number. Waits. */
  columnExtremes(request: ColumnExtremesRequest): Status;
  /**
   * Composites the samples of each ray front to back, up to and including the sample at which the transmittance drops to
   * the threshold or below. Later samples have weight 0.
   */
  volumeRender(request: VolumeRenderRequest): Status;
  /**
   * Backward pass of volumeRender. Results without gradients have no influence on the loss. Samples that were not
   * composited get gradient 0.
   */
  volumeRenderBackward(request: VolumeRenderBackwardRequest): Status;
  /**
   * Draws `count` positions along each ray that has intervals, in ascending order, from the piecewise constant density in
   * which the probability of an interval is proportional to its weight.
   * With `checked`, weights outside 0 to 1e280, and intervals that are not finite, descend or start before the end of the
   * one before, are StatusCode.INVALID_DATA; the message tells how many, and the call waits. Without, such weights count as 0,
   * and the call does not wait.
   */
  sampleRaysByWeight(request: SampleRaysByWeightRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.sampleRaysByWeight}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  sampleRaysByWeightAsync(request: SampleRaysByWeightRequest, signal?: AbortSignal): Promise<Status>;
  /** Samples voxel values at world points with trilinear interpolation. */
  sampleTrilinear(request: SampleTrilinearRequest): Status;
  /** As sampleTrilinear; also writes the gradients of the samples by the point, per world unit along x, y and z. */
  sampleTrilinearWithGrad(request: SampleTrilinearWithGradRequest): Status;
  /**
   * Samples voxel values at world points with a kernel; voxels that are not active contribute nothing, and voxels of
   * weight 0 are not read.
   * Serves: sampleBezier, sampleNearest, splatBezierBackward, splatTrilinearBackward.
   */
  sampleKernel(request: SampleKernelRequest): Status;
  /**
   * As sampleKernel; also writes the gradients of the samples by the point, per world unit along x, y and z.
   * Serves: sampleBezierWithGrad.
   */
  sampleKernelWithGrad(request: SampleKernelWithGradRequest): Status;
  /**
   * Backward pass of sampling, to the points: the sum over the channels of the gradient of the sample by the point times
   * a weight.
   *
   * With a trilinear kernel, computed in single precision, or in double precision for f64 values, from the differences
   * between the voxels around a point, so that a common offset costs no precision. Other kernels in double precision.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward, splatBezierBackward, splatTrilinearBackward.
   */
  samplePointGradients(request: SamplePointGradientsRequest): Status;
  /**
   * Adds each point's features to the active voxels of its kernel, times their weights. Each voxel sums cell by cell, in the
   * order of the points.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward, splatBezier, splatNearest, splatTrilinear.
   */
  splat(request: SplatRequest): Status;
  /**
   * As splat, by atomic additions in no fixed order, in f64 for f64 and in f32 for other types: the rounding may
   * differ from run to run.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward, splatBezier, splatNearest, splatTrilinear.
   */
  splatAtomic(request: SplatAtomicRequest): Status;
  /**
   * Backward pass of sampling, to the voxels: adds the gradients of samples and of their slopes to the voxels. Slopes are
   * per world unit, as sampleKernelWithGrad writes them; voxels sum as in splat.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward.
   */
  splatSlopes(request: SplatSlopesRequest): Status;
  /**
   * As splatSlopes, by atomic additions in no fixed order, in f64 for f64 and in f32 for other types: the rounding
   * may differ from run to run.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward.
   */
  splatSlopesAtomic(request: SplatSlopesAtomicRequest): Status;
  /**
   * Backward pass of sampleKernelWithGrad, to the points: the sum over the channels of the gradients of samples
   * and of their slopes by the point, each times a weight, in double precision. With a trilinear kernel, positions within
   * a cell are in single precision, or in double precision for f64 values.
   * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
   * sampleTrilinearWithGradBackward.
   */
  sampleSlopeGradients(request: SampleSlopeGradientsRequest): Status;
  /**
   * Adds voxels to each grid around the surfaces that its images show: for each valid pixel, a box around its voxel whose
   * half extent along each axis is the half-width in voxels, rounded up; at most 1024. The work for a pixel grows with
   * the box.
   */
  integrateTsdfGrid(request: IntegrateTsdfGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.integrateTsdfGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  integrateTsdfGridAsync(request: IntegrateTsdfGridRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Averages the observations of the images into the field. A voxel reads the pixel nearest to the projection of its
   * center. A pixel of depth d observes min(1, (d - z) / halfWidth) at a voxel of depth z if d - z is above -halfWidth.
   * A voxel without observations keeps its values, 0 if it was not active in the source. Sums are in the order of the
   * images, in double precision.
   */
  integrateTsdf(request: IntegrateTsdfRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.integrateTsdf}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  integrateTsdfAsync(request: IntegrateTsdfRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Backward pass of integrateTsdf: gradients of its inputs from gradients of its results. If an image updates a voxel,
   * the gradient of its earlier weight is 0 where that weight is not above 0 or has reached its limit; results at the limit
   * pass no gradient on, and weights of pixels get 0 from 2^500 on. Depth gets nothing from clamped distances. Each pixel sums
   * over the voxels that sample it in row order, in double precision. Waits for the lengths of lists if gradients of images are
   * wanted.
   */
  integrateTsdfBackward(request: IntegrateTsdfBackwardRequest): Status;
  /**
   * Closes a fused field where images show no surface. A voxel without weight gets the largest of the values from the images,
   * sampled as in integrateTsdf, and of its own value unless that is 0 or NaN; 1 if it is seen against an empty
   * background; -1 if all images that show anything there show surfaces in front of it; NaN if neither says anything. A voxel
   * with weight and a negative value moves up by the weights of empty backgrounds relative to its own, to 1 at most. All other
   * voxels are unchanged.
   */
  closeTsdf(request: CloseTsdfRequest): Status;
  /**
   * Redistances a field: makes it the signed distance from its zero level set, within a band. Lengths are in units of h,
   * the least voxel extent of the grid. Infinite values become the end of the band, halfWidthInVoxels * h. Voxels with a neighbor on the
   * other side of the level, where the slope is known, become value / slope and stay so; those beside them are bounded by
   * that, too. The others are clamped to halfWidthInVoxels * h; then, `steps` times, they move by 0.4 h * s * (1 - |slope|), where s =
   * value / sqrt(value^2 + h^2 * |central slope|^2) and slopes are upwind differences. Then follow `smooth` smoothing
   * passes, and max(4, smooth) more steps that begin in the same way. In the steps, a neighbor that is not active, or NaN,
   * counts as the end of the band on the same side; smoothing passes leave it out. NaN voxels stay NaN. Without steps,
   * values are clamped only.
   */
  reinitializeSdf(request: ReinitializeSdfRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.reinitializeSdf}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  reinitializeSdfAsync(request: ReinitializeSdfRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Copies a field to a wider grid. Voxels that the source does not have get the end of the band, halfWidthInVoxels * h, with the sign
   * of the first neighbor across a face that has one, in the order -x, x, -y, y, -z, z; this is repeated for `rounds`
   * rounds. Voxels that are not reached are outside.
   */
  retopologizeSdfWiden(request: RetopologizeSdfWidenRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.retopologizeSdfWiden}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  retopologizeSdfWidenAsync(request: RetopologizeSdfWidenRequest, signal?: AbortSignal): Promise<Status>;
  /** Writes whether each voxel is within 0.999 of the band around the zero level set. */
  retopologizeSdfBand(request: RetopologizeSdfBandRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.retopologizeSdfBand}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  retopologizeSdfBandAsync(request: RetopologizeSdfBandRequest, signal?: AbortSignal): Promise<Status>;
  /** The voxels floor(ijk / factor). */
  coarsenedGrid(request: CoarsenedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.coarsenedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  coarsenedGridAsync(request: CoarsenedGridRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Levels of coarser and coarser voxels: floor(ijk / factor) of those of the level before, the first of the grid's. Of
   * grids that are not large, the host waits for all levels together.
   */
  coarsenedGrids(request: CoarsenedGridsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.coarsenedGrids}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  coarsenedGridsAsync(request: CoarsenedGridsRequest, signal?: AbortSignal): Promise<Status>;
  /** The voxels ijk * factor + [0, factor - 1] of the selected voxels. */
  refinedGrid(request: RefinedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.refinedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  refinedGridAsync(request: RefinedGridRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * The voxels ijk + [low, high]: morphological dilation by a box (the Minkowski sum).
   * Serves: dualGrid, erodedGrid, paddedGrid, retopologizeSdf.
   */
  dilateByBox(request: DilateByBoxRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.dilateByBox}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  dilateByBoxAsync(request: DilateByBoxRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * Morphological erosion by a box: the voxels for which all of ijk + [low, high] is active.
   * Serves: dualGrid, erodedGrid, paddedGrid.
   */
  erodeByBox(request: ErodeByBoxRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.erodeByBox}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  erodeByBoxAsync(request: ErodeByBoxRequest, signal?: AbortSignal): Promise<Status>;
  /** Adds the neighbors of all voxels, `radius` times. */
  dilatedGrid(request: DilatedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.dilatedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  dilatedGridAsync(request: DilatedGridRequest, signal?: AbortSignal): Promise<Status>;
  /** Removes the voxels that do not have all neighbors, `radius` times. */
  erodedGrid(request: ErodedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.erodedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  erodedGridAsync(request: ErodedGridRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * The output voxels of a convolution: all coarse voxels with an active voxel among stride * coarse + t - floor((kernel
   * - 1) / 2), 0 <= t < kernel, along each axis.
   */
  convGrid(request: ConvGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.convGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  convGridAsync(request: ConvGridRequest, signal?: AbortSignal): Promise<Status>;
  /**
   * The output voxels of a transposed convolution: all stride * ijk + t - floor((kernel - 1) / 2), 0 <= t < kernel, along
   * each axis.
   */
  convTransposeGrid(request: ConvTransposeGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.convTransposeGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  convTransposeGridAsync(request: ConvTransposeGridRequest, signal?: AbortSignal): Promise<Status>;
  /** The union of the voxels of the sources: grid b of the result from grids b of all sources. */
  mergedGrid(request: MergedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.mergedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  mergedGridAsync(request: MergedGridRequest, signal?: AbortSignal): Promise<Status>;
  /** The voxels whose mask is not 0. */
  prunedGrid(request: PrunedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.prunedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  prunedGridAsync(request: PrunedGridRequest, signal?: AbortSignal): Promise<Status>;
  /** The voxels inside each grid's box; bounds are inclusive. */
  clippedGrid(request: ClippedGridRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.clippedGrid}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  clippedGridAsync(request: ClippedGridRequest, signal?: AbortSignal): Promise<Status>;
  /** Copies grids of several batches into one: grid i of the result is grid `indices[i]` of batch `sources[i]`. */
  selectGrids(request: SelectGridsRequest): Status;
  /**
   * Asynchronous twin of {@linkcode Native.selectGrids}.
   * The calls of one context run in the order made; the signal ends this one early.
   */
  selectGridsAsync(request: SelectGridsRequest, signal?: AbortSignal): Promise<Status>;
}

/** Wraps the functions of an opened library. */
export function createNative(symbols: NativeSymbols): Native {
  return {
    abiHash({ outHash }) {
      holds(outHash, 1, "abiHash", "outHash");
      return symbols.dvdb_abi_hash(outHash) as Status;
    },
    version({ outText, capacity, outLength }) {
      holdsBytes(outText, capacity, "version", "outText");
      holds(outLength, 1, "version", "outLength");
      return symbols.dvdb_version(outText, uint32(capacity, "version", "capacity"), outLength) as Status;
    },
    backendKind({ outBackend }) {
      holds(outBackend, 1, "backendKind", "outBackend");
      return symbols.dvdb_backend_kind(outBackend) as Status;
    },
    deviceCount({ outCount }) {
      holds(outCount, 1, "deviceCount", "outCount");
      return symbols.dvdb_device_count(outCount) as Status;
    },
    deviceName({ device, outText, capacity, outLength }) {
      holdsBytes(outText, capacity, "deviceName", "outText");
      holds(outLength, 1, "deviceName", "outLength");
      return symbols.dvdb_device_name(uint32(device, "deviceName", "device"), outText, uint32(capacity, "deviceName", "capacity"), outLength) as Status;
    },
    contextCreate({ device, threads, outContext }) {
      holds(outContext, 1, "contextCreate", "outContext");
      return symbols.dvdb_context_create(uint32(device, "contextCreate", "device"), uint32(threads, "contextCreate", "threads"), outContext) as Status;
    },
    contextLimitMemory({ context, bytes }) {
      return symbols.dvdb_context_limit_memory(context, int64(bytes, "contextLimitMemory", "bytes")) as Status;
    },
    contextThreads({ context, outThreads }) {
      holds(outThreads, 1, "contextThreads", "outThreads");
      return symbols.dvdb_context_threads(context, outThreads) as Status;
    },
    contextDestroy({ context }) {
      return symbols.dvdb_context_destroy(context) as Status;
    },
    contextReserve({ context, outTicket }) {
      holds(outTicket, 1, "contextReserve", "outTicket");
      return symbols.dvdb_context_reserve(context, outTicket) as Status;
    },
    contextRelease({ context, ticket }) {
      return symbols.dvdb_context_release(context, ticket) as Status;
    },
    contextCancel({ context, ticket }) {
      return symbols.dvdb_context_cancel(context, ticket) as Status;
    },
    contextSynchronize({ context }) {
      return symbols.dvdb_context_synchronize(context, 0) as Status;
    },
    async contextSynchronizeAsync({ context }, signal) {
      const context_ = uint32(context, "contextSynchronize", "context");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_context_synchronize_async(context_, ticket), signal) as Status;
    },
    contextStats({ context, outStats }) {
      holds(outStats, Stat.COUNT, "contextStats", "outStats");
      return symbols.dvdb_context_stats(context, outStats) as Status;
    },
    contextResetPeak({ context }) {
      return symbols.dvdb_context_reset_peak(context) as Status;
    },
    contextFailAllocation({ context, n }) {
      return symbols.dvdb_context_fail_allocation(context, uint32(n, "contextFailAllocation", "n")) as Status;
    },
    lastError({ context, outText, capacity, outLength }) {
      holdsBytes(outText, capacity, "lastError", "outText");
      holds(outLength, 1, "lastError", "outLength");
      return symbols.dvdb_last_error(context, outText, uint32(capacity, "lastError", "capacity"), outLength) as Status;
    },
    contextNoop({ context }) {
      return symbols.dvdb_context_noop(context) as Status;
    },
    orderByCode({ context, codes, n, offsets, nLists, outRows, outInverse }) {
      holds(offsets, (nLists + 1), "orderByCode", "offsets");
      return symbols.dvdb_order_by_code(context, codes, int64(n, "orderByCode", "n"), offsets, uint32(nLists, "orderByCode", "nLists"), outRows, outInverse) as Status;
    },
    groupByCodeCount({ context, codes, n, shift, offsets, nLists, outRows, outInverse, outGroups, outOffsets }) {
      holds(offsets, (nLists + 1), "groupByCodeCount", "offsets");
      holds(outOffsets, (nLists + 1), "groupByCodeCount", "outOffsets");
      return symbols.dvdb_group_by_code_count(context, codes, int64(n, "groupByCodeCount", "n"), uint32(shift, "groupByCodeCount", "shift"), offsets, uint32(nLists, "groupByCodeCount", "nLists"), outRows, outInverse, outGroups, outOffsets) as Status;
    },
    groupByCode({ context, codes, rows, groups, n, shift, nGroups, outCodes, outEnds }) {
      return symbols.dvdb_group_by_code(context, codes, rows, groups, int64(n, "groupByCode", "n"), uint32(shift, "groupByCode", "shift"), int64(nGroups, "groupByCode", "nGroups"), outCodes, outEnds) as Status;
    },
    windowRows({ context, rows, n, offsets, nLists, size, dilation, tails, nOut, outRows, outInverse }) {
      holds(offsets, (nLists + 1), "windowRows", "offsets");
      return symbols.dvdb_window_rows(context, rows, int64(n, "windowRows", "n"), offsets, uint32(nLists, "windowRows", "nLists"), int64(size, "windowRows", "size"), int64(dilation, "windowRows", "dilation"), tails, int64(nOut, "windowRows", "nOut"), outRows, outInverse) as Status;
    },
    windowCodes({ context, ijk, n, divisor, shift, out }) {
      holds(divisor, 3, "windowCodes", "divisor");
      holds(shift, 3, "windowCodes", "shift");
      return symbols.dvdb_window_codes(context, ijk, int64(n, "windowCodes", "n"), divisor, shift, out) as Status;
    },
    attend({ context, q, k, v, strides, firsts, dtype, nQueries, nKeys, heads, depth, valueDepth, offsets, keyOffsets, nLists, scale, causal, reach, table, positions, keyPositions, out, outLogSums }) {
      holds(strides, 3, "attend", "strides");
      holds(firsts, 3, "attend", "firsts");
      holds(offsets, (nLists + 1), "attend", "offsets");
      holds(keyOffsets, (nLists + 1), "attend", "keyOffsets");
      return symbols.dvdb_attend(context, q, k, v, strides, firsts, dtype, int64(nQueries, "attend", "nQueries"), int64(nKeys, "attend", "nKeys"), int64(heads, "attend", "heads"), int64(depth, "attend", "depth"), int64(valueDepth, "attend", "valueDepth"), offsets, keyOffsets, uint32(nLists, "attend", "nLists"), scale, uint32(causal, "attend", "causal"), int64(reach, "attend", "reach"), table, positions, keyPositions, out, outLogSums) as Status;
    },
    attendBackward({ context, q, k, v, strides, firsts, dtype, nQueries, nKeys, heads, depth, valueDepth, offsets, keyOffsets, nLists, scale, causal, reach, table, positions, keyPositions, results, logSums, gradients, outQ, outK, outV, outTable }) {
      holds(strides, 3, "attendBackward", "strides");
      holds(firsts, 3, "attendBackward", "firsts");
      holds(offsets, (nLists + 1), "attendBackward", "offsets");
      holds(keyOffsets, (nLists + 1), "attendBackward", "keyOffsets");
      return symbols.dvdb_attend_backward(context, q, k, v, strides, firsts, dtype, int64(nQueries, "attendBackward", "nQueries"), int64(nKeys, "attendBackward", "nKeys"), int64(heads, "attendBackward", "heads"), int64(depth, "attendBackward", "depth"), int64(valueDepth, "attendBackward", "valueDepth"), offsets, keyOffsets, uint32(nLists, "attendBackward", "nLists"), scale, uint32(causal, "attendBackward", "causal"), int64(reach, "attendBackward", "reach"), table, positions, keyPositions, results, logSums, gradients, outQ, outK, outV, outTable) as Status;
    },
    brickThreshold({ context, extents, order, voxels, dtype, threshold, checked, first, outBits, outFault }) {
      holds(extents, 3, "brickThreshold", "extents");
      holds(outFault, 1, "brickThreshold", "outFault");
      return symbols.dvdb_brick_threshold(context, 0, extents, order, voxels, dtype, threshold, uint32(checked, "brickThreshold", "checked"), int64(first, "brickThreshold", "first"), outBits, outFault) as Status;
    },
    async brickThresholdAsync({ context, extents, order, voxels, dtype, threshold, checked, first, outBits, outFault }, signal) {
      const context_ = uint32(context, "brickThreshold", "context");
      steady(extents, "brickThreshold", "extents");
      const order_ = uint32(order, "brickThreshold", "order");
      const voxels_ = uint32(voxels, "brickThreshold", "voxels");
      const dtype_ = uint32(dtype, "brickThreshold", "dtype");
      const threshold_ = float64(threshold, "brickThreshold", "threshold");
      const checked_ = uint32(checked, "brickThreshold", "checked");
      const first_ = int64(first, "brickThreshold", "first");
      const outBits_ = uint32(outBits, "brickThreshold", "outBits");
      steady(outFault, "brickThreshold", "outFault");
      holds(extents, 3, "brickThreshold", "extents");
      holds(outFault, 1, "brickThreshold", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_brick_threshold_async(context_, ticket, extents, order_, voxels_, dtype_, threshold_, checked_, first_, outBits_, outFault), signal) as Status;
    },
    brickCount({ context, extents, bits, coverage, outCounts }) {
      holds(extents, 3, "brickCount", "extents");
      holds(outCounts, BrickCounted.COUNT, "brickCount", "outCounts");
      return symbols.dvdb_brick_count(context, 0, extents, bits, coverage, outCounts) as Status;
    },
    async brickCountAsync({ context, extents, bits, coverage, outCounts }, signal) {
      const context_ = uint32(context, "brickCount", "context");
      steady(extents, "brickCount", "extents");
      const bits_ = uint32(bits, "brickCount", "bits");
      const coverage_ = uint32(coverage, "brickCount", "coverage");
      steady(outCounts, "brickCount", "outCounts");
      holds(extents, 3, "brickCount", "extents");
      holds(outCounts, BrickCounted.COUNT, "brickCount", "outCounts");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_brick_count_async(context_, ticket, extents, bits_, coverage_, outCounts), signal) as Status;
    },
    brickOccupancy({ context, extents, bits, coverage, log2Edge, layers, first, nBricks, outBits, outFilled }) {
      holds(extents, 3, "brickOccupancy", "extents");
      holds(outFilled, 1, "brickOccupancy", "outFilled");
      return symbols.dvdb_brick_occupancy(context, 0, extents, bits, coverage, uint32(log2Edge, "brickOccupancy", "log2Edge"), int64(layers, "brickOccupancy", "layers"), int64(first, "brickOccupancy", "first"), int64(nBricks, "brickOccupancy", "nBricks"), outBits, outFilled) as Status;
    },
    async brickOccupancyAsync({ context, extents, bits, coverage, log2Edge, layers, first, nBricks, outBits, outFilled }, signal) {
      const context_ = uint32(context, "brickOccupancy", "context");
      steady(extents, "brickOccupancy", "extents");
      const bits_ = uint32(bits, "brickOccupancy", "bits");
      const coverage_ = uint32(coverage, "brickOccupancy", "coverage");
      const log2Edge_ = uint32(log2Edge, "brickOccupancy", "log2Edge");
      const layers_ = int64(layers, "brickOccupancy", "layers");
      const first_ = int64(first, "brickOccupancy", "first");
      const nBricks_ = int64(nBricks, "brickOccupancy", "nBricks");
      const outBits_ = uint32(outBits, "brickOccupancy", "outBits");
      steady(outFilled, "brickOccupancy", "outFilled");
      holds(extents, 3, "brickOccupancy", "extents");
      holds(outFilled, 1, "brickOccupancy", "outFilled");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_brick_occupancy_async(context_, ticket, extents, bits_, coverage_, log2Edge_, layers_, first_, nBricks_, outBits_, outFilled), signal) as Status;
    },
    brickFill({ context, extents, order, voxels, dtype, log2Edge, layers, first, nBricks, bits, filled, outPool }) {
      holds(extents, 3, "brickFill", "extents");
      return symbols.dvdb_brick_fill(context, extents, order, voxels, dtype, uint32(log2Edge, "brickFill", "log2Edge"), int64(layers, "brickFill", "layers"), int64(first, "brickFill", "first"), int64(nBricks, "brickFill", "nBricks"), bits, int64(filled, "brickFill", "filled"), outPool) as Status;
    },
    brickMasks({ context, extents, log2Edge, bits, outMasks }) {
      holds(extents, 3, "brickMasks", "extents");
      return symbols.dvdb_brick_masks(context, extents, uint32(log2Edge, "brickMasks", "log2Edge"), bits, outMasks) as Status;
    },
    brickTable({ context, nBricks, bits, outTable }) {
      return symbols.dvdb_brick_table(context, int64(nBricks, "brickTable", "nBricks"), bits, outTable) as Status;
    },
    brickToDense({ context, extents, log2Edge, slots, data, counters, masks, nSlots, pool, dtype, order, background, out }) {
      holds(extents, 3, "brickToDense", "extents");
      return symbols.dvdb_brick_to_dense(context, extents, uint32(log2Edge, "brickToDense", "log2Edge"), slots, data, counters, masks, int64(nSlots, "brickToDense", "nSlots"), pool, dtype, order, background, out) as Status;
    },
    brickLookup({ context, extents, log2Edge, slots, data, counters, masks, nSlots, pool, dtype, ijk, count, background, out }) {
      holds(extents, 3, "brickLookup", "extents");
      return symbols.dvdb_brick_lookup(context, extents, uint32(log2Edge, "brickLookup", "log2Edge"), slots, data, counters, masks, int64(nSlots, "brickLookup", "nSlots"), pool, dtype, ijk, int64(count, "brickLookup", "count"), background, out) as Status;
    },
    brickSample({ context, extents, log2Edge, slots, data, counters, masks, nSlots, pool, dtype, points, count, background, out }) {
      holds(extents, 3, "brickSample", "extents");
      return symbols.dvdb_brick_sample(context, extents, uint32(log2Edge, "brickSample", "log2Edge"), slots, data, counters, masks, int64(nSlots, "brickSample", "nSlots"), pool, dtype, points, int64(count, "brickSample", "count"), background, out) as Status;
    },
    brickSetBoxPlan({ context, extents, log2Edge, table, nSlots, pool, dtype, low, size, order, values, threshold, coverage, checked, outEdits, outCounts, outFault }) {
      holds(extents, 3, "brickSetBoxPlan", "extents");
      holds(low, 3, "brickSetBoxPlan", "low");
      holds(size, 3, "brickSetBoxPlan", "size");
      holds(outCounts, BrickEdit.COUNT, "brickSetBoxPlan", "outCounts");
      holds(outFault, 1, "brickSetBoxPlan", "outFault");
      return symbols.dvdb_brick_set_box_plan(context, 0, extents, uint32(log2Edge, "brickSetBoxPlan", "log2Edge"), table, int64(nSlots, "brickSetBoxPlan", "nSlots"), pool, dtype, low, size, order, values, threshold, coverage, uint32(checked, "brickSetBoxPlan", "checked"), outEdits, outCounts, outFault) as Status;
    },
    async brickSetBoxPlanAsync({ context, extents, log2Edge, table, nSlots, pool, dtype, low, size, order, values, threshold, coverage, checked, outEdits, outCounts, outFault }, signal) {
      const context_ = uint32(context, "brickSetBoxPlan", "context");
      steady(extents, "brickSetBoxPlan", "extents");
      const log2Edge_ = uint32(log2Edge, "brickSetBoxPlan", "log2Edge");
      const table_ = uint32(table, "brickSetBoxPlan", "table");
      const nSlots_ = int64(nSlots, "brickSetBoxPlan", "nSlots");
      const pool_ = uint32(pool, "brickSetBoxPlan", "pool");
      const dtype_ = uint32(dtype, "brickSetBoxPlan", "dtype");
      steady(low, "brickSetBoxPlan", "low");
      steady(size, "brickSetBoxPlan", "size");
      const order_ = uint32(order, "brickSetBoxPlan", "order");
      const values_ = uint32(values, "brickSetBoxPlan", "values");
      const threshold_ = float64(threshold, "brickSetBoxPlan", "threshold");
      const coverage_ = uint32(coverage, "brickSetBoxPlan", "coverage");
      const checked_ = uint32(checked, "brickSetBoxPlan", "checked");
      const outEdits_ = uint32(outEdits, "brickSetBoxPlan", "outEdits");
      steady(outCounts, "brickSetBoxPlan", "outCounts");
      steady(outFault, "brickSetBoxPlan", "outFault");
      holds(extents, 3, "brickSetBoxPlan", "extents");
      holds(low, 3, "brickSetBoxPlan", "low");
      holds(size, 3, "brickSetBoxPlan", "size");
      holds(outCounts, BrickEdit.COUNT, "brickSetBoxPlan", "outCounts");
      holds(outFault, 1, "brickSetBoxPlan", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_brick_set_box_plan_async(context_, ticket, extents, log2Edge_, table_, nSlots_, pool_, dtype_, low, size, order_, values_, threshold_, coverage_, checked_, outEdits_, outCounts, outFault), signal) as Status;
    },
    brickSetBoxList({ context, extents, log2Edge, table, nSlots, low, size, edits, added, removed, outBricks, outSlots }) {
      holds(extents, 3, "brickSetBoxList", "extents");
      holds(low, 3, "brickSetBoxList", "low");
      holds(size, 3, "brickSetBoxList", "size");
      return symbols.dvdb_brick_set_box_list(context, extents, uint32(log2Edge, "brickSetBoxList", "log2Edge"), table, int64(nSlots, "brickSetBoxList", "nSlots"), low, size, edits, int64(added, "brickSetBoxList", "added"), int64(removed, "brickSetBoxList", "removed"), outBricks, outSlots) as Status;
    },
    brickSetBoxApply({ context, extents, log2Edge, table, nSlots, pool, dtype, low, size, order, values, background, edits, added, removed, bricks, places }) {
      holds(extents, 3, "brickSetBoxApply", "extents");
      holds(low, 3, "brickSetBoxApply", "low");
      holds(size, 3, "brickSetBoxApply", "size");
      return symbols.dvdb_brick_set_box_apply(context, extents, uint32(log2Edge, "brickSetBoxApply", "log2Edge"), table, int64(nSlots, "brickSetBoxApply", "nSlots"), pool, dtype, low, size, order, values, background, edits, int64(added, "brickSetBoxApply", "added"), int64(removed, "brickSetBoxApply", "removed"), bricks, places) as Status;
    },
    brickCompact({ context, extents, log2Edge, slots, data, counters, masks, nSlots, pool, dtype, bits, filled, outPool }) {
      holds(extents, 3, "brickCompact", "extents");
      return symbols.dvdb_brick_compact(context, extents, uint32(log2Edge, "brickCompact", "log2Edge"), slots, data, counters, masks, int64(nSlots, "brickCompact", "nSlots"), pool, dtype, bits, int64(filled, "brickCompact", "filled"), outPool) as Status;
    },
    bufferCreate({ context, nBytes, outBuffer }) {
      holds(outBuffer, 1, "bufferCreate", "outBuffer");
      return symbols.dvdb_buffer_create(context, int64(nBytes, "bufferCreate", "nBytes"), outBuffer) as Status;
    },
    bufferCreateAll({ context, n, nBytes, outBuffers }) {
      holds(nBytes, n, "bufferCreateAll", "nBytes");
      holds(outBuffers, n, "bufferCreateAll", "outBuffers");
      return symbols.dvdb_buffer_create_all(context, uint32(n, "bufferCreateAll", "n"), nBytes, outBuffers) as Status;
    },
    bufferView({ context, buffer, offset, nBytes, outBuffer }) {
      holds(outBuffer, 1, "bufferView", "outBuffer");
      return symbols.dvdb_buffer_view(context, buffer, int64(offset, "bufferView", "offset"), int64(nBytes, "bufferView", "nBytes"), outBuffer) as Status;
    },
    bufferDestroy({ context, buffer }) {
      return symbols.dvdb_buffer_destroy(context, buffer) as Status;
    },
    bufferDestroyAll({ context, n, buffers }) {
      holds(buffers, n, "bufferDestroyAll", "buffers");
      return symbols.dvdb_buffer_destroy_all(context, uint32(n, "bufferDestroyAll", "n"), buffers) as Status;
    },
    bufferSize({ context, buffer, outBytes }) {
      holds(outBytes, 1, "bufferSize", "outBytes");
      return symbols.dvdb_buffer_size(context, buffer, outBytes) as Status;
    },
    bufferWrite({ context, buffer, offset, data, nBytes }) {
      holdsBytes(data, nBytes, "bufferWrite", "data");
      return symbols.dvdb_buffer_write(context, buffer, int64(offset, "bufferWrite", "offset"), data, int64(nBytes, "bufferWrite", "nBytes")) as Status;
    },
    bufferRead({ context, buffer, offset, outData, nBytes }) {
      holdsBytes(outData, nBytes, "bufferRead", "outData");
      return symbols.dvdb_buffer_read(context, 0, buffer, int64(offset, "bufferRead", "offset"), outData, int64(nBytes, "bufferRead", "nBytes")) as Status;
    },
    async bufferReadAsync({ context, buffer, offset, outData, nBytes }, signal) {
      const context_ = uint32(context, "bufferRead", "context");
      const buffer_ = uint32(buffer, "bufferRead", "buffer");
      const offset_ = int64(offset, "bufferRead", "offset");
      steady(outData, "bufferRead", "outData");
      const nBytes_ = int64(nBytes, "bufferRead", "nBytes");
      holdsBytes(outData, nBytes, "bufferRead", "outData");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_buffer_read_async(context_, ticket, buffer_, offset_, outData, nBytes_), signal) as Status;
    },
    bufferFill({ context, buffer, offset, nBytes, patternLow, patternHigh, patternBytes }) {
      return symbols.dvdb_buffer_fill(context, buffer, int64(offset, "bufferFill", "offset"), int64(nBytes, "bufferFill", "nBytes"), uint32(patternLow, "bufferFill", "patternLow"), uint32(patternHigh, "bufferFill", "patternHigh"), uint32(patternBytes, "bufferFill", "patternBytes")) as Status;
    },
    bufferCopy({ context, source, sourceOffset, target, targetOffset, nBytes }) {
      return symbols.dvdb_buffer_copy(context, source, int64(sourceOffset, "bufferCopy", "sourceOffset"), target, int64(targetOffset, "bufferCopy", "targetOffset"), int64(nBytes, "bufferCopy", "nBytes")) as Status;
    },
    bufferOverlap({ context, a, b, outOverlap }) {
      holds(outOverlap, 1, "bufferOverlap", "outOverlap");
      return symbols.dvdb_buffer_overlap(context, a, b, outOverlap) as Status;
    },
    convPlanCreate({ context, source, target, kernel, stride, transposed, outPlan }) {
      holds(kernel, 3, "convPlanCreate", "kernel");
      holds(stride, 3, "convPlanCreate", "stride");
      holds(outPlan, 1, "convPlanCreate", "outPlan");
      return symbols.dvdb_conv_plan_create(context, source, target, kernel, stride, uint32(transposed, "convPlanCreate", "transposed"), outPlan) as Status;
    },
    convPlanReverse({ context, plan, outPlan }) {
      holds(outPlan, 1, "convPlanReverse", "outPlan");
      return symbols.dvdb_conv_plan_reverse(context, plan, outPlan) as Status;
    },
    convPlanDestroy({ context, plan }) {
      return symbols.dvdb_conv_plan_destroy(context, plan) as Status;
    },
    convPlanPrepare({ context, plan }) {
      return symbols.dvdb_conv_plan_prepare(context, plan) as Status;
    },
    convPlanMap({ context, plan, out }) {
      return symbols.dvdb_conv_plan_map(context, plan, out) as Status;
    },
    convPlanCounts({ context, plan, outCounts, taps, outTapPairs }) {
      holds(outCounts, ConvCount.COUNT, "convPlanCounts", "outCounts");
      holds(outTapPairs, taps, "convPlanCounts", "outTapPairs");
      return symbols.dvdb_conv_plan_counts(context, 0, plan, outCounts, uint32(taps, "convPlanCounts", "taps"), outTapPairs) as Status;
    },
    async convPlanCountsAsync({ context, plan, outCounts, taps, outTapPairs }, signal) {
      const context_ = uint32(context, "convPlanCounts", "context");
      const plan_ = uint32(plan, "convPlanCounts", "plan");
      steady(outCounts, "convPlanCounts", "outCounts");
      const taps_ = uint32(taps, "convPlanCounts", "taps");
      steady(outTapPairs, "convPlanCounts", "outTapPairs");
      holds(outCounts, ConvCount.COUNT, "convPlanCounts", "outCounts");
      holds(outTapPairs, taps, "convPlanCounts", "outTapPairs");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_conv_plan_counts_async(context_, ticket, plan_, outCounts, taps_, outTapPairs), signal) as Status;
    },
    convPlanChoose({ context, plan, dtype, inChannels, outChannels, backend, outBackend, outText, capacity, outLength }) {
      holds(outBackend, 1, "convPlanChoose", "outBackend");
      holdsBytes(outText, capacity, "convPlanChoose", "outText");
      holds(outLength, 1, "convPlanChoose", "outLength");
      return symbols.dvdb_conv_plan_choose(context, plan, dtype, int64(inChannels, "convPlanChoose", "inChannels"), int64(outChannels, "convPlanChoose", "outChannels"), backend, outBackend, outText, uint32(capacity, "convPlanChoose", "capacity"), outLength) as Status;
    },
    sparseConv({ context, plan, features, weights, bias, residual, dtype, inChannels, outChannels, activation, backend, out }) {
      return symbols.dvdb_sparse_conv(context, plan, features, weights, bias, residual, dtype, int64(inChannels, "sparseConv", "inChannels"), int64(outChannels, "sparseConv", "outChannels"), activation, backend, out) as Status;
    },
    sparseConvBackward({ context, plan, features, weights, results, gradients, dtype, inChannels, outChannels, weightsDtype, backend, outFeatures, outWeights, outBias, outResidual }) {
      return symbols.dvdb_sparse_conv_backward(context, plan, features, weights, results, gradients, dtype, int64(inChannels, "sparseConvBackward", "inChannels"), int64(outChannels, "sparseConvBackward", "outChannels"), weightsDtype, backend, outFeatures, outWeights, outBias, outResidual) as Status;
    },
    batchNorm({ context, features, scale, shift, residual, dtype, n, channels, epsilon, epilogue, out, outMean, outVariance, outUnbiased, outFactor }) {
      return symbols.dvdb_batch_norm(context, features, scale, shift, residual, dtype, int64(n, "batchNorm", "n"), int64(channels, "batchNorm", "channels"), epsilon, epilogue, out, outMean, outVariance, outUnbiased, outFactor) as Status;
    },
    batchNormInference({ context, features, mean, variance, scale, shift, residual, dtype, n, channels, epsilon, epilogue, out }) {
      return symbols.dvdb_batch_norm_inference(context, features, mean, variance, scale, shift, residual, dtype, int64(n, "batchNormInference", "n"), int64(channels, "batchNormInference", "channels"), epsilon, epilogue, out) as Status;
    },
    batchNormBackward({ context, features, scale, mean, factor, results, gradients, dtype, n, channels, outFeatures, outScale, outShift, outResidual }) {
      return symbols.dvdb_batch_norm_backward(context, features, scale, mean, factor, results, gradients, dtype, int64(n, "batchNormBackward", "n"), int64(channels, "batchNormBackward", "channels"), outFeatures, outScale, outShift, outResidual) as Status;
    },
    normalizeRows({ context, features, scale, shift, residual, centered, dtype, n, channels, epsilon, epilogue, out }) {
      return symbols.dvdb_normalize_rows(context, features, scale, shift, residual, uint32(centered, "normalizeRows", "centered"), dtype, int64(n, "normalizeRows", "n"), int64(channels, "normalizeRows", "channels"), epsilon, epilogue, out) as Status;
    },
    normalizeRowsBackward({ context, features, scale, results, gradients, centered, dtype, n, channels, epsilon, outFeatures, outScale, outShift, outResidual }) {
      return symbols.dvdb_normalize_rows_backward(context, features, scale, results, gradients, uint32(centered, "normalizeRowsBackward", "centered"), dtype, int64(n, "normalizeRowsBackward", "n"), int64(channels, "normalizeRowsBackward", "channels"), epsilon, outFeatures, outScale, outShift, outResidual) as Status;
    },
    groupNorm({ context, features, scale, shift, residual, offsets, nLists, groups, dtype, n, channels, epsilon, epilogue, out, outMean, outFactor }) {
      holds(offsets, (nLists + 1), "groupNorm", "offsets");
      return symbols.dvdb_group_norm(context, features, scale, shift, residual, offsets, uint32(nLists, "groupNorm", "nLists"), int64(groups, "groupNorm", "groups"), dtype, int64(n, "groupNorm", "n"), int64(channels, "groupNorm", "channels"), epsilon, epilogue, out, outMean, outFactor) as Status;
    },
    groupNormBackward({ context, features, scale, mean, factor, results, gradients, offsets, nLists, groups, dtype, n, channels, outFeatures, outScale, outShift, outResidual }) {
      holds(offsets, (nLists + 1), "groupNormBackward", "offsets");
      return symbols.dvdb_group_norm_backward(context, features, scale, mean, factor, results, gradients, offsets, uint32(nLists, "groupNormBackward", "nLists"), int64(groups, "groupNormBackward", "groups"), dtype, int64(n, "groupNormBackward", "n"), int64(channels, "groupNormBackward", "channels"), outFeatures, outScale, outShift, outResidual) as Status;
    },
    crossEntropy({ context, logits, targets, weights, dtype, targetDtype, n, classes, ignore, smoothing, mean, out }) {
      return symbols.dvdb_cross_entropy(context, logits, targets, weights, dtype, targetDtype, int64(n, "crossEntropy", "n"), int64(classes, "crossEntropy", "classes"), int64(ignore, "crossEntropy", "ignore"), smoothing, uint32(mean, "crossEntropy", "mean"), out) as Status;
    },
    crossEntropyBackward({ context, logits, targets, weights, gradients, dtype, targetDtype, n, classes, ignore, smoothing, mean, out }) {
      return symbols.dvdb_cross_entropy_backward(context, logits, targets, weights, gradients, dtype, targetDtype, int64(n, "crossEntropyBackward", "n"), int64(classes, "crossEntropyBackward", "classes"), int64(ignore, "crossEntropyBackward", "ignore"), smoothing, uint32(mean, "crossEntropyBackward", "mean"), out) as Status;
    },
    shareScores({ context, x, dtype, n, channels, logarithm, out }) {
      return symbols.dvdb_share_scores(context, x, dtype, int64(n, "shareScores", "n"), int64(channels, "shareScores", "channels"), uint32(logarithm, "shareScores", "logarithm"), out) as Status;
    },
    shareScoresBackward({ context, result, gradients, dtype, n, channels, logarithm, out }) {
      return symbols.dvdb_share_scores_backward(context, result, gradients, dtype, int64(n, "shareScoresBackward", "n"), int64(channels, "shareScoresBackward", "channels"), uint32(logarithm, "shareScoresBackward", "logarithm"), out) as Status;
    },
    logSumExp({ context, x, dtype, n, channels, out }) {
      return symbols.dvdb_log_sum_exp(context, x, dtype, int64(n, "logSumExp", "n"), int64(channels, "logSumExp", "channels"), out) as Status;
    },
    logSumExpBackward({ context, x, gradients, dtype, n, channels, out }) {
      return symbols.dvdb_log_sum_exp_backward(context, x, gradients, dtype, int64(n, "logSumExpBackward", "n"), int64(channels, "logSumExpBackward", "channels"), out) as Status;
    },
    elementLoss({ context, loss, x, targets, dtype, n, delta, mean, out }) {
      return symbols.dvdb_element_loss(context, loss, x, targets, dtype, int64(n, "elementLoss", "n"), delta, uint32(mean, "elementLoss", "mean"), out) as Status;
    },
    elementLossBackward({ context, loss, x, targets, gradients, dtype, n, delta, mean, outX, outTargets }) {
      return symbols.dvdb_element_loss_backward(context, loss, x, targets, gradients, dtype, int64(n, "elementLossBackward", "n"), delta, uint32(mean, "elementLossBackward", "mean"), outX, outTargets) as Status;
    },
    linear({ context, features, weights, bias, residual, dtype, n, inChannels, outChannels, epilogue, out }) {
      return symbols.dvdb_linear(context, features, weights, bias, residual, dtype, int64(n, "linear", "n"), int64(inChannels, "linear", "inChannels"), int64(outChannels, "linear", "outChannels"), epilogue, out) as Status;
    },
    linearBackward({ context, features, weights, results, gradients, dtype, n, inChannels, outChannels, outFeatures, outWeights, outBias, outResidual }) {
      return symbols.dvdb_linear_backward(context, features, weights, results, gradients, dtype, int64(n, "linearBackward", "n"), int64(inChannels, "linearBackward", "inChannels"), int64(outChannels, "linearBackward", "outChannels"), outFeatures, outWeights, outBias, outResidual) as Status;
    },
    matmul({ context, left, right, dtype, batches, m, k, n, leftTransposed, rightTransposed, out }) {
      return symbols.dvdb_matmul(context, left, right, dtype, int64(batches, "matmul", "batches"), int64(m, "matmul", "m"), int64(k, "matmul", "k"), int64(n, "matmul", "n"), uint32(leftTransposed, "matmul", "leftTransposed"), uint32(rightTransposed, "matmul", "rightTransposed"), out) as Status;
    },
    fillStream({ context, normal, seedLow, seedHigh, streamLow, streamHigh, low, high, dtype, n, out }) {
      return symbols.dvdb_fill_stream(context, uint32(normal, "fillStream", "normal"), uint32(seedLow, "fillStream", "seedLow"), uint32(seedHigh, "fillStream", "seedHigh"), uint32(streamLow, "fillStream", "streamLow"), uint32(streamHigh, "fillStream", "streamHigh"), low, high, dtype, int64(n, "fillStream", "n"), out) as Status;
    },
    dropout({ context, x, dtype, n, p, seedLow, seedHigh, streamLow, streamHigh, out }) {
      return symbols.dvdb_dropout(context, x, dtype, int64(n, "dropout", "n"), p, uint32(seedLow, "dropout", "seedLow"), uint32(seedHigh, "dropout", "seedHigh"), uint32(streamLow, "dropout", "streamLow"), uint32(streamHigh, "dropout", "streamHigh"), out) as Status;
    },
    eventRecord({ context, outEvent }) {
      holds(outEvent, 1, "eventRecord", "outEvent");
      return symbols.dvdb_event_record(context, outEvent) as Status;
    },
    eventDestroy({ context, event }) {
      return symbols.dvdb_event_destroy(context, event) as Status;
    },
    eventElapsed({ context, start, stop, outMilliseconds }) {
      holds(outMilliseconds, 1, "eventElapsed", "outMilliseconds");
      return symbols.dvdb_event_elapsed(context, 0, start, stop, outMilliseconds) as Status;
    },
    async eventElapsedAsync({ context, start, stop, outMilliseconds }, signal) {
      const context_ = uint32(context, "eventElapsed", "context");
      const start_ = uint32(start, "eventElapsed", "start");
      const stop_ = uint32(stop, "eventElapsed", "stop");
      steady(outMilliseconds, "eventElapsed", "outMilliseconds");
      holds(outMilliseconds, 1, "eventElapsed", "outMilliseconds");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_event_elapsed_async(context_, ticket, start_, stop_, outMilliseconds), signal) as Status;
    },
    indexSizes({ context, layout, dims, nDims, bits, outSizes }) {
      holds(dims, nDims, "indexSizes", "dims");
      holds(outSizes, IndexSize.SIZE_COUNT, "indexSizes", "outSizes");
      return symbols.dvdb_index_sizes(context, layout, dims, uint32(nDims, "indexSizes", "nDims"), uint32(bits, "indexSizes", "bits"), outSizes) as Status;
    },
    indexFromBits({ context, layout, dims, nDims, bits, outData, outCounters }) {
      holds(dims, nDims, "indexFromBits", "dims");
      return symbols.dvdb_index_from_bits(context, layout, dims, uint32(nDims, "indexFromBits", "nDims"), bits, outData, outCounters) as Status;
    },
    indexFromValues({ context, dims, nDims, bits, values, valueDtype, checked, outData, outFault }) {
      holds(dims, nDims, "indexFromValues", "dims");
      holds(outFault, 1, "indexFromValues", "outFault");
      return symbols.dvdb_index_from_values(context, 0, dims, uint32(nDims, "indexFromValues", "nDims"), uint32(bits, "indexFromValues", "bits"), values, valueDtype, uint32(checked, "indexFromValues", "checked"), outData, outFault) as Status;
    },
    async indexFromValuesAsync({ context, dims, nDims, bits, values, valueDtype, checked, outData, outFault }, signal) {
      const context_ = uint32(context, "indexFromValues", "context");
      steady(dims, "indexFromValues", "dims");
      const nDims_ = uint32(nDims, "indexFromValues", "nDims");
      const bits_ = uint32(bits, "indexFromValues", "bits");
      const values_ = uint32(values, "indexFromValues", "values");
      const valueDtype_ = uint32(valueDtype, "indexFromValues", "valueDtype");
      const checked_ = uint32(checked, "indexFromValues", "checked");
      const outData_ = uint32(outData, "indexFromValues", "outData");
      steady(outFault, "indexFromValues", "outFault");
      holds(dims, nDims, "indexFromValues", "dims");
      holds(outFault, 1, "indexFromValues", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_from_values_async(context_, ticket, dims, nDims_, bits_, values_, valueDtype_, checked_, outData_, outFault), signal) as Status;
    },
    indexFromKeys({ context, dims, nDims, keys, indexDtype, count, width, checked, nBytes, outBits, outFault }) {
      holds(dims, nDims, "indexFromKeys", "dims");
      holds(outFault, 1, "indexFromKeys", "outFault");
      return symbols.dvdb_index_from_keys(context, 0, dims, uint32(nDims, "indexFromKeys", "nDims"), keys, indexDtype, int64(count, "indexFromKeys", "count"), uint32(width, "indexFromKeys", "width"), uint32(checked, "indexFromKeys", "checked"), int64(nBytes, "indexFromKeys", "nBytes"), outBits, outFault) as Status;
    },
    async indexFromKeysAsync({ context, dims, nDims, keys, indexDtype, count, width, checked, nBytes, outBits, outFault }, signal) {
      const context_ = uint32(context, "indexFromKeys", "context");
      steady(dims, "indexFromKeys", "dims");
      const nDims_ = uint32(nDims, "indexFromKeys", "nDims");
      const keys_ = uint32(keys, "indexFromKeys", "keys");
      const indexDtype_ = uint32(indexDtype, "indexFromKeys", "indexDtype");
      const count_ = int64(count, "indexFromKeys", "count");
      const width_ = uint32(width, "indexFromKeys", "width");
      const checked_ = uint32(checked, "indexFromKeys", "checked");
      const nBytes_ = int64(nBytes, "indexFromKeys", "nBytes");
      const outBits_ = uint32(outBits, "indexFromKeys", "outBits");
      steady(outFault, "indexFromKeys", "outFault");
      holds(dims, nDims, "indexFromKeys", "dims");
      holds(outFault, 1, "indexFromKeys", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_from_keys_async(context_, ticket, dims, nDims_, keys_, indexDtype_, count_, width_, checked_, nBytes_, outBits_, outFault), signal) as Status;
    },
    indexAsk({ context, layout, dims, nDims, bits, data, counters, question, keys, indexDtype, count, checked, outDtype, out, outFault }) {
      holds(dims, nDims, "indexAsk", "dims");
      holds(outFault, 1, "indexAsk", "outFault");
      return symbols.dvdb_index_ask(context, 0, layout, dims, uint32(nDims, "indexAsk", "nDims"), uint32(bits, "indexAsk", "bits"), data, counters, question, keys, indexDtype, int64(count, "indexAsk", "count"), uint32(checked, "indexAsk", "checked"), uint32(outDtype, "indexAsk", "outDtype"), out, outFault) as Status;
    },
    async indexAskAsync({ context, layout, dims, nDims, bits, data, counters, question, keys, indexDtype, count, checked, outDtype, out, outFault }, signal) {
      const context_ = uint32(context, "indexAsk", "context");
      const layout_ = uint32(layout, "indexAsk", "layout");
      steady(dims, "indexAsk", "dims");
      const nDims_ = uint32(nDims, "indexAsk", "nDims");
      const bits_ = uint32(bits, "indexAsk", "bits");
      const data_ = uint32(data, "indexAsk", "data");
      const counters_ = uint32(counters, "indexAsk", "counters");
      const question_ = uint32(question, "indexAsk", "question");
      const keys_ = uint32(keys, "indexAsk", "keys");
      const indexDtype_ = uint32(indexDtype, "indexAsk", "indexDtype");
      const count_ = int64(count, "indexAsk", "count");
      const checked_ = uint32(checked, "indexAsk", "checked");
      const outDtype_ = uint32(outDtype, "indexAsk", "outDtype");
      const out_ = uint32(out, "indexAsk", "out");
      steady(outFault, "indexAsk", "outFault");
      holds(dims, nDims, "indexAsk", "dims");
      holds(outFault, 1, "indexAsk", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_ask_async(context_, ticket, layout_, dims, nDims_, bits_, data_, counters_, question_, keys_, indexDtype_, count_, checked_, outDtype_, out_, outFault), signal) as Status;
    },
    indexSumBoxes({ context, layout, dims, nDims, bits, data, counters, question, low, high, indexDtype, count, checked, out, outFault }) {
      holds(dims, nDims, "indexSumBoxes", "dims");
      holds(outFault, 1, "indexSumBoxes", "outFault");
      return symbols.dvdb_index_sum_boxes(context, 0, layout, dims, uint32(nDims, "indexSumBoxes", "nDims"), uint32(bits, "indexSumBoxes", "bits"), data, counters, question, low, high, indexDtype, int64(count, "indexSumBoxes", "count"), uint32(checked, "indexSumBoxes", "checked"), out, outFault) as Status;
    },
    async indexSumBoxesAsync({ context, layout, dims, nDims, bits, data, counters, question, low, high, indexDtype, count, checked, out, outFault }, signal) {
      const context_ = uint32(context, "indexSumBoxes", "context");
      const layout_ = uint32(layout, "indexSumBoxes", "layout");
      steady(dims, "indexSumBoxes", "dims");
      const nDims_ = uint32(nDims, "indexSumBoxes", "nDims");
      const bits_ = uint32(bits, "indexSumBoxes", "bits");
      const data_ = uint32(data, "indexSumBoxes", "data");
      const counters_ = uint32(counters, "indexSumBoxes", "counters");
      const question_ = uint32(question, "indexSumBoxes", "question");
      const low_ = uint32(low, "indexSumBoxes", "low");
      const high_ = uint32(high, "indexSumBoxes", "high");
      const indexDtype_ = uint32(indexDtype, "indexSumBoxes", "indexDtype");
      const count_ = int64(count, "indexSumBoxes", "count");
      const checked_ = uint32(checked, "indexSumBoxes", "checked");
      const out_ = uint32(out, "indexSumBoxes", "out");
      steady(outFault, "indexSumBoxes", "outFault");
      holds(dims, nDims, "indexSumBoxes", "dims");
      holds(outFault, 1, "indexSumBoxes", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_sum_boxes_async(context_, ticket, layout_, dims, nDims_, bits_, data_, counters_, question_, low_, high_, indexDtype_, count_, checked_, out_, outFault), signal) as Status;
    },
    indexApplyEdit({ context, layout, dims, nDims, bits, data, counters, edit, keys, indexDtype, count, deltas, deltaDtype, checked, outFault }) {
      holds(dims, nDims, "indexApplyEdit", "dims");
      holds(outFault, 1, "indexApplyEdit", "outFault");
      return symbols.dvdb_index_apply_edit(context, 0, layout, dims, uint32(nDims, "indexApplyEdit", "nDims"), uint32(bits, "indexApplyEdit", "bits"), data, counters, edit, keys, indexDtype, int64(count, "indexApplyEdit", "count"), deltas, deltaDtype, uint32(checked, "indexApplyEdit", "checked"), outFault) as Status;
    },
    async indexApplyEditAsync({ context, layout, dims, nDims, bits, data, counters, edit, keys, indexDtype, count, deltas, deltaDtype, checked, outFault }, signal) {
      const context_ = uint32(context, "indexApplyEdit", "context");
      const layout_ = uint32(layout, "indexApplyEdit", "layout");
      steady(dims, "indexApplyEdit", "dims");
      const nDims_ = uint32(nDims, "indexApplyEdit", "nDims");
      const bits_ = uint32(bits, "indexApplyEdit", "bits");
      const data_ = uint32(data, "indexApplyEdit", "data");
      const counters_ = uint32(counters, "indexApplyEdit", "counters");
      const edit_ = uint32(edit, "indexApplyEdit", "edit");
      const keys_ = uint32(keys, "indexApplyEdit", "keys");
      const indexDtype_ = uint32(indexDtype, "indexApplyEdit", "indexDtype");
      const count_ = int64(count, "indexApplyEdit", "count");
      const deltas_ = uint32(deltas, "indexApplyEdit", "deltas");
      const deltaDtype_ = uint32(deltaDtype, "indexApplyEdit", "deltaDtype");
      const checked_ = uint32(checked, "indexApplyEdit", "checked");
      steady(outFault, "indexApplyEdit", "outFault");
      holds(dims, nDims, "indexApplyEdit", "dims");
      holds(outFault, 1, "indexApplyEdit", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_apply_edit_async(context_, ticket, layout_, dims, nDims_, bits_, data_, counters_, edit_, keys_, indexDtype_, count_, deltas_, deltaDtype_, checked_, outFault), signal) as Status;
    },
    indexToBits({ context, layout, dims, nDims, data, out }) {
      holds(dims, nDims, "indexToBits", "dims");
      return symbols.dvdb_index_to_bits(context, layout, dims, uint32(nDims, "indexToBits", "nDims"), data, out) as Status;
    },
    indexToValues({ context, dims, nDims, bits, data, valueDtype, out }) {
      holds(dims, nDims, "indexToValues", "dims");
      return symbols.dvdb_index_to_values(context, dims, uint32(nDims, "indexToValues", "nDims"), uint32(bits, "indexToValues", "bits"), data, valueDtype, out) as Status;
    },
    indexFromBytes({ context, dims, nDims, bits, data, made, outFault }) {
      holds(dims, nDims, "indexFromBytes", "dims");
      holds(outFault, 1, "indexFromBytes", "outFault");
      return symbols.dvdb_index_from_bytes(context, 0, dims, uint32(nDims, "indexFromBytes", "nDims"), uint32(bits, "indexFromBytes", "bits"), data, made, outFault) as Status;
    },
    async indexFromBytesAsync({ context, dims, nDims, bits, data, made, outFault }, signal) {
      const context_ = uint32(context, "indexFromBytes", "context");
      steady(dims, "indexFromBytes", "dims");
      const nDims_ = uint32(nDims, "indexFromBytes", "nDims");
      const bits_ = uint32(bits, "indexFromBytes", "bits");
      const data_ = uint32(data, "indexFromBytes", "data");
      const made_ = uint32(made, "indexFromBytes", "made");
      steady(outFault, "indexFromBytes", "outFault");
      holds(dims, nDims, "indexFromBytes", "dims");
      holds(outFault, 1, "indexFromBytes", "outFault");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_index_from_bytes_async(context_, ticket, dims, nDims_, bits_, data_, made_, outFault), signal) as Status;
    },
    gridFromIjk({ context, ijk, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }) {
      holds(offsets, (nGrids + 1), "gridFromIjk", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromIjk", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromIjk", "origins");
      holds(outGrid, 1, "gridFromIjk", "outGrid");
      return symbols.dvdb_grid_from_ijk(context, 0, ijk, int64(nPoints, "gridFromIjk", "nPoints"), offsets, voxelSizes, origins, uint32(nGrids, "gridFromIjk", "nGrids"), outGrid) as Status;
    },
    async gridFromIjkAsync({ context, ijk, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }, signal) {
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
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_ijk_async(context_, ticket, ijk_, nPoints_, offsets, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    gridFromPoints({ context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }) {
      holds(offsets, (nGrids + 1), "gridFromPoints", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromPoints", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromPoints", "origins");
      holds(outGrid, 1, "gridFromPoints", "outGrid");
      return symbols.dvdb_grid_from_points(context, 0, points, dtype, int64(nPoints, "gridFromPoints", "nPoints"), offsets, voxelSizes, origins, uint32(nGrids, "gridFromPoints", "nGrids"), outGrid) as Status;
    },
    async gridFromPointsAsync({ context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }, signal) {
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
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_points_async(context_, ticket, points_, dtype_, nPoints_, offsets, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    gridFromNearestVoxelsToPoints({ context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }) {
      holds(offsets, (nGrids + 1), "gridFromNearestVoxelsToPoints", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromNearestVoxelsToPoints", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromNearestVoxelsToPoints", "origins");
      holds(outGrid, 1, "gridFromNearestVoxelsToPoints", "outGrid");
      return symbols.dvdb_grid_from_nearest_voxels_to_points(context, 0, points, dtype, int64(nPoints, "gridFromNearestVoxelsToPoints", "nPoints"), offsets, voxelSizes, origins, uint32(nGrids, "gridFromNearestVoxelsToPoints", "nGrids"), outGrid) as Status;
    },
    async gridFromNearestVoxelsToPointsAsync({ context, points, dtype, nPoints, offsets, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "gridFromNearestVoxelsToPoints", "context");
      const points_ = uint32(points, "gridFromNearestVoxelsToPoints", "points");
      const dtype_ = uint32(dtype, "gridFromNearestVoxelsToPoints", "dtype");
      const nPoints_ = int64(nPoints, "gridFromNearestVoxelsToPoints", "nPoints");
      steady(offsets, "gridFromNearestVoxelsToPoints", "offsets");
      steady(voxelSizes, "gridFromNearestVoxelsToPoints", "voxelSizes");
      steady(origins, "gridFromNearestVoxelsToPoints", "origins");
      const nGrids_ = uint32(nGrids, "gridFromNearestVoxelsToPoints", "nGrids");
      steady(outGrid, "gridFromNearestVoxelsToPoints", "outGrid");
      holds(offsets, (nGrids + 1), "gridFromNearestVoxelsToPoints", "offsets");
      holds(voxelSizes, nGrids * 3, "gridFromNearestVoxelsToPoints", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromNearestVoxelsToPoints", "origins");
      holds(outGrid, 1, "gridFromNearestVoxelsToPoints", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_nearest_voxels_to_points_async(context_, ticket, points_, dtype_, nPoints_, offsets, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    gridFromMesh({ context, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, voxelSizes, origins, nGrids, halfWidth, outGrid }) {
      holds(vertexOffsets, (nGrids + 1), "gridFromMesh", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "gridFromMesh", "faceOffsets");
      holds(voxelSizes, nGrids * 3, "gridFromMesh", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromMesh", "origins");
      holds(outGrid, 1, "gridFromMesh", "outGrid");
      return symbols.dvdb_grid_from_mesh(context, 0, vertices, dtype, int64(nVertices, "gridFromMesh", "nVertices"), vertexOffsets, faces, faceDtype, int64(nFaces, "gridFromMesh", "nFaces"), faceOffsets, voxelSizes, origins, uint32(nGrids, "gridFromMesh", "nGrids"), halfWidth, outGrid) as Status;
    },
    async gridFromMeshAsync({ context, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, voxelSizes, origins, nGrids, halfWidth, outGrid }, signal) {
      const context_ = uint32(context, "gridFromMesh", "context");
      const vertices_ = uint32(vertices, "gridFromMesh", "vertices");
      const dtype_ = uint32(dtype, "gridFromMesh", "dtype");
      const nVertices_ = int64(nVertices, "gridFromMesh", "nVertices");
      steady(vertexOffsets, "gridFromMesh", "vertexOffsets");
      const faces_ = uint32(faces, "gridFromMesh", "faces");
      const faceDtype_ = uint32(faceDtype, "gridFromMesh", "faceDtype");
      const nFaces_ = int64(nFaces, "gridFromMesh", "nFaces");
      steady(faceOffsets, "gridFromMesh", "faceOffsets");
      steady(voxelSizes, "gridFromMesh", "voxelSizes");
      steady(origins, "gridFromMesh", "origins");
      const nGrids_ = uint32(nGrids, "gridFromMesh", "nGrids");
      const halfWidth_ = float64(halfWidth, "gridFromMesh", "halfWidth");
      steady(outGrid, "gridFromMesh", "outGrid");
      holds(vertexOffsets, (nGrids + 1), "gridFromMesh", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "gridFromMesh", "faceOffsets");
      holds(voxelSizes, nGrids * 3, "gridFromMesh", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromMesh", "origins");
      holds(outGrid, 1, "gridFromMesh", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_mesh_async(context_, ticket, vertices_, dtype_, nVertices_, vertexOffsets, faces_, faceDtype_, nFaces_, faceOffsets, voxelSizes, origins, nGrids_, halfWidth_, outGrid), signal) as Status;
    },
    gridFromDense({ context, low, dims, mask, voxelSizes, origins, nGrids, outGrid }) {
      holds(low, 3, "gridFromDense", "low");
      holds(dims, 3, "gridFromDense", "dims");
      holds(voxelSizes, nGrids * 3, "gridFromDense", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromDense", "origins");
      holds(outGrid, 1, "gridFromDense", "outGrid");
      return symbols.dvdb_grid_from_dense(context, 0, low, dims, mask, voxelSizes, origins, uint32(nGrids, "gridFromDense", "nGrids"), outGrid) as Status;
    },
    async gridFromDenseAsync({ context, low, dims, mask, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "gridFromDense", "context");
      steady(low, "gridFromDense", "low");
      steady(dims, "gridFromDense", "dims");
      const mask_ = uint32(mask, "gridFromDense", "mask");
      steady(voxelSizes, "gridFromDense", "voxelSizes");
      steady(origins, "gridFromDense", "origins");
      const nGrids_ = uint32(nGrids, "gridFromDense", "nGrids");
      steady(outGrid, "gridFromDense", "outGrid");
      holds(low, 3, "gridFromDense", "low");
      holds(dims, 3, "gridFromDense", "dims");
      holds(voxelSizes, nGrids * 3, "gridFromDense", "voxelSizes");
      holds(origins, nGrids * 3, "gridFromDense", "origins");
      holds(outGrid, 1, "gridFromDense", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_grid_from_dense_async(context_, ticket, low, dims, mask_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    gridDestroy({ context, grid }) {
      return symbols.dvdb_grid_destroy(context, grid) as Status;
    },
    gridCounts({ context, grid, outCounts }) {
      holds(outCounts, GridCount.COUNT, "gridCounts", "outCounts");
      return symbols.dvdb_grid_counts(context, grid, outCounts) as Status;
    },
    gridTable({ context, grid, nGrids, outOffsets, outBboxes }) {
      holds(outOffsets, (nGrids + 1), "gridTable", "outOffsets");
      holds(outBboxes, nGrids * 2 * 3, "gridTable", "outBboxes");
      return symbols.dvdb_grid_table(context, grid, uint32(nGrids, "gridTable", "nGrids"), outOffsets, outBboxes) as Status;
    },
    gridIjk({ context, grid, out }) {
      return symbols.dvdb_grid_ijk(context, grid, out) as Status;
    },
    injectFromDenseCminor({ context, grid, dense, dtype, channels, size, origins, nGrids, out }) {
      holds(size, 3, "injectFromDenseCminor", "size");
      holds(origins, nGrids * 3, "injectFromDenseCminor", "origins");
      return symbols.dvdb_inject_from_dense_cminor(context, grid, dense, dtype, int64(channels, "injectFromDenseCminor", "channels"), size, origins, uint32(nGrids, "injectFromDenseCminor", "nGrids"), out) as Status;
    },
    injectFromDenseCmajor({ context, grid, dense, dtype, channels, size, origins, nGrids, out }) {
      holds(size, 3, "injectFromDenseCmajor", "size");
      holds(origins, nGrids * 3, "injectFromDenseCmajor", "origins");
      return symbols.dvdb_inject_from_dense_cmajor(context, grid, dense, dtype, int64(channels, "injectFromDenseCmajor", "channels"), size, origins, uint32(nGrids, "injectFromDenseCmajor", "nGrids"), out) as Status;
    },
    injectToDenseCminor({ context, grid, features, dtype, channels, size, origins, nGrids, out }) {
      holds(size, 3, "injectToDenseCminor", "size");
      holds(origins, nGrids * 3, "injectToDenseCminor", "origins");
      return symbols.dvdb_inject_to_dense_cminor(context, grid, features, dtype, int64(channels, "injectToDenseCminor", "channels"), size, origins, uint32(nGrids, "injectToDenseCminor", "nGrids"), out) as Status;
    },
    injectToDenseCmajor({ context, grid, features, dtype, channels, size, origins, nGrids, out }) {
      holds(size, 3, "injectToDenseCmajor", "size");
      holds(origins, nGrids * 3, "injectToDenseCmajor", "origins");
      return symbols.dvdb_inject_to_dense_cmajor(context, grid, features, dtype, int64(channels, "injectToDenseCmajor", "channels"), size, origins, uint32(nGrids, "injectToDenseCmajor", "nGrids"), out) as Status;
    },
    inject({ context, grid, srcGrid, src, dtype, channels, fillLow, fillHigh, out }) {
      return symbols.dvdb_inject(context, grid, srcGrid, src, dtype, int64(channels, "inject", "channels"), uint32(fillLow, "inject", "fillLow"), uint32(fillHigh, "inject", "fillHigh"), out) as Status;
    },
    injectInto({ context, grid, srcGrid, src, dtype, channels, out }) {
      return symbols.dvdb_inject_into(context, grid, srcGrid, src, dtype, int64(channels, "injectInto", "channels"), out) as Status;
    },
    injectFromIjk({ context, grid, ijk, n, offsets, nGrids, src, dtype, channels, fillLow, fillHigh, out }) {
      holds(offsets, (nGrids + 1), "injectFromIjk", "offsets");
      return symbols.dvdb_inject_from_ijk(context, grid, ijk, int64(n, "injectFromIjk", "n"), offsets, uint32(nGrids, "injectFromIjk", "nGrids"), src, dtype, int64(channels, "injectFromIjk", "channels"), uint32(fillLow, "injectFromIjk", "fillLow"), uint32(fillHigh, "injectFromIjk", "fillHigh"), out) as Status;
    },
    injectFromIjkInto({ context, grid, ijk, n, offsets, nGrids, src, dtype, channels, out }) {
      holds(offsets, (nGrids + 1), "injectFromIjkInto", "offsets");
      return symbols.dvdb_inject_from_ijk_into(context, grid, ijk, int64(n, "injectFromIjkInto", "n"), offsets, uint32(nGrids, "injectFromIjkInto", "nGrids"), src, dtype, int64(channels, "injectFromIjkInto", "channels"), out) as Status;
    },
    takeRows({ context, source, nSource, rowBytes, rows, n, checked, patternLow, patternHigh, patternBytes, out }) {
      return symbols.dvdb_take_rows(context, 0, source, int64(nSource, "takeRows", "nSource"), int64(rowBytes, "takeRows", "rowBytes"), rows, int64(n, "takeRows", "n"), uint32(checked, "takeRows", "checked"), uint32(patternLow, "takeRows", "patternLow"), uint32(patternHigh, "takeRows", "patternHigh"), uint32(patternBytes, "takeRows", "patternBytes"), out) as Status;
    },
    async takeRowsAsync({ context, source, nSource, rowBytes, rows, n, checked, patternLow, patternHigh, patternBytes, out }, signal) {
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
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_take_rows_async(context_, ticket, source_, nSource_, rowBytes_, rows_, n_, checked_, patternLow_, patternHigh_, patternBytes_, out_), signal) as Status;
    },
    takeRowsBackward({ context, rows, gradients, dtype, n, columns, nSource, out }) {
      return symbols.dvdb_take_rows_backward(context, rows, gradients, dtype, int64(n, "takeRowsBackward", "n"), int64(columns, "takeRowsBackward", "columns"), int64(nSource, "takeRowsBackward", "nSource"), out) as Status;
    },
    jaggedGatherRows({ context, indices, indexDtype, n, indexOffsets, offsets, nLists, out }) {
      holds(indexOffsets, (nLists + 1), "jaggedGatherRows", "indexOffsets");
      holds(offsets, (nLists + 1), "jaggedGatherRows", "offsets");
      return symbols.dvdb_jagged_gather_rows(context, 0, indices, indexDtype, int64(n, "jaggedGatherRows", "n"), indexOffsets, offsets, uint32(nLists, "jaggedGatherRows", "nLists"), out) as Status;
    },
    async jaggedGatherRowsAsync({ context, indices, indexDtype, n, indexOffsets, offsets, nLists, out }, signal) {
      const context_ = uint32(context, "jaggedGatherRows", "context");
      const indices_ = uint32(indices, "jaggedGatherRows", "indices");
      const indexDtype_ = uint32(indexDtype, "jaggedGatherRows", "indexDtype");
      const n_ = int64(n, "jaggedGatherRows", "n");
      steady(indexOffsets, "jaggedGatherRows", "indexOffsets");
      steady(offsets, "jaggedGatherRows", "offsets");
      const nLists_ = uint32(nLists, "jaggedGatherRows", "nLists");
      const out_ = uint32(out, "jaggedGatherRows", "out");
      holds(indexOffsets, (nLists + 1), "jaggedGatherRows", "indexOffsets");
      holds(offsets, (nLists + 1), "jaggedGatherRows", "offsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_jagged_gather_rows_async(context_, ticket, indices_, indexDtype_, n_, indexOffsets, offsets, nLists_, out_), signal) as Status;
    },
    jaggedMaskRows({ context, mask, n, offsets, nLists, outRows, outOffsets }) {
      holds(offsets, (nLists + 1), "jaggedMaskRows", "offsets");
      holds(outOffsets, (nLists + 1), "jaggedMaskRows", "outOffsets");
      return symbols.dvdb_jagged_mask_rows(context, 0, mask, int64(n, "jaggedMaskRows", "n"), offsets, uint32(nLists, "jaggedMaskRows", "nLists"), outRows, outOffsets) as Status;
    },
    async jaggedMaskRowsAsync({ context, mask, n, offsets, nLists, outRows, outOffsets }, signal) {
      const context_ = uint32(context, "jaggedMaskRows", "context");
      const mask_ = uint32(mask, "jaggedMaskRows", "mask");
      const n_ = int64(n, "jaggedMaskRows", "n");
      steady(offsets, "jaggedMaskRows", "offsets");
      const nLists_ = uint32(nLists, "jaggedMaskRows", "nLists");
      const outRows_ = uint32(outRows, "jaggedMaskRows", "outRows");
      steady(outOffsets, "jaggedMaskRows", "outOffsets");
      holds(offsets, (nLists + 1), "jaggedMaskRows", "offsets");
      holds(outOffsets, (nLists + 1), "jaggedMaskRows", "outOffsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_jagged_mask_rows_async(context_, ticket, mask_, n_, offsets, nLists_, outRows_, outOffsets), signal) as Status;
    },
    listOfRows({ context, n, offsets, nLists, out }) {
      holds(offsets, (nLists + 1), "listOfRows", "offsets");
      return symbols.dvdb_list_of_rows(context, int64(n, "listOfRows", "n"), offsets, uint32(nLists, "listOfRows", "nLists"), out) as Status;
    },
    jaggedFromListOfRows({ context, listOfRow, indexDtype, n, nLists, outOffsets }) {
      holds(outOffsets, (nLists + 1), "jaggedFromListOfRows", "outOffsets");
      return symbols.dvdb_jagged_from_list_of_rows(context, 0, listOfRow, indexDtype, int64(n, "jaggedFromListOfRows", "n"), uint32(nLists, "jaggedFromListOfRows", "nLists"), outOffsets) as Status;
    },
    async jaggedFromListOfRowsAsync({ context, listOfRow, indexDtype, n, nLists, outOffsets }, signal) {
      const context_ = uint32(context, "jaggedFromListOfRows", "context");
      const listOfRow_ = uint32(listOfRow, "jaggedFromListOfRows", "listOfRow");
      const indexDtype_ = uint32(indexDtype, "jaggedFromListOfRows", "indexDtype");
      const n_ = int64(n, "jaggedFromListOfRows", "n");
      const nLists_ = uint32(nLists, "jaggedFromListOfRows", "nLists");
      steady(outOffsets, "jaggedFromListOfRows", "outOffsets");
      holds(outOffsets, (nLists + 1), "jaggedFromListOfRows", "outOffsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_jagged_from_list_of_rows_async(context_, ticket, listOfRow_, indexDtype_, n_, nLists_, outOffsets), signal) as Status;
    },
    copyLists({ context, source, nSource, rowBytes, sources, targets, counts, nLists, out, nOut }) {
      holds(sources, nLists, "copyLists", "sources");
      holds(targets, nLists, "copyLists", "targets");
      holds(counts, nLists, "copyLists", "counts");
      return symbols.dvdb_copy_lists(context, source, int64(nSource, "copyLists", "nSource"), int64(rowBytes, "copyLists", "rowBytes"), sources, targets, counts, uint32(nLists, "copyLists", "nLists"), out, int64(nOut, "copyLists", "nOut")) as Status;
    },
    copyColumn({ context, source, nBlocks, blockBytes, out, outBlockBytes, begin }) {
      return symbols.dvdb_copy_column(context, source, int64(nBlocks, "copyColumn", "nBlocks"), int64(blockBytes, "copyColumn", "blockBytes"), out, int64(outBlockBytes, "copyColumn", "outBlockBytes"), int64(begin, "copyColumn", "begin")) as Status;
    },
    copyStrided({ context, source, nSource, elementBytes, offset, shape, strides, rank, out }) {
      holds(shape, rank, "copyStrided", "shape");
      holds(strides, rank, "copyStrided", "strides");
      return symbols.dvdb_copy_strided(context, source, int64(nSource, "copyStrided", "nSource"), uint32(elementBytes, "copyStrided", "elementBytes"), int64(offset, "copyStrided", "offset"), shape, strides, uint32(rank, "copyStrided", "rank"), out) as Status;
    },
    reduceSegments({ context, reduction, correction, values, dtype, n, columns, nSegments, length, offsets, nOffsets, out, outDtype }) {
      holds(offsets, nOffsets, "reduceSegments", "offsets");
      return symbols.dvdb_reduce_segments(context, reduction, correction, values, uint32(dtype, "reduceSegments", "dtype"), int64(n, "reduceSegments", "n"), int64(columns, "reduceSegments", "columns"), int64(nSegments, "reduceSegments", "nSegments"), int64(length, "reduceSegments", "length"), offsets, uint32(nOffsets, "reduceSegments", "nOffsets"), out, uint32(outDtype, "reduceSegments", "outDtype")) as Status;
    },
    findExtremes({ context, greatest, values, dtype, n, columns, nSegments, length, offsets, nOffsets, outValues, outRows }) {
      holds(offsets, nOffsets, "findExtremes", "offsets");
      return symbols.dvdb_find_extremes(context, uint32(greatest, "findExtremes", "greatest"), values, uint32(dtype, "findExtremes", "dtype"), int64(n, "findExtremes", "n"), int64(columns, "findExtremes", "columns"), int64(nSegments, "findExtremes", "nSegments"), int64(length, "findExtremes", "length"), offsets, uint32(nOffsets, "findExtremes", "nOffsets"), outValues, outRows) as Status;
    },
    mapElements({ context, op, precision, shape, rank, x, y, z, dtypes, sizes, strides, out, outDtype }) {
      holds(shape, rank, "mapElements", "shape");
      holds(dtypes, 3, "mapElements", "dtypes");
      holds(sizes, 3, "mapElements", "sizes");
      holds(strides, 3 * rank, "mapElements", "strides");
      return symbols.dvdb_map_elements(context, op, precision, shape, uint32(rank, "mapElements", "rank"), x, y, z, dtypes, sizes, strides, out, uint32(outDtype, "mapElements", "outDtype")) as Status;
    },
    convertTensors({ context, nTensors, tensors, counts, dtypes, outDtypes, out }) {
      holds(tensors, nTensors, "convertTensors", "tensors");
      holds(counts, nTensors, "convertTensors", "counts");
      holds(dtypes, nTensors, "convertTensors", "dtypes");
      holds(outDtypes, nTensors, "convertTensors", "outDtypes");
      holds(out, nTensors, "convertTensors", "out");
      return symbols.dvdb_convert_tensors(context, uint32(nTensors, "convertTensors", "nTensors"), tensors, counts, dtypes, outDtypes, out) as Status;
    },
    fillRandom({ context, distribution, seedLow, seedHigh, low, high, out, dtype, n }) {
      return symbols.dvdb_fill_random(context, 0, distribution, uint32(seedLow, "fillRandom", "seedLow"), uint32(seedHigh, "fillRandom", "seedHigh"), low, high, out, dtype, int64(n, "fillRandom", "n")) as Status;
    },
    async fillRandomAsync({ context, distribution, seedLow, seedHigh, low, high, out, dtype, n }, signal) {
      const context_ = uint32(context, "fillRandom", "context");
      const distribution_ = uint32(distribution, "fillRandom", "distribution");
      const seedLow_ = uint32(seedLow, "fillRandom", "seedLow");
      const seedHigh_ = uint32(seedHigh, "fillRandom", "seedHigh");
      const low_ = float64(low, "fillRandom", "low");
      const high_ = float64(high, "fillRandom", "high");
      const out_ = uint32(out, "fillRandom", "out");
      const dtype_ = uint32(dtype, "fillRandom", "dtype");
      const n_ = int64(n, "fillRandom", "n");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_fill_random_async(context_, ticket, distribution_, seedLow_, seedHigh_, low_, high_, out_, dtype_, n_), signal) as Status;
    },
    buildLod({ context, points, dtype, nPoints, colors, colorChannels, box, hasBox, settings, nKnown, known, sums, outLod }) {
      holds(box, 7, "buildLod", "box");
      holds(settings, LodSetting.SETTING_COUNT, "buildLod", "settings");
      holds(known, nKnown, "buildLod", "known");
      holds(outLod, 1, "buildLod", "outLod");
      return symbols.dvdb_build_lod(context, 0, points, dtype, int64(nPoints, "buildLod", "nPoints"), colors, uint32(colorChannels, "buildLod", "colorChannels"), box, uint32(hasBox, "buildLod", "hasBox"), settings, int64(nKnown, "buildLod", "nKnown"), known, sums, outLod) as Status;
    },
    async buildLodAsync({ context, points, dtype, nPoints, colors, colorChannels, box, hasBox, settings, nKnown, known, sums, outLod }, signal) {
      const context_ = uint32(context, "buildLod", "context");
      const points_ = uint32(points, "buildLod", "points");
      const dtype_ = uint32(dtype, "buildLod", "dtype");
      const nPoints_ = int64(nPoints, "buildLod", "nPoints");
      const colors_ = uint32(colors, "buildLod", "colors");
      const colorChannels_ = uint32(colorChannels, "buildLod", "colorChannels");
      steady(box, "buildLod", "box");
      const hasBox_ = uint32(hasBox, "buildLod", "hasBox");
      steady(settings, "buildLod", "settings");
      const nKnown_ = int64(nKnown, "buildLod", "nKnown");
      steady(known, "buildLod", "known");
      const sums_ = uint32(sums, "buildLod", "sums");
      steady(outLod, "buildLod", "outLod");
      holds(box, 7, "buildLod", "box");
      holds(settings, LodSetting.SETTING_COUNT, "buildLod", "settings");
      holds(known, nKnown, "buildLod", "known");
      holds(outLod, 1, "buildLod", "outLod");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_build_lod_async(context_, ticket, points_, dtype_, nPoints_, colors_, colorChannels_, box, hasBox_, settings, nKnown_, known, sums_, outLod), signal) as Status;
    },
    lodDestroy({ context, lod }) {
      return symbols.dvdb_lod_destroy(context, lod) as Status;
    },
    lodCounts({ context, lod, outCounts }) {
      holds(outCounts, LodCount.COUNT_COUNT, "lodCounts", "outCounts");
      return symbols.dvdb_lod_counts(context, lod, outCounts) as Status;
    },
    lodCube({ context, lod, outCube }) {
      holds(outCube, 4, "lodCube", "outCube");
      return symbols.dvdb_lod_cube(context, lod, outCube) as Status;
    },
    lodNodes({ context, lod, nNumbers, outNodes }) {
      holds(outNodes, nNumbers, "lodNodes", "outNodes");
      return symbols.dvdb_lod_nodes(context, lod, int64(nNumbers, "lodNodes", "nNumbers"), outNodes) as Status;
    },
    lodPoints({ context, lod, first, count, outCoordinates, outColors }) {
      return symbols.dvdb_lod_points(context, lod, int64(first, "lodPoints", "first"), int64(count, "lodPoints", "count"), outCoordinates, outColors) as Status;
    },
    lodRows({ context, lod, first, count, outRows }) {
      return symbols.dvdb_lod_rows(context, lod, int64(first, "lodRows", "first"), int64(count, "lodRows", "count"), outRows) as Status;
    },
    lodVoxels({ context, lod, first, count, outCells, outColors }) {
      return symbols.dvdb_lod_voxels(context, lod, int64(first, "lodVoxels", "first"), int64(count, "lodVoxels", "count"), outCells, outColors) as Status;
    },
    lodAttributes({ context, lod, choice, attributes, dtype, channels, out }) {
      return symbols.dvdb_lod_attributes(context, lod, choice, attributes, uint32(dtype, "lodAttributes", "dtype"), uint32(channels, "lodAttributes", "channels"), out) as Status;
    },
    lodPicks({ context, lod, pick, seed, outOwners, outRows, outFirsts }) {
      return symbols.dvdb_lod_picks(context, lod, pick, uint32(seed, "lodPicks", "seed"), outOwners, outRows, outFirsts) as Status;
    },
    lodThin({ context, points, nPoints, bits, cellBits, outChosen }) {
      return symbols.dvdb_lod_thin(context, points, int64(nPoints, "lodThin", "nPoints"), uint32(bits, "lodThin", "bits"), uint32(cellBits, "lodThin", "cellBits"), outChosen) as Status;
    },
    selectLodNodes({ context, lod, camera, width, height, minSize, margin, outOctants, outFirsts, outTotals }) {
      holds(camera, LodCamera.CAMERA_COUNT, "selectLodNodes", "camera");
      holds(outTotals, LodTotal.TOTAL_COUNT, "selectLodNodes", "outTotals");
      return symbols.dvdb_select_lod_nodes(context, lod, camera, uint32(width, "selectLodNodes", "width"), uint32(height, "selectLodNodes", "height"), minSize, margin, outOctants, outFirsts, outTotals) as Status;
    },
    selectLodNodesRuns({ context, lod, octants, firsts, nRuns, outRuns }) {
      return symbols.dvdb_select_lod_nodes_runs(context, lod, octants, firsts, int64(nRuns, "selectLodNodesRuns", "nRuns"), outRuns) as Status;
    },
    renderLodNearest({ context, lod, camera, width, height, pointSize, nRuns, runs, background, outImage, outDepths }) {
      holds(camera, LodCamera.CAMERA_COUNT, "renderLodNearest", "camera");
      return symbols.dvdb_render_lod_nearest(context, lod, camera, uint32(width, "renderLodNearest", "width"), uint32(height, "renderLodNearest", "height"), uint32(pointSize, "renderLodNearest", "pointSize"), int64(nRuns, "renderLodNearest", "nRuns"), runs, uint32(background, "renderLodNearest", "background"), outImage, outDepths) as Status;
    },
    renderLodBlended({ context, lod, camera, width, height, pointSize, tolerance, nRuns, runs, background, outImage, outDepths }) {
      holds(camera, LodCamera.CAMERA_COUNT, "renderLodBlended", "camera");
      return symbols.dvdb_render_lod_blended(context, lod, camera, uint32(width, "renderLodBlended", "width"), uint32(height, "renderLodBlended", "height"), uint32(pointSize, "renderLodBlended", "pointSize"), tolerance, int64(nRuns, "renderLodBlended", "nRuns"), runs, uint32(background, "renderLodBlended", "background"), outImage, outDepths) as Status;
    },
    marchIsoSurface({ context, form, extents, order, voxels, dtype, log2Edge, masks, slots, data, counters, nSlots, floor, camera, spacing, width, height, stepSize, background, isoLevel, light, color, outImage, outDepths, outHits }) {
      holds(extents, 3, "marchIsoSurface", "extents");
      holds(camera, MarchCamera.MARCH_CAMERA_COUNT, "marchIsoSurface", "camera");
      holds(spacing, 3, "marchIsoSurface", "spacing");
      holds(background, 4, "marchIsoSurface", "background");
      holds(light, 3, "marchIsoSurface", "light");
      holds(color, 3, "marchIsoSurface", "color");
      return symbols.dvdb_march_iso_surface(context, form, extents, order, voxels, dtype, uint32(log2Edge, "marchIsoSurface", "log2Edge"), masks, slots, data, counters, int64(nSlots, "marchIsoSurface", "nSlots"), floor, camera, spacing, int64(width, "marchIsoSurface", "width"), int64(height, "marchIsoSurface", "height"), stepSize, background, isoLevel, light, color, outImage, outDepths, outHits) as Status;
    },
    marchTransparent({ context, form, extents, order, voxels, dtype, log2Edge, masks, slots, data, counters, nSlots, floor, camera, spacing, width, height, stepSize, background, nEntries, table, low, high, referenceStepSize, opacityLimit, outImage, outDepths, outHits }) {
      holds(extents, 3, "marchTransparent", "extents");
      holds(camera, MarchCamera.MARCH_CAMERA_COUNT, "marchTransparent", "camera");
      holds(spacing, 3, "marchTransparent", "spacing");
      holds(background, 4, "marchTransparent", "background");
      holds(table, nEntries * 4, "marchTransparent", "table");
      return symbols.dvdb_march_transparent(context, form, extents, order, voxels, dtype, uint32(log2Edge, "marchTransparent", "log2Edge"), masks, slots, data, counters, int64(nSlots, "marchTransparent", "nSlots"), floor, camera, spacing, int64(width, "marchTransparent", "width"), int64(height, "marchTransparent", "height"), stepSize, background, uint32(nEntries, "marchTransparent", "nEntries"), table, low, high, referenceStepSize, opacityLimit, outImage, outDepths, outHits) as Status;
    },
    marchingCubesCount({ context, grid, field, dtype, isoLevel, outCells, outEdges, outRanks, outNumbers }) {
      return symbols.dvdb_marching_cubes_count(context, grid, field, dtype, isoLevel, outCells, outEdges, outRanks, outNumbers) as Status;
    },
    marchingCubes({ context, grid, field, dtype, isoLevel, cells, edges, ranks, nVertices, nFaces, vertexDtype, outVertices, outFaces, outEnds }) {
      return symbols.dvdb_marching_cubes(context, grid, field, dtype, isoLevel, cells, edges, ranks, int64(nVertices, "marchingCubes", "nVertices"), int64(nFaces, "marchingCubes", "nFaces"), vertexDtype, outVertices, outFaces, outEnds) as Status;
    },
    surfaceNormals({ context, grid, field, dtype, isoLevel, ends, nVertices, out }) {
      return symbols.dvdb_surface_normals(context, grid, field, dtype, isoLevel, ends, int64(nVertices, "surfaceNormals", "nVertices"), out) as Status;
    },
    surfaceFeatures({ context, grid, field, dtype, isoLevel, ends, nVertices, features, featureDtype, channels, out }) {
      return symbols.dvdb_surface_features(context, grid, field, dtype, isoLevel, ends, int64(nVertices, "surfaceFeatures", "nVertices"), features, featureDtype, int64(channels, "surfaceFeatures", "channels"), out) as Status;
    },
    marchingCubesBackward({ context, grid, field, dtype, isoLevel, ends, nVertices, vertexDtype, gradients, out }) {
      return symbols.dvdb_marching_cubes_backward(context, grid, field, dtype, isoLevel, ends, int64(nVertices, "marchingCubesBackward", "nVertices"), vertexDtype, gradients, out) as Status;
    },
    surfaceFeaturesBackward({ context, grid, field, dtype, isoLevel, ends, nVertices, features, featureDtype, channels, gradients, outFeatures, outField }) {
      return symbols.dvdb_surface_features_backward(context, grid, field, dtype, isoLevel, ends, int64(nVertices, "surfaceFeaturesBackward", "nVertices"), features, featureDtype, int64(channels, "surfaceFeaturesBackward", "channels"), gradients, outFeatures, outField) as Status;
    },
    surfaceNormalsBackward({ context, grid, field, dtype, isoLevel, ends, nVertices, gradients, out }) {
      return symbols.dvdb_surface_normals_backward(context, grid, field, dtype, isoLevel, ends, int64(nVertices, "surfaceNormalsBackward", "nVertices"), gradients, out) as Status;
    },
    meshDistances({ context, grid, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, nGrids, halfWidth, outDistances, outTriangles }) {
      holds(vertexOffsets, (nGrids + 1), "meshDistances", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "meshDistances", "faceOffsets");
      return symbols.dvdb_mesh_distances(context, grid, vertices, dtype, int64(nVertices, "meshDistances", "nVertices"), vertexOffsets, faces, faceDtype, int64(nFaces, "meshDistances", "nFaces"), faceOffsets, uint32(nGrids, "meshDistances", "nGrids"), halfWidth, outDistances, outTriangles) as Status;
    },
    signedMeshDistances({ context, grid, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, nGrids, halfWidth, outDistances, outTriangles }) {
      holds(vertexOffsets, (nGrids + 1), "signedMeshDistances", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "signedMeshDistances", "faceOffsets");
      return symbols.dvdb_signed_mesh_distances(context, grid, vertices, dtype, int64(nVertices, "signedMeshDistances", "nVertices"), vertexOffsets, faces, faceDtype, int64(nFaces, "signedMeshDistances", "nFaces"), faceOffsets, uint32(nGrids, "signedMeshDistances", "nGrids"), halfWidth, outDistances, outTriangles) as Status;
    },
    meshDistancesBackward({ context, grid, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, nGrids, triangles, gradients, out }) {
      holds(vertexOffsets, (nGrids + 1), "meshDistancesBackward", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "meshDistancesBackward", "faceOffsets");
      return symbols.dvdb_mesh_distances_backward(context, grid, vertices, dtype, int64(nVertices, "meshDistancesBackward", "nVertices"), vertexOffsets, faces, faceDtype, int64(nFaces, "meshDistancesBackward", "nFaces"), faceOffsets, uint32(nGrids, "meshDistancesBackward", "nGrids"), triangles, gradients, out) as Status;
    },
    signedMeshDistancesBackward({ context, grid, vertices, dtype, nVertices, vertexOffsets, faces, faceDtype, nFaces, faceOffsets, nGrids, distances, triangles, gradients, out }) {
      holds(vertexOffsets, (nGrids + 1), "signedMeshDistancesBackward", "vertexOffsets");
      holds(faceOffsets, (nGrids + 1), "signedMeshDistancesBackward", "faceOffsets");
      return symbols.dvdb_signed_mesh_distances_backward(context, grid, vertices, dtype, int64(nVertices, "signedMeshDistancesBackward", "nVertices"), vertexOffsets, faces, faceDtype, int64(nFaces, "signedMeshDistancesBackward", "nFaces"), faceOffsets, uint32(nGrids, "signedMeshDistancesBackward", "nGrids"), distances, triangles, gradients, out) as Status;
    },
    sgdInto({ context, nTensors, parameters, gradients, masters, momenta, counts, dtypes, decays, rate, momentum, nesterov, control }) {
      holds(parameters, nTensors, "sgdInto", "parameters");
      holds(gradients, nTensors, "sgdInto", "gradients");
      holds(masters, nTensors, "sgdInto", "masters");
      holds(momenta, nTensors, "sgdInto", "momenta");
      holds(counts, nTensors, "sgdInto", "counts");
      holds(dtypes, nTensors, "sgdInto", "dtypes");
      holds(decays, nTensors, "sgdInto", "decays");
      return symbols.dvdb_sgd_into(context, uint32(nTensors, "sgdInto", "nTensors"), parameters, gradients, masters, momenta, counts, dtypes, decays, rate, momentum, uint32(nesterov, "sgdInto", "nesterov"), control) as Status;
    },
    adamUpdate({ context, nTensors, parameters, gradients, masters, means, squares, counts, dtypes, decays, rate, beta1, beta2, epsilon, decoupled, steps, control }) {
      holds(parameters, nTensors, "adamUpdate", "parameters");
      holds(gradients, nTensors, "adamUpdate", "gradients");
      holds(masters, nTensors, "adamUpdate", "masters");
      holds(means, nTensors, "adamUpdate", "means");
      holds(squares, nTensors, "adamUpdate", "squares");
      holds(counts, nTensors, "adamUpdate", "counts");
      holds(dtypes, nTensors, "adamUpdate", "dtypes");
      holds(decays, nTensors, "adamUpdate", "decays");
      return symbols.dvdb_adam_update(context, uint32(nTensors, "adamUpdate", "nTensors"), parameters, gradients, masters, means, squares, counts, dtypes, decays, rate, beta1, beta2, epsilon, uint32(decoupled, "adamUpdate", "decoupled"), steps, control) as Status;
    },
    emaInto({ context, nTensors, shadows, parameters, counts, dtypes, decay, control }) {
      holds(shadows, nTensors, "emaInto", "shadows");
      holds(parameters, nTensors, "emaInto", "parameters");
      holds(counts, nTensors, "emaInto", "counts");
      holds(dtypes, nTensors, "emaInto", "dtypes");
      return symbols.dvdb_ema_into(context, uint32(nTensors, "emaInto", "nTensors"), shadows, parameters, counts, dtypes, decay, control) as Status;
    },
    clipFactor({ context, nTensors, gradients, counts, dtypes, most, lossScale, out }) {
      holds(gradients, nTensors, "clipFactor", "gradients");
      holds(counts, nTensors, "clipFactor", "counts");
      holds(dtypes, nTensors, "clipFactor", "dtypes");
      return symbols.dvdb_clip_factor(context, uint32(nTensors, "clipFactor", "nTensors"), gradients, counts, dtypes, most, lossScale, out) as Status;
    },
    lossScaleInto({ context, scale, factor, period }) {
      return symbols.dvdb_loss_scale_into(context, scale, factor, int64(period, "lossScaleInto", "period")) as Status;
    },
    voxelMean({ context, grid, rows, features, dtype, n, channels, out }) {
      return symbols.dvdb_voxel_mean(context, grid, rows, features, dtype, int64(n, "voxelMean", "n"), uint32(channels, "voxelMean", "channels"), out) as Status;
    },
    voxelMeanBackward({ context, grid, rows, gradients, dtype, n, channels, out }) {
      return symbols.dvdb_voxel_mean_backward(context, grid, rows, gradients, dtype, int64(n, "voxelMeanBackward", "n"), uint32(channels, "voxelMeanBackward", "channels"), out) as Status;
    },
    pool({ context, fine, coarse, features, dtype, channels, reduction, factor, stride, out }) {
      holds(factor, 3, "pool", "factor");
      holds(stride, 3, "pool", "stride");
      return symbols.dvdb_pool(context, fine, coarse, features, dtype, int64(channels, "pool", "channels"), reduction, factor, stride, out) as Status;
    },
    poolBackward({ context, fine, coarse, features, gradients, dtype, channels, reduction, factor, stride, out }) {
      holds(factor, 3, "poolBackward", "factor");
      holds(stride, 3, "poolBackward", "stride");
      return symbols.dvdb_pool_backward(context, fine, coarse, features, gradients, dtype, int64(channels, "poolBackward", "channels"), reduction, factor, stride, out) as Status;
    },
    ijkToIndex({ context, grid, ijk, n, offsets, nGrids, rowBase, out }) {
      holds(offsets, (nGrids + 1), "ijkToIndex", "offsets");
      return symbols.dvdb_ijk_to_index(context, grid, ijk, int64(n, "ijkToIndex", "n"), offsets, uint32(nGrids, "ijkToIndex", "nGrids"), rowBase, out) as Status;
    },
    pointsToIndex({ context, grid, points, dtype, n, offsets, nGrids, rowBase, out }) {
      holds(offsets, (nGrids + 1), "pointsToIndex", "offsets");
      return symbols.dvdb_points_to_index(context, grid, points, dtype, int64(n, "pointsToIndex", "n"), offsets, uint32(nGrids, "pointsToIndex", "nGrids"), rowBase, out) as Status;
    },
    coordsInGrid({ context, grid, ijk, n, offsets, nGrids, out }) {
      holds(offsets, (nGrids + 1), "coordsInGrid", "offsets");
      return symbols.dvdb_coords_in_grid(context, grid, ijk, int64(n, "coordsInGrid", "n"), offsets, uint32(nGrids, "coordsInGrid", "nGrids"), out) as Status;
    },
    pointsInGrid({ context, grid, points, dtype, n, offsets, nGrids, out }) {
      holds(offsets, (nGrids + 1), "pointsInGrid", "offsets");
      return symbols.dvdb_points_in_grid(context, grid, points, dtype, int64(n, "pointsInGrid", "n"), offsets, uint32(nGrids, "pointsInGrid", "nGrids"), out) as Status;
    },
    worldToVoxel({ context, grid, points, dtype, n, offsets, nGrids, out }) {
      holds(offsets, (nGrids + 1), "worldToVoxel", "offsets");
      return symbols.dvdb_world_to_voxel(context, grid, points, dtype, int64(n, "worldToVoxel", "n"), offsets, uint32(nGrids, "worldToVoxel", "nGrids"), out) as Status;
    },
    voxelToWorld({ context, grid, points, dtype, n, offsets, nGrids, out }) {
      holds(offsets, (nGrids + 1), "voxelToWorld", "offsets");
      return symbols.dvdb_voxel_to_world(context, grid, points, dtype, int64(n, "voxelToWorld", "n"), offsets, uint32(nGrids, "voxelToWorld", "nGrids"), out) as Status;
    },
    neighborIndexes({ context, grid, ijk, n, offsets, nGrids, extent, bitshift, rowBase, out }) {
      holds(offsets, (nGrids + 1), "neighborIndexes", "offsets");
      return symbols.dvdb_neighbor_indexes(context, grid, ijk, int64(n, "neighborIndexes", "n"), offsets, uint32(nGrids, "neighborIndexes", "nGrids"), uint32(extent, "neighborIndexes", "extent"), uint32(bitshift, "neighborIndexes", "bitshift"), rowBase, out) as Status;
    },
    neighborRows({ context, grid, extent, rowBase, out }) {
      return symbols.dvdb_neighbor_rows(context, grid, uint32(extent, "neighborRows", "extent"), rowBase, out) as Status;
    },
    ijkToInvIndex({ context, grid, ijk, n, offsets, nGrids, rowBase, out }) {
      holds(offsets, (nGrids + 1), "ijkToInvIndex", "offsets");
      return symbols.dvdb_ijk_to_inv_index(context, grid, ijk, int64(n, "ijkToInvIndex", "n"), offsets, uint32(nGrids, "ijkToInvIndex", "nGrids"), rowBase, out) as Status;
    },
    cubesInGrid({ context, grid, centers, dtype, n, offsets, nGrids, cubeMin, cubeMax, out }) {
      holds(offsets, (nGrids + 1), "cubesInGrid", "offsets");
      holds(cubeMin, 3, "cubesInGrid", "cubeMin");
      holds(cubeMax, 3, "cubesInGrid", "cubeMax");
      return symbols.dvdb_cubes_in_grid(context, grid, centers, dtype, int64(n, "cubesInGrid", "n"), offsets, uint32(nGrids, "cubesInGrid", "nGrids"), cubeMin, cubeMax, out) as Status;
    },
    cubesIntersectGrid({ context, grid, centers, dtype, n, offsets, nGrids, cubeMin, cubeMax, out }) {
      holds(offsets, (nGrids + 1), "cubesIntersectGrid", "offsets");
      holds(cubeMin, 3, "cubesIntersectGrid", "cubeMin");
      holds(cubeMax, 3, "cubesIntersectGrid", "cubeMax");
      return symbols.dvdb_cubes_intersect_grid(context, grid, centers, dtype, int64(n, "cubesIntersectGrid", "n"), offsets, uint32(nGrids, "cubesIntersectGrid", "nGrids"), cubeMin, cubeMax, out) as Status;
    },
    curveCodes({ context, ijk, n, curve, offset, out }) {
      holds(offset, 3, "curveCodes", "offset");
      return symbols.dvdb_curve_codes(context, 0, ijk, int64(n, "curveCodes", "n"), curve, offset, out) as Status;
    },
    async curveCodesAsync({ context, ijk, n, curve, offset, out }, signal) {
      const context_ = uint32(context, "curveCodes", "context");
      const ijk_ = uint32(ijk, "curveCodes", "ijk");
      const n_ = int64(n, "curveCodes", "n");
      const curve_ = uint32(curve, "curveCodes", "curve");
      steady(offset, "curveCodes", "offset");
      const out_ = uint32(out, "curveCodes", "out");
      holds(offset, 3, "curveCodes", "offset");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_curve_codes_async(context_, ticket, ijk_, n_, curve_, offset, out_), signal) as Status;
    },
    edgeNetwork({ context, grid, space, dtype, outVertices, outEdges }) {
      return symbols.dvdb_edge_network(context, grid, space, dtype, outVertices, outEdges) as Status;
    },
    rowGrids({ context, grid, out }) {
      return symbols.dvdb_row_grids(context, grid, out) as Status;
    },
    leafOrigins({ context, grid, out }) {
      return symbols.dvdb_leaf_origins(context, grid, out) as Status;
    },
    leafGrids({ context, grid, out }) {
      return symbols.dvdb_leaf_grids(context, grid, out) as Status;
    },
    leafNeighbors({ context, grid, out }) {
      return symbols.dvdb_leaf_neighbors(context, grid, out) as Status;
    },
    rowMap({ context, grid, other, scale, divisor, shift, remainders, rowBase, out }) {
      holds(scale, 3, "rowMap", "scale");
      holds(divisor, 3, "rowMap", "divisor");
      holds(shift, 3, "rowMap", "shift");
      holds(remainders, 3, "rowMap", "remainders");
      return symbols.dvdb_row_map(context, grid, other, scale, divisor, shift, remainders, rowBase, out) as Status;
    },
    firstActiveVoxel({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, outRows, outTimes, outFaces }) {
      holds(offsets, (nGrids + 1), "firstActiveVoxel", "offsets");
      return symbols.dvdb_first_active_voxel(context, grid, origins, directions, dtype, int64(n, "firstActiveVoxel", "n"), offsets, uint32(nGrids, "firstActiveVoxel", "nGrids"), tMin, tMax, outRows, outTimes, outFaces) as Status;
    },
    voxelsAlongRaysCount({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, most, outEnds }) {
      holds(offsets, (nGrids + 1), "voxelsAlongRaysCount", "offsets");
      return symbols.dvdb_voxels_along_rays_count(context, grid, origins, directions, dtype, int64(n, "voxelsAlongRaysCount", "n"), offsets, uint32(nGrids, "voxelsAlongRaysCount", "nGrids"), tMin, tMax, eps, int64(most, "voxelsAlongRaysCount", "most"), outEnds) as Status;
    },
    voxelsAlongRays({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, form, rayEnds, nVoxels, outVoxels, outTimes }) {
      holds(offsets, (nGrids + 1), "voxelsAlongRays", "offsets");
      return symbols.dvdb_voxels_along_rays(context, grid, origins, directions, dtype, int64(n, "voxelsAlongRays", "n"), offsets, uint32(nGrids, "voxelsAlongRays", "nGrids"), tMin, tMax, eps, form, rayEnds, int64(nVoxels, "voxelsAlongRays", "nVoxels"), outVoxels, outTimes) as Status;
    },
    raysIntersectVoxels({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, out }) {
      holds(offsets, (nGrids + 1), "raysIntersectVoxels", "offsets");
      return symbols.dvdb_rays_intersect_voxels(context, grid, origins, directions, dtype, int64(n, "raysIntersectVoxels", "n"), offsets, uint32(nGrids, "raysIntersectVoxels", "nGrids"), tMin, tMax, eps, out) as Status;
    },
    segmentsAlongRaysCount({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, most, outEnds, outKept }) {
      holds(offsets, (nGrids + 1), "segmentsAlongRaysCount", "offsets");
      return symbols.dvdb_segments_along_rays_count(context, grid, origins, directions, dtype, int64(n, "segmentsAlongRaysCount", "n"), offsets, uint32(nGrids, "segmentsAlongRaysCount", "nGrids"), tMin, tMax, eps, int64(most, "segmentsAlongRaysCount", "most"), outEnds, outKept) as Status;
    },
    segmentsAlongRaysFill({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, rayEnds, kept, nSegments, out }) {
      holds(offsets, (nGrids + 1), "segmentsAlongRaysFill", "offsets");
      return symbols.dvdb_segments_along_rays_fill(context, grid, origins, directions, dtype, int64(n, "segmentsAlongRaysFill", "n"), offsets, uint32(nGrids, "segmentsAlongRaysFill", "nGrids"), tMin, tMax, eps, rayEnds, kept, int64(nSegments, "segmentsAlongRaysFill", "nSegments"), out) as Status;
    },
    segmentsAlongRays({ context, grid, origins, directions, dtype, n, offsets, nGrids, tMin, tMax, eps, most, outLists, outTotal }) {
      holds(offsets, (nGrids + 1), "segmentsAlongRays", "offsets");
      holds(outLists, 2, "segmentsAlongRays", "outLists");
      holds(outTotal, 1, "segmentsAlongRays", "outTotal");
      return symbols.dvdb_segments_along_rays(context, grid, origins, directions, dtype, int64(n, "segmentsAlongRays", "n"), offsets, uint32(nGrids, "segmentsAlongRays", "nGrids"), tMin, tMax, eps, int64(most, "segmentsAlongRays", "most"), outLists, outTotal) as Status;
    },
    uniformRaySamplesCount({ context, grid, origins, directions, tMin, tMax, dtype, n, offsets, nGrids, stepSize, coneAngle, eps, ends, outEnds }) {
      holds(offsets, (nGrids + 1), "uniformRaySamplesCount", "offsets");
      return symbols.dvdb_uniform_ray_samples_count(context, grid, origins, directions, tMin, tMax, dtype, int64(n, "uniformRaySamplesCount", "n"), offsets, uint32(nGrids, "uniformRaySamplesCount", "nGrids"), stepSize, coneAngle, eps, uint32(ends, "uniformRaySamplesCount", "ends"), outEnds) as Status;
    },
    uniformRaySamples({ context, grid, origins, directions, tMin, tMax, dtype, n, offsets, nGrids, stepSize, coneAngle, eps, ends, midpoints, rayEnds, nSamples, out }) {
      holds(offsets, (nGrids + 1), "uniformRaySamples", "offsets");
      return symbols.dvdb_uniform_ray_samples(context, grid, origins, directions, tMin, tMax, dtype, int64(n, "uniformRaySamples", "n"), offsets, uint32(nGrids, "uniformRaySamples", "nGrids"), stepSize, coneAngle, eps, uint32(ends, "uniformRaySamples", "ends"), uint32(midpoints, "uniformRaySamples", "midpoints"), rayEnds, int64(nSamples, "uniformRaySamples", "nSamples"), out) as Status;
    },
    pointsOnRays({ context, origins, directions, ts, dtype, n, offsets, nRays, out }) {
      holds(offsets, (nRays + 1), "pointsOnRays", "offsets");
      return symbols.dvdb_points_on_rays(context, origins, directions, ts, dtype, int64(n, "pointsOnRays", "n"), offsets, uint32(nRays, "pointsOnRays", "nRays"), out) as Status;
    },
    pointsOnRaysBackward({ context, directions, ts, dtype, n, offsets, nRays, gradients, outOrigins, outDirections, outTs }) {
      holds(offsets, (nRays + 1), "pointsOnRaysBackward", "offsets");
      return symbols.dvdb_points_on_rays_backward(context, directions, ts, dtype, int64(n, "pointsOnRaysBackward", "n"), offsets, uint32(nRays, "pointsOnRaysBackward", "nRays"), gradients, outOrigins, outDirections, outTs) as Status;
    },
    rayImplicitIntersection({ context, grid, origins, directions, field, dtype, n, offsets, nGrids, tMin, tMax, eps, isoLevel, root, outTimes }) {
      holds(offsets, (nGrids + 1), "rayImplicitIntersection", "offsets");
      return symbols.dvdb_ray_implicit_intersection(context, grid, origins, directions, field, dtype, int64(n, "rayImplicitIntersection", "n"), offsets, uint32(nGrids, "rayImplicitIntersection", "nGrids"), tMin, tMax, eps, isoLevel, root, outTimes) as Status;
    },
    rayTrilinearIntersectionWithNormals({ context, grid, origins, directions, field, dtype, n, offsets, nGrids, tMin, tMax, isoLevel, outTimes, outNormals }) {
      holds(offsets, (nGrids + 1), "rayTrilinearIntersectionWithNormals", "offsets");
      return symbols.dvdb_ray_trilinear_intersection_with_normals(context, grid, origins, directions, field, dtype, int64(n, "rayTrilinearIntersectionWithNormals", "n"), offsets, uint32(nGrids, "rayTrilinearIntersectionWithNormals", "nGrids"), tMin, tMax, isoLevel, outTimes, outNormals) as Status;
    },
    decodeLas({ context, records, nRecords, recordLength, format, transform, colorBits, outCoordinates, outPositions, outColors, outIntensities, outClassifications, outReturnNumbers, outReturnCounts, outPointSources, outTimes, outColorBits }) {
      holds(transform, 6, "decodeLas", "transform");
      holds(outColorBits, 1, "decodeLas", "outColorBits");
      return symbols.dvdb_decode_las(context, records, int64(nRecords, "decodeLas", "nRecords"), uint32(recordLength, "decodeLas", "recordLength"), uint32(format, "decodeLas", "format"), transform, uint32(colorBits, "decodeLas", "colorBits"), outCoordinates, outPositions, outColors, outIntensities, outClassifications, outReturnNumbers, outReturnCounts, outPointSources, outTimes, outColorBits) as Status;
    },
    packRecords({ context, nColumns, columns, nFields, fields, nRows, nRecords, rows, recordBytes, out }) {
      holds(columns, nColumns, "packRecords", "columns");
      holds(fields, nFields, "packRecords", "fields");
      return symbols.dvdb_pack_records(context, uint32(nColumns, "packRecords", "nColumns"), columns, int64(nFields, "packRecords", "nFields"), fields, int64(nRows, "packRecords", "nRows"), int64(nRecords, "packRecords", "nRecords"), rows, int64(recordBytes, "packRecords", "recordBytes"), out) as Status;
    },
    columnExtremes({ context, values, dtype, nRows, channels, outLeast, outMost }) {
      holds(outLeast, channels, "columnExtremes", "outLeast");
      holds(outMost, channels, "columnExtremes", "outMost");
      return symbols.dvdb_column_extremes(context, values, dtype, int64(nRows, "columnExtremes", "nRows"), uint32(channels, "columnExtremes", "channels"), outLeast, outMost) as Status;
    },
    volumeRender({ context, sigmas, rgbs, deltas, ts, dtype, n, channels, offsets, nRays, transmittanceThreshold, outRgb, outDepth, outOpacity, outWeights, outCounts }) {
      holds(offsets, (nRays + 1), "volumeRender", "offsets");
      return symbols.dvdb_volume_render(context, sigmas, rgbs, deltas, ts, dtype, int64(n, "volumeRender", "n"), int64(channels, "volumeRender", "channels"), offsets, uint32(nRays, "volumeRender", "nRays"), transmittanceThreshold, outRgb, outDepth, outOpacity, outWeights, outCounts) as Status;
    },
    volumeRenderBackward({ context, sigmas, rgbs, deltas, ts, dtype, n, channels, offsets, nRays, transmittanceThreshold, rgbGradients, depthGradients, opacityGradients, weightGradients, outSigmas, outRgbs, outDeltas, outTs }) {
      holds(offsets, (nRays + 1), "volumeRenderBackward", "offsets");
      return symbols.dvdb_volume_render_backward(context, sigmas, rgbs, deltas, ts, dtype, int64(n, "volumeRenderBackward", "n"), int64(channels, "volumeRenderBackward", "channels"), offsets, uint32(nRays, "volumeRenderBackward", "nRays"), transmittanceThreshold, rgbGradients, depthGradients, opacityGradients, weightGradients, outSigmas, outRgbs, outDeltas, outTs) as Status;
    },
    sampleRaysByWeight({ context, intervals, weights, dtype, n, offsets, nRays, count, stratified, seedLow, seedHigh, checked, nOut, out }) {
      holds(offsets, (nRays + 1), "sampleRaysByWeight", "offsets");
      return symbols.dvdb_sample_rays_by_weight(context, 0, intervals, weights, dtype, int64(n, "sampleRaysByWeight", "n"), offsets, uint32(nRays, "sampleRaysByWeight", "nRays"), int64(count, "sampleRaysByWeight", "count"), uint32(stratified, "sampleRaysByWeight", "stratified"), uint32(seedLow, "sampleRaysByWeight", "seedLow"), uint32(seedHigh, "sampleRaysByWeight", "seedHigh"), uint32(checked, "sampleRaysByWeight", "checked"), int64(nOut, "sampleRaysByWeight", "nOut"), out) as Status;
    },
    async sampleRaysByWeightAsync({ context, intervals, weights, dtype, n, offsets, nRays, count, stratified, seedLow, seedHigh, checked, nOut, out }, signal) {
      const context_ = uint32(context, "sampleRaysByWeight", "context");
      const intervals_ = uint32(intervals, "sampleRaysByWeight", "intervals");
      const weights_ = uint32(weights, "sampleRaysByWeight", "weights");
      const dtype_ = uint32(dtype, "sampleRaysByWeight", "dtype");
      const n_ = int64(n, "sampleRaysByWeight", "n");
      steady(offsets, "sampleRaysByWeight", "offsets");
      const nRays_ = uint32(nRays, "sampleRaysByWeight", "nRays");
      const count_ = int64(count, "sampleRaysByWeight", "count");
      const stratified_ = uint32(stratified, "sampleRaysByWeight", "stratified");
      const seedLow_ = uint32(seedLow, "sampleRaysByWeight", "seedLow");
      const seedHigh_ = uint32(seedHigh, "sampleRaysByWeight", "seedHigh");
      const checked_ = uint32(checked, "sampleRaysByWeight", "checked");
      const nOut_ = int64(nOut, "sampleRaysByWeight", "nOut");
      const out_ = uint32(out, "sampleRaysByWeight", "out");
      holds(offsets, (nRays + 1), "sampleRaysByWeight", "offsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_sample_rays_by_weight_async(context_, ticket, intervals_, weights_, dtype_, n_, offsets, nRays_, count_, stratified_, seedLow_, seedHigh_, checked_, nOut_, out_), signal) as Status;
    },
    sampleTrilinear({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, out }) {
      holds(offsets, (nGrids + 1), "sampleTrilinear", "offsets");
      return symbols.dvdb_sample_trilinear(context, grid, points, pointDtype, int64(n, "sampleTrilinear", "n"), offsets, uint32(nGrids, "sampleTrilinear", "nGrids"), features, dtype, int64(channels, "sampleTrilinear", "channels"), out) as Status;
    },
    sampleTrilinearWithGrad({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, out, outGradients }) {
      holds(offsets, (nGrids + 1), "sampleTrilinearWithGrad", "offsets");
      return symbols.dvdb_sample_trilinear_with_grad(context, grid, points, pointDtype, int64(n, "sampleTrilinearWithGrad", "n"), offsets, uint32(nGrids, "sampleTrilinearWithGrad", "nGrids"), features, dtype, int64(channels, "sampleTrilinearWithGrad", "channels"), out, outGradients) as Status;
    },
    sampleKernel({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, out }) {
      holds(offsets, (nGrids + 1), "sampleKernel", "offsets");
      return symbols.dvdb_sample_kernel(context, grid, points, pointDtype, int64(n, "sampleKernel", "n"), offsets, uint32(nGrids, "sampleKernel", "nGrids"), features, dtype, int64(channels, "sampleKernel", "channels"), kernel, out) as Status;
    },
    sampleKernelWithGrad({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, out, outGradients }) {
      holds(offsets, (nGrids + 1), "sampleKernelWithGrad", "offsets");
      return symbols.dvdb_sample_kernel_with_grad(context, grid, points, pointDtype, int64(n, "sampleKernelWithGrad", "n"), offsets, uint32(nGrids, "sampleKernelWithGrad", "nGrids"), features, dtype, int64(channels, "sampleKernelWithGrad", "channels"), kernel, out, outGradients) as Status;
    },
    samplePointGradients({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, weights, out }) {
      holds(offsets, (nGrids + 1), "samplePointGradients", "offsets");
      return symbols.dvdb_sample_point_gradients(context, grid, points, pointDtype, int64(n, "samplePointGradients", "n"), offsets, uint32(nGrids, "samplePointGradients", "nGrids"), features, dtype, int64(channels, "samplePointGradients", "channels"), kernel, weights, out) as Status;
    },
    splat({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, out }) {
      holds(offsets, (nGrids + 1), "splat", "offsets");
      return symbols.dvdb_splat(context, grid, points, pointDtype, int64(n, "splat", "n"), offsets, uint32(nGrids, "splat", "nGrids"), features, dtype, int64(channels, "splat", "channels"), kernel, out) as Status;
    },
    splatAtomic({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, out }) {
      holds(offsets, (nGrids + 1), "splatAtomic", "offsets");
      return symbols.dvdb_splat_atomic(context, grid, points, pointDtype, int64(n, "splatAtomic", "n"), offsets, uint32(nGrids, "splatAtomic", "nGrids"), features, dtype, int64(channels, "splatAtomic", "channels"), kernel, out) as Status;
    },
    splatSlopes({ context, grid, points, pointDtype, n, offsets, nGrids, features, slopes, dtype, channels, kernel, out }) {
      holds(offsets, (nGrids + 1), "splatSlopes", "offsets");
      return symbols.dvdb_splat_slopes(context, grid, points, pointDtype, int64(n, "splatSlopes", "n"), offsets, uint32(nGrids, "splatSlopes", "nGrids"), features, slopes, dtype, int64(channels, "splatSlopes", "channels"), kernel, out) as Status;
    },
    splatSlopesAtomic({ context, grid, points, pointDtype, n, offsets, nGrids, features, slopes, dtype, channels, kernel, out }) {
      holds(offsets, (nGrids + 1), "splatSlopesAtomic", "offsets");
      return symbols.dvdb_splat_slopes_atomic(context, grid, points, pointDtype, int64(n, "splatSlopesAtomic", "n"), offsets, uint32(nGrids, "splatSlopesAtomic", "nGrids"), features, slopes, dtype, int64(channels, "splatSlopesAtomic", "channels"), kernel, out) as Status;
    },
    sampleSlopeGradients({ context, grid, points, pointDtype, n, offsets, nGrids, features, dtype, channels, kernel, weights, slopeWeights, out }) {
      holds(offsets, (nGrids + 1), "sampleSlopeGradients", "offsets");
      return symbols.dvdb_sample_slope_gradients(context, grid, points, pointDtype, int64(n, "sampleSlopeGradients", "n"), offsets, uint32(nGrids, "sampleSlopeGradients", "nGrids"), features, dtype, int64(channels, "sampleSlopeGradients", "channels"), kernel, weights, slopeWeights, out) as Status;
    },
    integrateTsdfGrid({ context, grid, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, voxelSizes, origins, nGrids, outGrid }) {
      holds(intrinsics, nImages * 3 * 3, "integrateTsdfGrid", "intrinsics");
      holds(poses, nImages * 4 * 4, "integrateTsdfGrid", "poses");
      holds(offsets, (nGrids + 1), "integrateTsdfGrid", "offsets");
      holds(voxelSizes, nGrids * 3, "integrateTsdfGrid", "voxelSizes");
      holds(origins, nGrids * 3, "integrateTsdfGrid", "origins");
      holds(outGrid, 1, "integrateTsdfGrid", "outGrid");
      return symbols.dvdb_integrate_tsdf_grid(context, 0, grid, depth, depthDtype, imageWeights, imageWeightDtype, uint32(nImages, "integrateTsdfGrid", "nImages"), int64(height, "integrateTsdfGrid", "height"), int64(width, "integrateTsdfGrid", "width"), intrinsics, poses, offsets, halfWidth, maxDepth, voxelSizes, origins, uint32(nGrids, "integrateTsdfGrid", "nGrids"), outGrid) as Status;
    },
    async integrateTsdfGridAsync({ context, grid, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "integrateTsdfGrid", "context");
      const grid_ = uint32(grid, "integrateTsdfGrid", "grid");
      const depth_ = uint32(depth, "integrateTsdfGrid", "depth");
      const depthDtype_ = uint32(depthDtype, "integrateTsdfGrid", "depthDtype");
      const imageWeights_ = uint32(imageWeights, "integrateTsdfGrid", "imageWeights");
      const imageWeightDtype_ = uint32(imageWeightDtype, "integrateTsdfGrid", "imageWeightDtype");
      const nImages_ = uint32(nImages, "integrateTsdfGrid", "nImages");
      const height_ = int64(height, "integrateTsdfGrid", "height");
      const width_ = int64(width, "integrateTsdfGrid", "width");
      steady(intrinsics, "integrateTsdfGrid", "intrinsics");
      steady(poses, "integrateTsdfGrid", "poses");
      steady(offsets, "integrateTsdfGrid", "offsets");
      const halfWidth_ = float64(halfWidth, "integrateTsdfGrid", "halfWidth");
      const maxDepth_ = float64(maxDepth, "integrateTsdfGrid", "maxDepth");
      steady(voxelSizes, "integrateTsdfGrid", "voxelSizes");
      steady(origins, "integrateTsdfGrid", "origins");
      const nGrids_ = uint32(nGrids, "integrateTsdfGrid", "nGrids");
      steady(outGrid, "integrateTsdfGrid", "outGrid");
      holds(intrinsics, nImages * 3 * 3, "integrateTsdfGrid", "intrinsics");
      holds(poses, nImages * 4 * 4, "integrateTsdfGrid", "poses");
      holds(offsets, (nGrids + 1), "integrateTsdfGrid", "offsets");
      holds(voxelSizes, nGrids * 3, "integrateTsdfGrid", "voxelSizes");
      holds(origins, nGrids * 3, "integrateTsdfGrid", "origins");
      holds(outGrid, 1, "integrateTsdfGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_integrate_tsdf_grid_async(context_, ticket, grid_, depth_, depthDtype_, imageWeights_, imageWeightDtype_, nImages_, height_, width_, intrinsics, poses, offsets, halfWidth_, maxDepth_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    integrateTsdf({ context, grid, source, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, nGrids, tsdf, weights, features, dtype, imageFeatures, imageFeatureDtype, channels, outTsdf, outWeights, outFeatures }) {
      holds(intrinsics, nImages * 3 * 3, "integrateTsdf", "intrinsics");
      holds(poses, nImages * 4 * 4, "integrateTsdf", "poses");
      holds(offsets, (nGrids + 1), "integrateTsdf", "offsets");
      return symbols.dvdb_integrate_tsdf(context, 0, grid, source, depth, depthDtype, imageWeights, imageWeightDtype, uint32(nImages, "integrateTsdf", "nImages"), int64(height, "integrateTsdf", "height"), int64(width, "integrateTsdf", "width"), intrinsics, poses, offsets, halfWidth, maxDepth, uint32(nGrids, "integrateTsdf", "nGrids"), tsdf, weights, features, dtype, imageFeatures, imageFeatureDtype, int64(channels, "integrateTsdf", "channels"), outTsdf, outWeights, outFeatures) as Status;
    },
    async integrateTsdfAsync({ context, grid, source, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, nGrids, tsdf, weights, features, dtype, imageFeatures, imageFeatureDtype, channels, outTsdf, outWeights, outFeatures }, signal) {
      const context_ = uint32(context, "integrateTsdf", "context");
      const grid_ = uint32(grid, "integrateTsdf", "grid");
      const source_ = uint32(source, "integrateTsdf", "source");
      const depth_ = uint32(depth, "integrateTsdf", "depth");
      const depthDtype_ = uint32(depthDtype, "integrateTsdf", "depthDtype");
      const imageWeights_ = uint32(imageWeights, "integrateTsdf", "imageWeights");
      const imageWeightDtype_ = uint32(imageWeightDtype, "integrateTsdf", "imageWeightDtype");
      const nImages_ = uint32(nImages, "integrateTsdf", "nImages");
      const height_ = int64(height, "integrateTsdf", "height");
      const width_ = int64(width, "integrateTsdf", "width");
      steady(intrinsics, "integrateTsdf", "intrinsics");
      steady(poses, "integrateTsdf", "poses");
      steady(offsets, "integrateTsdf", "offsets");
      const halfWidth_ = float64(halfWidth, "integrateTsdf", "halfWidth");
      const maxDepth_ = float64(maxDepth, "integrateTsdf", "maxDepth");
      const nGrids_ = uint32(nGrids, "integrateTsdf", "nGrids");
      const tsdf_ = uint32(tsdf, "integrateTsdf", "tsdf");
      const weights_ = uint32(weights, "integrateTsdf", "weights");
      const features_ = uint32(features, "integrateTsdf", "features");
      const dtype_ = uint32(dtype, "integrateTsdf", "dtype");
      const imageFeatures_ = uint32(imageFeatures, "integrateTsdf", "imageFeatures");
      const imageFeatureDtype_ = uint32(imageFeatureDtype, "integrateTsdf", "imageFeatureDtype");
      const channels_ = int64(channels, "integrateTsdf", "channels");
      const outTsdf_ = uint32(outTsdf, "integrateTsdf", "outTsdf");
      const outWeights_ = uint32(outWeights, "integrateTsdf", "outWeights");
      const outFeatures_ = uint32(outFeatures, "integrateTsdf", "outFeatures");
      holds(intrinsics, nImages * 3 * 3, "integrateTsdf", "intrinsics");
      holds(poses, nImages * 4 * 4, "integrateTsdf", "poses");
      holds(offsets, (nGrids + 1), "integrateTsdf", "offsets");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_integrate_tsdf_async(context_, ticket, grid_, source_, depth_, depthDtype_, imageWeights_, imageWeightDtype_, nImages_, height_, width_, intrinsics, poses, offsets, halfWidth_, maxDepth_, nGrids_, tsdf_, weights_, features_, dtype_, imageFeatures_, imageFeatureDtype_, channels_, outTsdf_, outWeights_, outFeatures_), signal) as Status;
    },
    integrateTsdfBackward({ context, grid, source, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, nGrids, tsdf, weights, features, dtype, imageFeatures, imageFeatureDtype, channels, tsdfGradients, weightGradients, featureGradients, outTsdf, outWeights, outFeatures, outDepth, outImageWeights, outImageFeatures }) {
      holds(intrinsics, nImages * 3 * 3, "integrateTsdfBackward", "intrinsics");
      holds(poses, nImages * 4 * 4, "integrateTsdfBackward", "poses");
      holds(offsets, (nGrids + 1), "integrateTsdfBackward", "offsets");
      return symbols.dvdb_integrate_tsdf_backward(context, grid, source, depth, depthDtype, imageWeights, imageWeightDtype, uint32(nImages, "integrateTsdfBackward", "nImages"), int64(height, "integrateTsdfBackward", "height"), int64(width, "integrateTsdfBackward", "width"), intrinsics, poses, offsets, halfWidth, maxDepth, uint32(nGrids, "integrateTsdfBackward", "nGrids"), tsdf, weights, features, dtype, imageFeatures, imageFeatureDtype, int64(channels, "integrateTsdfBackward", "channels"), tsdfGradients, weightGradients, featureGradients, outTsdf, outWeights, outFeatures, outDepth, outImageWeights, outImageFeatures) as Status;
    },
    closeTsdf({ context, grid, depth, depthDtype, imageWeights, imageWeightDtype, nImages, height, width, intrinsics, poses, offsets, halfWidth, maxDepth, nGrids, background, tsdf, weights, dtype, out }) {
      holds(intrinsics, nImages * 3 * 3, "closeTsdf", "intrinsics");
      holds(poses, nImages * 4 * 4, "closeTsdf", "poses");
      holds(offsets, (nGrids + 1), "closeTsdf", "offsets");
      return symbols.dvdb_close_tsdf(context, grid, depth, depthDtype, imageWeights, imageWeightDtype, uint32(nImages, "closeTsdf", "nImages"), int64(height, "closeTsdf", "height"), int64(width, "closeTsdf", "width"), intrinsics, poses, offsets, halfWidth, maxDepth, uint32(nGrids, "closeTsdf", "nGrids"), background, tsdf, weights, dtype, out) as Status;
    },
    reinitializeSdf({ context, grid, field, dtype, halfWidthInVoxels, order, steps, smooth, smoothing, out }) {
      return symbols.dvdb_reinitialize_sdf(context, 0, grid, field, dtype, halfWidthInVoxels, uint32(order, "reinitializeSdf", "order"), uint32(steps, "reinitializeSdf", "steps"), uint32(smooth, "reinitializeSdf", "smooth"), smoothing, out) as Status;
    },
    async reinitializeSdfAsync({ context, grid, field, dtype, halfWidthInVoxels, order, steps, smooth, smoothing, out }, signal) {
      const context_ = uint32(context, "reinitializeSdf", "context");
      const grid_ = uint32(grid, "reinitializeSdf", "grid");
      const field_ = uint32(field, "reinitializeSdf", "field");
      const dtype_ = uint32(dtype, "reinitializeSdf", "dtype");
      const halfWidthInVoxels_ = float64(halfWidthInVoxels, "reinitializeSdf", "halfWidthInVoxels");
      const order_ = uint32(order, "reinitializeSdf", "order");
      const steps_ = uint32(steps, "reinitializeSdf", "steps");
      const smooth_ = uint32(smooth, "reinitializeSdf", "smooth");
      const smoothing_ = uint32(smoothing, "reinitializeSdf", "smoothing");
      const out_ = uint32(out, "reinitializeSdf", "out");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_reinitialize_sdf_async(context_, ticket, grid_, field_, dtype_, halfWidthInVoxels_, order_, steps_, smooth_, smoothing_, out_), signal) as Status;
    },
    retopologizeSdfWiden({ context, grid, source, field, dtype, halfWidthInVoxels, rounds, out }) {
      return symbols.dvdb_retopologize_sdf_widen(context, 0, grid, source, field, dtype, halfWidthInVoxels, uint32(rounds, "retopologizeSdfWiden", "rounds"), out) as Status;
    },
    async retopologizeSdfWidenAsync({ context, grid, source, field, dtype, halfWidthInVoxels, rounds, out }, signal) {
      const context_ = uint32(context, "retopologizeSdfWiden", "context");
      const grid_ = uint32(grid, "retopologizeSdfWiden", "grid");
      const source_ = uint32(source, "retopologizeSdfWiden", "source");
      const field_ = uint32(field, "retopologizeSdfWiden", "field");
      const dtype_ = uint32(dtype, "retopologizeSdfWiden", "dtype");
      const halfWidthInVoxels_ = float64(halfWidthInVoxels, "retopologizeSdfWiden", "halfWidthInVoxels");
      const rounds_ = uint32(rounds, "retopologizeSdfWiden", "rounds");
      const out_ = uint32(out, "retopologizeSdfWiden", "out");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_retopologize_sdf_widen_async(context_, ticket, grid_, source_, field_, dtype_, halfWidthInVoxels_, rounds_, out_), signal) as Status;
    },
    retopologizeSdfBand({ context, grid, field, dtype, halfWidthInVoxels, out }) {
      return symbols.dvdb_retopologize_sdf_band(context, 0, grid, field, dtype, halfWidthInVoxels, out) as Status;
    },
    async retopologizeSdfBandAsync({ context, grid, field, dtype, halfWidthInVoxels, out }, signal) {
      const context_ = uint32(context, "retopologizeSdfBand", "context");
      const grid_ = uint32(grid, "retopologizeSdfBand", "grid");
      const field_ = uint32(field, "retopologizeSdfBand", "field");
      const dtype_ = uint32(dtype, "retopologizeSdfBand", "dtype");
      const halfWidthInVoxels_ = float64(halfWidthInVoxels, "retopologizeSdfBand", "halfWidthInVoxels");
      const out_ = uint32(out, "retopologizeSdfBand", "out");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_retopologize_sdf_band_async(context_, ticket, grid_, field_, dtype_, halfWidthInVoxels_, out_), signal) as Status;
    },
    coarsenedGrid({ context, grid, factor, voxelSizes, origins, nGrids, outGrid }) {
      holds(factor, 3, "coarsenedGrid", "factor");
      holds(voxelSizes, nGrids * 3, "coarsenedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "coarsenedGrid", "origins");
      holds(outGrid, 1, "coarsenedGrid", "outGrid");
      return symbols.dvdb_coarsened_grid(context, 0, grid, factor, voxelSizes, origins, uint32(nGrids, "coarsenedGrid", "nGrids"), outGrid) as Status;
    },
    async coarsenedGridAsync({ context, grid, factor, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "coarsenedGrid", "context");
      const grid_ = uint32(grid, "coarsenedGrid", "grid");
      steady(factor, "coarsenedGrid", "factor");
      steady(voxelSizes, "coarsenedGrid", "voxelSizes");
      steady(origins, "coarsenedGrid", "origins");
      const nGrids_ = uint32(nGrids, "coarsenedGrid", "nGrids");
      steady(outGrid, "coarsenedGrid", "outGrid");
      holds(factor, 3, "coarsenedGrid", "factor");
      holds(voxelSizes, nGrids * 3, "coarsenedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "coarsenedGrid", "origins");
      holds(outGrid, 1, "coarsenedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_coarsened_grid_async(context_, ticket, grid_, factor, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    coarsenedGrids({ context, grid, factor, voxelSizes, origins, nLevels, nGrids, outGrids }) {
      holds(factor, 3, "coarsenedGrids", "factor");
      holds(voxelSizes, nLevels * nGrids * 3, "coarsenedGrids", "voxelSizes");
      holds(origins, nLevels * nGrids * 3, "coarsenedGrids", "origins");
      holds(outGrids, nLevels, "coarsenedGrids", "outGrids");
      return symbols.dvdb_coarsened_grids(context, 0, grid, factor, voxelSizes, origins, uint32(nLevels, "coarsenedGrids", "nLevels"), uint32(nGrids, "coarsenedGrids", "nGrids"), outGrids) as Status;
    },
    async coarsenedGridsAsync({ context, grid, factor, voxelSizes, origins, nLevels, nGrids, outGrids }, signal) {
      const context_ = uint32(context, "coarsenedGrids", "context");
      const grid_ = uint32(grid, "coarsenedGrids", "grid");
      steady(factor, "coarsenedGrids", "factor");
      steady(voxelSizes, "coarsenedGrids", "voxelSizes");
      steady(origins, "coarsenedGrids", "origins");
      const nLevels_ = uint32(nLevels, "coarsenedGrids", "nLevels");
      const nGrids_ = uint32(nGrids, "coarsenedGrids", "nGrids");
      steady(outGrids, "coarsenedGrids", "outGrids");
      holds(factor, 3, "coarsenedGrids", "factor");
      holds(voxelSizes, nLevels * nGrids * 3, "coarsenedGrids", "voxelSizes");
      holds(origins, nLevels * nGrids * 3, "coarsenedGrids", "origins");
      holds(outGrids, nLevels, "coarsenedGrids", "outGrids");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_coarsened_grids_async(context_, ticket, grid_, factor, voxelSizes, origins, nLevels_, nGrids_, outGrids), signal) as Status;
    },
    refinedGrid({ context, grid, factor, mask, voxelSizes, origins, nGrids, outGrid }) {
      holds(factor, 3, "refinedGrid", "factor");
      holds(voxelSizes, nGrids * 3, "refinedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "refinedGrid", "origins");
      holds(outGrid, 1, "refinedGrid", "outGrid");
      return symbols.dvdb_refined_grid(context, 0, grid, factor, mask, voxelSizes, origins, uint32(nGrids, "refinedGrid", "nGrids"), outGrid) as Status;
    },
    async refinedGridAsync({ context, grid, factor, mask, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "refinedGrid", "context");
      const grid_ = uint32(grid, "refinedGrid", "grid");
      steady(factor, "refinedGrid", "factor");
      const mask_ = uint32(mask, "refinedGrid", "mask");
      steady(voxelSizes, "refinedGrid", "voxelSizes");
      steady(origins, "refinedGrid", "origins");
      const nGrids_ = uint32(nGrids, "refinedGrid", "nGrids");
      steady(outGrid, "refinedGrid", "outGrid");
      holds(factor, 3, "refinedGrid", "factor");
      holds(voxelSizes, nGrids * 3, "refinedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "refinedGrid", "origins");
      holds(outGrid, 1, "refinedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_refined_grid_async(context_, ticket, grid_, factor, mask_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    dilateByBox({ context, grid, low, high, voxelSizes, origins, nGrids, outGrid }) {
      holds(low, 3, "dilateByBox", "low");
      holds(high, 3, "dilateByBox", "high");
      holds(voxelSizes, nGrids * 3, "dilateByBox", "voxelSizes");
      holds(origins, nGrids * 3, "dilateByBox", "origins");
      holds(outGrid, 1, "dilateByBox", "outGrid");
      return symbols.dvdb_dilate_by_box(context, 0, grid, low, high, voxelSizes, origins, uint32(nGrids, "dilateByBox", "nGrids"), outGrid) as Status;
    },
    async dilateByBoxAsync({ context, grid, low, high, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "dilateByBox", "context");
      const grid_ = uint32(grid, "dilateByBox", "grid");
      steady(low, "dilateByBox", "low");
      steady(high, "dilateByBox", "high");
      steady(voxelSizes, "dilateByBox", "voxelSizes");
      steady(origins, "dilateByBox", "origins");
      const nGrids_ = uint32(nGrids, "dilateByBox", "nGrids");
      steady(outGrid, "dilateByBox", "outGrid");
      holds(low, 3, "dilateByBox", "low");
      holds(high, 3, "dilateByBox", "high");
      holds(voxelSizes, nGrids * 3, "dilateByBox", "voxelSizes");
      holds(origins, nGrids * 3, "dilateByBox", "origins");
      holds(outGrid, 1, "dilateByBox", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_dilate_by_box_async(context_, ticket, grid_, low, high, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    erodeByBox({ context, grid, low, high, voxelSizes, origins, nGrids, outGrid }) {
      holds(low, 3, "erodeByBox", "low");
      holds(high, 3, "erodeByBox", "high");
      holds(voxelSizes, nGrids * 3, "erodeByBox", "voxelSizes");
      holds(origins, nGrids * 3, "erodeByBox", "origins");
      holds(outGrid, 1, "erodeByBox", "outGrid");
      return symbols.dvdb_erode_by_box(context, 0, grid, low, high, voxelSizes, origins, uint32(nGrids, "erodeByBox", "nGrids"), outGrid) as Status;
    },
    async erodeByBoxAsync({ context, grid, low, high, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "erodeByBox", "context");
      const grid_ = uint32(grid, "erodeByBox", "grid");
      steady(low, "erodeByBox", "low");
      steady(high, "erodeByBox", "high");
      steady(voxelSizes, "erodeByBox", "voxelSizes");
      steady(origins, "erodeByBox", "origins");
      const nGrids_ = uint32(nGrids, "erodeByBox", "nGrids");
      steady(outGrid, "erodeByBox", "outGrid");
      holds(low, 3, "erodeByBox", "low");
      holds(high, 3, "erodeByBox", "high");
      holds(voxelSizes, nGrids * 3, "erodeByBox", "voxelSizes");
      holds(origins, nGrids * 3, "erodeByBox", "origins");
      holds(outGrid, 1, "erodeByBox", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_erode_by_box_async(context_, ticket, grid_, low, high, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    dilatedGrid({ context, grid, neighborhood, radius, voxelSizes, origins, nGrids, outGrid }) {
      holds(voxelSizes, nGrids * 3, "dilatedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "dilatedGrid", "origins");
      holds(outGrid, 1, "dilatedGrid", "outGrid");
      return symbols.dvdb_dilated_grid(context, 0, grid, neighborhood, uint32(radius, "dilatedGrid", "radius"), voxelSizes, origins, uint32(nGrids, "dilatedGrid", "nGrids"), outGrid) as Status;
    },
    async dilatedGridAsync({ context, grid, neighborhood, radius, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "dilatedGrid", "context");
      const grid_ = uint32(grid, "dilatedGrid", "grid");
      const neighborhood_ = uint32(neighborhood, "dilatedGrid", "neighborhood");
      const radius_ = uint32(radius, "dilatedGrid", "radius");
      steady(voxelSizes, "dilatedGrid", "voxelSizes");
      steady(origins, "dilatedGrid", "origins");
      const nGrids_ = uint32(nGrids, "dilatedGrid", "nGrids");
      steady(outGrid, "dilatedGrid", "outGrid");
      holds(voxelSizes, nGrids * 3, "dilatedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "dilatedGrid", "origins");
      holds(outGrid, 1, "dilatedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_dilated_grid_async(context_, ticket, grid_, neighborhood_, radius_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    erodedGrid({ context, grid, neighborhood, radius, voxelSizes, origins, nGrids, outGrid }) {
      holds(voxelSizes, nGrids * 3, "erodedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "erodedGrid", "origins");
      holds(outGrid, 1, "erodedGrid", "outGrid");
      return symbols.dvdb_eroded_grid(context, 0, grid, neighborhood, uint32(radius, "erodedGrid", "radius"), voxelSizes, origins, uint32(nGrids, "erodedGrid", "nGrids"), outGrid) as Status;
    },
    async erodedGridAsync({ context, grid, neighborhood, radius, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "erodedGrid", "context");
      const grid_ = uint32(grid, "erodedGrid", "grid");
      const neighborhood_ = uint32(neighborhood, "erodedGrid", "neighborhood");
      const radius_ = uint32(radius, "erodedGrid", "radius");
      steady(voxelSizes, "erodedGrid", "voxelSizes");
      steady(origins, "erodedGrid", "origins");
      const nGrids_ = uint32(nGrids, "erodedGrid", "nGrids");
      steady(outGrid, "erodedGrid", "outGrid");
      holds(voxelSizes, nGrids * 3, "erodedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "erodedGrid", "origins");
      holds(outGrid, 1, "erodedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_eroded_grid_async(context_, ticket, grid_, neighborhood_, radius_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    convGrid({ context, grid, kernel, stride, voxelSizes, origins, nGrids, outGrid }) {
      holds(kernel, 3, "convGrid", "kernel");
      holds(stride, 3, "convGrid", "stride");
      holds(voxelSizes, nGrids * 3, "convGrid", "voxelSizes");
      holds(origins, nGrids * 3, "convGrid", "origins");
      holds(outGrid, 1, "convGrid", "outGrid");
      return symbols.dvdb_conv_grid(context, 0, grid, kernel, stride, voxelSizes, origins, uint32(nGrids, "convGrid", "nGrids"), outGrid) as Status;
    },
    async convGridAsync({ context, grid, kernel, stride, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "convGrid", "context");
      const grid_ = uint32(grid, "convGrid", "grid");
      steady(kernel, "convGrid", "kernel");
      steady(stride, "convGrid", "stride");
      steady(voxelSizes, "convGrid", "voxelSizes");
      steady(origins, "convGrid", "origins");
      const nGrids_ = uint32(nGrids, "convGrid", "nGrids");
      steady(outGrid, "convGrid", "outGrid");
      holds(kernel, 3, "convGrid", "kernel");
      holds(stride, 3, "convGrid", "stride");
      holds(voxelSizes, nGrids * 3, "convGrid", "voxelSizes");
      holds(origins, nGrids * 3, "convGrid", "origins");
      holds(outGrid, 1, "convGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_conv_grid_async(context_, ticket, grid_, kernel, stride, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    convTransposeGrid({ context, grid, kernel, stride, voxelSizes, origins, nGrids, outGrid }) {
      holds(kernel, 3, "convTransposeGrid", "kernel");
      holds(stride, 3, "convTransposeGrid", "stride");
      holds(voxelSizes, nGrids * 3, "convTransposeGrid", "voxelSizes");
      holds(origins, nGrids * 3, "convTransposeGrid", "origins");
      holds(outGrid, 1, "convTransposeGrid", "outGrid");
      return symbols.dvdb_conv_transpose_grid(context, 0, grid, kernel, stride, voxelSizes, origins, uint32(nGrids, "convTransposeGrid", "nGrids"), outGrid) as Status;
    },
    async convTransposeGridAsync({ context, grid, kernel, stride, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "convTransposeGrid", "context");
      const grid_ = uint32(grid, "convTransposeGrid", "grid");
      steady(kernel, "convTransposeGrid", "kernel");
      steady(stride, "convTransposeGrid", "stride");
      steady(voxelSizes, "convTransposeGrid", "voxelSizes");
      steady(origins, "convTransposeGrid", "origins");
      const nGrids_ = uint32(nGrids, "convTransposeGrid", "nGrids");
      steady(outGrid, "convTransposeGrid", "outGrid");
      holds(kernel, 3, "convTransposeGrid", "kernel");
      holds(stride, 3, "convTransposeGrid", "stride");
      holds(voxelSizes, nGrids * 3, "convTransposeGrid", "voxelSizes");
      holds(origins, nGrids * 3, "convTransposeGrid", "origins");
      holds(outGrid, 1, "convTransposeGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_conv_transpose_grid_async(context_, ticket, grid_, kernel, stride, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    mergedGrid({ context, grids, nSources, voxelSizes, origins, nGrids, outGrid }) {
      holds(grids, nSources, "mergedGrid", "grids");
      holds(voxelSizes, nGrids * 3, "mergedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "mergedGrid", "origins");
      holds(outGrid, 1, "mergedGrid", "outGrid");
      return symbols.dvdb_merged_grid(context, 0, grids, uint32(nSources, "mergedGrid", "nSources"), voxelSizes, origins, uint32(nGrids, "mergedGrid", "nGrids"), outGrid) as Status;
    },
    async mergedGridAsync({ context, grids, nSources, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "mergedGrid", "context");
      steady(grids, "mergedGrid", "grids");
      const nSources_ = uint32(nSources, "mergedGrid", "nSources");
      steady(voxelSizes, "mergedGrid", "voxelSizes");
      steady(origins, "mergedGrid", "origins");
      const nGrids_ = uint32(nGrids, "mergedGrid", "nGrids");
      steady(outGrid, "mergedGrid", "outGrid");
      holds(grids, nSources, "mergedGrid", "grids");
      holds(voxelSizes, nGrids * 3, "mergedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "mergedGrid", "origins");
      holds(outGrid, 1, "mergedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_merged_grid_async(context_, ticket, grids, nSources_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    prunedGrid({ context, grid, mask, voxelSizes, origins, nGrids, outGrid }) {
      holds(voxelSizes, nGrids * 3, "prunedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "prunedGrid", "origins");
      holds(outGrid, 1, "prunedGrid", "outGrid");
      return symbols.dvdb_pruned_grid(context, 0, grid, mask, voxelSizes, origins, uint32(nGrids, "prunedGrid", "nGrids"), outGrid) as Status;
    },
    async prunedGridAsync({ context, grid, mask, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "prunedGrid", "context");
      const grid_ = uint32(grid, "prunedGrid", "grid");
      const mask_ = uint32(mask, "prunedGrid", "mask");
      steady(voxelSizes, "prunedGrid", "voxelSizes");
      steady(origins, "prunedGrid", "origins");
      const nGrids_ = uint32(nGrids, "prunedGrid", "nGrids");
      steady(outGrid, "prunedGrid", "outGrid");
      holds(voxelSizes, nGrids * 3, "prunedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "prunedGrid", "origins");
      holds(outGrid, 1, "prunedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_pruned_grid_async(context_, ticket, grid_, mask_, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    clippedGrid({ context, grid, boxes, voxelSizes, origins, nGrids, outGrid }) {
      holds(boxes, nGrids * 2 * 3, "clippedGrid", "boxes");
      holds(voxelSizes, nGrids * 3, "clippedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "clippedGrid", "origins");
      holds(outGrid, 1, "clippedGrid", "outGrid");
      return symbols.dvdb_clipped_grid(context, 0, grid, boxes, voxelSizes, origins, uint32(nGrids, "clippedGrid", "nGrids"), outGrid) as Status;
    },
    async clippedGridAsync({ context, grid, boxes, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "clippedGrid", "context");
      const grid_ = uint32(grid, "clippedGrid", "grid");
      steady(boxes, "clippedGrid", "boxes");
      steady(voxelSizes, "clippedGrid", "voxelSizes");
      steady(origins, "clippedGrid", "origins");
      const nGrids_ = uint32(nGrids, "clippedGrid", "nGrids");
      steady(outGrid, "clippedGrid", "outGrid");
      holds(boxes, nGrids * 2 * 3, "clippedGrid", "boxes");
      holds(voxelSizes, nGrids * 3, "clippedGrid", "voxelSizes");
      holds(origins, nGrids * 3, "clippedGrid", "origins");
      holds(outGrid, 1, "clippedGrid", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_clipped_grid_async(context_, ticket, grid_, boxes, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
    selectGrids({ context, grids, nSources, sources, indices, voxelSizes, origins, nGrids, outGrid }) {
      holds(grids, nSources, "selectGrids", "grids");
      holds(sources, nGrids, "selectGrids", "sources");
      holds(indices, nGrids, "selectGrids", "indices");
      holds(voxelSizes, nGrids * 3, "selectGrids", "voxelSizes");
      holds(origins, nGrids * 3, "selectGrids", "origins");
      holds(outGrid, 1, "selectGrids", "outGrid");
      return symbols.dvdb_select_grids(context, 0, grids, uint32(nSources, "selectGrids", "nSources"), sources, indices, voxelSizes, origins, uint32(nGrids, "selectGrids", "nGrids"), outGrid) as Status;
    },
    async selectGridsAsync({ context, grids, nSources, sources, indices, voxelSizes, origins, nGrids, outGrid }, signal) {
      const context_ = uint32(context, "selectGrids", "context");
      steady(grids, "selectGrids", "grids");
      const nSources_ = uint32(nSources, "selectGrids", "nSources");
      steady(sources, "selectGrids", "sources");
      steady(indices, "selectGrids", "indices");
      steady(voxelSizes, "selectGrids", "voxelSizes");
      steady(origins, "selectGrids", "origins");
      const nGrids_ = uint32(nGrids, "selectGrids", "nGrids");
      steady(outGrid, "selectGrids", "outGrid");
      holds(grids, nSources, "selectGrids", "grids");
      holds(sources, nGrids, "selectGrids", "sources");
      holds(indices, nGrids, "selectGrids", "indices");
      holds(voxelSizes, nGrids * 3, "selectGrids", "voxelSizes");
      holds(origins, nGrids * 3, "selectGrids", "origins");
      holds(outGrid, 1, "selectGrids", "outGrid");
      return await ordered(symbols, context_, (ticket) => symbols.dvdb_select_grids_async(context_, ticket, grids, nSources_, sources, indices, voxelSizes, origins, nGrids_, outGrid), signal) as Status;
    },
  };
}
