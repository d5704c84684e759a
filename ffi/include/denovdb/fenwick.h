/**
 * Spatial indexes: which of n elements are occupied, and sums of them.
 *
 * An index is one buffer or two, whose layout the caller names with every call. `dims` are the extents of the elements,
 * the first varying fastest, 1 to 4 of them; n is their product, 2^40 at most. Without extents there are no elements and
 * no bytes. `bits` is the width of an element, 1 to
 * 32. Layouts other than DVDB_INDEX_PAPER have one axis and one bit, and the ranks of elements in DVDB_INDEX_PAPER of
 * several axes are asked for by dvdb_index_sum_boxes.
 *
 * Buffers of an index, with ceil(a / b) words where a word of bits has 32 and everything is little-endian:
 * - PAPER: `data` holds the levels of a Fenwick tree one after the other, each from a word of its own (see
 *   dvdb_index_sizes); there are no counters.
 * - WIDE: `data` holds bits, padded with 0 to blocks of 256. `counters` hold u16 per block, the ones of its 4096 before
 *   it; u16 per 4096, the ones of its 65536 before it, both padded to groups of 16 with the running count; i64 per 65536,
 *   the ones before it, and all ones.
 * - RANK96 and RANK224: `data` holds cells of a word, the ones before the cell, and 3 or 7 words of bits; the first words
 *   count from `counters`, i64 per 2^24 cells and all ones.
 *
 * Calls with `checked` wait for the device. Data that they refuse are DVDB_INVALID_DATA, and `out_fault` says of what kind
 * they are; without, nothing waits, and answers to what would be refused are -1.
 */
#ifndef DENOVDB_FENWICK_H
#define DENOVDB_FENWICK_H

#include "abi.h"

/** How an index is laid out. */
enum dvdb_index_form {
  /** A packed Fenwick tree: any width, one to four axes, sums of boxes, edits. */
  DVDB_INDEX_PAPER = 0,
  /** Bits and counters 16 wide: ranks in four reads, edits. */
  DVDB_INDEX_WIDE = 1,
  /** Cells of 16 bytes that begin with their rank: ranks in one read. */
  DVDB_INDEX_RANK96 = 2,
  /** Cells of 32 bytes that begin with their rank: ranks in one read, less memory. */
  DVDB_INDEX_RANK224 = 3
};

/** Questions about one element or rank each. */
enum dvdb_index_question {
  /** The element; i64. */
  DVDB_ASK_POINT = 0,
  /** Whether the element is not 0; bool. */
  DVDB_ASK_OCCUPIED = 1,
  /** The sum of the elements before it, of which there may be n; i64. */
  DVDB_ASK_PREFIX = 2,
  /** The sum of the elements before it, or -1 if it is 0; i64. */
  DVDB_ASK_LOOKUP = 3,
  /** The element where the running sum passes a number, or -1 if it never does; i64. */
  DVDB_ASK_SELECT = 4
};

/** Questions about boxes of elements. */
enum dvdb_index_box_question {
  /** The sum over the box from `low` to before `high`. */
  DVDB_BOX_SUM = 0,
  /** The sum of the elements that come before `low` when the first axis varies fastest; `high` is not read. */
  DVDB_BOX_LINEAR_RANK = 1
};

/** Edits of elements. */
enum dvdb_index_edit {
  /** Adds a number to each element. */
  DVDB_EDIT_ADD = 0,
  /** Makes each element 1. */
  DVDB_EDIT_SET = 1,
  /** Makes each element 0. */
  DVDB_EDIT_CLEAR = 2,
  /** Makes 0 of 1 and 1 of 0, as often as the element is listed. */
  DVDB_EDIT_TOGGLE = 3
};

/** What kind of data a call refused. */
enum dvdb_index_fault {
  /** None. */
  DVDB_FAULT_NONE = 0,
  /** Keys outside the index. */
  DVDB_FAULT_KEY = 1,
  /** Values that do not fit the width of elements. */
  DVDB_FAULT_VALUE = 2,
  /** Boxes that end before they begin. */
  DVDB_FAULT_ORDER = 3,
  /** Negative ranks. */
  DVDB_FAULT_RANK = 4,
  /** Bytes that are no tree. */
  DVDB_FAULT_CORRUPT = 5,
  /** Voxels that are NaN. */
  DVDB_FAULT_NAN = 6
};

/** Places of dvdb_index_sizes. */
enum dvdb_index_size {
  /** Bytes of `data`. */
  DVDB_INDEX_SIZE_DATA = 0,
  /** Bytes of `counters`. */
  DVDB_INDEX_SIZE_COUNTERS = 1,
  /** Levels of a PAPER tree over all axes; 0 for the others. */
  DVDB_INDEX_SIZE_LEVELS = 2,
  /** How many numbers dvdb_index_sizes writes. */
  DVDB_INDEX_SIZE_COUNT = 3
};

