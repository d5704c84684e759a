// Generated from ffi/include by `deno task bindgen`; do not edit. Source hash 0x29722ff8.
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The symbols of the native library and the numbers that its functions take.
 *
 * @module
 */

/** Hash of the headers that this file was written from; a library must give the same. */
export const ABI_HASH = 0x5932a868;

/** Version of the headers that this file was written from. */
export const LIBRARY_VERSION = "0.1.0";

/** What a call says of its outcome. Numbers are never reused. */
export const StatusCode = {
  /** The call did what it says. */
  OK: 0,
  /** A value, shape, dtype or range is wrong; the caller can fix it. */
  INVALID_ARGUMENT: 1,
  /** A handle is stale, forged, of another kind or of another context. */
  INVALID_HANDLE: 2,
  /** This backend or device cannot do it. */
  UNSUPPORTED: 3,
  /** Host or device memory ran out; the context stays usable. */
  OUT_OF_MEMORY: 4,
  /** Device data breaks a promise, such as a NaN coordinate. */
  INVALID_DATA: 5,
  /** The device or its driver failed; the context is lost. */
  DEVICE_FAULT: 6,
  /** A defect of this library. */
  INTERNAL: 7,
} as const;

/** What a call says of its outcome. Numbers are never reused. */
export type StatusCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

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

/** Which native core a library holds. */
export const Backend = {
  /** Host threads. */
  CPU: 0,
  /** One NVIDIA GPU per context. */
  CUDA: 1,
} as const;

/** Which native core a library holds. */
export type Backend = 0 | 1;

/** Places of dvdb_context_stats. */
export const Stat = {
  /** Handles that are alive: buffers, grids, plans and events. */
  LIVE_HANDLES: 0,
  /** Device bytes held by live handles. */
  LIVE_BYTES: 1,
  /** Most device bytes held at once, scratch included, since the last reset. */
  PEAK_BYTES: 2,
  /** Device allocations made since the context was created. */
  ALLOCATIONS: 3,
  /** How many numbers dvdb_context_stats writes. */
  COUNT: 4,
} as const;

/** Places of dvdb_context_stats. */
export type Stat = 0 | 1 | 2 | 3 | 4;

/** What says where bricks are in the pool; the indexes have the numbers of dvdb_index_form. */
export const BrickSlots = {
  /** Ranks in a packed Fenwick tree. */
  PAPER: 0,
  /** Ranks in bits with counters. */
  WIDE: 1,
  /** Ranks in cells of 16 bytes. */
  RANK96: 2,
  /** Ranks in cells of 32 bytes. */
  RANK224: 3,
  /** A table, which edits do not shift. */
  TABLE: 4,
} as const;

/** What says where bricks are in the pool; the indexes have the numbers of dvdb_index_form. */
export type BrickSlots = 0 | 1 | 2 | 3 | 4;

/** Which voxels fill a brick. */
export const CoverageForm = {
  /** Its own, without those that it shares with the next ones. */
  PAYLOAD: 0,
  /** All that the cells between them touch. */
  CELLS: 1,
} as const;

/** Which voxels fill a brick. */
export type CoverageForm = 0 | 1;

/** Order of dense voxels in memory. */
export const VoxelOrder = {
  /** x fastest, then y: [z, y, x]. */
  X_FASTEST: 0,
  /** z fastest, then y: [x, y, z]. */
  Z_FASTEST: 1,
} as const;

/** Order of dense voxels in memory. */
export type VoxelOrder = 0 | 1;

/** Places of dvdb_brick_count. */
export const BrickCounted = {
  /** Voxels above the threshold; bricks of 2^k voxels an axis are at place k. */
  VOXELS: 0,
  /** How many numbers dvdb_brick_count writes. */
  COUNT: 9,
} as const;

/** Places of dvdb_brick_count. */
export type BrickCounted = 0 | 9;

/** What an edit does to a brick. */
export const BrickEdit = {
  /** It is empty, and stays so. */
  NONE: 0,
  /** It is filled, and stays so. */
  KEEP: 1,
  /** It is filled now. */
  ADD: 2,
  /** It is empty now. */
  REMOVE: 3,
  /** How many numbers dvdb_brick_plan_edit writes: bricks of each kind. */
  COUNT: 4,
} as const;

/** What an edit does to a brick. */
export type BrickEdit = 0 | 1 | 2 | 3 | 4;

/** Ways to compute a convolution. Numbers are never reused. */
export const ConvBackend = {
  /** The best of those that can do it. */
  AUTO: 0,
  /** For each target the products of all taps in order, of any dtype and any number of channels. */
  GATHER_SCATTER: 1,
  /** On matrix units, of f16 and bf16: the sources of 256 targets are held on chip and gathered there. */
  WINDOW: 2,
  /**
   * Tiles of targets with much the same taps, which pass over taps that none of them has. f32 has the bits of
   * DVDB_CONV_GATHER_SCATTER; f16 and bf16 use matrix units where there are any.
   */
  IGEMM: 3,
  /**
   * The same on matrix units of f32, each number split in two of f16: within about 2^-22 of the largest of a row, or of a
   * channel for gradients of weights.
   */
  IGEMM_SPLIT: 4,
  /**
   * As DVDB_CONV_WINDOW, of f32: features, gradients and weights are rounded to f16 after a power of two has scaled each of
   * these tensors, or what a window of targets reads of one, so that 11 bits are left of numbers down to 2^-24 of the largest
   * finite one, and smaller ones are off by no more than 2^-35 of it. Sums, the bias and results are f32.
   */
  TF32: 8,
  /** On matrix units, of f16 and bf16: each tap of 64 targets gathers the rows that are there without gaps. */
  LGGS: 5,
  /**
   * On matrix units, of f16 and bf16, of at most 32 channels in and at most 7 taps along an axis without strides: what the
   * targets of a leaf read is found in the masks of leaves, held on chip and gathered there. Gradients of weights, and those of
   * more than 32 channels to features, are taken as by DVDB_CONV_IGEMM.
   */
  LEAF: 6,
  /**
   * On matrix units, of f16 and bf16, of 3 x 3 x 3 taps without strides: bricks of 4 x 2 x 2 targets are multiplied whole.
   * Gradients of weights are taken as by DVDB_CONV_IGEMM.
   */
  BRICK: 7,
} as const;

