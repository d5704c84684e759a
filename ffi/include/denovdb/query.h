/** Questions to index grids, and their transforms. Offsets are as in grid.h; element b's grid is found from them. */
#ifndef DENOVDB_QUERY_H
#define DENOVDB_QUERY_H

#include "abi.h"

/** Which number a row has. */
enum dvdb_row_base {
  /** Rows count from each grid's first voxel. */
  DVDB_ROWS_IN_GRID = 0,
  /** Rows count over the whole batch. */
  DVDB_ROWS_IN_BATCH = 1
};

/** Writes the row of each coordinate, or -1 where it is not active. */
DVDB_API dvdb_status dvdb_ijk_to_index(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/** Writes the row of the voxel that holds each world point, or -1; points that are not finite give -1. */
DVDB_API dvdb_status dvdb_points_to_index(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/** Writes whether each coordinate is active. */
DVDB_API dvdb_status dvdb_coords_in_grid(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/** Writes whether the voxel that holds each world point is active. */
DVDB_API dvdb_status dvdb_points_in_grid(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/** Maps world points to voxel space: (point - origin) / size, computed in double precision. */
DVDB_API dvdb_status dvdb_world_to_voxel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n, 3] */) DVDB_NOEXCEPT;

/** Maps voxel space to world points: point * size + origin, computed in double precision. */
DVDB_API dvdb_status dvdb_voxel_to_world(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n, 3] */) DVDB_NOEXCEPT;

/**
 * Writes, for each voxel c of a batch, the row of floor((c * scale + shift) / divisor) in the same grid of another
 * batch, or -1 where that is not active or does not fit int32.
 */
DVDB_API dvdb_status dvdb_row_map(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid other,                              /* as many grids as `grid` has */
    DVDB_IN const int32_t *scale,                 /* [3] */
    DVDB_IN const int32_t *divisor,               /* [3], positive */
    DVDB_IN const int32_t *shift,                 /* [3] */
    uint32_t row_base,                            /* dvdb_row_base; rows of `other` */
    dvdb_buffer out /* i64 [n_voxels] of `grid` */) DVDB_NOEXCEPT;

#endif
