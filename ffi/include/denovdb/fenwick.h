/**
 * Spatial indexes over n elements: occupancy, ranks and sums.
 *
 * An index consists of one or two buffers, whose layout the caller passes with every call. `dims` are the extents of
 * the elements along 1 to 4 axes, the first axis varying fastest; n is their product, at most 2^40. If an extent is 0,
 * there are no elements and the buffers are empty. `bits` is the width of an element, 1 to 32. Layouts other than
 * DVDB_INDEX_PAPER have one axis and one bit. For the ranks of elements in a DVDB_INDEX_PAPER index of several axes,
 * use dvdb_index_sum_boxes.
 *
 * Buffers of an index. Words have 32 bits unless a size is given, and everything is little-endian:
 * - PAPER: `data` holds the levels of a Fenwick tree one after the other, each starting at a word (see
 *   dvdb_index_sizes); there are no counters.
 * - WIDE: `data` holds the bits, padded with 0 to blocks of 256. `counters` hold a u16 for each block, the number of
 *   ones before it in its group of 4096; a u16 for each group of 4096, the number of ones before it in its group of
 *   65536, both padded to multiples of 16 with the running count; an i64 for each group of 65536, the number of ones
 *   before it, and at last the total.
 * - RANK96 and RANK224: `data` holds cells of one word, the number of ones before the cell, and 3 or 7 words of bits;
 *   the first words are relative to `counters`, an i64 for each 2^24 cells, and at last the total.
 *
 * Calls with `checked` wait for the device. Data that they refuse are DVDB_INVALID_DATA, and `out_fault` says why.
 * Without `checked`, calls do not wait, and the answer to an invalid question is -1.
 */
#ifndef DENOVDB_FENWICK_H
#define DENOVDB_FENWICK_H

#include "abi.h"

/** Memory layout of an index. */
enum dvdb_index_form {
  /** A packed Fenwick tree: elements of any width, one to four axes, sums over boxes, edits. */
  DVDB_INDEX_PAPER = 0,
  /** A bit vector and counters in a hierarchy with fan-out 16: a rank takes four reads; edits. */
  DVDB_INDEX_WIDE = 1,
  /** Cells of 16 bytes that start with their rank: a rank takes one read. */
  DVDB_INDEX_RANK96 = 2,
  /** Cells of 32 bytes that start with their rank: a rank takes one read; uses less memory. */
  DVDB_INDEX_RANK224 = 3
};

/** Queries about single elements or ranks. */
enum dvdb_index_question {
  /** The value of the element; i64. */
  DVDB_ASK_POINT = 0,
  /** Whether the element is not 0; bool. */
  DVDB_ASK_OCCUPIED = 1,
  /** The sum of the elements before it; the key may be n; i64. */
  DVDB_ASK_PREFIX = 2,
  /** The sum of the elements before it, or -1 if the element is 0; i64. */
  DVDB_ASK_LOOKUP = 3,
  /** The element at which the running sum first exceeds the given number, or -1 if it never does; i64. */
  DVDB_ASK_SELECT = 4
};

/** Queries about boxes of elements. */
enum dvdb_index_box_question {
  /** The sum over the box from `low` (inclusive) to `high` (exclusive). */
  DVDB_BOX_SUM = 0,
  /** The sum of the elements before `low` in the order with the first axis varying fastest; `high` is not read. */
  DVDB_BOX_LINEAR_RANK = 1
};

/** Edits of elements. */
enum dvdb_index_edit {
  /** Adds a number to each listed element. */
  DVDB_EDIT_ADD = 0,
  /** Sets each listed element to 1. */
  DVDB_EDIT_SET = 1,
  /** Sets each listed element to 0. */
  DVDB_EDIT_CLEAR = 2,
  /** Toggles each element between 0 and 1, as many times as it is listed. */
  DVDB_EDIT_TOGGLE = 3
};

/** Why a call refused its data. */
enum dvdb_index_fault {
  /** Nothing was refused. */
  DVDB_FAULT_NONE = 0,
  /** Keys outside the index. */
  DVDB_FAULT_KEY = 1,
  /** Values that do not fit the element width. */
  DVDB_FAULT_VALUE = 2,
  /** Boxes whose end is before their start. */
  DVDB_FAULT_ORDER = 3,
  /** Negative ranks. */
  DVDB_FAULT_RANK = 4,
  /** Bytes that are not a valid Fenwick tree. */
  DVDB_FAULT_CORRUPT = 5,
  /** Voxels that are NaN. */
  DVDB_FAULT_NAN = 6
};

/** Positions in the array that dvdb_index_sizes writes. */
enum dvdb_index_size {
  /** Bytes of `data`. */
  DVDB_INDEX_SIZE_DATA = 0,
  /** Bytes of `counters`. */
  DVDB_INDEX_SIZE_COUNTERS = 1,
  /** Levels of a PAPER tree over all axes; 0 for other layouts. */
  DVDB_INDEX_SIZE_LEVELS = 2,
  /** The number of values that dvdb_index_sizes writes. */
  DVDB_INDEX_SIZE_COUNT = 3
};