/** Ways to compute a convolution. Numbers are never reused. */
export type ConvBackend = 0 | 1 | 2 | 3 | 4 | 8 | 5 | 6 | 7;

/** What is done to the sums. Numbers are never reused. */
export const ConvActivation = {
  /** Nothing. */
  NONE: 0,
  /** What is below 0 becomes 0. */
  RELU: 1,
} as const;

/** What is done to the sums. Numbers are never reused. */
export type ConvActivation = 0 | 1;

/** Inputs of a convolution, whose gradients can be asked for. */
export const ConvInput = {
  /** Features of the source's voxels. */
  FEATURES: 1,
  /** Weights of the kernel. */
  WEIGHTS: 2,
  /** What is added to each channel. */
  BIAS: 4,
} as const;

/** Inputs of a convolution, whose gradients can be asked for. */
export type ConvInput = 1 | 2 | 4;

/** Places of dvdb_conv_plan_counts. */
export const ConvCount = {
  /** Voxels of the source. */
  SOURCES: 0,
  /** Voxels of the target. */
  TARGETS: 1,
  /** Taps of the kernel. */
  TAPS: 2,
  /** Ties between a voxel of the source and one of the target. */
  PAIRS: 3,
  /** Voxels of the target without ties. */
  EMPTY_TARGETS: 4,
  /** Windows of 32 targets that lie one after the other, each counted once for every tap that one of its targets has. */
  WINDOW_TAPS: 5,
  /** Device bytes of the kernel maps that the plan and its reverse hold by now. */
  MAP_BYTES: 6,
  /** How many numbers dvdb_conv_plan_counts writes. */
  COUNT: 7,
} as const;

/** Places of dvdb_conv_plan_counts. */
export type ConvCount = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** How an index is laid out. */
export const IndexForm = {
  /** A packed Fenwick tree: any width, one to four axes, sums of boxes, edits. */
  PAPER: 0,
  /** Bits and counters 16 wide: ranks in four reads, edits. */
  WIDE: 1,
  /** Cells of 16 bytes that begin with their rank: ranks in one read. */
  RANK96: 2,
  /** Cells of 32 bytes that begin with their rank: ranks in one read, less memory. */
  RANK224: 3,
} as const;

/** How an index is laid out. */
export type IndexForm = 0 | 1 | 2 | 3;

/** Questions about one element or rank each. */
export const IndexQuestion = {
  /** The element; i64. */
  POINT: 0,
  /** Whether the element is not 0; bool. */
  OCCUPIED: 1,
  /** The sum of the elements before it, of which there may be n; i64. */
  PREFIX: 2,
  /** The sum of the elements before it, or -1 if it is 0; i64. */
  LOOKUP: 3,
  /** The element where the running sum passes a number, or -1 if it never does; i64. */
  SELECT: 4,
} as const;

/** Questions about one element or rank each. */
export type IndexQuestion = 0 | 1 | 2 | 3 | 4;

/** Questions about boxes of elements. */
export const IndexBoxQuestion = {
  /** The sum over the box from `low` to before `high`. */
  SUM: 0,
  /** The sum of the elements that come before `low` when the first axis varies fastest; `high` is not read. */
  LINEAR_RANK: 1,
} as const;

/** Questions about boxes of elements. */
export type IndexBoxQuestion = 0 | 1;

/** Edits of elements. */
export const IndexEdit = {
  /** Adds a number to each element. */
  ADD: 0,
  /** Makes each element 1. */
  SET: 1,
  /** Makes each element 0. */
  CLEAR: 2,
  /** Makes 0 of 1 and 1 of 0, as often as the element is listed. */
  TOGGLE: 3,
} as const;

/** Edits of elements. */
export type IndexEdit = 0 | 1 | 2 | 3;

/** What kind of data a call refused. */
export const IndexFault = {
  /** None. */
  NONE: 0,
  /** Keys outside the index. */
  KEY: 1,
  /** Values that do not fit the width of elements. */
  VALUE: 2,
  /** Boxes that end before they begin. */
  ORDER: 3,
  /** Negative ranks. */
  RANK: 4,
  /** Bytes that are no tree. */
  CORRUPT: 5,
  /** Voxels that are NaN. */
  NAN: 6,
} as const;

/** What kind of data a call refused. */
export type IndexFault = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Places of dvdb_index_sizes. */
export const IndexSize = {
  /** Bytes of `data`. */
  SIZE_DATA: 0,
  /** Bytes of `counters`. */
  SIZE_COUNTERS: 1,
  /** Levels of a PAPER tree over all axes; 0 for the others. */
  SIZE_LEVELS: 2,
  /** How many numbers dvdb_index_sizes writes. */
  SIZE_COUNT: 3,
} as const;

