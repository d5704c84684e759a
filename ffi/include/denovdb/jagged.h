/**
 * Jagged tensors (lists of rows): selection, reduction and elementwise arithmetic.
 *
 * The rows of all lists are concatenated in one buffer; the offsets of the lists are host arrays int64 [n_lists + 1]
 * that start at 0, do not descend and end at the number of rows.
 */
#ifndef DENOVDB_JAGGED_H
#define DENOVDB_JAGGED_H

#include "abi.h"

/**
 * Gathers rows: out[i] is row rows[i] of the source, or the fill value where rows[i] is -1.
 * With `checked`, other indices out of range are DVDB_INVALID_DATA, and the message tells how many; the call waits for
 * that count. Without, they give the fill value too, and the call does not wait.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_take_rows(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer source,                           /* u8 [n_source, row_bytes] */
    int64_t n_source, int64_t row_bytes,
    dvdb_buffer rows,                             /* i64 [n] */
    int64_t n,
    uint32_t checked,                             /* 0 or 1 */
    uint32_t pattern_low, uint32_t pattern_high,  /* one element of the fill value, little-endian, low word first */
    uint32_t pattern_bytes,                       /* 1, 2, 4 or 8; divides row_bytes */
    dvdb_buffer out /* u8 [n, row_bytes] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_take_rows: out[r] is the sum of the gradients of all rows that were taken from row r, in the order
 * of these, in f64 and rounded once. Rows that are not in the source pass nothing on.
 */
DVDB_API dvdb_status dvdb_take_rows_backward(
    dvdb_context context,
    dvdb_buffer rows,                             /* i64 [n] */
    dvdb_buffer gradients,                        /* dtype [n, columns] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n, int64_t columns, int64_t n_source,
    dvdb_buffer out /* dtype [n_source, columns] */) DVDB_NOEXCEPT;

/**
 * Converts indices that count from the start of their list, or backwards from its end if negative, to row numbers.
 * Indices out of range of their list are DVDB_INVALID_DATA; the message tells how many.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_jagged_gather_rows(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer indices,                          /* index_dtype [n] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t n,
    DVDB_IN const int64_t *index_offsets,         /* [n_lists + 1], lists of indices */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1], lists of rows */
    uint32_t n_lists,
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/** Lists the rows whose mask is not 0, in ascending order, and writes the offsets of the resulting lists. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_jagged_mask_rows(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer mask,                             /* bool [n] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    dvdb_buffer out_rows,                         /* i64 [n], undefined after the kept rows */
    DVDB_OUT int64_t *out_offsets /* [n_lists + 1], lists of kept rows */) DVDB_NOEXCEPT;

/** Writes the list number of each row. */
DVDB_API dvdb_status dvdb_list_of_rows(
    dvdb_context context,
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    dvdb_buffer out /* i32 [n] */) DVDB_NOEXCEPT;

/**
 * Computes the offsets of lists from the list number of each row; these numbers must not descend.
 * Rows whose list number is out of range, or less than that of the row before, are DVDB_INVALID_DATA; the message tells
 * how many.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_jagged_from_list_of_rows(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer list_of_row,                      /* index_dtype [n] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t n,
    uint32_t n_lists,
    DVDB_OUT int64_t *out_offsets /* [n_lists + 1] */) DVDB_NOEXCEPT;

/**
 * Copies lists of rows: `counts[l]` rows from row `sources[l]` to row `targets[l]`; targets must not overlap.
 * Serves: jaggedAtOuter, jaggedConcat, jaggedSelect, jaggedSlice.
 */
DVDB_API dvdb_status dvdb_copy_lists(
    dvdb_context context,
    dvdb_buffer source,                           /* u8 [n_source, row_bytes] */
    int64_t n_source, int64_t row_bytes,
    DVDB_IN const int64_t *sources,               /* [n_lists] */
    DVDB_IN const int64_t *targets,               /* [n_lists] */
    DVDB_IN const int64_t *counts,                /* [n_lists] */
    uint32_t n_lists,
    dvdb_buffer out,                              /* u8 [n_out, row_bytes] */
    int64_t n_out) DVDB_NOEXCEPT;

