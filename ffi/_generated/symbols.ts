// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x30913267.
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The symbols of the native library and the numbers that its functions take.
 *
 * @module
 */

/** Hash of the headers that this file was written from; a library must give the same. */
export const ABI_HASH = 0x28852c11;

/** Version of the headers that this file was written from. */
export const LIBRARY_VERSION = "0.1.0";

/** Status codes that calls return. Numbers are never reused. */
export const StatusCode = {
  /** The call succeeded. */
  OK: 0,
  /** A value, shape, dtype or range is wrong; the caller can fix it. */
  INVALID_ARGUMENT: 1,
  /** A handle is stale, forged, of another kind or of another context. */
  INVALID_HANDLE: 2,
  /** This backend or device does not support the request. */
  UNSUPPORTED: 3,
  /** Host or device memory ran out; the context stays usable. */
  OUT_OF_MEMORY: 4,
  /** Data in device memory violates a requirement, for example a NaN coordinate. */
  INVALID_DATA: 5,
  /** The device or its driver failed; the context is lost. */
  DEVICE_FAULT: 6,
  /** An internal error: a bug in this library. */
  INTERNAL: 7,
  /** dvdb_context_cancel ended the call; its results do not exist, and the context stays usable. */
  CANCELED: 8,
} as const;

/** Status codes that calls return. Numbers are never reused. */
export type StatusCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Element types. Numbers are never reused. */
export const Dtype = {
  /** IEEE binary32. */
  F32: 0,
  /** IEEE binary16. */
  F16: 1,
  /** bfloat16: the upper half of a binary32. */
  BF16: 2,
  /** IEEE binary64. */
  F64: 3,
  /** Signed 32-bit integer. */
  I32: 4,
  /** Signed 64-bit integer. */
  I64: 5,
  /** Unsigned 8-bit integer. */
  U8: 6,
  /** One byte, 0 or 1. */
  BOOL: 7,
  /** Unsigned 16-bit integer. */
  U16: 8,
  /** Signed 16-bit integer. */
  I16: 9,
} as const;

/** Element types. Numbers are never reused. */
export type Dtype = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The backend that a library was built for. */
export const Backend = {
  /** CPU threads. */
  CPU: 0,
  /** One NVIDIA GPU per context. */
  CUDA: 1,
} as const;

/** The backend that a library was built for. */
export type Backend = 0 | 1;

/** Positions in the array that dvdb_context_stats writes. */
export const Stat = {
  /** Handles that have not been destroyed: buffers, grids, plans, trees and events. */
  LIVE_HANDLES: 0,
  /** Device bytes held by live handles. */
  LIVE_BYTES: 1,
  /** The most device bytes held at any time since the last reset, including scratch memory. */
  PEAK_BYTES: 2,
  /** Device allocations made since the context was created. */
  ALLOCATIONS: 3,
  /** The number of values that dvdb_context_stats writes. */
  COUNT: 4,
} as const;

/** Positions in the array that dvdb_context_stats writes. */
export type Stat = 0 | 1 | 2 | 3 | 4;

/** What the last window of a list does where the rows of a list are no multiple of the size of windows. */
export const Tails = {
  /** It has fewer rows. */
  SHORT: 0,
  /** It ends with rows of the window before, those of the same places. */
  BORROW: 1,
} as const;

/** What the last window of a list does where the rows of a list are no multiple of the size of windows. */
export type Tails = 0 | 1;

/** Ways to find the position of a brick in the pool. The first four are the values of dvdb_index_form. */
export const BrickSlots = {
  /** The rank in a packed Fenwick tree. */
  PAPER: 0,
  /** The rank in a bit vector with counters. */
  WIDE: 1,
  /** The rank in a bit vector in cells of 16 bytes. */
  RANK96: 2,
  /** The rank in a bit vector in cells of 32 bytes. */
  RANK224: 3,
  /** An entry in a table; edits leave the positions of other bricks unchanged. */
  TABLE: 4,
} as const;

/** Ways to find the position of a brick in the pool. The first four are the values of dvdb_index_form. */
export type BrickSlots = 0 | 1 | 2 | 3 | 4;

/** Which voxels make a brick filled when they are above the threshold. */
export const CoverageForm = {
  /** Its payload: the voxels that it does not share with the next bricks. */
  PAYLOAD: 0,
  /** All of its voxels, payload and padding: the corners of all cells of the brick. */
  CELLS: 1,
} as const;

/** Which voxels make a brick filled when they are above the threshold. */
export type CoverageForm = 0 | 1;

/** Memory order of dense voxels. */
export const VoxelOrder = {
  /** x fastest, then y: [z, y, x]. */
  X_FASTEST: 0,
  /** z fastest, then y: [x, y, z]. */
  Z_FASTEST: 1,
} as const;

/** Memory order of dense voxels. */
export type VoxelOrder = 0 | 1;

/** Positions in the array that dvdb_brick_count writes. */
export const BrickCounted = {
  /** Voxels above the threshold. Position k holds the number of filled bricks of 2^k voxels along each axis. */
  VOXELS: 0,
  /** The number of values that dvdb_brick_count writes. */
  COUNT: 9,
} as const;

/** Positions in the array that dvdb_brick_count writes. */
export type BrickCounted = 0 | 9;

/** The effect of an edit on a brick. */
export const BrickEdit = {
  /** The brick was empty and stays empty. */
  NONE: 0,
  /** The brick was filled and stays filled. */
  KEEP: 1,
  /** The brick was empty and becomes filled. */
  ADD: 2,
  /** The brick was filled and becomes empty. */
  REMOVE: 3,
  /** The number of values that dvdb_brick_set_box_plan writes: the number of bricks of each kind. */
  COUNT: 4,
} as const;

/** The effect of an edit on a brick. */
export type BrickEdit = 0 | 1 | 2 | 3 | 4;

/** Overlap of the memory of two buffers. */
export const Overlap = {
  /** They share no bytes; empty buffers share none. */
  NONE: 0,
  /** They share some bytes, but not all. */
  PART: 1,
  /** They are the same bytes. */
  SAME: 2,
} as const;

/** Overlap of the memory of two buffers. */
export type Overlap = 0 | 1 | 2;