/** Places of dvdb_index_sizes. */
export type IndexSize = 0 | 1 | 2 | 3;

/** Most grids that one batch can hold. */
export const GridLimit = {
  /** Most grids that one batch can hold. */
  MAX_GRIDS: 65536,
} as const;

/** Most grids that one batch can hold. */
export type GridLimit = 65536;

/** Places of dvdb_grid_counts. */
export const GridCount = {
  /** Grids in the batch. */
  GRIDS: 0,
  /** Active voxels of all grids. */
  VOXELS: 1,
  /** Leaf nodes, 8^3 voxels each. */
  LEAVES: 2,
  /** Lower nodes, 128^3 voxels each. */
  LOWERS: 3,
  /** Upper nodes, 4096^3 voxels each. */
  UPPERS: 4,
  /** Device bytes of the batch. */
  BYTES: 5,
  /** How many numbers dvdb_grid_counts writes. */
  COUNT: 6,
} as const;

/** Places of dvdb_grid_counts. */
export type GridCount = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** How the numbers of a segment become one. */
export const Reduction = {
  /** Sum; 0 of nothing. Integers wrap around. */
  SUM: 0,
  /** Product; 1 of nothing. Integers wrap around. */
  PROD: 1,
  /** Sum over count; 0 of nothing. */
  MEAN: 2,
  /** Whether any number is not 0. */
  ANY: 3,
  /** Whether no number is 0. */
  ALL: 4,
  /** Sum of absolute values. */
  NORM_1: 5,
  /** Root of the sum of squares. */
  NORM_2: 6,
  /** Greatest absolute value; 0 of nothing. */
  NORM_MAX: 7,
  /** Sum of squared distances from the mean over count less correction; NaN where that is not positive. */
  VAR: 8,
  /** Root of DVDB_REDUCE_VAR. */
  STD: 9,
} as const;

/** How the numbers of a segment become one. */
export type Reduction = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What becomes of elements; x, y and z are the operands. Numbers below 64 need no mathematical library. */
export const ElementOp = {
  /** x; floats are cut towards 0 on their way to integers, which saturate. */
  CAST: 0,
  /** -x. */
  NEGATE: 1,
  /** |x|. */
  ABS: 2,
  /** Square root. */
  SQRT: 3,
  /** 1 / square root. */
  RSQRT: 4,
  /** Greatest whole number that is not greater. */
  FLOOR: 5,
  /** Least whole number that is not less. */
  CEIL: 6,
  /** Nearest whole number, the even one of two. */
  ROUND: 7,
  /** Whole number towards 0. */
  TRUNC: 8,
  /** max(x, 0), NaN kept. */
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
  /** x - y * floor(x / y): the sign of y. */
  REMAINDER: 15,
  /** x - y * trunc(x / y): the sign of x. */
  FMOD: 16,
  /** The greater one; NaN where one is. */
  MAXIMUM: 17,
  /** The lesser one; NaN where one is. */
  MINIMUM: 18,
  /** The greater one, a number before NaN. */
  FMAX: 19,
  /** The lesser one, a number before NaN. */
  FMIN: 20,
  /** x = y. */
  EQUAL: 21,
  /** x and y differ. */
  NOT_EQUAL: 22,
  /** x < y. */
  LESS: 23,
  /** x <= y. */
  LESS_EQUAL: 24,
  /** x > y. */
  GREATER: 25,
  /** x >= y. */
  GREATER_EQUAL: 26,
  /** y where x is not 0, else z. */
  WHERE: 27,
  /** x + z * (y - x), exact at z = 0 and z = 1. */
  LERP: 28,
  /** y where x is NaN. */
  REPLACE_NAN: 29,
  /** The lesser of z and the greater of x and y; NaN where one is. */
  CLAMP: 30,
  /** y where x is infinite, z where it is negatively so. */
  REPLACE_INFINITE: 31,
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
  /** x times the normal distribution function of x. */
  GELU: 71,
  /** x to the power of y. */
  POWER: 72,
} as const;

/** What becomes of elements; x, y and z are the operands. Numbers below 64 need no mathematical library. */
export type ElementOp = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 64 | 65 | 66 | 67 | 68 | 69 | 70 | 71 | 72;

/** Most axes of dvdb_map_elements. */
export const ElementLimit = {
  /** Most axes of dvdb_map_elements. */
  MAX_AXES: 6,
} as const;

/** Most axes of dvdb_map_elements. */
export type ElementLimit = 6;

/** Distributions of dvdb_fill_random. */
export const Distribution = {
  /** Numbers in [low, high). */
  UNIFORM: 0,
  /** The normal distribution of mean `low` and standard deviation `high`. */
  NORMAL: 1,
} as const;

/** Distributions of dvdb_fill_random. */
export type Distribution = 0 | 1;