/**
 * Copies each source block into the block of `out` with the same number, to bytes [begin, begin + block_bytes) of it.
 * Serves: concat, concatInto, jaggedConcat, stack.
 */
DVDB_API dvdb_status dvdb_copy_column(
    dvdb_context context,
    dvdb_buffer source,                           /* u8 [n_blocks, block_bytes] */
    int64_t n_blocks, int64_t block_bytes,
    dvdb_buffer out,                              /* u8 [n_blocks, out_block_bytes] */
    int64_t out_block_bytes, int64_t begin) DVDB_NOEXCEPT;

/** Most axes of dvdb_copy_strided. */
enum dvdb_copy_limit { DVDB_MAX_COPY_AXES = 8 };

/**
 * Copies elements of any layout to contiguous ones: element [i, j, ...] of the result is element
 * offset + i * strides[0] + j * strides[1] + ... of the source. Strides are in elements; 0 repeats, negative ones run
 * backwards. Every element that is read must be in the source, which must not overlap `out`. An axis without elements
 * reads nothing, whatever the strides.
 * Serves: permute, sliceAxis, transpose.
 */
DVDB_API dvdb_status dvdb_copy_strided(
    dvdb_context context,
    dvdb_buffer source,                           /* u8 [n_source, element_bytes] */
    int64_t n_source,
    uint32_t element_bytes,                       /* 1, 2, 4 or 8 */
    int64_t offset,                               /* of the first element */
    DVDB_IN const int64_t *shape,                 /* [rank] */
    DVDB_IN const int64_t *strides,               /* [rank] */
    uint32_t rank,                                /* 1 to 8 */
    dvdb_buffer out /* u8 [product(shape), element_bytes] */) DVDB_NOEXCEPT;

/** Reductions of the numbers of a segment to one. */
enum dvdb_reduction {
  /** Sum; 0 for an empty segment. Integers wrap around. */
  DVDB_REDUCE_SUM = 0,
  /** Product; 1 for an empty segment. Integers wrap around. */
  DVDB_REDUCE_PROD = 1,
  /** Sum divided by count; 0 for an empty segment. */
  DVDB_REDUCE_MEAN = 2,
  /** Whether any number is not 0. */
  DVDB_REDUCE_ANY = 3,
  /** Whether no number is 0. */
  DVDB_REDUCE_ALL = 4,
  /** Sum of absolute values. */
  DVDB_REDUCE_NORM_1 = 5,
  /** Square root of the sum of squares. */
  DVDB_REDUCE_NORM_2 = 6,
  /** Greatest absolute value; 0 for an empty segment. */
  DVDB_REDUCE_NORM_MAX = 7,
  /** Sum of squared deviations from the mean, divided by count - correction; NaN if that is not positive. */
  DVDB_REDUCE_VAR = 8,
  /** Square root of DVDB_REDUCE_VAR. */
  DVDB_REDUCE_STD = 9
};

/**
 * Reduces the rows of each segment, column by column. Segments are lists, or runs of `length` rows each.
 * The order of the reduction depends only on the length of the segment. Floats, means, norms and variances are computed
 * in double precision and rounded once, sums and products of integers in 64 bits.
 * Serves: jaggedAll, jaggedAny, jaggedMean, jaggedNorm, jaggedProd, jaggedStd, jaggedSum, jaggedVar, mean, prod, sum.
 */
DVDB_API dvdb_status dvdb_reduce_segments(
    dvdb_context context,
    uint32_t reduction,                           /* dvdb_reduction */
    double correction,                            /* for variances */
    dvdb_buffer values,                           /* dtype [n, columns] */
    uint32_t dtype,
    int64_t n, int64_t columns,
    int64_t n_segments,
    int64_t length,                               /* rows of each segment; -1 if given by the offsets */
    DVDB_IN const int64_t *offsets,               /* [n_offsets], n_segments + 1, or none if length is given */
    uint32_t n_offsets,
    dvdb_buffer out,                              /* out_dtype [n_segments, columns] */
    uint32_t out_dtype) DVDB_NOEXCEPT;

