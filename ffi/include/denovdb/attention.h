/**
 * Attention between the rows of lists, and the orders and windows that make lists of rows.
 *
 * Orders and windows are row numbers, one behind the other, with the place of each row among them. Offsets of lists are
 * host arrays int64 [n_lists + 1] that start at 0, do not descend and end at the number of rows.
 */
#ifndef DENOVDB_ATTENTION_H
#define DENOVDB_ATTENTION_H

#include "abi.h"

/** What the last window of a list does where the rows of a list are no multiple of the size of windows. */
enum dvdb_tails {
  /** It has fewer rows. */
  DVDB_TAILS_SHORT = 0,
  /** It ends with rows of the window before, those of the same places. */
  DVDB_TAILS_BORROW = 1
};

/** Lists the rows of each list by ascending code, rows of the same code in their order. */
DVDB_API dvdb_status dvdb_order_by_code(
    dvdb_context context,
    dvdb_buffer codes,                            /* i64 [n] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    dvdb_buffer out_rows,                         /* i64 [n] */
    dvdb_buffer out_inverse /* i64 [n], the place of each row */) DVDB_NOEXCEPT;

/**
 * Lists rows as dvdb_order_by_code does, by codes without their lowest bits, numbers groups of rows of one list and one
 * such code in that order, and writes the offsets of the groups of each list. Waits for these.
 */
DVDB_API dvdb_status dvdb_group_by_code_count(
    dvdb_context context,
    dvdb_buffer codes,                            /* i64 [n] */
    int64_t n,
    uint32_t shift,                               /* 0 to 63 */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    dvdb_buffer out_rows,                         /* i64 [n] */
    dvdb_buffer out_inverse,                      /* i64 [n], the place of each row */
    dvdb_buffer out_groups,                       /* i64 [n], the group of each row */
    DVDB_OUT int64_t *out_offsets /* [n_lists + 1] */) DVDB_NOEXCEPT;

/** Writes the code of each group without its lowest bits, and where its rows end. */
DVDB_API dvdb_status dvdb_group_by_code(
    dvdb_context context,
    dvdb_buffer codes,                            /* i64 [n] */
    dvdb_buffer rows,                             /* i64 [n], as dvdb_group_by_code_count wrote them */
    dvdb_buffer groups,                           /* i64 [n], as are these */
    int64_t n,
    uint32_t shift,                               /* 0 to 63 */
    int64_t n_groups,
    dvdb_buffer out_codes,                        /* i64 [n_groups] */
    dvdb_buffer out_ends /* i64 [n_groups] */) DVDB_NOEXCEPT;

/**
 * Cuts lists of rows into windows. Of a list, blocks of size * dilation rows have windows of every dilation-th of their
 * rows; what is left at the end is such a block with fewer rows. With DVDB_TAILS_BORROW, for which dilation is 1,
 * all windows of a list of more than `size` rows have `size`.
 * Serves: dilatedWindows, patchWindows.
 */
DVDB_API dvdb_status dvdb_window_rows(
    dvdb_context context,
    dvdb_buffer rows,                             /* i64 [n], each of 0 to n - 1 once */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    int64_t size,                                 /* 1 to 16777216 */
    int64_t dilation,                             /* 1 to 16777216 */
    uint32_t tails,                               /* dvdb_tails */
    int64_t n_out,                                /* 0 or more, the rows of all windows */
    dvdb_buffer out_rows,                         /* i64 [n_out] */
    dvdb_buffer out_inverse /* i64 [n], the place of each row where it is not borrowed */) DVDB_NOEXCEPT;

/**
 * Writes a code of the box that each voxel is in, (ijk + shift) / divisor rounded down: those with lower coordinates
 * first, x before y before z. Boxes whose coordinates do not lie in -2^20 to 2^20 - 1 are
 * DVDB_INVALID_DATA; the message tells how many voxels. Waits for their number.
 */