/** What gives a voxel its colour. Its samples are the points and voxels of the node's children that lie in its cell. */
export const LodStrategy = {
  /** Inner nodes stay without voxels. */
  NONE: 0,
  /** The first sample in Morton order. */
  FIRST: 1,
  /** One sample, drawn by a hash of the seed and the sample itself. */
  RANDOM: 2,
  /** The mean of the samples, each counting once, rounded half up. */
  AVERAGE: 3,
  /** The mean of all points below that lie in the cell, rounded half up. */
  POINT_MEAN: 4,
  /** The mean of samples nearer than one cell to its centre, with weights that fall off linearly; also of other cells. */
  WEIGHTED: 5,
  /** The same over the borders of nodes, as far as the neighbours are inner nodes of the same level. */
  WEIGHTED_ACROSS: 6,
} as const;

/** What gives a voxel its colour. Its samples are the points and voxels of the node's children that lie in its cell. */
export type LodStrategy = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Places of the settings of dvdb_lod_build. 0 stands for the default of each. */
export const LodSetting = {
  /** Points from which a node is inner; default 50000. */
  POINTS_PER_LEAF: 0,
  /** Cells of a node an axis, a power of two from 2 to 1024; default 128. */
  GRID_SIZE: 1,
  /** Bits of a coordinate, 1 to 32 and enough for the grid; default 24, or 30 for f64. Integers find their own. */
  BITS: 2,
  /** Level that is not split any more, at most bits - log2(grid size) + 1, which is the default. */
  MAX_DEPTH: 3,
  /** One of dvdb_lod_strategy. */
  STRATEGY: 4,
  /** Not 0: points of a leaf may be in any order, which may differ from run to run; nodes and voxels are the same. */
  ANY_ORDER: 5,
  /** Not 0: remember each point's row of the input. */
  ROWS: 6,
  /** Seed of DVDB_LOD_RANDOM. */
  SEED: 7,
  /** Level of the roots of parts of a tree: nodes above are inner, whatever they hold, and have no voxels. */
  ROOT_LEVEL: 8,
  /** How many settings there are. */
  SETTING_COUNT: 9,
} as const;

/** Places of the settings of dvdb_lod_build. 0 stands for the default of each. */
export type LodSetting = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Places of a node that is told of before a part of a tree is built. */
export const LodKnown = {
  /** Level. */
  KNOWN_LEVEL: 0,
  /** Cell of the level on the first axis. */
  KNOWN_X: 1,
  /** Cell on the second axis. */
  KNOWN_Y: 2,
  /** Cell on the third axis. */
  KNOWN_Z: 3,
  /** 0: it is inner. 1: it is a leaf here, and its points are the least corners of its voxels' cells. */
  KNOWN_KIND: 4,
  /** How many numbers such a node has. */
  KNOWN_COUNT: 5,
} as const;

/** Places of a node that is told of before a part of a tree is built. */
export type LodKnown = 0 | 1 | 2 | 3 | 4 | 5;

/** Places of dvdb_lod_counts. */
export const LodCount = {
  /** Points. */
  COUNT_POINTS: 0,
  /** Nodes of all levels. */
  COUNT_NODES: 1,
  /** Nodes that have children. */
  COUNT_INNER: 2,
  /** Levels that have nodes. */
  COUNT_LEVELS: 3,
  /** Voxels of all inner nodes. */
  COUNT_VOXELS: 4,
  /** Bits of a coordinate. */
  COUNT_BITS: 5,
  /** Cells of a node an axis. */
  COUNT_GRID_SIZE: 6,
  /** Whether rows of the input are remembered. */
  COUNT_ROWS: 7,
  /** Device bytes. */
  COUNT_BYTES: 8,
  /** Whether coordinates are integers that the tree was built from. */
  COUNT_WHOLE: 9,
  /** Whether points of a leaf may be in any order; attributes and picks need those of others. */
  COUNT_LOOSE: 10,
  /** How many numbers dvdb_lod_counts writes. */
  COUNT_COUNT: 11,
} as const;

/** Places of dvdb_lod_counts. */
export type LodCount = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

/** Places of a node in dvdb_lod_nodes. */
export const LodNode = {
  /** Level, 0 for the root. */
  NODE_LEVEL: 0,
  /** Cell of the level, below 2^level, on the first axis. */
  NODE_X: 1,
  /** Cell on the second axis. */
  NODE_Y: 2,
  /** Cell on the third axis. */
  NODE_Z: 3,
  /** Number of the parent, -1 for the root. */
  NODE_PARENT: 4,
  /** Number of the first child, which the others follow; -1 for a leaf. */
  NODE_FIRST_CHILD: 5,
  /** Which children there are: bit 4 x + 2 y + z for the octant of upper halves x, y, z. */
  NODE_CHILDREN: 6,
  /** First of the points below. */
  NODE_FIRST_POINT: 7,
  /** Points below, which a leaf owns. */
  NODE_POINTS: 8,
  /** First of its voxels. */
  NODE_FIRST_VOXEL: 9,
  /** Its voxels. */
  NODE_VOXELS: 10,
  /** How many numbers a node has. */
  NODE_COUNT: 11,
} as const;

/** Places of a node in dvdb_lod_nodes. */
export type LodNode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

/** What a voxel takes of the attributes of the points in its cell. */
export const LodChoice = {
  /** Those of the point nearest to its centre, of several the first; any dtype. */
  NEAREST: 0,
  /** Their mean, summed in the order of points in double precision. */
  MEAN: 1,
  /** The most frequent, of several the least; DVDB_U8 and DVDB_BOOL. */
  MAJORITY: 2,
} as const;

/** What a voxel takes of the attributes of the points in its cell. */
export type LodChoice = 0 | 1 | 2;