/**
 * Writes the buffer sizes of an index. Level (t_x, t_y, ..) of a tree has prod((n_a + 2^t_a) >> (t_a + 1)) fields of
 * bits + t_x + t_y + .. bits.
 * Serves: .
 */
DVDB_API dvdb_status dvdb_index_sizes(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    DVDB_OUT int64_t *out_sizes /* [DVDB_INDEX_SIZE_COUNT] */) DVDB_NOEXCEPT;

/**
 * Builds an index from occupancy bits, least significant bit first. Bits beyond n are treated as 0. If `bits` is
 * `out_data`, a WIDE index is built in place.
 */
DVDB_API dvdb_status dvdb_index_from_bits(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    dvdb_buffer bits,                             /* unsized, u8 [ceil(n / 8)], or out_data */
    dvdb_buffer out_data,                         /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer out_counters /* unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Builds a PAPER index from values. With `checked`, values outside 0 to 2^bits - 1 are refused; without, they are
 * truncated.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_from_values(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer values,                           /* value_dtype [product(dims)] */
    uint32_t value_dtype,                         /* DVDB_BOOL, DVDB_U8, DVDB_I32 or DVDB_I64 */
    uint32_t checked,                             /* 0 or 1 */
    dvdb_buffer out_data,                         /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Writes occupancy bits with a one for each key; duplicates are allowed. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_from_keys(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    dvdb_buffer keys,                             /* index_dtype [count, width] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t width,                               /* n_dims, or 1 for linear positions with the first axis fastest */
    uint32_t checked,                             /* 0 or 1 */
    int64_t n_bytes,                              /* ceil(n / 8) or more */
    dvdb_buffer out_bits,                         /* u8 [n_bytes], 4-byte aligned if n_bytes is a multiple of 4 */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Answers a query for each key.
 * Serves: indexLookup, indexOccupied, indexOfRank, indexPoint, indexPrefix.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_ask(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer counters,                         /* unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */
    uint32_t question,                            /* dvdb_index_question; with several axes only POINT and OCCUPIED */
    dvdb_buffer keys,                             /* index_dtype [count, n_dims] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t checked,                             /* 0 or 1 */
    uint32_t out_dtype,                           /* that of the query, i64 or bool; also i32 if all answers are below 2^31 */
    dvdb_buffer out,                              /* out_dtype [count] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Answers a query for each box. Layouts other than PAPER take ranges: boxes along one axis.
 * Serves: indexBox, indexLinearRank, indexRange.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_sum_boxes(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer counters,                         /* unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */
    uint32_t question,                            /* dvdb_index_box_question */
    dvdb_buffer low,                              /* index_dtype [count, n_dims] */
    dvdb_buffer high,                             /* index_dtype [count, n_dims], may be `low` where it is not read */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t checked,                             /* 0 or 1 */
    dvdb_buffer out,                              /* i64 [count] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Edits the elements of a PAPER or WIDE index. All changes to the same element are added up before they are applied. If
 * anything is refused, no element changes. Without `checked`, the call does not wait, and has no effect if anything
 * would be refused.
 * Serves: brickSetBox, indexClear, indexSet, indexToggle, indexUpdate.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_apply_edit(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA], edited */
    dvdb_buffer counters,                         /* unsized, u8 [DVDB_INDEX_SIZE_COUNTERS], edited; 0 for none */
    uint32_t edit,                                /* dvdb_index_edit; ADD needs PAPER */
    dvdb_buffer keys,                             /* index_dtype [count, n_dims] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,                                /* below 2^31 for a PAPER index */
    dvdb_buffer deltas,                           /* delta_dtype [count]; 0 unless edit is DVDB_EDIT_ADD */
    uint32_t delta_dtype,                         /* DVDB_I32 or DVDB_I64 */
    uint32_t checked,                             /* 0 or 1 */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Writes the bits of an index with one-bit elements; bits beyond n are 0. */
DVDB_API dvdb_status dvdb_index_to_bits(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer out /* u8 [ceil(product(dims) / 8)] */) DVDB_NOEXCEPT;

/** Writes all elements of a PAPER index. */
DVDB_API dvdb_status dvdb_index_to_values(
    dvdb_context context,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    uint32_t value_dtype,                         /* DVDB_U8, DVDB_I32 or DVDB_I64; wide enough for `bits` */
    dvdb_buffer out /* value_dtype [product(dims)] */) DVDB_NOEXCEPT;

/**
 * Compares bytes that claim to be a PAPER index with the tree built from the elements read from these bytes; if they
 * differ, they are refused as DVDB_FAULT_CORRUPT.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_from_bytes(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,                              /* 0 to 4 */
    uint32_t bits,                                /* 1 to 32 */
    dvdb_buffer data,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer made,                             /* unsized, u8 [DVDB_INDEX_SIZE_DATA] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

#endif
