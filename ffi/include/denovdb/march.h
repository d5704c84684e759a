/**
 * Pictures of volumes: samples along camera rays, of dense voxels or of bricks.
 *
 * A volume of dims voxels lies from (0, 0, 0) to dims times spacing in the world; voxel i has its centre at i + 1/2. Rays
 * take their samples (i + 1/2) steps behind the place where they enter, whatever is skipped. Between voxels, values are
 * linear; before the first and behind the last they go on as there. Values at or below `floor` are seen as `floor`.
 *
 * Arguments of what is marched through, the same for every call:
 * - `form`: how voxels are held. Buffers that a form does not have are not read
 * - `extents`: voxels along x, y and z, 2^24 at most each and 2^40 in all; none are seen of a volume without
 * - `order`, `voxels`, `dtype`: dense voxels and their order, or those of a pool of `n_slots` bricks
 * - `log2_edge`, `masks`: bricks of 2^k voxels an axis, and the masks of those that hold values above `floor`
 * - `slots`, `data`, `counters`: what says where bricks are in the pool. See bricks.h for all of these
 * - `floor`: not NaN, and of bricks their threshold
 *
 * Arguments of the picture:
 * - `camera`: the eye, its shifts with u and v, then the direction, its shifts with u and v. Rays of pixel places u to the
 *   right and v upwards, from -1 to 1, begin at the eye and its shifts and go along the direction and its shifts
 * - `spacing`: edges of a voxel in the world
 * - `step`: distance of samples in the world; rays take 2^31 at most
 * - `background`: colour behind the volume, and its opacity, 0 to 1
 *
 * Without pixels, only buffers are looked at.
 *
 * Colours are from 0 to 1; those of results are multiplied by their opacity and have 8 bits. Depths are distances from
 * where a ray begins, infinite where nothing is seen. Hits are numbers of voxels, with x fastest, or those of bricks where
 * there are any, and -1 where nothing is seen.
 */
#ifndef DENOVDB_MARCH_H
#define DENOVDB_MARCH_H

#include "abi.h"

/** How voxels are held. */
enum dvdb_march_form {
  /** In a box, and none are skipped. */
  DVDB_MARCH_DENSE = 0,
  /** In a box; bricks are skipped where a mask is 0. */
  DVDB_MARCH_MASKED = 1,
  /** In bricks; those that are not there are skipped. */
  DVDB_MARCH_BRICKS = 2
};

/** Numbers of `camera`. */
enum dvdb_march_camera {
  /** Six times three. */
  DVDB_MARCH_CAMERA_COUNT = 18
};

/**
 * Draws the surface where values rise to `iso` along rays: the first sample at or above it behind one below it, the place
 * bisected four times between them and then interpolated. What the volume's border cuts is seen at the border. Light is
 * Phong's, with slopes from one voxel to either side.
 */
DVDB_API dvdb_status dvdb_march_iso_surface(
    dvdb_context context,
    uint32_t form,                                /* dvdb_march_form */
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [x * y * z], or [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge,
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words]; 0 for none */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* as slots say; 0 for none */
    dvdb_buffer counters,                         /* as slots say; 0 for none */
    int64_t n_slots,
    double floor,                                 /* below iso */
    DVDB_IN const double *camera,                 /* [DVDB_MARCH_CAMERA_COUNT] */
    DVDB_IN const double *spacing,                /* [3] */
    int64_t width, int64_t height,
    double step,
    DVDB_IN const double *background,             /* [4] */
    double iso,
    DVDB_IN const double *light,                  /* [3], unit direction towards it */
    DVDB_IN const double *colour,                 /* [3] */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths,                       /* f32 [height, width]; 0 for none */
    dvdb_buffer out_hits /* i64 [height, width]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Composites the colours of samples, front to back. The table has colours and opacities for values spread evenly from
 * `low` to `high`, those of others are the nearest; between entries they are linear in colour times opacity and in
 * opacity, after opacities a have been made 1 - (1 - a)^(step / reference). Depths and hits are those of the first sample
 * whose opacity is not 0. With masks, the opacity of values at or below `floor` must be 0.
 */
DVDB_API dvdb_status dvdb_march_transparent(
    dvdb_context context,
    uint32_t form,                                /* dvdb_march_form */
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* dtype [x * y * z], or [n_slots * 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge,
    dvdb_buffer masks,                            /* u64 [words of bricks + words of words]; 0 for none */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* as slots say; 0 for none */
    dvdb_buffer counters,                         /* as slots say; 0 for none */
    int64_t n_slots,
    double floor,
    DVDB_IN const double *camera,                 /* [DVDB_MARCH_CAMERA_COUNT] */
    DVDB_IN const double *spacing,                /* [3] */
    int64_t width, int64_t height,
    double step,
    DVDB_IN const double *background,             /* [4] */
    uint32_t n_entries,                           /* 2 to 2^20 */
    DVDB_IN const float *table,                   /* [n_entries, 4] */
    double low, double high,
    double reference,                             /* the step for which opacities are given */
    double limit,                                 /* rays end at this opacity, 0 to 1 */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths,                       /* f32 [height, width]; 0 for none */
    dvdb_buffer out_hits /* i64 [height, width]; 0 for none */) DVDB_NOEXCEPT;

#endif