/** Algorithms that compute a convolution. Numbers are never reused. */
export const ConvBackend = {
  /** The one that is expected to be fastest among those that support the convolution. */
  AUTO: 0,
  /** For each target, the products of all taps in order. Any dtype and any number of channels. */
  GATHER_SCATTER: 1,
  /** f16 and bf16 on matrix units: the source rows of 256 targets are loaded into shared memory and gathered from there. */
  WINDOW: 2,
  /**
   * Implicit GEMM over tiles of targets that have similar taps; taps that no target of a tile has are skipped. f32
   * gives the same bits as DVDB_CONV_GATHER_SCATTER; f16 and bf16 use matrix units if the device has them.
   */
  IGEMM: 3,
  /**
   * As DVDB_CONV_IGEMM, for f32 on matrix units: each number is split into two f16 numbers. Errors are within about
   * 2^-22 of the largest number of a row, or of a channel for gradients of weights.
   */
  IGEMM_SPLIT: 4,
  /**
   * As DVDB_CONV_WINDOW, for f32: features, gradients and weights are scaled by a power of two, one for each tensor or
   * for the part of a tensor that a window of targets reads, and then rounded to f16. Numbers down to 2^-24 of the
   * largest finite one keep 11 bits; smaller ones have an error of at most 2^-35 of it. Sums, the bias and results are
   * f32.
   */
  TF32: 8,
  /** f16 and bf16 on matrix units: for each tap of 64 targets, the source rows that exist are gathered densely. */
  LGGS: 5,
  /**
   * f16 and bf16 on matrix units, for at most 32 input channels and at most 7 taps along each axis, without strides:
   * the source rows of the targets of a leaf are found from leaf masks, loaded into shared memory and gathered from
   * there. Gradients of weights, and gradients of features with more than 32 channels, are computed as by
   * DVDB_CONV_IGEMM.
   */
  LEAF: 6,
  /**
   * f16 and bf16 on matrix units, for 3 x 3 x 3 taps without strides: bricks of 4 x 2 x 2 targets are multiplied as a
   * whole. Gradients of weights are computed as by DVDB_CONV_IGEMM.
   */
  BRICK: 7,
} as const;

/** Algorithms that compute a convolution. Numbers are never reused. */
export type ConvBackend = 0 | 1 | 2 | 3 | 4 | 8 | 5 | 6 | 7;

/** The function applied to the sums. Numbers are never reused. */
export const ConvActivation = {
  /** No activation. */
  NONE: 0,
  /** Negative numbers become 0. */
  RELU: 1,
} as const;

/** The function applied to the sums. Numbers are never reused. */
export type ConvActivation = 0 | 1;

/** Positions in the array that dvdb_conv_plan_counts writes. */
export const ConvCount = {
  /** Voxels of the source. */
  SOURCES: 0,
  /** Voxels of the target. */
  TARGETS: 1,
  /** Taps of the kernel. */
  TAPS: 2,
  /** Connections between a source voxel and a target voxel. */
  PAIRS: 3,
  /** Target voxels without any connection. */
  EMPTY_TARGETS: 4,
  /**
   * The sum, over all windows of 32 consecutive targets, of the number of taps that at least one target of the window
   * has.
   */
  WINDOW_TAPS: 5,
  /** Device bytes of the kernel maps that the plan and its reverse have built so far. */
  MAP_BYTES: 6,
  /** The number of values that dvdb_conv_plan_counts writes. */
  COUNT: 7,
} as const;

/** Positions in the array that dvdb_conv_plan_counts writes. */
export type ConvCount = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Last operation on results. Numbers are never reused. */
export const Epilogue = {
  /** Nothing. */
  NONE: 0,
  /** Negative numbers become 0. */
  RELU: 1,
} as const;

/** Last operation on results. Numbers are never reused. */
export type Epilogue = 0 | 1;

/** Losses of elements. Numbers are never reused. */
export const ElementLossKind = {
  /** (x - target)^2. */
  SQUARE: 0,
  /** |x - target|. */
  ABS: 1,
  /** (x - target)^2 / 2 where |x - target| is at most delta, else delta (|x - target| - delta / 2). */
  HUBER: 2,
  /** log(1 + exp(x)) - x target: the cross entropy of yes, with the probability 1 / (1 + exp(-x)), and no. */
  BINARY_CROSS_ENTROPY: 3,
} as const;

/** Losses of elements. Numbers are never reused. */
export type ElementLossKind = 0 | 1 | 2 | 3;

/** Memory layout of an index. */
export const IndexForm = {
  /** A packed Fenwick tree: elements of any width, one to four axes, sums over boxes, edits. */
  PAPER: 0,
  /** A bit vector and counters in a hierarchy with fan-out 16: a rank takes four reads; edits. */
  WIDE: 1,
  /** Cells of 16 bytes that start with their rank: a rank takes one read. */
  RANK96: 2,
  /** Cells of 32 bytes that start with their rank: a rank takes one read; uses less memory. */
  RANK224: 3,
} as const;

/** Memory layout of an index. */
export type IndexForm = 0 | 1 | 2 | 3;

/** Queries about single elements or ranks. */
export const IndexQuestion = {
  /** The value of the element; i64. */
  POINT: 0,
  /** Whether the element is not 0; bool. */
  OCCUPIED: 1,
  /** The sum of the elements before it; the key may be n; i64. */
  PREFIX: 2,
  /** The sum of the elements before it, or -1 if the element is 0; i64. */
  LOOKUP: 3,
  /** The element at which the running sum first exceeds the given number, or -1 if it never does; i64. */
  SELECT: 4,
} as const;

/** Queries about single elements or ranks. */
export type IndexQuestion = 0 | 1 | 2 | 3 | 4;

/** Queries about boxes of elements. */
export const IndexBoxQuestion = {
  /** The sum over the box from `low` (inclusive) to `high` (exclusive). */
  SUM: 0,
  /** The sum of the elements before `low` in the order with the first axis varying fastest; `high` is not read. */
  LINEAR_RANK: 1,
} as const;

/** Queries about boxes of elements. */
export type IndexBoxQuestion = 0 | 1;

/** Edits of elements. */
export const IndexEdit = {
  /** Adds a number to each listed element. */
  ADD: 0,
  /** Sets each listed element to 1. */
  SET: 1,
  /** Sets each listed element to 0. */
  CLEAR: 2,
  /** Toggles each element between 0 and 1, as many times as it is listed. */
  TOGGLE: 3,
} as const;

/** Edits of elements. */
export type IndexEdit = 0 | 1 | 2 | 3;

/** Why a call refused its data. */
export const IndexFault = {
  /** Nothing was refused. */
  NONE: 0,
  /** Keys outside the index. */
  KEY: 1,
  /** Values that do not fit the element width. */
  VALUE: 2,
  /** Boxes whose end is before their start. */
  ORDER: 3,
  /** Negative ranks. */
  RANK: 4,
  /** Bytes that are not a valid Fenwick tree. */
  CORRUPT: 5,
  /** Voxels that are NaN. */
  NAN: 6,
} as const;

