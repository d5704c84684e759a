/**
 * Queries on index grids, and coordinate transforms. Offsets are as in grid.h; they determine the grid of each element.
 */
#ifndef DENOVDB_QUERY_H
#define DENOVDB_QUERY_H

#include "abi.h"

/** Start of row numbers. */
enum dvdb_row_base {
  /** Rows are numbered from each grid's first voxel. */
  DVDB_ROWS_IN_GRID = 0,
  /** Rows are numbered over the whole batch. */
  DVDB_ROWS_IN_BATCH = 1
};

/** Coordinate spaces of points. */
enum dvdb_space {
  /** World space, in world units. */
  DVDB_SPACE_WORLD = 0,
  /** Voxel space, in voxels; voxel centers have integer coordinates. */
  DVDB_SPACE_VOXEL = 1
};

/** Space-filling curves through the cube [0, 2^21)^3. */
enum dvdb_curve {
  /** Morton order: bit b of x is bit 3 b of the code, that of y bit 3 b + 1, that of z bit 3 b + 2. */
  DVDB_CURVE_MORTON = 0,
  /** Morton order with x and z swapped. */
  DVDB_CURVE_MORTON_ZYX = 1,
  /** Hilbert curve by Skilling's algorithm, with x leading. */
  DVDB_CURVE_HILBERT = 2,
  /** Hilbert curve with x and z swapped. */
  DVDB_CURVE_HILBERT_ZYX = 3,
  /** Morton order of z, x, y: that of z, y, x with x and y swapped. */
  DVDB_CURVE_MORTON_ZXY = 4,
  /** Hilbert curve with x and y swapped. */
  DVDB_CURVE_HILBERT_YXZ = 5
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

/**
 * Writes the row of the voxel that contains each world point, or -1 if it is not active; points that are not finite
 * give -1.
 */
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

/** Writes whether the voxel that contains each world point is active. */
DVDB_API dvdb_status dvdb_points_in_grid(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/** Maps points in world space to voxel space: (point - origin) / size, computed in double precision. */
DVDB_API dvdb_status dvdb_world_to_voxel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n, 3] */) DVDB_NOEXCEPT;

/** Maps points in voxel space to world space: point * size + origin, computed in double precision. */
DVDB_API dvdb_status dvdb_voxel_to_world(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* dtype [n, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n, 3] */) DVDB_NOEXCEPT;

/**
 * Writes the rows of the voxels around each coordinate times 2^bitshift, x slowest and z fastest; -1 where a voxel is
 * not active or does not fit int32.
 */
DVDB_API dvdb_status dvdb_neighbor_indexes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t extent,                              /* 0 to 8191, cells on each side */
    uint32_t bitshift,                            /* 0 to 31 */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1] */) DVDB_NOEXCEPT;

/** Writes the rows of the neighbors of each voxel of the batch, in row order. */
DVDB_API dvdb_status dvdb_neighbor_rows(
    dvdb_context context, dvdb_grid grid,
    uint32_t extent,                              /* 0 to 8191, cells on each side */
    uint32_t row_base,                            /* dvdb_row_base */
    dvdb_buffer out /* i64 [n_voxels, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1] */) DVDB_NOEXCEPT;

/**
 * Writes, for each voxel, the position of its coordinate in its grid's list, or -1 if it is not listed. If it is listed
 * several times, the last position counts.
 */
DVDB_API dvdb_status dvdb_ijk_to_inv_index(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t row_base,                            /* dvdb_row_base, positions within the list of a grid, or over all lists */
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

/** Writes whether any of the voxels that dvdb_cubes_in_grid tests is active. */
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
 * Writes the position along a curve of each coordinate plus an offset. Coordinates outside the curve's cube are
 * DVDB_INVALID_DATA; the message tells how many.
 * Serves: gridHilbert, gridHilbertYxz, gridHilbertZyx, gridMorton, gridMortonZxy, gridMortonZyx, hilbert, hilbertYxz,
 * hilbertZyx, morton, mortonZxy, mortonZyx.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_curve_codes(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    uint32_t curve,                               /* dvdb_curve */
    DVDB_IN const int64_t *offset,                /* [3], added to the coordinates */
    dvdb_buffer out /* i64 [n] */) DVDB_NOEXCEPT;

/**
 * Writes the corners and edges of each voxel's cell. Bits 2, 1 and 0 of a corner's number are its offsets along x, y
 * and z. Edges are pairs of corners, numbered from the first corner of the grid: four along x, four along y, four along
 * z.
 */
DVDB_API dvdb_status dvdb_edge_network(
    dvdb_context context, dvdb_grid grid,
    uint32_t space,                               /* dvdb_space of the corners */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer out_vertices,                     /* dtype [n_voxels, 8, 3], rounded once */
    dvdb_buffer out_edges /* i64 [n_voxels, 12, 2] */) DVDB_NOEXCEPT;

/** Writes the grid number of each row. */
DVDB_API dvdb_status dvdb_row_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_voxels] */) DVDB_NOEXCEPT;

/** Writes the lowest voxel coordinate of each leaf, leaves in the order of their rows. */
DVDB_API dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_leaves, 3] */) DVDB_NOEXCEPT;

/** Writes the grid number of each leaf. */
DVDB_API dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_leaves] */) DVDB_NOEXCEPT;

/**
 * Writes the 27 leaves around each leaf (itself included), x slowest and z fastest: leaf numbers over the batch, -1
 * where there is none.
 */
DVDB_API dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i64 [n_leaves, 27] */) DVDB_NOEXCEPT;

/**
 * Writes, for each voxel c of a batch, the row of floor((c * scale + shift) / divisor) in the grid of the same number
 * of another batch. The result is -1 if that voxel is not active or does not fit int32, or if the remainder of the
 * division is `remainders` or more.
 */
DVDB_API dvdb_status dvdb_row_map(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid other,                              /* as many grids as `grid` has */
    DVDB_IN const int32_t *scale,                 /* [3] */
    DVDB_IN const int32_t *divisor,               /* [3], 1 or more */
    DVDB_IN const int32_t *shift,                 /* [3] */
    DVDB_IN const int32_t *remainders,            /* [3], 1 or more; divisor or more to keep all */
    uint32_t row_base,                            /* dvdb_row_base, for rows of `other` */
    dvdb_buffer out /* i64 [n_voxels(grid)] */) DVDB_NOEXCEPT;

#endif