/** Which of the points of a cell moves up to an inner node. */
export const LodPicking = {
  /** The one nearest to the cell's centre, of several the first. */
  PICK_CENTRAL: 0,
  /** One that is drawn by a hash of the seed and its place, of several the first. */
  PICK_RANDOM: 1,
  /**
   * Not one of a cell: of the points of a level as many move up to the next as are a cell's edge or more apart from each
   * other. Cells are gone through in eight rounds, by the lowest bits of their coordinates, each from the point nearest to
   * its centre on.
   */
  PICK_POISSON: 2,
} as const;

/** Which of the points of a cell moves up to an inner node. */
export type LodPicking = 0 | 1 | 2;

/** Places of a camera: two matrices of 4 x 4, column after column, that are multiplied to columns. */
export const LodCamera = {
  /** From the world to the camera, which looks along -z. */
  MODEL_VIEW: 0,
  /** From the camera to clip space. */
  PROJECTION: 16,
  /** How many numbers a camera has. */
  CAMERA_COUNT: 32,
} as const;

/** Places of a camera: two matrices of 4 x 4, column after column, that are multiplied to columns. */
export type LodCamera = 0 | 16 | 32;

/** Places of the totals of dvdb_lod_select. */
export const LodTotal = {
  /** Nodes that something is drawn of. */
  TOTAL_NODES: 0,
  /** Runs of points or voxels that are drawn, each of one node. */
  TOTAL_RUNS: 1,
  /** Points that are drawn. */
  TOTAL_POINTS: 2,
  /** Voxels that are drawn. */
  TOTAL_VOXELS: 3,
  /** How many totals there are. */
  TOTAL_COUNT: 4,
} as const;

/** Places of the totals of dvdb_lod_select. */
export type LodTotal = 0 | 1 | 2 | 3 | 4;

/** How voxels are held. */
export const MarchForm = {
  /** In a box, and none are skipped. */
  DENSE: 0,
  /** In a box; bricks are skipped where a mask is 0. */
  MASKED: 1,
  /** In bricks; those that are not there are skipped. */
  BRICKS: 2,
} as const;

/** How voxels are held. */
export type MarchForm = 0 | 1 | 2;

/** Numbers of `camera`. */
export const MarchCamera = {
  /** Six times three. */
  MARCH_CAMERA_COUNT: 18,
} as const;

/** Numbers of `camera`. */
export type MarchCamera = 18;

/** Voxels that share a word of marks. */
export const MeshLimit = {
  /** Rows in a block: a word of marks has four bits for each. */
  MESH_BLOCK: 16,
} as const;

/** Voxels that share a word of marks. */
export type MeshLimit = 16;

/** What becomes of the values in a window. */
export const Pooling = {
  /** The largest; minus infinity without any, NaN where one is. */
  MAX: 0,
  /** Their sum over the size of the window: what is not active counts as 0. */
  MEAN: 1,
  /** Their sum. */
  SUM: 2,
} as const;

/** What becomes of the values in a window. */
export type Pooling = 0 | 1 | 2;

/** Which number a row has. */
export const RowBase = {
  /** Rows count from each grid's first voxel. */
  IN_GRID: 0,
  /** Rows count over the whole batch. */
  IN_BATCH: 1,
} as const;

/** Which number a row has. */
export type RowBase = 0 | 1;

/** Where points are. */
export const Space = {
  /** World units. */
  WORLD: 0,
  /** Units of voxels, whose centres are whole numbers. */
  VOXEL: 1,
} as const;

/** Where points are. */
export type Space = 0 | 1;

/** Space-filling curves through the cube [0, 2^21)^3, and which coordinate they start with. */
export const Curve = {
  /** Bit b of x is bit 3 b of the code, of y 3 b + 1, of z 3 b + 2. */
  MORTON: 0,
  /** The same with x and z swapped. */
  MORTON_ZYX: 1,
  /** Hilbert's curve by Skilling's algorithm, x leading. */
  HILBERT: 2,
  /** The same with x and z swapped. */
  HILBERT_ZYX: 3,
} as const;

/** Space-filling curves through the cube [0, 2^21)^3, and which coordinate they start with. */
export type Curve = 0 | 1 | 2 | 3;

/** How voxels along rays are named. */
export const VoxelForm = {
  /** Coordinates, i32 [n, 3]. */
  IJK: 0,
  /** Rows counted from each grid's first voxel, i64 [n]. */
  ROW_IN_GRID: 1,
  /** Rows counted over the whole batch, i64 [n]. */
  ROW_IN_BATCH: 2,
} as const;

/** How voxels along rays are named. */
export type VoxelForm = 0 | 1 | 2;

/** How many segments of each ray dvdb_count_segments_along_rays keeps. */
export const Kept = {
  /** How many segments of each ray dvdb_count_segments_along_rays keeps. */
  KEPT_SEGMENTS: 8,
} as const;

/** How many segments of each ray dvdb_count_segments_along_rays keeps. */
export type Kept = 8;

/** Where between two voxels a field is taken to cross a level. */
export const RayRoot = {
  /** On the line between the values of two voxels at the middles of the ray's ways through them. */
  CHORD: 0,
  /** Where the field, interpolated trilinearly between the centres of voxels, has the level. */
  TRILINEAR: 1,
} as const;

/** Where between two voxels a field is taken to cross a level. */
export type RayRoot = 0 | 1;