/** Why a call refused its data. */
export type IndexFault = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Positions in the array that dvdb_index_sizes writes. */
export const IndexSize = {
  /** Bytes of `data`. */
  SIZE_DATA: 0,
  /** Bytes of `counters`. */
  SIZE_COUNTERS: 1,
  /** Levels of a PAPER tree over all axes; 0 for other layouts. */
  SIZE_LEVELS: 2,
  /** The number of values that dvdb_index_sizes writes. */
  SIZE_COUNT: 3,
} as const;

/** Positions in the array that dvdb_index_sizes writes. */
export type IndexSize = 0 | 1 | 2 | 3;

/** Most grids that one batch can hold. */
export const GridLimit = {
  /** Most grids that one batch can hold. */
  MAX_GRIDS: 65536,
} as const;

/** Most grids that one batch can hold. */
export type GridLimit = 65536;

/** Positions in the array that dvdb_grid_counts writes. */
export const GridCount = {
  /** Grids in the batch. */
  GRIDS: 0,
  /** Active voxels in all grids. */
  VOXELS: 1,
  /** Leaf nodes, 8^3 voxels each. */
  LEAVES: 2,
  /** Lower nodes, 128^3 voxels each. */
  LOWERS: 3,
  /** Upper nodes, 4096^3 voxels each. */
  UPPERS: 4,
  /** Device bytes that the batch takes. */
  BYTES: 5,
  /** The number of values that dvdb_grid_counts writes. */
  COUNT: 6,
} as const;

/** Positions in the array that dvdb_grid_counts writes. */
export type GridCount = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Most axes of dvdb_copy_strided. */
export const CopyLimit = {
  /** Most axes of dvdb_copy_strided. */
  MAX_COPY_AXES: 8,
} as const;

/** Most axes of dvdb_copy_strided. */
export type CopyLimit = 8;

/** Reductions of the numbers of a segment to one. */
export const Reduction = {
  /** Sum; 0 for an empty segment. Integers wrap around. */
  SUM: 0,
  /** Product; 1 for an empty segment. Integers wrap around. */
  PROD: 1,
  /** Sum divided by count; 0 for an empty segment. */
  MEAN: 2,
  /** Whether any number is not 0. */
  ANY: 3,
  /** Whether no number is 0. */
  ALL: 4,
  /** Sum of absolute values. */
  NORM_1: 5,
  /** Square root of the sum of squares. */
  NORM_2: 6,
  /** Greatest absolute value; 0 for an empty segment. */
  NORM_MAX: 7,
  /** Sum of squared deviations from the mean, divided by count - correction; NaN if that is not positive. */
  VAR: 8,
  /** Square root of DVDB_REDUCE_VAR. */
  STD: 9,
} as const;

/** Reductions of the numbers of a segment to one. */
export type Reduction = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Elementwise operations; x, y and z are the operands. Those from 64 on take many steps. */
export const ElementOp = {
  /** x; conversions from floats to integers truncate towards 0 and saturate. */
  CAST: 0,
  /** -x. */
  NEGATE: 1,
  /** |x|. */
  ABS: 2,
  /** Square root. */
  SQRT: 3,
  /** Reciprocal square root. */
  RSQRT: 4,
  /** The greatest integer that is not greater than x. */
  FLOOR: 5,
  /** The least integer that is not less than x. */
  CEIL: 6,
  /** The nearest integer; ties go to even. */
  ROUND: 7,
  /** x rounded towards 0 to an integer. */
  TRUNC: 8,
  /** max(x, 0); NaN is kept. */
  RELU: 9,
  /** x + y. */
  ADD: 10,
  /** x - y. */
  SUBTRACT: 11,
  /** x * y. */
  MULTIPLY: 12,
  /** x / y. */
  DIVIDE: 13,
  /** floor(x / y). */
  FLOOR_DIVIDE: 14,
  /** x - y * floor(x / y), with the sign of y. */
  REMAINDER: 15,
  /** x - y * trunc(x / y), with the sign of x. */
  FMOD: 16,
  /** The greater operand; NaN if either is NaN. */
  MAXIMUM: 17,
  /** The lesser operand; NaN if either is NaN. */
  MINIMUM: 18,
  /** The greater operand; if one is NaN, the other. */
  FMAX: 19,
  /** The lesser operand; if one is NaN, the other. */
  FMIN: 20,
  /** Whether x equals y. */
  EQUAL: 21,
  /** Whether x and y differ. */
  NOT_EQUAL: 22,
  /** Whether x < y. */
  LESS: 23,
  /** Whether x <= y. */
  LESS_EQUAL: 24,
  /** Whether x > y. */
  GREATER: 25,
  /** Whether x >= y. */
  GREATER_EQUAL: 26,
  /** y where x is not 0, z elsewhere. */
  WHERE: 27,
  /** x + z * (y - x), exact at z = 0 and z = 1. */
  LERP: 28,
  /** y where x is NaN, x elsewhere. */
  REPLACE_NAN: 29,
  /** min(max(x, y), z); NaN if any operand is NaN. */
  CLAMP: 30,
  /** y where x is infinity, z where x is minus infinity, x elsewhere. */
  REPLACE_INFINITE: 31,
  /** x where it is above 0, x * y elsewhere. */
  LEAKY_RELU: 32,
  /** The gradient of DVDB_OP_LEAKY_RELU by x, with the slope z, times y. */
  LEAKY_RELU_BACKWARD: 33,
  /** Exponential. */
  EXP: 64,
  /** exp(x) - 1. */
  EXPM1: 65,
  /** Natural logarithm. */
  LOG: 66,
  /** log(1 + x). */
  LOG1P: 67,
  /** 1 / (1 + exp(-x)). */
  SIGMOID: 68,
  /** Hyperbolic tangent. */
  TANH: 69,
  /** x * sigmoid(x). */
  SILU: 70,
  /** x times the cumulative distribution function of the standard normal distribution at x. */
  GELU: 71,
  /** x to the power of y. */
  POWER: 72,
  /** The gradient of DVDB_OP_SILU times y. */
  SILU_BACKWARD: 73,
  /** The gradient of DVDB_OP_GELU times y. */
  GELU_BACKWARD: 74,
  /** x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, near DVDB_OP_GELU. */
  GELU_TANH: 75,
  /** The gradient of DVDB_OP_GELU_TANH times y. */
  GELU_TANH_BACKWARD: 76,
  /** x where it is above 0, y * (exp(x) - 1) elsewhere. */
  ELU: 77,
  /** The gradient of DVDB_OP_ELU by x, with z for its y, times y. */
  ELU_BACKWARD: 78,
} as const;

/** Elementwise operations; x, y and z are the operands. Those from 64 on take many steps. */
export type ElementOp = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32 | 33 | 64 | 65 | 66 | 67 | 68 | 69 | 70 | 71 | 72 | 73 | 74 | 75 | 76 | 77 | 78;

