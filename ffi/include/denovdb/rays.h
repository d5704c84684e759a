/** Ray marching through index grids. */
#ifndef DENOVDB_RAYS_H
#define DENOVDB_RAYS_H

#include "abi.h"

/**
 * Finds the first active voxel along each ray origin + t * direction, t in [t_min, t_max].
 * A voxel counts when the ray is inside its half-open cell for more than an instant: touching an edge or a corner
 * is not a hit. Directions need not have length 1 and may have zero components; a zero or non-finite direction,
 * or a non-finite origin, is a miss.
 */
DVDB_API dvdb_status dvdb_first_active_voxel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    dvdb_buffer out_rows,                         /* i64 [n], row in the batch, -1 for a miss */
    dvdb_buffer out_times,                        /* dtype [n], entry time (t_min when the ray starts inside), -1 for a miss */
    dvdb_buffer out_faces /* u8 [n]: 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z side entered; 6 starts inside; 255 miss */) DVDB_NOEXCEPT;

#endif
