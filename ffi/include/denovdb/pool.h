/** Reductions of many values to one per voxel. */
#ifndef DENOVDB_POOL_H
#define DENOVDB_POOL_H

#include "abi.h"

/**
 * Averages the values of the points of each voxel.
 * Sums run in point order (floats, double precision) or exactly (u8), so the bits do not depend on the device.
 * Rows of -1 are left out; a voxel without points gets 0.
 */
DVDB_API dvdb_status dvdb_voxel_mean(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer rows,                             /* i64 [n], rows in the batch, or -1 */
    dvdb_buffer values,                           /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n, uint32_t channels,
    dvdb_buffer out /* f32 [n_voxels, channels], f64 for DVDB_F64 */) DVDB_NOEXCEPT;

#endif