/** Most axes of dvdb_map_elements. */
export const ElementLimit = {
  /** Most axes of dvdb_map_elements. */
  MAX_AXES: 6,
} as const;

/** Most axes of dvdb_map_elements. */
export type ElementLimit = 6;

/** Distributions of dvdb_fill_random. */
export const Distribution = {
  /** Uniform in [low, high). */
  UNIFORM: 0,
  /** Normal with mean `low` and standard deviation `high`. */
  NORMAL: 1,
} as const;

/** Distributions of dvdb_fill_random. */
export type Distribution = 0 | 1;

/** Colors of voxels. The samples of a voxel are the points and voxels of the node's children that lie in its cell. */
export const LodStrategy = {
  /** Inner nodes have no voxels. */
  NONE: 0,
  /** The first sample in Morton order. */
  FIRST: 1,
  /** One sample, chosen by a hash of the seed and the sample itself. */
  RANDOM: 2,
  /** The mean of the samples, all with the same weight, rounded half up. */
  AVERAGE: 3,
  /** The mean of all points of the subtree that lie in the cell, rounded half up. */
  POINT_MEAN: 4,
  /**
   * The mean of the samples within one cell edge of the voxel's center, also from other cells of the node, with
   * linearly decreasing weights.
   */
  WEIGHTED: 5,
  /** As DVDB_LOD_WEIGHTED, also with samples of neighboring nodes that are inner nodes of the same level. */
  WEIGHTED_ACROSS: 6,
} as const;

/** Colors of voxels. The samples of a voxel are the points and voxels of the node's children that lie in its cell. */
export type LodStrategy = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Positions in the settings of dvdb_build_lod. 0 selects the default of a setting. */
export const LodSetting = {
  /** The number of points from which a node is inner; default 50000. */
  POINTS_PER_LEAF: 0,
  /** Cells of a node along each axis, a power of two from 2 to 1024; default 128. */
  GRID_SIZE: 1,
  /**
   * Bits of a coordinate, 1 to 32 and enough for the grid; default 24, or 30 for f64. For integer points they are
   * derived from the points.
   */
  BITS: 2,
  /** The last level, whose nodes are not split; at most bits - log2(grid size) + 1, which is the default. */
  MAX_DEPTH: 3,
  /** One of dvdb_lod_strategy. */
  STRATEGY: 4,
  /** Not 0: the points of a leaf may be in any order, which may differ from run to run; nodes and voxels are the same. */
  ANY_ORDER: 5,
  /** Not 0: store each point's row in the input. */
  ROWS: 6,
  /** Seed of DVDB_LOD_RANDOM. */
  SEED: 7,
  /** For parts of a tree, the level of their roots: nodes above it are inner, whatever they contain, and have no voxels. */
  ROOT_LEVEL: 8,
  /** The number of settings. */
  SETTING_COUNT: 9,
} as const;

/** Positions in the settings of dvdb_build_lod. 0 selects the default of a setting. */
export type LodSetting = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Positions in the description of a node that is known before a part of a tree is built. */
export const LodKnown = {
  /** Level. */
  KNOWN_LEVEL: 0,
  /** Cell of its level along the first axis. */
  KNOWN_X: 1,
  /** Cell along the second axis. */
  KNOWN_Y: 2,
  /** Cell along the third axis. */
  KNOWN_Z: 3,
  /** 0: an inner node. 1: a leaf of this part, whose points are the least corners of its voxels' cells. */
  KNOWN_KIND: 4,
  /** The number of values of such a node. */
  KNOWN_COUNT: 5,
} as const;

/** Positions in the description of a node that is known before a part of a tree is built. */
export type LodKnown = 0 | 1 | 2 | 3 | 4 | 5;

/** Positions in the array that dvdb_lod_counts writes. */
export const LodCount = {
  /** Points. */
  COUNT_POINTS: 0,
  /** Nodes on all levels. */
  COUNT_NODES: 1,
  /** Nodes that have children. */
  COUNT_INNER: 2,
  /** Levels that contain nodes. */
  COUNT_LEVELS: 3,
  /** Voxels of all inner nodes. */
  COUNT_VOXELS: 4,
  /** Bits of a coordinate. */
  COUNT_BITS: 5,
  /** Cells of a node along each axis. */
  COUNT_GRID_SIZE: 6,
  /** Whether the rows of the input are stored. */
  COUNT_ROWS: 7,
  /** Device bytes. */
  COUNT_BYTES: 8,
  /** Whether the tree was built from integer coordinates. */
  COUNT_WHOLE: 9,
  /** Whether the points of a leaf may be in any order; attributes and picks need a tree in Morton order. */
  COUNT_LOOSE: 10,
  /** The number of values that dvdb_lod_counts writes. */
  COUNT_COUNT: 11,
} as const;

/** Positions in the array that dvdb_lod_counts writes. */
export type LodCount = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

/** Positions in the values of a node in dvdb_lod_nodes. */
export const LodNode = {
  /** Level, 0 for the root. */
  NODE_LEVEL: 0,
  /** Cell of its level along the first axis, below 2^level. */
  NODE_X: 1,
  /** Cell along the second axis. */
  NODE_Y: 2,
  /** Cell along the third axis. */
  NODE_Z: 3,
  /** Number of its parent, -1 for the root. */
  NODE_PARENT: 4,
  /** Number of its first child, which the other children follow; -1 for a leaf. */
  NODE_FIRST_CHILD: 5,
  /** Mask of its children: bit 4 x + 2 y + z, where x, y and z are 1 in the upper half along that axis. */
  NODE_CHILDREN: 6,
  /** The first point of its subtree. */
  NODE_FIRST_POINT: 7,
  /** The number of points in its subtree; a leaf owns them. */
  NODE_POINTS: 8,
  /** Its first voxel. */
  NODE_FIRST_VOXEL: 9,
  /** The number of its voxels. */
  NODE_VOXELS: 10,
  /** The number of values of a node. */
  NODE_COUNT: 11,
} as const;

/** Positions in the values of a node in dvdb_lod_nodes. */
export type LodNode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

/** Choices of the attributes of a voxel among those of the points in its cell. */
export const LodChoice = {
  /** Those of the point nearest to the center of the cell; of equally near ones the first; any dtype. */
  NEAREST: 0,
  /** Their mean, summed in the order of the points in double precision. */
  MEAN: 1,
  /** The most frequent value; of equally frequent ones the least; DVDB_U8 and DVDB_BOOL. */
  MAJORITY: 2,
} as const;

/** Choices of the attributes of a voxel among those of the points in its cell. */
export type LodChoice = 0 | 1 | 2;

