/**
 * Bricked volumes: only the bricks that hold voxels above a threshold are stored.
 *
 * A volume has `extents` voxels along x, y and z, at most 2^40 in all; an extent of 0 means no voxels. A brick has 2^k
 * voxels along each axis. The first voxels of neighboring bricks are 2^k - 1 voxels apart, starting from voxel 0: the
 * last voxel of a brick is the first of the next (padding), and the others are its payload. Beyond the end of the
 * volume, the last voxel is repeated. Bricks are numbered with x varying fastest, and so are the voxels of a brick.
 * Filled bricks are those that hold a voxel above the threshold. The position of a brick in the pool is its rank in a
 * spatial index (see fenwick.h) over all bricks, or an entry in a table.
 *
 * Arguments that describe a bricked volume, the same for every call that reads one:
 * - `extents`, `log2_edge`: number of voxels along each axis, and k, from 1 to 8
 * - `slots`, `data`, `counters`: how the position of a brick in the pool is found; a table is u32 [bricks] in `data`,
 *   with 2^32 - 1 for empty bricks, and has no counters
 * - `masks`: u64 words with one bit for each brick of a block of 4^3, blocks with x fastest, bit x + 4 y + 16 z; then
 *   u64 words with one bit for each word of a block of 4^3 words, set where the word is not 0
 * - `n_slots`, `pool`, `dtype`: the capacity of the pool in bricks, its voxels, and their type
 */
#ifndef DENOVDB_BRICKS_H
#define DENOVDB_BRICKS_H

#include "abi.h"

/** Ways to find the position of a brick in the pool. The first four are the values of dvdb_index_form. */
enum dvdb_brick_slots {
  /** The rank in a packed Fenwick tree. */
  DVDB_SLOTS_PAPER = 0,
  /** The rank in a bit vector with counters. */
  DVDB_SLOTS_WIDE = 1,
  /** The rank in a bit vector in cells of 16 bytes. */
  DVDB_SLOTS_RANK96 = 2,
  /** The rank in a bit vector in cells of 32 bytes. */
  DVDB_SLOTS_RANK224 = 3,
  /** An entry in a table; edits leave the positions of other bricks unchanged. */
  DVDB_SLOTS_TABLE = 4
};

/** Which voxels make a brick filled when they are above the threshold. */
enum dvdb_coverage_form {
  /** Its payload: the voxels that it does not share with the next bricks. */
  DVDB_COVERAGE_PAYLOAD = 0,
  /** All of its voxels, payload and padding: the corners of all cells of the brick. */
  DVDB_COVERAGE_CELLS = 1
};

/** Memory order of dense voxels. */
enum dvdb_voxel_order {
  /** x fastest, then y: [z, y, x]. */
  DVDB_ORDER_X_FASTEST = 0,
  /** z fastest, then y: [x, y, z]. */
  DVDB_ORDER_Z_FASTEST = 1
};

/** Positions in the array that dvdb_brick_count writes. */
enum dvdb_brick_counted {
  /** Voxels above the threshold. Position k holds the number of filled bricks of 2^k voxels along each axis. */
  DVDB_COUNTED_VOXELS = 0,
  /** The number of values that dvdb_brick_count writes. */
  DVDB_COUNTED_COUNT = 9
};

/** The effect of an edit on a brick. */
enum dvdb_brick_edit {
  /** The brick was empty and stays empty. */
  DVDB_BRICK_NONE = 0,
  /** The brick was filled and stays filled. */
  DVDB_BRICK_KEEP = 1,
  /** The brick was empty and becomes filled. */
  DVDB_BRICK_ADD = 2,
  /** The brick was filled and becomes empty. */
  DVDB_BRICK_REMOVE = 3,
  /** The number of values that dvdb_brick_set_box_plan writes: the number of bricks of each kind. */
  DVDB_BRICK_COUNT = 4
};

