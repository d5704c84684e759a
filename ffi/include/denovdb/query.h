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

/** Where points are. */
enum dvdb_space {
  /** World units. */
  DVDB_SPACE_WORLD = 0,
  /** Units of voxels, whose centres are whole numbers. */
  DVDB_SPACE_VOXEL = 1
};

/** Space-filling curves through the cube [0, 2^21)^3, and which coordinate they start with. */
enum dvdb_curve {
  /** Bit b of x is bit 3 b of the code, of y 3 b + 1, of z 3 b + 2. */
  DVDB_CURVE_MORTON = 0,
  /** The same with x and z swapped. */
  DVDB_CURVE_MORTON_ZYX = 1,
  /** Hilbert's curve by Skilling's algorithm, x leading. */
  DVDB_CURVE_HILBERT = 2,
  /** The same with x and z swapped. */
  DVDB_CURVE_HILBERT_ZYX = 3
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
 * Writes the rows around each coordinate times 2^bitshift, x slowest and z fastest: -1 where a voxel is not active or
 * does not fit int32.
 */
DVDB_API dvdb_status dvdb_neighbor_indexes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t extent,                              /* cells on each side, 8191 at most */
    uint32_t bitshift,                            /* 31 at most */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n, w, w, w], w = 2 extent + 1 */) DVDB_NOEXCEPT;

/** Writes the rows around each of the batch's voxels, in row order. */
DVDB_API dvdb_status dvdb_neighbor_rows(
    dvdb_context context, dvdb_grid grid,
    uint32_t extent,                              /* cells on each side, 8191 at most */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n_voxels, w, w, w], w = 2 extent + 1 */) DVDB_NOEXCEPT;

/**
 * Writes, for each voxel, the position of its coordinate in its grid's list, or -1 where it is not listed. Of several
 * positions the last one counts.
 */
DVDB_API dvdb_status dvdb_ijk_to_inv_index(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t row_base,                            /* dvdb_row_base: positions in the list, or over all lists */
    dvdb_buffer out /* i64 [n_voxels] */) DVDB_NOEXCEPT;

/**
 * Writes whether all voxels from that of center + cube_min to that of center + cube_max are active, where a point's
 * voxel is floor((point - origin) / size + 1/2). Centers that are not finite give 0.
 */
DVDB_API dvdb_status dvdb_cubes_in_grid(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer centers,                          /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_IN const double *cube_min,               /* [3], world units; finite */
    DVDB_IN const double *cube_max,               /* [3], world units; finite, not below cube_min */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/** Writes whether any of the voxels that dvdb_cubes_in_grid looks at is active. */
DVDB_API dvdb_status dvdb_cubes_intersect_grid(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer centers,                          /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_IN const double *cube_min,               /* [3], world units; finite */
    DVDB_IN const double *cube_max,               /* [3], world units; finite, not below cube_min */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/**
 * Writes the place of each coordinate plus an offset along a curve. Coordinates outside the curve's cube are
 * DVDB_INVALID_DATA with their number.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_curve_codes(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    uint32_t curve,                               /* dvdb_curve */
    DVDB_IN const int64_t *offset,                /* [3], added to the coordinates */
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/**
 * Writes the corners and the edges of each voxel's cell. Bits 2, 1 and 0 of a corner's number are its offsets along
 * x, y and z; edges hold corners, counted from the grid's first: four along x, four along y, four along z.
 */
DVDB_API dvdb_status dvdb_edge_network(
    dvdb_context context, dvdb_grid grid,
    uint32_t space,                               /* dvdb_space of the corners */
    dvdb_buffer out_verts,                        /* f32 [n_voxels, 8, 3] */
    dvdb_buffer out_edges /* i64 [n_voxels, 12, 2] */) DVDB_NOEXCEPT;

/** Writes the number of each row's grid. */
DVDB_API dvdb_status dvdb_row_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_voxels] */) DVDB_NOEXCEPT;

/** Writes the least voxel of each leaf, leaves in the order of their rows. */
DVDB_API dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_leaves, 3] */) DVDB_NOEXCEPT;

/** Writes the number of each leaf's grid. */
DVDB_API dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_leaves] */) DVDB_NOEXCEPT;

/** Writes the 27 leaves around each leaf, x slowest and z fastest: indices over the batch, -1 where there is none. */
DVDB_API dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i64 [n_leaves, 27] */) DVDB_NOEXCEPT;

/**
 * Writes, for each voxel c of a batch, the row of floor((c * scale + shift) / divisor) in the same grid of another
 * batch, or -1 where that is not active or does not fit int32, or where the division leaves a remainder of `remainders`
 * or more.
 */
DVDB_API dvdb_status dvdb_row_map(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid other,                              /* as many grids as `grid` has */
    DVDB_IN const int32_t *scale,                 /* [3] */
    DVDB_IN const int32_t *divisor,               /* [3], positive */
    DVDB_IN const int32_t *shift,                 /* [3] */
    DVDB_IN const int32_t *remainders,            /* [3], positive; divisor or more to keep all */
    uint32_t row_base,                            /* dvdb_row_base; rows of `other` */
    dvdb_buffer out /* i64 [n_voxels] of `grid` */) DVDB_NOEXCEPT;

#endif