/** Which points of a cell move up to an inner node. */
export const LodPicking = {
  /** The point nearest to the cell's center; of equally near ones the first. */
  PICK_CENTRAL: 0,
  /** One that is drawn by a hash of the seed and its place, of several the first. */
  PICK_RANDOM: 1,
  /**
   * Poisson-disk sampling instead of one point for each cell: a maximal set of points of a level with distances of at
   * least a cell's edge moves up to the next level. Cells are processed in eight rounds, by the lowest bits of their
   * coordinates, each starting from the point nearest to its center.
   */
  PICK_POISSON: 2,
} as const;

/** Which points of a cell move up to an inner node. */
export type LodPicking = 0 | 1 | 2;

/** Positions in a camera: two 4 x 4 matrices in column-major order that multiply column vectors from the left. */
export const LodCamera = {
  /** From world space to camera space, where the camera looks along -z. */
  MODEL_VIEW: 0,
  /** From camera space to clip space. */
  PROJECTION: 16,
  /** The number of values of a camera. */
  CAMERA_COUNT: 32,
} as const;

/** Positions in a camera: two 4 x 4 matrices in column-major order that multiply column vectors from the left. */
export type LodCamera = 0 | 16 | 32;

/** Positions in the totals of dvdb_select_lod_nodes. */
export const LodTotal = {
  /** Nodes of which anything is drawn. */
  TOTAL_NODES: 0,
  /** Runs of consecutive points or voxels to draw, each of one node. */
  TOTAL_RUNS: 1,
  /** Points to draw. */
  TOTAL_POINTS: 2,
  /** Voxels to draw. */
  TOTAL_VOXELS: 3,
  /** The number of totals. */
  TOTAL_COUNT: 4,
} as const;

/** Positions in the totals of dvdb_select_lod_nodes. */
export type LodTotal = 0 | 1 | 2 | 3 | 4;

/** Storage of voxels. */
export const MarchForm = {
  /** As a dense array; nothing is skipped. */
  DENSE: 0,
  /** As a dense array; bricks whose mask bit is 0 are skipped. */
  MASKED: 1,
  /** As bricks; empty ones are skipped. */
  BRICKS: 2,
} as const;

/** Storage of voxels. */
export type MarchForm = 0 | 1 | 2;

/** Numbers of `camera`. */
export const MarchCamera = {
  /** Six times three. */
  MARCH_CAMERA_COUNT: 18,
} as const;

/** Numbers of `camera`. */
export type MarchCamera = 18;

/** The number of voxels that share a word of marks. */
export const MeshLimit = {
  /** Rows of a block: a word of marks has four bits for each row. */
  MESH_BLOCK: 16,
} as const;

/** The number of voxels that share a word of marks. */
export type MeshLimit = 16;

/** Reductions of the values of a window. */
export const Pooling = {
  /** The maximum; minus infinity for a window without active voxels, NaN if any value is NaN. */
  MAX: 0,
  /** The sum divided by the size of the window: voxels that are not active count as 0. */
  MEAN: 1,
  /** The sum. */
  SUM: 2,
} as const;

/** Reductions of the values of a window. */
export type Pooling = 0 | 1 | 2;

/** Start of row numbers. */
export const RowBase = {
  /** Rows are numbered from each grid's first voxel. */
  IN_GRID: 0,
  /** Rows are numbered over the whole batch. */
  IN_BATCH: 1,
} as const;

/** Start of row numbers. */
export type RowBase = 0 | 1;

/** Coordinate spaces of points. */
export const Space = {
  /** World space, in world units. */
  WORLD: 0,
  /** Voxel space, in voxels; voxel centers have integer coordinates. */
  VOXEL: 1,
} as const;

/** Coordinate spaces of points. */
export type Space = 0 | 1;

/** Space-filling curves through the cube [0, 2^21)^3. */
export const Curve = {
  /** Morton order: bit b of x is bit 3 b of the code, that of y bit 3 b + 1, that of z bit 3 b + 2. */
  MORTON: 0,
  /** Morton order with x and z swapped. */
  MORTON_ZYX: 1,
  /** Hilbert curve by Skilling's algorithm, with x leading. */
  HILBERT: 2,
  /** Hilbert curve with x and z swapped. */
  HILBERT_ZYX: 3,
  /** Morton order of z, x, y: that of z, y, x with x and y swapped. */
  MORTON_ZXY: 4,
  /** Hilbert curve with x and y swapped. */
  HILBERT_YXZ: 5,
} as const;

/** Space-filling curves through the cube [0, 2^21)^3. */
export type Curve = 0 | 1 | 2 | 3 | 4 | 5;

/** Identification of voxels along rays. */
export const VoxelForm = {
  /** Coordinates, i32 [n, 3]. */
  IJK: 0,
  /** Rows numbered from each grid's first voxel, i64 [n]. */
  ROW_IN_GRID: 1,
  /** Rows numbered over the whole batch, i64 [n]. */
  ROW_IN_BATCH: 2,
} as const;

/** Identification of voxels along rays. */
export type VoxelForm = 0 | 1 | 2;

/** The number of segments of each ray that dvdb_segments_along_rays_count stores. */
export const Kept = {
  /** The number of segments of each ray that dvdb_segments_along_rays_count stores. */
  KEPT_SEGMENTS: 8,
} as const;

/** The number of segments of each ray that dvdb_segments_along_rays_count stores. */
export type Kept = 8;

/** Formulas of the position at which a field crosses a level. */
export const RayRoot = {
  /** By linear interpolation between the values of two voxels, placed at the midpoints of the ray's path through them. */
  CHORD: 0,
  /** At the root of the field interpolated trilinearly between voxel centers. */
  TRILINEAR: 1,
} as const;

/** Formulas of the position at which a field crosses a level. */
export type RayRoot = 0 | 1;

/** Positions in the description of a column for dvdb_pack_records. Values are copied unchanged, lowest byte first. */
export const RecordField = {
  /** Bytes of a value in the column: 1, 2, 4 or 8. */
  VALUE_BYTES: 0,
  /** Values in a row. */
  VALUES: 1,
  /** Bytes of a value in the record, at least as many as in the column, at most 8; the additional bytes are 0. */
  FIELD_BYTES: 2,
  /** The number of values of a description. */
  FIELD_COUNT: 3,
} as const;

/** Positions in the description of a column for dvdb_pack_records. Values are copied unchanged, lowest byte first. */
export type RecordField = 0 | 1 | 2 | 3;

/** The kernel: the weight of a voxel at a point. */
export const Kernel = {
  /** 1 for the nearest active voxel of the eight around the point, 0 for the others. */
  NEAREST: 0,
  /** The product of 1 - |distance| along each axis, on the eight voxels around the point. */
  TRILINEAR: 1,
  /** The quadratic B-spline, on the 27 voxels around the nearest one; weights sum to 1 where all of them are active. */
  BEZIER: 2,
  /** The quadratic B-spline times 8: a product of curves that sum to 2. */
  BEZIER_8: 3,
} as const;

