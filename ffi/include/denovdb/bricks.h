/**
 * Volumes in bricks: voxels above a threshold and those around them, the rest left out.
 *
 * A volume has `extents` voxels along x, y and z, 2^40 at most; where one is 0, there are none. Bricks of 2^k voxels an
 * axis are 2^k - 1 voxels apart, from voxel 0 on; the last voxel of a brick is the first of the next, and behind the
 * volume the last one repeats. Bricks are numbered with x fastest, and so are the voxels of a brick. The filled ones are
 * those that hold a voxel above the threshold; where they are in the pool is said by an index (see fenwick.h) over all
 * bricks, as their rank, or by a table.
 *
 * Arguments of a volume in bricks, the same for every call that reads one:
 * - `extents`, `log2_edge`: voxels along the axes, and k from 1 to 8
 * - `slots`, `data`, `counters`: what says where bricks are; a table is u32 [bricks] in `data`, 2^32 - 1 where a brick is
 *   empty, and has no counters
 * - `masks`: u64 words of 4^3 bricks, x fastest, bit x + 4 y + 16 z; then such words of 4^3 words, 1 where one is not 0
 * - `n_slots`, `pool`, `dtype`: room for bricks, and the voxels of each
 */
#ifndef DENOVDB_BRICKS_H
#define DENOVDB_BRICKS_H

#include "abi.h"

/** What says where bricks are in the pool; the indexes have the numbers of dvdb_index_form. */
enum dvdb_brick_slots {
  /** Ranks in a packed Fenwick tree. */
  DVDB_SLOTS_PAPER = 0,
  /** Ranks in bits with counters. */
  DVDB_SLOTS_WIDE = 1,
  /** Ranks in cells of 16 bytes. */
  DVDB_SLOTS_RANK96 = 2,
  /** Ranks in cells of 32 bytes. */
  DVDB_SLOTS_RANK224 = 3,
  /** A table, which edits do not shift. */
  DVDB_SLOTS_TABLE = 4
};

/** Which voxels fill a brick. */
enum dvdb_coverage_form {
  /** Its own, without those that it shares with the next ones. */
  DVDB_COVERAGE_PAYLOAD = 0,
  /** All that the cells between them touch. */
  DVDB_COVERAGE_CELLS = 1
};

/** Order of dense voxels in memory. */
enum dvdb_voxel_order {
  /** x fastest, then y: [z, y, x]. */
  DVDB_ORDER_X_FASTEST = 0,
  /** z fastest, then y: [x, y, z]. */
  DVDB_ORDER_Z_FASTEST = 1
};

/** Places of dvdb_brick_count. */
enum dvdb_brick_counted {
  /** Voxels above the threshold; bricks of 2^k voxels an axis are at place k. */
  DVDB_COUNTED_VOXELS = 0,
  /** How many numbers dvdb_brick_count writes. */
  DVDB_COUNTED_COUNT = 9
};

/** What an edit does to a brick. */
enum dvdb_brick_edit {
  /** It is empty, and stays so. */
  DVDB_BRICK_NONE = 0,
  /** It is filled, and stays so. */
  DVDB_BRICK_KEEP = 1,
  /** It is filled now. */
  DVDB_BRICK_ADD = 2,
  /** It is empty now. */
  DVDB_BRICK_REMOVE = 3,
  /** How many numbers dvdb_brick_plan_edit writes: bricks of each kind. */
  DVDB_BRICK_COUNT = 4
};

/**
 * Writes a bit for each voxel, 1 above the threshold, in rows of whole words. NaN is not above; with `checked`, it is
 * refused.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_threshold(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [x * y * z] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    double threshold,                             /* of integers a whole number, or infinite */
    uint32_t checked,                             /* 0 or 1 */
    int64_t first,                                /* number of the first voxel, for messages */
    dvdb_buffer out_bits,                         /* u32 [z, y, ceil(x / 32)] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Counts the voxels above the threshold, and the bricks of every size that they fill. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_count(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    dvdb_buffer bits,                             /* u32 [z, y, ceil(x / 32)] */
    uint32_t coverage,                            /* dvdb_coverage_form */
    DVDB_OUT int64_t *out_counts /* [DVDB_COUNTED_COUNT] */) DVDB_NOEXCEPT;

/**
 * Sets the bits of the bricks that are filled, and counts them. The voxels may be some slices of a volume, which begin
 * with a layer of bricks and hold one slice more than `layers` layers have payload, unless the volume ends before.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_occupancy(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3], z being the slices that are there */
    dvdb_buffer bits,                             /* u32 [z, y, ceil(x / 32)] */
    uint32_t coverage,                            /* dvdb_coverage_form */
    uint32_t log2_edge,
    int64_t layers,                               /* ceil(z / (2^k - 1)), or one less */
    int64_t first,                                /* number of the first brick */
    int64_t n_bricks,                             /* of the whole volume */
    dvdb_buffer out_bits,                         /* u8 [32 * ceil(n_bricks / 256)]; the bits are 0 before */
    DVDB_OUT int64_t *out_filled /* [1] */) DVDB_NOEXCEPT;