/**
 * Writes one bit for each voxel, 1 if its value is above the threshold; each row along x starts at a word. NaN is not
 * above the threshold; with `checked`, it is refused.
 * Serves: brickFromSlabs, brickStats, brickVolume.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_threshold(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [product(extents)] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    double threshold,                             /* a whole number for integer types, or infinite */
    uint32_t checked,                             /* 0 or 1 */
    int64_t first,                                /* number of the first voxel, used in error messages */
    dvdb_buffer out_bits,                         /* u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Counts the voxels above the threshold and, for each brick size, the filled bricks.
 * Serves: brickFromSlabs, brickStats, brickVolume.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_count(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    dvdb_buffer bits,                             /* u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
    uint32_t coverage,                            /* dvdb_coverage_form */
    DVDB_OUT int64_t *out_counts /* [DVDB_COUNTED_COUNT] */) DVDB_NOEXCEPT;

/**
 * Sets the bits of the filled bricks and counts them. The voxels may be a slab of z slices of a volume. A slab starts
 * at the first slice of a layer of bricks and holds the payload of `layers` layers and one more slice, unless the
 * volume ends before that slice.
 * Serves: brickFromSlabs, brickVolume.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_occupancy(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3], z is the number of slices given */
    dvdb_buffer bits,                             /* u32 [extents[2], extents[1], ceil(extents[0] / 32)] */
    uint32_t coverage,                            /* dvdb_coverage_form */
    uint32_t log2_edge,                           /* 1 to 8 */
    int64_t layers,                               /* ceil(z / (2^k - 1)), or one less */
    int64_t first,                                /* number of the first brick */
    int64_t n_bricks,                             /* 0 to 1099511627776, of the whole volume */
    dvdb_buffer out_bits,                         /* u32 [8 * ceil(n_bricks / 256)], the bits are 0 before */
    DVDB_OUT int64_t *out_filled /* [1] */) DVDB_NOEXCEPT;

/**
 * Copies the voxels of the filled bricks to a pool, in the order of the brick numbers.
 * Serves: brickFromSlabs, brickVolume.
 */
DVDB_API dvdb_status dvdb_brick_fill(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3], z is the number of slices given */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [product(extents)] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge,                           /* 1 to 8 */
    int64_t layers,
    int64_t first,                                /* number of the first brick */
    int64_t n_bricks,                             /* 0 to 1099511627776, of the whole volume */
    dvdb_buffer bits,                             /* u32 [8 * ceil(n_bricks / 256)] */
    int64_t filled,                               /* filled bricks in these layers */
    dvdb_buffer out_pool /* dtype [filled, 8 ^ log2_edge], aligned to a row of a brick or 16 bytes */) DVDB_NOEXCEPT;

/**
 * Computes the masks of a volume from the bits of its bricks.
 * Serves: brickCompact, brickFromSlabs, brickSetBox, brickVolume.
 */
DVDB_API dvdb_status dvdb_brick_masks(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    dvdb_buffer bits,                             /* u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) *
                                                     ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)] */
    dvdb_buffer out_masks /* unsized, u64 [words of bricks + words of words] */) DVDB_NOEXCEPT;

/**
 * Computes the table of a volume from the bits of its bricks: the rank of each filled brick, and 2^32 - 1 for empty
 * ones.
 * Serves: brickCompact, brickFromSlabs, brickVolume.
 */
DVDB_API dvdb_status dvdb_brick_table(
    dvdb_context context,
    int64_t n_bricks,                             /* 0 to 1099511627776 */
    dvdb_buffer bits,                             /* u32 [8 * ceil(n_bricks / 256)] */
    dvdb_buffer out_table /* u32 [n_bricks] */) DVDB_NOEXCEPT;

/**
 * Writes all voxels of a bricked volume to a dense array; voxels outside the payload of filled bricks get `background`.
 */
DVDB_API dvdb_status dvdb_brick_to_dense(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* unsized, u8; 0 for none */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t order,                               /* dvdb_voxel_order */
    double background,                            /* a value that dtype can represent */
    dvdb_buffer out /* dtype [product(extents)] */) DVDB_NOEXCEPT;

/**
 * Looks up voxels by coordinate; `background` for coordinates outside the volume or outside the payload of filled
 * bricks.
 */
