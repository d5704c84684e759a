/**
 * Index grids: batches of sparse voxel sets whose active voxels are numbered.
 *
 * Element offsets of a batch are host arrays int64 [n_grids + 1] that start at 0, do not descend and end at the
 * element count. Rows are numbered over the whole batch, grid after grid.
 */
#ifndef DENOVDB_GRID_H
#define DENOVDB_GRID_H

#include "abi.h"

/** Most grids that one batch can hold. */
enum dvdb_grid_limit { DVDB_MAX_GRIDS = 65536 };

/** Places of dvdb_grid_counts. */
enum dvdb_grid_count {
  /** Grids in the batch. */
  DVDB_COUNT_GRIDS = 0,
  /** Active voxels of all grids. */
  DVDB_COUNT_VOXELS = 1,
  /** Leaf nodes, 8^3 voxels each. */
  DVDB_COUNT_LEAVES = 2,
  /** Lower nodes, 128^3 voxels each. */
  DVDB_COUNT_LOWERS = 3,
  /** Upper nodes, 4096^3 voxels each. */
  DVDB_COUNT_UPPERS = 4,
  /** Device bytes of the batch. */
  DVDB_COUNT_BYTES = 5,
  /** How many numbers dvdb_grid_counts writes. */
  DVDB_COUNT_COUNT = 6
};

/**
 * Builds a batch of grids from voxel coordinates; duplicates count once.
 * Any int32 coordinate is legal, and so are no points and no grids.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_ijk(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer ijk,                              /* i32 [n_points, 3] */
    int64_t n_points,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world position of the centre of voxel (0,0,0) */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Builds a batch of grids from world points: the voxels floor((point - origin) / size + 1/2), in double precision.
 * Points that are not finite, or whose voxel does not fit int32, are DVDB_INVALID_DATA with their number.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_points(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer points,                           /* dtype [n_points, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_points,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world units */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Builds the grid of the eight voxels around each world point: floor((point - origin) / size) + {0, 1}^3.
 * Points that are not finite, or whose voxels do not fit int32, are DVDB_INVALID_DATA with their number.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_nearest_voxels(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer points,                           /* dtype [n_points, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_points,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world units */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Builds a batch of grids from triangle meshes, one each: the voxels whose closed cells have a point of a triangle, and
 * those whose centres are no further than half_width from one. Triangles may be degenerate and form no closed surface.
 * Triangles with corners that name no vertex or are not finite, or that reach beyond int32, are DVDB_INVALID_DATA with
 * their number.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_mesh(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer vertices,                         /* dtype [n_vertices, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_vertices,
    DVDB_IN const int64_t *vertex_offsets,        /* [n_grids + 1] */
    dvdb_buffer faces,                            /* face_dtype [n_faces, 3], counted from the first vertex of the list */
    uint32_t face_dtype,                          /* DVDB_I32 or DVDB_I64 */
    int64_t n_faces,
    DVDB_IN const int64_t *face_offsets,          /* [n_grids + 1] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world units */
    uint32_t n_grids,
    double half_width,                            /* world units, 0 or more */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Builds equal grids from a box of voxels, low + [0, dims - 1], of which a mask may keep a part. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_dense(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int32_t *low,                   /* [3] */
    DVDB_IN const int64_t *dims,                  /* [3], positive */
    dvdb_buffer mask,                             /* bool [dims], z fastest, which voxels are kept; 0 for all */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world units */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Gives a batch up; its memory is freed after the work already enqueued. */
DVDB_API dvdb_status dvdb_grid_destroy(dvdb_context context, dvdb_grid grid) DVDB_NOEXCEPT;

/** Writes the counts of dvdb_grid_count. */
DVDB_API dvdb_status dvdb_grid_counts(dvdb_context context, dvdb_grid grid, DVDB_OUT int64_t *out_counts /* [DVDB_COUNT_COUNT] */) DVDB_NOEXCEPT;

/** Writes each grid's first row, and its inclusive voxel bounds (all zero for a grid without voxels). */
DVDB_API dvdb_status dvdb_grid_table(dvdb_context context, dvdb_grid grid, uint32_t n_grids /* as many as the batch has */,
                                     DVDB_OUT int64_t *out_offsets /* [n_grids + 1] */,
                                     DVDB_OUT int32_t *out_bboxes /* [n_grids, 2, 3] */) DVDB_NOEXCEPT;

/** Writes the coordinates of all active voxels, in row order. */
DVDB_API dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_voxels, 3] */) DVDB_NOEXCEPT;

#endif