/**
 * Finds the least or greatest number of each segment, column by column, and its row in the segment.
 * Of equal numbers the first is found. NaN takes precedence over every number. An empty segment gives 0 and -1.
 * Serves: argmax, argmin, jaggedMax, jaggedMin, max, min.
 */
DVDB_API dvdb_status dvdb_find_extremes(
    dvdb_context context,
    uint32_t greatest,                            /* 0: least, 1: greatest */
    dvdb_buffer values,                           /* dtype [n, columns] */
    uint32_t dtype,                               /* any but bool */
    int64_t n, int64_t columns,
    int64_t n_segments,
    int64_t length,                               /* as in dvdb_reduce_segments */
    DVDB_IN const int64_t *offsets,               /* [n_offsets] */
    uint32_t n_offsets,
    dvdb_buffer out_values,                       /* dtype [n_segments, columns] */
    dvdb_buffer out_rows /* i64 [n_segments, columns] */) DVDB_NOEXCEPT;

/** Elementwise operations; x, y and z are the operands. Those from 64 on take many steps. */
enum dvdb_element_op {
  /** x; conversions from floats to integers truncate towards 0 and saturate. */
  DVDB_OP_CAST = 0,
  /** -x. */
  DVDB_OP_NEGATE = 1,
  /** |x|. */
  DVDB_OP_ABS = 2,
  /** Square root. */
  DVDB_OP_SQRT = 3,
  /** Reciprocal square root. */
  DVDB_OP_RSQRT = 4,
  /** The greatest integer that is not greater than x. */
  DVDB_OP_FLOOR = 5,
  /** The least integer that is not less than x. */
  DVDB_OP_CEIL = 6,
  /** The nearest integer; ties go to even. */
  DVDB_OP_ROUND = 7,
  /** x rounded towards 0 to an integer. */
  DVDB_OP_TRUNC = 8,
  /** max(x, 0); NaN is kept. */
  DVDB_OP_RELU = 9,
  /** x + y. */
  DVDB_OP_ADD = 10,
  /** x - y. */
  DVDB_OP_SUBTRACT = 11,
  /** x * y. */
  DVDB_OP_MULTIPLY = 12,
  /** x / y. */
  DVDB_OP_DIVIDE = 13,
  /** floor(x / y). */
  DVDB_OP_FLOOR_DIVIDE = 14,
  /** x - y * floor(x / y), with the sign of y. */
  DVDB_OP_REMAINDER = 15,
  /** x - y * trunc(x / y), with the sign of x. */
  DVDB_OP_FMOD = 16,
  /** The greater operand; NaN if either is NaN. */
  DVDB_OP_MAXIMUM = 17,
  /** The lesser operand; NaN if either is NaN. */
  DVDB_OP_MINIMUM = 18,
  /** The greater operand; if one is NaN, the other. */
  DVDB_OP_FMAX = 19,
  /** The lesser operand; if one is NaN, the other. */
  DVDB_OP_FMIN = 20,
  /** Whether x equals y. */
  DVDB_OP_EQUAL = 21,
  /** Whether x and y differ. */
  DVDB_OP_NOT_EQUAL = 22,
  /** Whether x < y. */
  DVDB_OP_LESS = 23,
  /** Whether x <= y. */
  DVDB_OP_LESS_EQUAL = 24,
  /** Whether x > y. */
  DVDB_OP_GREATER = 25,
  /** Whether x >= y. */
  DVDB_OP_GREATER_EQUAL = 26,
  /** y where x is not 0, z elsewhere. */
  DVDB_OP_WHERE = 27,
  /** x + z * (y - x), exact at z = 0 and z = 1. */
  DVDB_OP_LERP = 28,
  /** y where x is NaN, x elsewhere. */
  DVDB_OP_REPLACE_NAN = 29,
  /** min(max(x, y), z); NaN if any operand is NaN. */
  DVDB_OP_CLAMP = 30,
  /** y where x is infinity, z where x is minus infinity, x elsewhere. */
  DVDB_OP_REPLACE_INFINITE = 31,
  /** x where it is above 0, x * y elsewhere. */
  DVDB_OP_LEAKY_RELU = 32,
  /** The gradient of DVDB_OP_LEAKY_RELU by x, with the slope z, times y. */
  DVDB_OP_LEAKY_RELU_BACKWARD = 33,
  /** Exponential. */
  DVDB_OP_EXP = 64,
  /** exp(x) - 1. */
  DVDB_OP_EXPM1 = 65,
  /** Natural logarithm. */
  DVDB_OP_LOG = 66,
  /** log(1 + x). */
  DVDB_OP_LOG1P = 67,
  /** 1 / (1 + exp(-x)). */
  DVDB_OP_SIGMOID = 68,
  /** Hyperbolic tangent. */
  DVDB_OP_TANH = 69,
  /** x * sigmoid(x). */
  DVDB_OP_SILU = 70,
  /** x times the cumulative distribution function of the standard normal distribution at x. */
  DVDB_OP_GELU = 71,
  /** x to the power of y. */
  DVDB_OP_POWER = 72,
  /** The gradient of DVDB_OP_SILU times y. */
  DVDB_OP_SILU_BACKWARD = 73,
  /** The gradient of DVDB_OP_GELU times y. */
  DVDB_OP_GELU_BACKWARD = 74,
  /** x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, near DVDB_OP_GELU. */
  DVDB_OP_GELU_TANH = 75,
  /** The gradient of DVDB_OP_GELU_TANH times y. */
  DVDB_OP_GELU_TANH_BACKWARD = 76,
  /** x where it is above 0, y * (exp(x) - 1) elsewhere. */
  DVDB_OP_ELU = 77,
  /** The gradient of DVDB_OP_ELU by x, with z for its y, times y. */
  DVDB_OP_ELU_BACKWARD = 78
};