/** The kernel: the weight of a voxel at a point. */
export type Kernel = 0 | 1 | 2 | 3;

/** Meaning of a pixel that has no valid depth but is otherwise valid. */
export const DepthBackground = {
  /** Nothing: it is ignored. */
  UNKNOWN: 0,
  /** There is no surface along its ray. */
  EMPTY: 1,
} as const;

/** Meaning of a pixel that has no valid depth but is otherwise valid. */
export type DepthBackground = 0 | 1;

/** Smoothing of a field. */
export const Smoothing = {
  /** Each pass replaces every value by the mean of its neighbors: curved surfaces shrink. */
  MEAN_CURVATURE: 0,
  /** Each pass moves every value half of the way to that mean, then 0.53 of the way back: surfaces keep their volume. */
  TAUBIN: 1,
} as const;

/** Smoothing of a field. */
export type Smoothing = 0 | 1;

/** Which voxels are neighbors of a voxel; the values are the numbers of neighbors. */
export const Neighborhood = {
  /** Those that share a face. */
  FACES: 6,
  /** Those that share a face or an edge. */
  EDGES: 18,
  /** Those that share a face, an edge or a corner. */
  CORNERS: 26,
} as const;

/** Which voxels are neighbors of a voxel; the values are the numbers of neighbors. */
export type Neighborhood = 6 | 18 | 26;

/**
 * Every function of the library; those that may wait for the device also as `_async`. What they write of the memory
 * that they borrow are the places in `written`, which WebAssembly has to know.
 */
