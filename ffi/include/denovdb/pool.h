/** Pooling: reductions of many values to one for each voxel. */
#ifndef DENOVDB_POOL_H
#define DENOVDB_POOL_H

#include "abi.h"

/**
 * Averages the features of the points in each voxel.
 * Sums are in point order (floats, in double precision) or exact (u8), so the bits do not depend on the device.
 * Rows that the batch does not have, such as -1, are ignored; a voxel without points gets 0.
 */
DVDB_API dvdb_status dvdb_voxel_mean(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer rows,                             /* i64 [n], rows in the batch, or -1 */
    dvdb_buffer features,                         /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    uint32_t channels,                            /* 1 to 65536 */
    dvdb_buffer out /* f32 [n_voxels, channels]; f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_voxel_mean: the gradient of each point is that of its voxel, divided by the voxel's number of
 * points in double precision and rounded once. Points without a voxel get 0.
 */
DVDB_API dvdb_status dvdb_voxel_mean_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer rows,                             /* i64 [n], rows in the batch, or -1 */
    dvdb_buffer gradients,                        /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    uint32_t channels,                            /* 1 to 65536 */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/** Reductions of the values of a window. */
enum dvdb_pooling {
  /** The maximum; minus infinity for a window without active voxels, NaN if any value is NaN. */
  DVDB_POOL_MAX = 0,
  /** The sum divided by the size of the window: voxels that are not active count as 0. */
  DVDB_POOL_MEAN = 1,
  /** The sum. */
  DVDB_POOL_SUM = 2
};

/**
 * Pools windows of voxels: the window of coarse voxel c contains the fine voxels in [c * stride, c * stride + factor);
 * windows may overlap. Sums are in double precision, in the order with x slowest and z fastest.
 * Serves: averagePool, maxPool, upsampleNearestBackward.
 */
DVDB_API dvdb_status dvdb_pool(
    dvdb_context context, dvdb_grid fine, dvdb_grid coarse,
    dvdb_buffer features,                           /* dtype [n_voxels(fine), channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t reduction,                           /* dvdb_pooling */
    DVDB_IN const int32_t *factor,                /* [3], 1 or more */
    DVDB_IN const int32_t *stride,                /* [3], 1 or more */
    dvdb_buffer out /* dtype [n_voxels(coarse), channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_pool. The gradient of a maximum goes to the first voxel of the window that has it.
 * Serves: averagePoolBackward, maxPoolBackward, upsampleNearest.
 */
DVDB_API dvdb_status dvdb_pool_backward(
    dvdb_context context, dvdb_grid fine, dvdb_grid coarse,
    dvdb_buffer features,                         /* dtype [n_voxels(fine), channels]; 0 unless reduction is DVDB_POOL_MAX */
    dvdb_buffer gradients,                        /* dtype [n_voxels(coarse), channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t reduction,                           /* dvdb_pooling */
    DVDB_IN const int32_t *factor,                /* [3], 1 or more */
    DVDB_IN const int32_t *stride,                /* [3], 1 or more */
    dvdb_buffer out /* dtype [n_voxels(fine), channels] */) DVDB_NOEXCEPT;

#endif
