/**
 * Rows of features between forms: dense boxes, lists and grids. Elements are copied as they are, whatever their dtype.
 *
 * A row is `channels` elements of dtype; several axes of channels count as one. Offsets are as in grid.h. In a box,
 * z varies fastest among the axes of space. Buffers that are written must not overlap those that are read.
 */
#ifndef DENOVDB_INJECT_H
#define DENOVDB_INJECT_H

#include "abi.h"

/**
 * Writes the row of each voxel from the cell that it has in a dense box whose channels vary fastest; 0 outside the box.
 * Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
 */
DVDB_API dvdb_status dvdb_inject_from_dense_cminor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer dense,                            /* dtype [n_grids, size x, size y, size z, channels] */
    uint32_t dtype, int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** The same for a box whose channels vary slowest. */
DVDB_API dvdb_status dvdb_inject_from_dense_cmajor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer dense,                            /* dtype [n_grids, channels, size x, size y, size z] */
    uint32_t dtype, int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Writes every cell of a dense box whose channels vary fastest: the row of its voxel, or 0. Voxels outside the box are
 * left out. Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
 */
DVDB_API dvdb_status dvdb_inject_to_dense_cminor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer data,                             /* dtype [n_voxels, channels] */
    uint32_t dtype, int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_grids, size x, size y, size z, channels] */) DVDB_NOEXCEPT;

/** The same for a box whose channels vary slowest. */
DVDB_API dvdb_status dvdb_inject_to_dense_cmajor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer data,                             /* dtype [n_voxels, channels] */
    uint32_t dtype, int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_grids, channels, size x, size y, size z] */) DVDB_NOEXCEPT;

/** Writes the row of each voxel of `grid` from the voxel of the source at the same coordinate, or the fill value. */
DVDB_API dvdb_status dvdb_inject(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid src_grid,                           /* as many grids as `grid` has */
    dvdb_buffer src,                              /* dtype [n_voxels, channels] of `src_grid` */
    uint32_t dtype, int64_t channels,
    uint32_t fill_low, uint32_t fill_high,        /* one element, little-endian, low word first */
    dvdb_buffer out /* dtype [n_voxels, channels] of `grid` */) DVDB_NOEXCEPT;

/** Overwrites the rows of the voxels that both grids have; the other rows stay. */
DVDB_API dvdb_status dvdb_inject_into(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid src_grid,                           /* as many grids as `grid` has */
    dvdb_buffer src,                              /* dtype [n_voxels, channels] of `src_grid` */
    uint32_t dtype, int64_t channels,
    dvdb_buffer out /* dtype [n_voxels, channels] of `grid` */) DVDB_NOEXCEPT;

/**
 * Writes the row of each voxel from the last listed coordinate that is this voxel, or the fill value. Coordinates that
 * are not active are left out.
 */
DVDB_API dvdb_status dvdb_inject_from_ijk(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer src,                              /* dtype [n, channels] */
    uint32_t dtype, int64_t channels,
    uint32_t fill_low, uint32_t fill_high,        /* one element, little-endian, low word first */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** Overwrites the rows of the listed voxels; the other rows stay. */
DVDB_API dvdb_status dvdb_inject_from_ijk_into(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer src,                              /* dtype [n, channels] */
    uint32_t dtype, int64_t channels,
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

#endif