export const SYMBOLS = {
  dvdb_abi_hash: { parameters: ["buffer"], result: "i32", written: [0] },
  dvdb_version: { parameters: ["buffer", "u32", "buffer"], result: "i32", written: [0, 2] },
  dvdb_backend_kind: { parameters: ["buffer"], result: "i32", written: [0] },
  dvdb_device_count: { parameters: ["buffer"], result: "i32", written: [0] },
  dvdb_device_name: { parameters: ["u32", "buffer", "u32", "buffer"], result: "i32", written: [1, 3] },
  dvdb_context_create: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_context_limit_memory: { parameters: ["u32", "i64"], result: "i32" },
  dvdb_context_threads: { parameters: ["u32", "buffer"], result: "i32", written: [1] },
  dvdb_context_destroy: { parameters: ["u32"], result: "i32" },
  dvdb_context_reserve: { parameters: ["u32", "buffer"], result: "i32", written: [1] },
  dvdb_context_release: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_context_cancel: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_context_synchronize: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_context_synchronize_async: { name: "dvdb_context_synchronize", parameters: ["u32", "u32"], result: "i32", nonblocking: true },
  dvdb_context_stats: { parameters: ["u32", "buffer"], result: "i32", written: [1] },
  dvdb_context_reset_peak: { parameters: ["u32"], result: "i32" },
  dvdb_context_fail_allocation: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_last_error: { parameters: ["u32", "buffer", "u32", "buffer"], result: "i32", written: [1, 3] },
  dvdb_context_noop: { parameters: ["u32"], result: "i32" },
  dvdb_order_by_code: { parameters: ["u32", "u32", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_group_by_code_count: { parameters: ["u32", "u32", "i64", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_group_by_code: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_window_rows: { parameters: ["u32", "u32", "i64", "buffer", "u32", "i64", "i64", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_window_codes: { parameters: ["u32", "u32", "i64", "buffer", "buffer", "u32"], result: "i32" },
  dvdb_attend: { parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "i64", "i64", "i64", "i64", "i64", "buffer", "buffer", "u32", "f64", "u32", "i64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_attend_backward: { parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "i64", "i64", "i64", "i64", "i64", "buffer", "buffer", "u32", "f64", "u32", "i64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_brick_threshold: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "buffer"], result: "i32", written: [10] },
  dvdb_brick_threshold_async: { name: "dvdb_brick_threshold", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "buffer"], result: "i32", written: [10], nonblocking: true },
  dvdb_brick_count: { parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32", written: [5] },
  dvdb_brick_count_async: { name: "dvdb_brick_count", parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32", written: [5], nonblocking: true },
  dvdb_brick_occupancy: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "buffer"], result: "i32", written: [10] },
  dvdb_brick_occupancy_async: { name: "dvdb_brick_occupancy", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "buffer"], result: "i32", written: [10], nonblocking: true },
  dvdb_brick_fill: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "i64", "u32"], result: "i32" },
  dvdb_brick_masks: { parameters: ["u32", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_brick_table: { parameters: ["u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_to_dense: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "f64", "u32"], result: "i32" },
  dvdb_brick_lookup: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "f64", "u32"], result: "i32" },
  dvdb_brick_sample: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "f64", "u32"], result: "i32" },
  dvdb_brick_set_box_plan: { parameters: ["u32", "u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "u32", "u32", "buffer", "buffer"], result: "i32", written: [16, 17] },
  dvdb_brick_set_box_plan_async: { name: "dvdb_brick_set_box_plan", parameters: ["u32", "u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "u32", "u32", "buffer", "buffer"], result: "i32", written: [16, 17], nonblocking: true },
  dvdb_brick_set_box_list: { parameters: ["u32", "buffer", "u32", "u32", "i64", "buffer", "buffer", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_set_box_apply: { parameters: ["u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_compact: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_buffer_create: { parameters: ["u32", "i64", "buffer"], result: "i32", written: [2] },
  dvdb_buffer_create_all: { parameters: ["u32", "u32", "buffer", "buffer"], result: "i32", written: [3] },
  dvdb_buffer_view: { parameters: ["u32", "u32", "i64", "i64", "buffer"], result: "i32", written: [4] },
  dvdb_buffer_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_buffer_destroy_all: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_buffer_size: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_buffer_write: { parameters: ["u32", "u32", "i64", "buffer", "i64"], result: "i32" },
  dvdb_buffer_read: { parameters: ["u32", "u32", "u32", "i64", "buffer", "i64"], result: "i32", written: [4] },
  dvdb_buffer_read_async: { name: "dvdb_buffer_read", parameters: ["u32", "u32", "u32", "i64", "buffer", "i64"], result: "i32", written: [4], nonblocking: true },
  dvdb_buffer_fill: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_buffer_copy: { parameters: ["u32", "u32", "i64", "u32", "i64", "i64"], result: "i32" },
  dvdb_buffer_overlap: { parameters: ["u32", "u32", "u32", "buffer"], result: "i32", written: [3] },
  dvdb_conv_plan_create: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [6] },
  dvdb_conv_plan_reverse: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_conv_plan_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_conv_plan_prepare: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_conv_plan_map: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_conv_plan_counts: { parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer"], result: "i32", written: [3, 5] },
  dvdb_conv_plan_counts_async: { name: "dvdb_conv_plan_counts", parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer"], result: "i32", written: [3, 5], nonblocking: true },
  dvdb_conv_plan_choose: { parameters: ["u32", "u32", "u32", "i64", "i64", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [6, 7, 9] },
  dvdb_sparse_conv: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_sparse_conv_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_batch_norm: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "f64", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_batch_norm_inference: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "f64", "u32", "u32"], result: "i32" },
  dvdb_batch_norm_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_normalize_rows: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "f64", "u32", "u32"], result: "i32" },
  dvdb_normalize_rows_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "f64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_group_norm: { parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "u32", "i64", "u32", "i64", "i64", "f64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_group_norm_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "buffer", "u32", "i64", "u32", "i64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_cross_entropy: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "f64", "u32", "u32"], result: "i32" },
  dvdb_cross_entropy_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "f64", "u32", "u32"], result: "i32" },
  dvdb_share_scores: { parameters: ["u32", "u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_share_scores_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_log_sum_exp: { parameters: ["u32", "u32", "u32", "i64", "i64", "u32"], result: "i32" },
  dvdb_log_sum_exp_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "u32"], result: "i32" },
  dvdb_element_loss: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "f64", "u32", "u32"], result: "i32" },
  dvdb_element_loss_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_linear: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_linear_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_matmul: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_fill_stream: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "f64", "f64", "u32", "i64", "u32"], result: "i32" },
  dvdb_dropout: { parameters: ["u32", "u32", "u32", "i64", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_event_record: { parameters: ["u32", "buffer"], result: "i32", written: [1] },
  dvdb_event_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_event_elapsed: { parameters: ["u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [4] },
  dvdb_event_elapsed_async: { name: "dvdb_event_elapsed", parameters: ["u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [4], nonblocking: true },
  dvdb_index_sizes: { parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32", written: [5] },
  dvdb_index_from_bits: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_from_values: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_index_from_values_async: { name: "dvdb_index_from_values", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [9], nonblocking: true },
  dvdb_index_from_keys: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "i64", "u32", "buffer"], result: "i32", written: [11] },
  dvdb_index_from_keys_async: { name: "dvdb_index_from_keys", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "i64", "u32", "buffer"], result: "i32", written: [11], nonblocking: true },
  dvdb_index_ask: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", written: [15] },
  dvdb_index_ask_async: { name: "dvdb_index_ask", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", written: [15], nonblocking: true },
  dvdb_index_sum_boxes: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer"], result: "i32", written: [15] },
  dvdb_index_sum_boxes_async: { name: "dvdb_index_sum_boxes", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer"], result: "i32", written: [15], nonblocking: true },
  dvdb_index_apply_edit: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", written: [15] },
  dvdb_index_apply_edit_async: { name: "dvdb_index_apply_edit", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", written: [15], nonblocking: true },
  dvdb_index_to_bits: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_to_values: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_from_bytes: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_index_from_bytes_async: { name: "dvdb_index_from_bytes", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_grid_from_ijk: { parameters: ["u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_grid_from_ijk_async: { name: "dvdb_grid_from_ijk", parameters: ["u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_grid_from_points: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_grid_from_points_async: { name: "dvdb_grid_from_points", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9], nonblocking: true },
  dvdb_grid_from_nearest_voxels_to_points: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_grid_from_nearest_voxels_to_points_async: { name: "dvdb_grid_from_nearest_voxels_to_points", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9], nonblocking: true },
  dvdb_grid_from_mesh: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "f64", "buffer"], result: "i32", written: [14] },
  dvdb_grid_from_mesh_async: { name: "dvdb_grid_from_mesh", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "f64", "buffer"], result: "i32", written: [14], nonblocking: true },
  dvdb_grid_from_dense: { parameters: ["u32", "u32", "buffer", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_grid_from_dense_async: { name: "dvdb_grid_from_dense", parameters: ["u32", "u32", "buffer", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_grid_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_grid_counts: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_grid_table: { parameters: ["u32", "u32", "u32", "buffer", "buffer"], result: "i32", written: [3, 4] },
  dvdb_grid_ijk: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_inject_from_dense_cminor: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_inject_from_dense_cmajor: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_inject_to_dense_cminor: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_inject_to_dense_cmajor: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_inject: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_inject_into: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_inject_from_ijk: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_inject_from_ijk_into: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_take_rows: { parameters: ["u32", "u32", "u32", "i64", "i64", "u32", "i64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_take_rows_async: { name: "dvdb_take_rows", parameters: ["u32", "u32", "u32", "i64", "i64", "u32", "i64", "u32", "u32", "u32", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_take_rows_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "i64", "u32"], result: "i32" },
  dvdb_jagged_gather_rows: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_jagged_gather_rows_async: { name: "dvdb_jagged_gather_rows", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_jagged_mask_rows: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_jagged_mask_rows_async: { name: "dvdb_jagged_mask_rows", parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_list_of_rows: { parameters: ["u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_jagged_from_list_of_rows: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "buffer"], result: "i32", written: [6] },
  dvdb_jagged_from_list_of_rows_async: { name: "dvdb_jagged_from_list_of_rows", parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "buffer"], result: "i32", written: [6], nonblocking: true },
  dvdb_copy_lists: { parameters: ["u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "u32", "u32", "i64"], result: "i32" },
  dvdb_copy_column: { parameters: ["u32", "u32", "i64", "i64", "u32", "i64", "i64"], result: "i32" },
  dvdb_copy_strided: { parameters: ["u32", "u32", "i64", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_reduce_segments: { parameters: ["u32", "u32", "f64", "u32", "u32", "i64", "i64", "i64", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_find_extremes: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "i64", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_map_elements: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_convert_tensors: { parameters: ["u32", "u32", "buffer", "buffer", "buffer", "buffer", "buffer"], result: "i32" },
  dvdb_fill_random: { parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "f64", "u32", "u32", "i64"], result: "i32" },
  dvdb_fill_random_async: { name: "dvdb_fill_random", parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "f64", "u32", "u32", "i64"], result: "i32", nonblocking: true },
  dvdb_build_lod: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer", "u32", "buffer", "i64", "buffer", "u32", "buffer"], result: "i32", written: [13] },
  dvdb_build_lod_async: { name: "dvdb_build_lod", parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer", "u32", "buffer", "i64", "buffer", "u32", "buffer"], result: "i32", written: [13], nonblocking: true },
  dvdb_lod_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_lod_counts: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_lod_cube: { parameters: ["u32", "u32", "buffer"], result: "i32", written: [2] },
  dvdb_lod_nodes: { parameters: ["u32", "u32", "i64", "buffer"], result: "i32", written: [3] },
  dvdb_lod_points: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_lod_rows: { parameters: ["u32", "u32", "i64", "i64", "u32"], result: "i32" },
  dvdb_lod_voxels: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_lod_attributes: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_picks: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_thin: { parameters: ["u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_select_lod_nodes: { parameters: ["u32", "u32", "buffer", "u32", "u32", "f64", "f64", "u32", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_select_lod_nodes_runs: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_render_lod_nearest: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_render_lod_blended: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_march_iso_surface: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "f64", "buffer", "buffer", "i64", "i64", "f64", "buffer", "f64", "buffer", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_march_transparent: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "f64", "buffer", "buffer", "i64", "i64", "f64", "buffer", "u32", "buffer", "f64", "f64", "f64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_marching_cubes_count: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_marching_cubes: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_surface_normals: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32"], result: "i32" },
  dvdb_surface_features: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_marching_cubes_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_surface_features_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_surface_normals_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_mesh_distances: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "f64", "u32", "u32"], result: "i32" },
  dvdb_signed_mesh_distances: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "f64", "u32", "u32"], result: "i32" },
  dvdb_mesh_distances_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_signed_mesh_distances_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_sgd_into: { parameters: ["u32", "u32", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_adam_update: { parameters: ["u32", "u32", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "f64", "f64", "f64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_ema_into: { parameters: ["u32", "u32", "buffer", "buffer", "buffer", "buffer", "f64", "u32"], result: "i32" },
  dvdb_clip_factor: { parameters: ["u32", "u32", "buffer", "buffer", "buffer", "f64", "u32", "u32"], result: "i32" },
  dvdb_loss_scale_into: { parameters: ["u32", "u32", "u32", "i64"], result: "i32" },
  dvdb_voxel_mean: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_voxel_mean_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_pool: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "u32", "buffer", "buffer", "u32"], result: "i32" },
  dvdb_pool_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "buffer", "buffer", "u32"], result: "i32" },
  dvdb_ijk_to_index: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_points_to_index: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_coords_in_grid: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_points_in_grid: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_world_to_voxel: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_voxel_to_world: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_neighbor_indexes: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_neighbor_rows: { parameters: ["u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_ijk_to_inv_index: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_cubes_in_grid: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "buffer", "buffer", "u32"], result: "i32" },
  dvdb_cubes_intersect_grid: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "buffer", "buffer", "u32"], result: "i32" },
  dvdb_curve_codes: { parameters: ["u32", "u32", "u32", "i64", "u32", "buffer", "u32"], result: "i32" },
  dvdb_curve_codes_async: { name: "dvdb_curve_codes", parameters: ["u32", "u32", "u32", "i64", "u32", "buffer", "u32"], result: "i32", nonblocking: true },
  dvdb_edge_network: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_row_grids: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_origins: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_grids: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_neighbors: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_row_map: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_first_active_voxel: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_voxels_along_rays_count: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "u32"], result: "i32" },
  dvdb_voxels_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_rays_intersect_voxels: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32"], result: "i32" },
  dvdb_segments_along_rays_count: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "u32", "u32"], result: "i32" },
  dvdb_segments_along_rays_fill: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_segments_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "buffer", "buffer"], result: "i32", written: [12, 13] },
  dvdb_uniform_ray_samples_count: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_uniform_ray_samples: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_points_on_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_points_on_rays_backward: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_ray_implicit_intersection: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_ray_trilinear_intersection_with_normals: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_decode_las: { parameters: ["u32", "u32", "i64", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32", written: [16] },
  dvdb_pack_records: { parameters: ["u32", "u32", "buffer", "i64", "buffer", "i64", "i64", "u32", "i64", "u32"], result: "i32" },
  dvdb_column_extremes: { parameters: ["u32", "u32", "u32", "i64", "u32", "buffer", "buffer"], result: "i32", written: [5, 6] },
  dvdb_volume_render: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "u32", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_volume_render_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "u32", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_sample_rays_by_weight: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "i64", "u32", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_sample_rays_by_weight_async: { name: "dvdb_sample_rays_by_weight", parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "i64", "u32", "u32", "u32", "u32", "i64", "u32"], result: "i32", nonblocking: true },
  dvdb_sample_trilinear: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_sample_trilinear_with_grad: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_sample_kernel: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_sample_kernel_with_grad: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_sample_point_gradients: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_splat: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_splat_atomic: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_splat_slopes: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_splat_slopes_atomic: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_sample_slope_gradients: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_integrate_tsdf_grid: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [18] },
  dvdb_integrate_tsdf_grid_async: { name: "dvdb_integrate_tsdf_grid", parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [18], nonblocking: true },
  dvdb_integrate_tsdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_integrate_tsdf_async: { name: "dvdb_integrate_tsdf", parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_integrate_tsdf_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_close_tsdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_reinitialize_sdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_reinitialize_sdf_async: { name: "dvdb_reinitialize_sdf", parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_retopologize_sdf_widen: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "f64", "u32", "u32"], result: "i32" },
  dvdb_retopologize_sdf_widen_async: { name: "dvdb_retopologize_sdf_widen", parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "f64", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_retopologize_sdf_band: { parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "u32"], result: "i32" },
  dvdb_retopologize_sdf_band_async: { name: "dvdb_retopologize_sdf_band", parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "u32"], result: "i32", nonblocking: true },
  dvdb_coarsened_grid: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_coarsened_grid_async: { name: "dvdb_coarsened_grid", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_coarsened_grids: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_coarsened_grids_async: { name: "dvdb_coarsened_grids", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_refined_grid: { parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_refined_grid_async: { name: "dvdb_refined_grid", parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_dilate_by_box: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_dilate_by_box_async: { name: "dvdb_dilate_by_box", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_erode_by_box: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_erode_by_box_async: { name: "dvdb_erode_by_box", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_dilated_grid: { parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_dilated_grid_async: { name: "dvdb_dilated_grid", parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_eroded_grid: { parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_eroded_grid_async: { name: "dvdb_eroded_grid", parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_conv_grid: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_conv_grid_async: { name: "dvdb_conv_grid", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_conv_transpose_grid: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8] },
  dvdb_conv_transpose_grid_async: { name: "dvdb_conv_transpose_grid", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [8], nonblocking: true },
  dvdb_merged_grid: { parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_merged_grid_async: { name: "dvdb_merged_grid", parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_pruned_grid: { parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_pruned_grid_async: { name: "dvdb_pruned_grid", parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_clipped_grid: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7] },
  dvdb_clipped_grid_async: { name: "dvdb_clipped_grid", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [7], nonblocking: true },
  dvdb_select_grids: { parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9] },
  dvdb_select_grids_async: { name: "dvdb_select_grids", parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", written: [9], nonblocking: true },
} as const;
