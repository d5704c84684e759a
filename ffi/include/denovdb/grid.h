/**
 * Index grids: batches of sparse voxel sets whose active voxels are numbered.
 *
 * The elements (points, coordinates, ..) of all grids of a batch are concatenated; their offsets are host arrays int64
 * [n_grids + 1] that start at 0, do not descend and end at the number of elements. Rows number the active voxels of the
 * whole batch, one grid after the other.
 */
#ifndef DENOVDB_GRID_H
#define DENOVDB_GRID_H

#include "abi.h"

/** Most grids that one batch can hold. */
enum dvdb_grid_limit { DVDB_MAX_GRIDS = 65536 };

/** Positions in the array that dvdb_grid_counts writes. */
enum dvdb_grid_count {
  /** Grids in the batch. */
  DVDB_COUNT_GRIDS = 0,
  /** Active voxels in all grids. */
  DVDB_COUNT_VOXELS = 1,
  /** Leaf nodes, 8^3 voxels each. */
  DVDB_COUNT_LEAVES = 2,
  /** Lower nodes, 128^3 voxels each. */
  DVDB_COUNT_LOWERS = 3,
  /** Upper nodes, 4096^3 voxels each. */
  DVDB_COUNT_UPPERS = 4,
  /** Device bytes that the batch takes. */
  DVDB_COUNT_BYTES = 5,
  /** The number of values that dvdb_grid_counts writes. */
  DVDB_COUNT_COUNT = 6
};

/**
 * Builds a batch of grids from voxel coordinates; duplicates count once.
 * Any int32 coordinate is valid; there may be no points, and no grids.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_ijk(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer ijk,                              /* i32 [n_points, 3] */
    int64_t n_points,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world position of the center of voxel (0,0,0) */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Builds a batch of grids from world points: the voxels floor((point - origin) / size + 1/2), in double precision.
 * Points that are not finite, or whose voxel does not fit int32, are DVDB_INVALID_DATA; the message tells how many.
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
 * Builds a batch of grids from the eight voxels around each world point: floor((point - origin) / size) + {0, 1}^3.
 * Points that are not finite, or whose voxels do not fit int32, are DVDB_INVALID_DATA; the message tells how many.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_nearest_voxels_to_points(
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
 * Builds a batch of grids from triangle meshes, one for each grid: the voxels whose closed cells intersect a triangle,
 * and those whose centers are within half_width of a triangle. Triangles may be degenerate, and meshes need not be
 * closed. Triangles with a corner that is not a valid vertex index or not finite, or that extend beyond int32
 * coordinates, are DVDB_INVALID_DATA; the message tells how many.
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

/** Builds identical grids from the voxels of a box, low + [0, dims - 1], or from those that a mask selects. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_grid_from_dense(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const int32_t *low,                   /* [3] */
    DVDB_IN const int64_t *dims,                  /* [3], 1 or more */
    dvdb_buffer mask,                             /* unsized, bool [dims], z fastest, which voxels are kept; 0 for all */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], world units */
    DVDB_IN const double *origins,                /* [n_grids, 3], world units */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Destroys a batch; its memory is freed after the work that is already enqueued. */
DVDB_API dvdb_status dvdb_grid_destroy(dvdb_context context, dvdb_grid grid /* handle, invalid afterwards */) DVDB_NOEXCEPT;

/** Writes the counts of dvdb_grid_count. */
DVDB_API dvdb_status dvdb_grid_counts(dvdb_context context, dvdb_grid grid, DVDB_OUT int64_t *out_counts /* [DVDB_COUNT_COUNT] */) DVDB_NOEXCEPT;

/**
 * Writes the offset of each grid's first row, and its inclusive bounding box in voxels (all zero for a grid without
 * voxels).
 */
DVDB_API dvdb_status dvdb_grid_table(dvdb_context context, dvdb_grid grid, uint32_t n_grids /* as many as the batch has */,
                                     DVDB_OUT int64_t *out_offsets /* [n_grids + 1] */,
                                     DVDB_OUT int32_t *out_bboxes /* [n_grids, 2, 3] */) DVDB_NOEXCEPT;

/** Writes the coordinates of all active voxels, in row order. */
DVDB_API dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out /* i32 [n_voxels, 3] */) DVDB_NOEXCEPT;

#endif