/** Places of a column that dvdb_pack_records takes. Values are copied as they are, lowest byte first. */
export const RecordField = {
  /** Bytes of a value in the column: 1, 2, 4 or 8. */
  VALUE_BYTES: 0,
  /** Values of a row. */
  VALUES: 1,
  /** Bytes of a value in the record, not fewer, at most 8; those above are 0. */
  FIELD_BYTES: 2,
  /** How many numbers a column has. */
  FIELD_COUNT: 3,
} as const;

/** Places of a column that dvdb_pack_records takes. Values are copied as they are, lowest byte first. */
export type RecordField = 0 | 1 | 2 | 3;

/** Results of dvdb_volume_render whose gradients dvdb_volume_render_backward takes; they are added up. */
export const VolumeResult = {
  /** Colours of rays. */
  RGB: 1,
  /** Depths of rays. */
  DEPTH: 2,
  /** Opacities of rays. */
  OPACITY: 4,
  /** Weights of samples. */
  WEIGHTS: 8,
} as const;

/** Results of dvdb_volume_render whose gradients dvdb_volume_render_backward takes; they are added up. */
export type VolumeResult = 1 | 2 | 4 | 8;

/** Inputs of dvdb_volume_render whose gradients dvdb_volume_render_backward gives; they are added up. */
export const VolumeInput = {
  /** Densities of samples. */
  SIGMAS: 1,
  /** Colours of samples. */
  RGBS: 2,
  /** Lengths of samples. */
  DELTAS: 4,
  /** Places of samples. */
  TS: 8,
} as const;

/** Inputs of dvdb_volume_render whose gradients dvdb_volume_render_backward gives; they are added up. */
export type VolumeInput = 1 | 2 | 4 | 8;

/** How much of a voxel reaches a point. */
export const Kernel = {
  /** All of the nearest active voxel of the eight around the point, nothing of the others. */
  NEAREST: 0,
  /** The product of 1 - |distance| along each axis, on the eight voxels around the point. */
  TRILINEAR: 1,
  /** The quadratic B-spline, on the 27 voxels around the nearest one; weights sum to 1 inside. */
  BEZIER: 2,
  /** The same times 8: a product of curves that sum to 2. */
  BEZIER_8: 3,
} as const;

/** How much of a voxel reaches a point. */
export type Kernel = 0 | 1 | 2 | 3;

/** What pixels say that count but for their depth. */
export const DepthBackground = {
  /** Nothing. */
  UNKNOWN: 0,
  /** That there is no surface. */
  EMPTY: 1,
} as const;

/** What pixels say that count but for their depth. */
export type DepthBackground = 0 | 1;

/** How a field is made smoother. */
export const Smoothing = {
  /** Each pass takes every voxel to the mean of its neighbours: surfaces shrink where they are curved. */
  MEAN_CURVATURE: 0,
  /** Each pass takes every voxel half of the way, then 0.53 of the way back: surfaces keep their volume. */
  TAUBIN: 1,
} as const;

/** How a field is made smoother. */
export type Smoothing = 0 | 1;

/** Which voxels around a voxel are its neighbours; the values are their numbers. */
export const Neighborhood = {
  /** Those that share a face. */
  FACES: 6,
  /** Those that share a face or an edge. */
  EDGES: 18,
  /** Those that share a face, an edge or a corner. */
  CORNERS: 26,
} as const;

/** Which voxels around a voxel are its neighbours; the values are their numbers. */
export type Neighborhood = 6 | 18 | 26;