DVDB_API dvdb_status dvdb_window_codes(
    dvdb_context context,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int32_t *divisor,               /* [3], 1 or more */
    DVDB_IN const int32_t *shift,                 /* [3] */
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/**
 * Attention of each list: of every head, out = softmax(scale q k^T + bias) v over the keys of the list with the same
 * number, with `causal` over those whose place in their list is not beyond that of the query. The bias is the sum of a
 * number of the table for each axis, by the position of the query less that of the key, clamped to -reach to reach; positions
 * that are left out are 0. A query without keys gets 0, and -inf as the logarithm of its sum of exponentials.
 * Serves: attention, packedAttention.
 */
DVDB_API dvdb_status dvdb_attend(
    dvdb_context context,
    dvdb_buffer q,                                /* dtype [n_queries, strides[0]] */
    dvdb_buffer k,                                /* dtype [n_keys, strides[1]] */
    dvdb_buffer v,                                /* dtype [n_keys, strides[2]] */
    DVDB_IN const int64_t *strides,               /* [3], 1 or more: elements of rows of q, k and v */
    DVDB_IN const int64_t *firsts,                /* [3], 0 or more: where their heads begin in a row */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n_queries, int64_t n_keys,
    int64_t heads,                                /* 1 to 65536 */
    int64_t depth,                                /* 1 to 65536, elements of a head of q and k */
    int64_t value_depth,                          /* 1 to 65536, those of v */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1], lists of queries */
    DVDB_IN const int64_t *key_offsets,           /* [n_lists + 1], lists of keys and values */
    uint32_t n_lists,
    double scale,
    uint32_t causal,                              /* 0 or 1 */
    int64_t reach,                                /* 0 to 65535 */
    dvdb_buffer table,                            /* f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer positions,                        /* i32 [n_queries, 3]; 0 for none */
    dvdb_buffer key_positions,                    /* i32 [n_keys, 3]; 0 for none */
    dvdb_buffer out,                              /* dtype [n_queries, heads, value_depth] */
    dvdb_buffer out_log_sums /* f32 [heads, n_queries]; f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_attend. Gradients of q, k and v are written where the operands have theirs, which may be one
 * buffer; other elements of it are left as they are.
 * Serves: attentionBackward, packedAttentionBackward.
 */
DVDB_API dvdb_status dvdb_attend_backward(
    dvdb_context context,
    dvdb_buffer q,                                /* dtype [n_queries, strides[0]] */
    dvdb_buffer k,                                /* dtype [n_keys, strides[1]] */
    dvdb_buffer v,                                /* dtype [n_keys, strides[2]] */
    DVDB_IN const int64_t *strides,               /* [3], 1 or more: elements of rows of q, k and v */
    DVDB_IN const int64_t *firsts,                /* [3], 0 or more: where their heads begin in a row */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n_queries, int64_t n_keys,
    int64_t heads,                                /* 1 to 65536 */
    int64_t depth,                                /* 1 to 65536, elements of a head of q and k */
    int64_t value_depth,                          /* 1 to 65536, those of v */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1], lists of queries */
    DVDB_IN const int64_t *key_offsets,           /* [n_lists + 1], lists of keys and values */
    uint32_t n_lists,
    double scale,
    uint32_t causal,                              /* 0 or 1 */
    int64_t reach,                                /* 0 to 65535 */
    dvdb_buffer table,                            /* f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer positions,                        /* i32 [n_queries, 3]; 0 for none */
    dvdb_buffer key_positions,                    /* i32 [n_keys, 3]; 0 for none */
    dvdb_buffer results,                          /* dtype [n_queries, heads, value_depth] */
    dvdb_buffer log_sums,                         /* f32 [heads, n_queries]; f64 for dtype DVDB_F64 */
    dvdb_buffer gradients,                        /* dtype [n_queries, heads, value_depth], of a loss by the results */
    dvdb_buffer out_q,                            /* dtype [n_queries, strides[0]]; 0 for none */
    dvdb_buffer out_k,                            /* dtype [n_keys, strides[1]]; 0 for none */
    dvdb_buffer out_v,                            /* dtype [n_keys, strides[2]]; 0 for none */
    dvdb_buffer out_table /* f32 [3, 2 * reach + 1, heads]; 0 for none; f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

#endif