/** Most axes of dvdb_map_elements. */
enum dvdb_element_limit { DVDB_MAX_AXES = 6 };

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
DVDB_API dvdb_status dvdb_map_elements(
    dvdb_context context,
    uint32_t op,                                  /* dvdb_element_op */
    uint32_t precision,                           /* DVDB_F32, DVDB_F64 or DVDB_I64, the type computed in */
    DVDB_IN const int64_t *shape,                 /* [rank] */
    uint32_t rank,                                /* 1 to 6 */
    dvdb_buffer x,                                /* dtypes[0] [sizes[0]] */
    dvdb_buffer y,                                /* dtypes[1] [sizes[1]] */
    dvdb_buffer z,                                /* dtypes[2] [sizes[2]] */
    DVDB_IN const uint32_t *dtypes,               /* [3] */
    DVDB_IN const int64_t *sizes,                 /* [3], elements */
    DVDB_IN const int64_t *strides,               /* [3, rank] */
    dvdb_buffer out,                              /* unsized, out_dtype of the shape */
    uint32_t out_dtype) DVDB_NOEXCEPT;

/**
 * Converts many tensors to other types, rounding to nearest even, as dvdb_map_elements does: by one launch for up to 80 of
 * them. Tensor i has counts[i] elements. A NaN is written as the positive quiet NaN.
 * Serves: adamState, sgdState.
 */
DVDB_API dvdb_status dvdb_convert_tensors(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to 1048576 */
    DVDB_IN const uint32_t *tensors,              /* [n_tensors], dvdb_buffer handles */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const uint32_t *dtypes,               /* [n_tensors], DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    DVDB_IN const uint32_t *out_dtypes,           /* [n_tensors], DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    DVDB_IN const uint32_t *out /* [n_tensors], dvdb_buffer handles, changed */) DVDB_NOEXCEPT;

/** Distributions of dvdb_fill_random. */
enum dvdb_distribution {
  /** Uniform in [low, high). */
  DVDB_UNIFORM = 0,
  /** Normal with mean `low` and standard deviation `high`. */
  DVDB_NORMAL = 1
};

/**
 * Fills a buffer with random numbers; each depends only on the seed and its position.
 * Serves: randomNormal, randomUniform.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_fill_random(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t distribution,                        /* dvdb_distribution */
    uint32_t seed_low, uint32_t seed_high,
    double low, double high,
    dvdb_buffer out,                              /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n) DVDB_NOEXCEPT;

#endif