DVDB_API dvdb_status dvdb_brick_lookup(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* unsized, u8; 0 for none */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer ijk,                              /* i32 [count, 3] */
    int64_t count,
    double background,                            /* a value that dtype can represent */
    dvdb_buffer out /* dtype [count] */) DVDB_NOEXCEPT;

/**
 * Samples a bricked volume with trilinear interpolation. Voxel i has its center at i + 1/2; points beyond the outermost
 * centers are clamped to them. NaN counts as the lowest value.
 */
DVDB_API dvdb_status dvdb_brick_sample(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* unsized, u8; 0 for none */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer points,                           /* f32 [count, 3] */
    int64_t count,
    double background,                            /* where the brick is empty */
    dvdb_buffer out /* f32 [count] */) DVDB_NOEXCEPT;

/**
 * Determines what new values for the voxels of a box do to the bricks that hold these voxels as payload or as padding.
 * Along each axis these are the bricks from ceil(low / (2^k - 1)) - 1 to (low + size - 1) / (2^k - 1), clamped to the
 * bricks of the volume. Changes neither table nor pool.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_brick_set_box_plan(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    dvdb_buffer table,                            /* u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)),
                                                     ceil(extents[0] / (2 ^ log2_edge - 1))] */
    int64_t n_slots,                              /* 0 to 4294967294 */
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer values,                           /* dtype [product(size)] */
    double threshold,                             /* a whole number for integer types, or infinite */
    uint32_t coverage,                            /* dvdb_coverage_form */
    uint32_t checked,                             /* 0 or 1: whether NaN is refused */
    dvdb_buffer out_edits,                        /* unsized, u32 [bricks of the box], dvdb_brick_edit, x fastest */
    DVDB_OUT int64_t *out_counts,                 /* [DVDB_BRICK_COUNT] */
    DVDB_OUT uint32_t *out_fault /* [1], dvdb_index_fault */) DVDB_NOEXCEPT;

/**
 * Lists the bricks that an edit adds, then those that it removes, and the first free slots, one for each added brick.
 */
DVDB_API dvdb_status dvdb_brick_set_box_list(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    dvdb_buffer table,                            /* u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)),
                                                     ceil(extents[0] / (2 ^ log2_edge - 1))] */
    int64_t n_slots,                              /* 0 to 4294967294, with at least as many free slots as bricks are added */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    dvdb_buffer edits,                            /* unsized, u32 [bricks of the box] */
    int64_t added, int64_t removed,
    dvdb_buffer out_bricks,                       /* i64 [added + removed] */
    dvdb_buffer out_slots /* u32 [added] */) DVDB_NOEXCEPT;

/**
 * Applies an edit to a table and a pool. Voxels of an added brick are `background` unless the box or a neighboring
 * brick holds their value.
 */
DVDB_API dvdb_status dvdb_brick_set_box_apply(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    dvdb_buffer table,                            /* u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)),
                                                     ceil(extents[0] / (2 ^ log2_edge - 1))], edited */
    int64_t n_slots,                              /* 0 to 4294967294 */
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge], edited */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    DVDB_IN const int64_t *low,                   /* [3] */
    DVDB_IN const int64_t *size,                  /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer values,                           /* dtype [product(size)] */
    double background,                            /* a value that dtype can represent */
    dvdb_buffer edits,                            /* unsized, u32 [bricks of the box] */
    int64_t added, int64_t removed,
    dvdb_buffer bricks,                           /* i64 [added + removed] */
    dvdb_buffer places /* u32 [added] */) DVDB_NOEXCEPT;

/** Copies the filled bricks of a volume to a pool, in the order of the brick numbers. */
DVDB_API dvdb_status dvdb_brick_compact(
    dvdb_context context,
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t log2_edge,                           /* 1 to 8 */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, u8, or u32 [bricks] */
    dvdb_buffer counters,                         /* unsized, u8; 0 for none */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words] */
    int64_t n_slots,
    dvdb_buffer pool,                             /* dtype [n_slots, 8 ^ log2_edge] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    dvdb_buffer bits,                             /* u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) *
                                                     ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)] */
    int64_t filled,
    dvdb_buffer out_pool /* dtype [filled, 8 ^ log2_edge] */) DVDB_NOEXCEPT;

#endif
