/**
 * New grids derived from grids. Each function creates a batch with as many grids as its source, each from the source
 * grid of the same number, with the transforms that the caller passes. Coordinates that do not fit int32 are
 * DVDB_INVALID_ARGUMENT, reported before anything is allocated.
 */
#ifndef DENOVDB_TOPOLOGY_H
#define DENOVDB_TOPOLOGY_H

#include "abi.h"

/** Which voxels are neighbors of a voxel; the values are the numbers of neighbors. */
enum dvdb_neighborhood {
  /** Those that share a face. */
  DVDB_NEIGHBORS_FACES = 6,
  /** Those that share a face or an edge. */
  DVDB_NEIGHBORS_EDGES = 18,
  /** Those that share a face, an edge or a corner. */
  DVDB_NEIGHBORS_CORNERS = 26
};

/** The voxels floor(ijk / factor). */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_coarsened_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *factor,                /* [3], 1 or more */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Levels of coarser and coarser voxels: floor(ijk / factor) of those of the level before, the first of the grid's. Of
 * grids that are not large, the host waits for all levels together.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_coarsened_grids(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *factor,                /* [3], 1 or more */
    DVDB_IN const double *voxel_sizes,            /* [n_levels, n_grids, 3], of the results */
    DVDB_IN const double *origins,                /* [n_levels, n_grids, 3], of the results */
    uint32_t n_levels,                            /* 0 to 32 */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grids /* [n_levels] */) DVDB_NOEXCEPT;

/** The voxels ijk * factor + [0, factor - 1] of the selected voxels. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_refined_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *factor,                /* [3], 1 or more */
    dvdb_buffer mask,                             /* bool [n_voxels], which voxels are kept; 0 for all */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * The voxels ijk + [low, high]: morphological dilation by a box (the Minkowski sum).
 * Serves: dualGrid, erodedGrid, paddedGrid, retopologizeSdf.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_dilate_by_box(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *low,                   /* [3] */
    DVDB_IN const int32_t *high,                  /* [3], not below low */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Morphological erosion by a box: the voxels for which all of ijk + [low, high] is active.
 * Serves: dualGrid, erodedGrid, paddedGrid.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_erode_by_box(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *low,                   /* [3], not above 0 */
    DVDB_IN const int32_t *high,                  /* [3], not below 0 */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Adds the neighbors of all voxels, `radius` times. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_dilated_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    uint32_t neighborhood,                        /* dvdb_neighborhood */
    uint32_t radius,                              /* 0 to 2147483647 */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Removes the voxels that do not have all neighbors, `radius` times. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_eroded_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    uint32_t neighborhood,                        /* dvdb_neighborhood */
    uint32_t radius,                              /* 0 to 2147483647 */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * The output voxels of a convolution: all coarse voxels with an active voxel among stride * coarse + t - floor((kernel
 * - 1) / 2), 0 <= t < kernel, along each axis.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_conv_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *kernel,                /* [3], 1 or more */
    DVDB_IN const int32_t *stride,                /* [3], 1 or more */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * The output voxels of a transposed convolution: all stride * ijk + t - floor((kernel - 1) / 2), 0 <= t < kernel, along
 * each axis.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_conv_transpose_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *kernel,                /* [3], 1 or more */
    DVDB_IN const int32_t *stride,                /* [3], 1 or more */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** The union of the voxels of the sources: grid b of the result from grids b of all sources. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_merged_grid(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const uint32_t *grids,                /* [n_sources], dvdb_grid handles with n_grids grids each */
    uint32_t n_sources,                           /* 1 or more */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as each batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** The voxels whose mask is not 0. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_pruned_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    dvdb_buffer mask,                             /* bool [n_voxels] */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** The voxels inside each grid's box; bounds are inclusive. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_clipped_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    DVDB_IN const int32_t *boxes,                 /* [n_grids, 2, 3], low not above high */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/** Copies grids of several batches into one: grid i of the result is grid `indices[i]` of batch `sources[i]`. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_select_grids(
    dvdb_context context, dvdb_ticket ticket,
    DVDB_IN const uint32_t *grids,                /* [n_sources], dvdb_grid handles */
    uint32_t n_sources,
    DVDB_IN const uint32_t *sources,              /* [n_grids], below n_sources */
    DVDB_IN const uint32_t *indices,              /* [n_grids], below the source's number of grids */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], of the result */
    DVDB_IN const double *origins,                /* [n_grids, 3], of the result */
    uint32_t n_grids,
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

#endif
