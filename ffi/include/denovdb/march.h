/**
 * Rendering of volumes by ray marching, from dense voxels or bricks.
 *
 * A volume of dims voxels spans (0, 0, 0) to dims times spacing in world space; voxel i has its center at i + 1/2. A
 * ray is sampled at (i + 1/2) steps from the point where it enters the volume, whatever is skipped. Values are
 * interpolated trilinearly; beyond the outermost voxel centers they are clamped. Values at or below `floor` are treated
 * as `floor`.
 *
 * Arguments that describe the volume, the same for every call:
 * - `form`: how voxels are stored. Buffers that a form does not use are not read
 * - `extents`: voxels along x, y and z, at most 2^24 each and 2^40 in all; a volume without voxels is invisible
 * - `order`, `voxels`, `dtype`: dense voxels and their order, or the voxels of a pool of `n_slots` bricks
 * - `log2_edge`, `masks`: bricks of 2^k voxels along each axis, and the masks of the bricks that hold values above
 *   `floor`
 * - `slots`, `data`, `counters`: how the position of a brick in the pool is found. See bricks.h for all of these
 * - `floor`: not NaN; for bricks, their threshold
 *
 * Arguments that describe the image:
 * - `camera`: the ray origin at the image center and its derivatives by u and v, then the ray direction at the center
 *   and its derivatives by u and v. u points to the right, v up; both range from -1 to 1
 * - `spacing`: the edge lengths of a voxel in world units
 * - `step_size`: the distance between samples in world units; at most 2^31 samples on a ray
 * - `background`: the color behind the volume, and its opacity, 0 to 1
 *
 * For an image without pixels, only buffers are checked.
 *
 * Colors range from 0 to 1; those of results are premultiplied by their opacity and have 8 bits. Depths are distances
 * from the ray origin, infinite where nothing is visible. Hits are numbers of voxels, with x varying fastest, or
 * numbers of bricks if there are any, and -1 where nothing is visible.
 */
#ifndef DENOVDB_MARCH_H
#define DENOVDB_MARCH_H

#include "bricks.h"

/** Storage of voxels. */
enum dvdb_march_form {
  /** As a dense array; nothing is skipped. */
  DVDB_MARCH_DENSE = 0,
  /** As a dense array; bricks whose mask bit is 0 are skipped. */
  DVDB_MARCH_MASKED = 1,
  /** As bricks; empty ones are skipped. */
  DVDB_MARCH_BRICKS = 2
};

/** Numbers of `camera`. */
enum dvdb_march_camera {
  /** Six times three. */
  DVDB_MARCH_CAMERA_COUNT = 18
};

/**
 * Renders the isosurface at `iso_level`: the first sample of a ray at or above `iso_level` that follows one below it. Its position
 * is refined by four bisection steps between the two and then by interpolation. Where the border of the volume cuts the
 * inside, the surface is at the border. Shading is Phong's, with gradients from central differences of one voxel to
 * either side.
 */
DVDB_API dvdb_status dvdb_march_iso_surface(
    dvdb_context context,
    uint32_t form,                                /* dvdb_march_form */
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* unsized, dtype [x * y * z], or [n_slots, 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge,                           /* 1 to 8, whatever the form */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words]; 0 for none */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, as `slots` requires; 0 for none */
    dvdb_buffer counters,                         /* unsized, as `slots` requires; 0 for none */
    int64_t n_slots,
    double floor,                                 /* below iso_level */
    DVDB_IN const double *camera,                 /* [DVDB_MARCH_CAMERA_COUNT] */
    DVDB_IN const double *spacing,                /* [3] */
    int64_t width,                                /* 0 to 1048576 */
    int64_t height,                               /* 0 to 1048576 */
    double step_size,
    DVDB_IN const double *background,             /* [4] */
    double iso_level,
    DVDB_IN const double *light,                  /* [3], unit direction towards the light */
    DVDB_IN const double *color,                  /* [3] */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths,                       /* f32 [height, width]; 0 for none */
    dvdb_buffer out_hits /* i64 [height, width]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Composites the colors of the samples front to back. The transfer table has colors and opacities for values spaced
 * evenly from `low` to `high`; values outside are clamped. Each opacity a is first corrected for the step to 1 - (1 -
 * a)^(step_size / reference_step_size); between entries, premultiplied color and opacity are interpolated linearly. Depths and hits
 * are those of the first sample whose opacity is not 0. With masks, the opacity of values at or below `floor` must be
 * 0.
 */
DVDB_API dvdb_status dvdb_march_transparent(
    dvdb_context context,
    uint32_t form,                                /* dvdb_march_form */
    DVDB_IN const int64_t *extents,               /* [3] */
    uint32_t order,                               /* dvdb_voxel_order */
    dvdb_buffer voxels,                           /* unsized, dtype [x * y * z], or [n_slots, 8^k] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32 */
    uint32_t log2_edge,                           /* 1 to 8, whatever the form */
    dvdb_buffer masks,                            /* unsized, u64 [words of bricks + words of words]; 0 for none */
    uint32_t slots,                               /* dvdb_brick_slots */
    dvdb_buffer data,                             /* unsized, as `slots` requires; 0 for none */
    dvdb_buffer counters,                         /* unsized, as `slots` requires; 0 for none */
    int64_t n_slots,
    double floor,
    DVDB_IN const double *camera,                 /* [DVDB_MARCH_CAMERA_COUNT] */
    DVDB_IN const double *spacing,                /* [3] */
    int64_t width,                                /* 0 to 1048576 */
    int64_t height,                               /* 0 to 1048576 */
    double step_size,
    DVDB_IN const double *background,             /* [4] */
    uint32_t n_entries,                           /* 2 to 2^20 */
    DVDB_IN const float *table,                   /* [n_entries, 4] */
    double low, double high,
    double reference_step_size,                             /* the step for which opacities are given */
    double opacity_limit,                                 /* opacity at which a ray is terminated, 0 to 1 */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths,                       /* f32 [height, width]; 0 for none */
    dvdb_buffer out_hits /* i64 [height, width]; 0 for none */) DVDB_NOEXCEPT;

#endif
