/**
 * Copies of feature rows between dense boxes, lists and grids. Elements are copied unchanged, whatever their dtype.
 *
 * A row is `channels` elements of dtype; several channel axes count as one. Offsets are as in grid.h. In a dense box, z
 * varies fastest among the spatial axes. Output buffers must not overlap input buffers.
 */
#ifndef DENOVDB_INJECT_H
#define DENOVDB_INJECT_H

#include "abi.h"

/**
 * Writes the row of each voxel from its cell in a dense box whose channels vary fastest; 0 for voxels outside the box.
 * Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
 */
DVDB_API dvdb_status dvdb_inject_from_dense_cminor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer dense,                            /* dtype [n_grids, size[0], size[1], size[2], channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** As dvdb_inject_from_dense_cminor, for a box whose channels vary slowest. */
DVDB_API dvdb_status dvdb_inject_from_dense_cmajor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer dense,                            /* dtype [n_grids, channels, size[0], size[1], size[2]] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Writes every cell of a dense box whose channels vary fastest: the row of its voxel, or 0 if the voxel is not active.
 * Voxels outside the box are ignored. Cell (x, y, z) of grid b is the voxel origin[b] + (x, y, z).
 */
DVDB_API dvdb_status dvdb_inject_to_dense_cminor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_grids, size[0], size[1], size[2], channels] */) DVDB_NOEXCEPT;

/** As dvdb_inject_to_dense_cminor, for a box whose channels vary slowest. */
DVDB_API dvdb_status dvdb_inject_to_dense_cmajor(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    DVDB_IN const int64_t *size,                  /* [3], cells */
    DVDB_IN const int32_t *origins,               /* [n_grids, 3], voxels */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer out /* dtype [n_grids, channels, size[0], size[1], size[2]] */) DVDB_NOEXCEPT;

/**
 * Writes the row of each voxel of `grid`: the row of the source voxel at the same coordinate, or the fill value if
 * there is none.
 */
DVDB_API dvdb_status dvdb_inject(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid src_grid,                           /* as many grids as `grid` has */
    dvdb_buffer src,                              /* dtype [n_voxels(src_grid), channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    uint32_t fill_low, uint32_t fill_high,        /* one element, little-endian, low word first */
    dvdb_buffer out /* dtype [n_voxels(grid), channels] */) DVDB_NOEXCEPT;

/** Overwrites the rows of the voxels that both grids have; the other rows are unchanged. */
DVDB_API dvdb_status dvdb_inject_into(
    dvdb_context context, dvdb_grid grid,
    dvdb_grid src_grid,                           /* as many grids as `grid` has */
    dvdb_buffer src,                              /* dtype [n_voxels(src_grid), channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    dvdb_buffer out /* dtype [n_voxels(grid), channels] */) DVDB_NOEXCEPT;

/**
 * Writes the row of each voxel from a list of coordinates and rows: the last row listed for the voxel, or the fill
 * value if it is not listed. Coordinates that are not active are ignored.
 */
DVDB_API dvdb_status dvdb_inject_from_ijk(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer src,                              /* dtype [n, channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    uint32_t fill_low, uint32_t fill_high,        /* one element, little-endian, low word first */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** Overwrites the rows of the listed voxels; the other rows are unchanged. */
DVDB_API dvdb_status dvdb_inject_from_ijk_into(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer ijk,                              /* i32 [n, 3] */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer src,                              /* dtype [n, channels] */
    uint32_t dtype,                               /* dvdb_dtype */
    int64_t channels,
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

#endif