/**
 * Writes the sizes of an index. Level (t_x, t_y, ..) of a tree has prod((n_a + 2^t_a) >> (t_a + 1)) fields of
 * bits + t_x + t_y + .. bits.
 */
DVDB_API dvdb_status dvdb_index_sizes(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    DVDB_OUT int64_t *out_sizes /* [DVDB_INDEX_SIZE_COUNT] */) DVDB_NOEXCEPT;

/**
 * Makes an index of occupancy bits, least significant first. Bits behind n are taken for 0. If `bits` is `out_data`, a
 * WIDE index is made around them in place.
 */
DVDB_API dvdb_status dvdb_index_from_bits(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,
    dvdb_buffer bits,                             /* u8 [ceil(n / 8)], or out_data */
    dvdb_buffer out_data,                         /* u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer out_counters /* u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */) DVDB_NOEXCEPT;

/** Makes a PAPER index of values. With `checked`, values outside 0 to 2^bits - 1 are refused; without, they are cut. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_from_values(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer values,                           /* value_dtype [n] */
    uint32_t value_dtype,                         /* DVDB_BOOL, DVDB_U8, DVDB_I32 or DVDB_I64 */
    uint32_t checked,                             /* 0 or 1 */
    dvdb_buffer out_data,                         /* u8 [DVDB_INDEX_SIZE_DATA] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Writes occupancy bits with a one for each key, duplicates or not. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_bits_from_keys(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,
    dvdb_buffer keys,                             /* index_dtype [count, width] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t width,                               /* n_dims, or 1 for places with the first axis fastest */
    uint32_t checked,                             /* 0 or 1 */
    int64_t n_bytes,                              /* ceil(n / 8) or more */
    dvdb_buffer out_bits,                         /* u8 [n_bytes], 4-byte aligned if n_bytes is a multiple of 4 */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Answers a question about each key. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_ask(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer counters,                         /* u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */
    uint32_t question,                            /* dvdb_index_question; of several axes POINT and OCCUPIED only */
    dvdb_buffer keys,                             /* index_dtype [count, n_dims] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t checked,                             /* 0 or 1 */
    uint32_t out_dtype,                           /* as the question says, DVDB_I64 or DVDB_BOOL; DVDB_I32 too if 2^31 is not reached */
    dvdb_buffer out,                              /* out_dtype [count] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Answers a question about each box. Layouts other than PAPER have ranges, which are boxes along one axis. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_sum_boxes(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer counters,                         /* u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none */
    uint32_t question,                            /* dvdb_index_box_question */
    dvdb_buffer low,                              /* index_dtype [count, n_dims] */
    dvdb_buffer high,                             /* index_dtype [count, n_dims]; may be `low` where it is not read */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,
    uint32_t checked,                             /* 0 or 1 */
    dvdb_buffer out,                              /* i64 [count] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Edits the elements of a PAPER or WIDE index; all numbers for one element are added up before they are applied. If
 * anything is refused, no element changes. Without `checked`, nothing waits, and a call with anything to refuse has no
 * effect.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_apply_edit(
    dvdb_context context, dvdb_ticket ticket,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA]; edited */
    dvdb_buffer counters,                         /* u8 [DVDB_INDEX_SIZE_COUNTERS], edited; 0 for none */
    uint32_t edit,                                /* dvdb_index_edit; ADD needs PAPER */
    dvdb_buffer keys,                             /* index_dtype [count, n_dims] */
    uint32_t index_dtype,                         /* DVDB_I32 or DVDB_I64 */
    int64_t count,                                /* of a PAPER index below 2^31 */
    dvdb_buffer deltas,                           /* delta_dtype [count]; read for ADD alone, else any buffer */
    uint32_t delta_dtype,                         /* DVDB_I32 or DVDB_I64 */
    uint32_t checked,                             /* 0 or 1 */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Writes the bits of an index whose elements have one, 0 behind n. */
DVDB_API dvdb_status dvdb_index_to_bits(
    dvdb_context context,
    uint32_t layout,                              /* dvdb_index_form */
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer out /* u8 [ceil(n / 8)] */) DVDB_NOEXCEPT;

/** Writes all elements of a PAPER index. */
DVDB_API dvdb_status dvdb_index_to_values(
    dvdb_context context,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    uint32_t value_dtype,                         /* DVDB_U8, DVDB_I32 or DVDB_I64; wide enough for `bits` */
    dvdb_buffer out /* value_dtype [n] */) DVDB_NOEXCEPT;

/**
 * Compares bytes that claim to be a PAPER index with the tree that was made of the elements read from them; where they
 * differ, they are refused as CORRUPT.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_index_compare(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *dims,                  /* [n_dims] */
    uint32_t n_dims, uint32_t bits,
    dvdb_buffer data,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    dvdb_buffer made,                             /* u8 [DVDB_INDEX_SIZE_DATA] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

#endif