/** Copies the voxels of filled bricks to a pool, in the order of their numbers. */
DVDB_API dvdb_status dvdb_brick_fill(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3], z being the slices that are there */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [x * y * z] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge, int64_t layers,
    int64_t first,                                /* number of the first brick */
    int64_t n_bricks,                             /* of the whole volume */
    dvdb_buffer bits,                             /* u8 [32 * ceil(n_bricks / 256)] */
    int64_t filled,                               /* bricks of these layers that are filled */
    dvdb_buffer out_pool /* dtype [filled * 8^k] */) DVDB_NOEXCEPT;

/** Writes the masks of a volume from the bits of its bricks. */
DVDB_API dvdb_status dvdb_brick_masks(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    dvdb_buffer bits,                             /* u8 [32 * ceil(bricks / 256)] */
    dvdb_buffer out_masks /* u64 [words of bricks + words of words] */) DVDB_NOEXCEPT;

/** Writes the table of a volume from the bits of its bricks: their ranks, and 2^32 - 1 where they are empty. */
DVDB_API dvdb_status dvdb_brick_table(
    dvdb_context context,
    int64_t n_bricks,
    dvdb_buffer bits,                             /* u8 [32 * ceil(n_bricks / 256)] */
    dvdb_buffer out_table /* u32 [n_bricks] */) DVDB_NOEXCEPT;

/** Writes all voxels of a volume in bricks, and `background` where a voxel is in no payload of a filled one. */
DVDB_API dvdb_status dvdb_brick_to_dense(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* u8; 0 for none */
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t order,                               /* dvdb_voxel_order */
    double background,                            /* a number that dtype has */
    dvdb_buffer out /* dtype [x * y * z] */) DVDB_NOEXCEPT;

/** Looks voxels up by their places; `background` where a voxel is in no payload of a filled brick, or outside. */
DVDB_API dvdb_status dvdb_brick_lookup(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* u8; 0 for none */
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer ijk,                              /* i32 [count, 3] */
    int64_t count,
    double background,                            /* a number that dtype has */
    dvdb_buffer out /* dtype [count] */) DVDB_NOEXCEPT;

/**
 * Samples a volume in bricks between voxels, whose centres are halves; outside of the centres it goes on as at the
 * nearest one. NaN counts as low.
 */
DVDB_API dvdb_status dvdb_brick_sample(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* u8; 0 for none */
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer points,                           /* f32 [count, 3] */
    int64_t count,
    double background,                            /* where the brick is empty */
    dvdb_buffer out /* f32 [count] */) DVDB_NOEXCEPT;

/**
 * Says what new values of the voxels in a box do to the bricks that hold them, as their own voxels or as padding: those
 * from ceil(low / (2^k - 1)) - 1 to (low + size - 1) / (2^k - 1) along each axis, as far as there are any. Nothing
 * changes.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_plan_edit(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    dvdb_buffer table,                            /* u32 [bricks] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer values,                           /* dtype [size] */
    double threshold,                             /* of integers a whole number, or infinite */
    uint32_t coverage,                            /* dvdb_coverage_form */
    uint32_t checked,                             /* 0 or 1: whether NaN is refused */
    dvdb_buffer out_edits,                        /* u32 [bricks of the box], dvdb_brick_edit, x fastest */
    DVDB_OUT int64_t *out_counts,                 /* [DVDB_BRICK_COUNT] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/** Lists the bricks that an edit adds, then those that it removes, and the first free slots for those it adds. */
DVDB_API dvdb_status dvdb_brick_list_edit(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    dvdb_buffer table,                            /* u32 [bricks] */
    int64_t n_slots,                              /* as many free ones as bricks are added, or more */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    dvdb_buffer edits,                            /* u32 [bricks of the box] */
    int64_t added, int64_t removed,
    dvdb_buffer out_bricks,                       /* i64 [added + removed] */
    dvdb_buffer out_slots /* u32 [added] */) DVDB_NOEXCEPT;

/** Edits a table and a pool. Voxels of bricks that are added are `background` unless the box or a neighbour has them. */
DVDB_API dvdb_status dvdb_brick_apply_edit(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    dvdb_buffer table,                            /* u32 [bricks]; edited */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k]; edited */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer values,                           /* dtype [size] */
    double background,                            /* a number that dtype has */
    dvdb_buffer edits,                            /* u32 [bricks of the box] */
    int64_t added, int64_t removed,
    dvdb_buffer bricks,                           /* i64 [added + removed] */
    dvdb_buffer places /* u32 [added] */) DVDB_NOEXCEPT;

/** Copies the filled bricks of a volume to a pool in the order of their numbers. */
DVDB_API dvdb_status dvdb_brick_compact(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* u8; 0 for none */
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer bits,                             /* u8 [32 * ceil(bricks / 256)] */
    int64_t filled,
    dvdb_buffer out_pool /* dtype [filled * 8^k] */) DVDB_NOEXCEPT;

#endif