/** Every function of the library; those that may wait for the device also as `_async`. */
export const SYMBOLS = {
  dvdb_abi_hash: { parameters: ["buffer"], result: "i32" },
  dvdb_version: { parameters: ["buffer", "u32", "buffer"], result: "i32" },
  dvdb_backend_kind: { parameters: ["buffer"], result: "i32" },
  dvdb_device_count: { parameters: ["buffer"], result: "i32" },
  dvdb_device_name: { parameters: ["u32", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_context_create: { parameters: ["u32", "buffer"], result: "i32" },
  dvdb_context_destroy: { parameters: ["u32"], result: "i32" },
  dvdb_context_reserve: { parameters: ["u32", "buffer"], result: "i32" },
  dvdb_context_release: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_context_synchronize: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_context_synchronize_async: { name: "dvdb_context_synchronize", parameters: ["u32", "u32"], result: "i32", nonblocking: true },
  dvdb_context_stats: { parameters: ["u32", "buffer"], result: "i32" },
  dvdb_context_reset_peak: { parameters: ["u32"], result: "i32" },
  dvdb_context_fail_allocation: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_last_error: { parameters: ["u32", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_context_noop: { parameters: ["u32"], result: "i32" },
  dvdb_brick_threshold: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "buffer"], result: "i32" },
  dvdb_brick_threshold_async: { name: "dvdb_brick_threshold", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_brick_count: { parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32" },
  dvdb_brick_count_async: { name: "dvdb_brick_count", parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_brick_occupancy: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "buffer"], result: "i32" },
  dvdb_brick_occupancy_async: { name: "dvdb_brick_occupancy", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_brick_fill: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "i64", "i64", "i64", "u32", "i64", "u32"], result: "i32" },
  dvdb_brick_masks: { parameters: ["u32", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_brick_table: { parameters: ["u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_to_dense: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "f64", "u32"], result: "i32" },
  dvdb_brick_lookup: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "f64", "u32"], result: "i32" },
  dvdb_brick_sample: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "f64", "u32"], result: "i32" },
  dvdb_brick_plan_edit: { parameters: ["u32", "u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "u32", "u32", "buffer", "buffer"], result: "i32" },
  dvdb_brick_plan_edit_async: { name: "dvdb_brick_plan_edit", parameters: ["u32", "u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "u32", "u32", "buffer", "buffer"], result: "i32", nonblocking: true },
  dvdb_brick_list_edit: { parameters: ["u32", "buffer", "u32", "u32", "i64", "buffer", "buffer", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_apply_edit: { parameters: ["u32", "buffer", "u32", "u32", "i64", "u32", "u32", "buffer", "buffer", "u32", "u32", "f64", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_brick_compact: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_buffer_create: { parameters: ["u32", "i64", "buffer"], result: "i32" },
  dvdb_buffer_view: { parameters: ["u32", "u32", "i64", "i64", "buffer"], result: "i32" },
  dvdb_buffer_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_buffer_size: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_buffer_write: { parameters: ["u32", "u32", "i64", "buffer", "i64"], result: "i32" },
  dvdb_buffer_read: { parameters: ["u32", "u32", "u32", "i64", "buffer", "i64"], result: "i32" },
  dvdb_buffer_read_async: { name: "dvdb_buffer_read", parameters: ["u32", "u32", "u32", "i64", "buffer", "i64"], result: "i32", nonblocking: true },
  dvdb_buffer_fill: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_buffer_copy: { parameters: ["u32", "u32", "i64", "u32", "i64", "i64"], result: "i32" },
  dvdb_conv_plan_create: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_conv_plan_reverse: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_conv_plan_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_conv_plan_prepare: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_conv_plan_map: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_conv_plan_counts: { parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_conv_plan_counts_async: { name: "dvdb_conv_plan_counts", parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_conv_plan_choose: { parameters: ["u32", "u32", "u32", "i64", "i64", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_sparse_conv: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_sparse_conv_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_event_record: { parameters: ["u32", "buffer"], result: "i32" },
  dvdb_event_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_event_elapsed: { parameters: ["u32", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_event_elapsed_async: { name: "dvdb_event_elapsed", parameters: ["u32", "u32", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_sizes: { parameters: ["u32", "u32", "buffer", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_from_bits: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_from_values: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_from_values_async: { name: "dvdb_index_from_values", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_bits_from_keys: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "i64", "u32", "buffer"], result: "i32" },
  dvdb_index_bits_from_keys_async: { name: "dvdb_index_bits_from_keys", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "i64", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_ask: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_ask_async: { name: "dvdb_index_ask", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_sum_boxes: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_sum_boxes_async: { name: "dvdb_index_sum_boxes", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_apply_edit: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_apply_edit_async: { name: "dvdb_index_apply_edit", parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_index_to_bits: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_to_values: { parameters: ["u32", "buffer", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_index_compare: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_index_compare_async: { name: "dvdb_index_compare", parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_from_ijk: { parameters: ["u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_from_ijk_async: { name: "dvdb_grid_from_ijk", parameters: ["u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_from_points: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_from_points_async: { name: "dvdb_grid_from_points", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_from_nearest_voxels: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_from_nearest_voxels_async: { name: "dvdb_grid_from_nearest_voxels", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_from_mesh: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "f64", "buffer"], result: "i32" },
  dvdb_grid_from_mesh_async: { name: "dvdb_grid_from_mesh", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "buffer", "buffer", "u32", "f64", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_from_dense: { parameters: ["u32", "u32", "buffer", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_from_dense_async: { name: "dvdb_grid_from_dense", parameters: ["u32", "u32", "buffer", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_grid_counts: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_grid_table: { parameters: ["u32", "u32", "u32", "buffer", "buffer"], result: "i32" },
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
  dvdb_rows_in_lists: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_rows_in_lists_async: { name: "dvdb_rows_in_lists", parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "buffer", "u32", "u32"], result: "i32", nonblocking: true },
  dvdb_kept_rows: { parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "buffer"], result: "i32" },
  dvdb_kept_rows_async: { name: "dvdb_kept_rows", parameters: ["u32", "u32", "u32", "i64", "buffer", "u32", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_list_of_rows: { parameters: ["u32", "i64", "buffer", "u32", "u32"], result: "i32" },
  dvdb_offsets_of_rows: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "buffer"], result: "i32" },
  dvdb_offsets_of_rows_async: { name: "dvdb_offsets_of_rows", parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_copy_lists: { parameters: ["u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "u32", "u32", "i64"], result: "i32" },
  dvdb_copy_column: { parameters: ["u32", "u32", "i64", "i64", "u32", "i64", "i64"], result: "i32" },
  dvdb_reduce_segments: { parameters: ["u32", "u32", "f64", "u32", "u32", "i64", "i64", "i64", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_find_extremes: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "i64", "i64", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_map_elements: { parameters: ["u32", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_fill_random: { parameters: ["u32", "u32", "u32", "u32", "f64", "f64", "u32", "u32", "i64"], result: "i32" },
  dvdb_lod_build: { parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer", "u32", "buffer", "i64", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_lod_build_async: { name: "dvdb_lod_build", parameters: ["u32", "u32", "u32", "u32", "i64", "u32", "u32", "buffer", "u32", "buffer", "i64", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_lod_destroy: { parameters: ["u32", "u32"], result: "i32" },
  dvdb_lod_counts: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_lod_cube: { parameters: ["u32", "u32", "buffer"], result: "i32" },
  dvdb_lod_nodes: { parameters: ["u32", "u32", "i64", "buffer"], result: "i32" },
  dvdb_lod_points: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_lod_rows: { parameters: ["u32", "u32", "i64", "i64", "u32"], result: "i32" },
  dvdb_lod_voxels: { parameters: ["u32", "u32", "i64", "i64", "u32", "u32"], result: "i32" },
  dvdb_lod_attributes: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_picks: { parameters: ["u32", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_thin: { parameters: ["u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_select: { parameters: ["u32", "u32", "buffer", "u32", "u32", "f64", "f64", "i64", "u32", "u32", "buffer"], result: "i32" },
  dvdb_lod_runs: { parameters: ["u32", "u32", "i64", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_lod_draw_nearest: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_lod_draw_blended: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "f64", "i64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_march_iso_surface: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "f64", "buffer", "buffer", "i64", "i64", "f64", "buffer", "f64", "buffer", "buffer", "u32", "u32", "u32"], result: "i32" },
  dvdb_march_transparent: { parameters: ["u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "f64", "buffer", "buffer", "i64", "i64", "f64", "buffer", "u32", "buffer", "f64", "f64", "f64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_count_marching_cubes: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_marching_cubes: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "i64", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_surface_normals: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32"], result: "i32" },
  dvdb_surface_features: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_marching_cubes_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_surface_features_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_surface_normals_backward: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_mesh_distances: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "f64", "u32", "u32"], result: "i32" },
  dvdb_signed_mesh_distances: { parameters: ["u32", "u32", "u32", "u32", "i64", "buffer", "u32", "u32", "i64", "buffer", "u32", "f64", "u32", "u32"], result: "i32" },
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
  dvdb_edge_network: { parameters: ["u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_row_grids: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_origins: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_grids: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_leaf_neighbors: { parameters: ["u32", "u32", "u32"], result: "i32" },
  dvdb_row_map: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "u32"], result: "i32" },
  dvdb_first_active_voxel: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "u32", "u32", "u32"], result: "i32" },
  dvdb_count_voxels_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "u32"], result: "i32" },
  dvdb_voxels_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "i64", "u32", "u32"], result: "i32" },
  dvdb_rays_intersect_voxels: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32"], result: "i32" },
  dvdb_count_segments_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "u32", "u32"], result: "i32" },
  dvdb_segments_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_list_segments_along_rays: { parameters: ["u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "i64", "buffer", "buffer"], result: "i32" },
  dvdb_count_uniform_ray_samples: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_uniform_ray_samples: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32", "u32", "i64", "u32"], result: "i32" },
  dvdb_ray_implicit_intersection: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_ray_implicit_intersection_with_normals: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "buffer", "u32", "f64", "f64", "f64", "u32", "u32"], result: "i32" },
  dvdb_decode_las: { parameters: ["u32", "u32", "i64", "u32", "u32", "buffer", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "buffer"], result: "i32" },
  dvdb_pack_records: { parameters: ["u32", "u32", "buffer", "i64", "buffer", "i64", "i64", "u32", "i64", "u32"], result: "i32" },
  dvdb_column_extremes: { parameters: ["u32", "u32", "u32", "i64", "u32", "buffer", "buffer"], result: "i32" },
  dvdb_volume_render: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "u32", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_volume_render_backward: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "u32", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
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
  dvdb_tsdf_grid: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_tsdf_grid_async: { name: "dvdb_tsdf_grid", parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_integrate_tsdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32"], result: "i32" },
  dvdb_close_tsdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "u32", "u32", "i64", "i64", "buffer", "buffer", "buffer", "f64", "f64", "u32", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_reinitialize_sdf: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32", "u32", "u32", "u32", "u32"], result: "i32" },
  dvdb_widen_sdf: { parameters: ["u32", "u32", "u32", "u32", "u32", "f64", "u32", "u32"], result: "i32" },
  dvdb_sdf_band: { parameters: ["u32", "u32", "u32", "u32", "f64", "u32"], result: "i32" },
  dvdb_grid_coarsen: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_coarsen_async: { name: "dvdb_grid_coarsen", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_refine: { parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_refine_async: { name: "dvdb_grid_refine", parameters: ["u32", "u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_dilate_box: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_dilate_box_async: { name: "dvdb_grid_dilate_box", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_erode_box: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_erode_box_async: { name: "dvdb_grid_erode_box", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_dilate: { parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_dilate_async: { name: "dvdb_grid_dilate", parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_erode: { parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_erode_async: { name: "dvdb_grid_erode", parameters: ["u32", "u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_conv: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_conv_async: { name: "dvdb_grid_conv", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_conv_transpose: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_conv_transpose_async: { name: "dvdb_grid_conv_transpose", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_merge: { parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_merge_async: { name: "dvdb_grid_merge", parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_prune: { parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_prune_async: { name: "dvdb_grid_prune", parameters: ["u32", "u32", "u32", "u32", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_clip: { parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_clip_async: { name: "dvdb_grid_clip", parameters: ["u32", "u32", "u32", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
  dvdb_grid_select: { parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32" },
  dvdb_grid_select_async: { name: "dvdb_grid_select", parameters: ["u32", "u32", "buffer", "u32", "buffer", "buffer", "buffer", "buffer", "u32", "buffer"], result: "i32", nonblocking: true },
} as const;
