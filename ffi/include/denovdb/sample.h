/**
 * Values of voxels at points between them.
 *
 * The value at a point is the sum over the eight voxels around it of their values by trilinear weights. Voxels that are
 * not active add nothing, and weights are not scaled up for them; nor are voxels of weight 0 read. Points that are not
 * finite get 0. Weights and sums are in double precision, in one order, and rounded once.
 * Offsets are as in grid.h; point b's grid is found from them.
 */
#ifndef DENOVDB_SAMPLE_H
#define DENOVDB_SAMPLE_H

#include "abi.h"

/** Interpolates at world points. */
DVDB_API dvdb_status dvdb_sample_trilinear(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/** Interpolates at world points, and tells how values change with them, per world unit along x, y and z. */
DVDB_API dvdb_status dvdb_sample_trilinear_with_grad(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_gradients /* dtype [n, channels, 3] */) DVDB_NOEXCEPT;

#endif
