/**
 * Ray traversal of index grids.
 *
 * Lists of what rays intersect are made in two calls: the first writes the end of each ray's list in the concatenation
 * of all lists (an inclusive prefix sum of their lengths), the second writes the lists. Rays are as for
 * dvdb_first_active_voxel; times are computed in double precision and rounded once.
 */
#ifndef DENOVDB_RAYS_H
#define DENOVDB_RAYS_H

#include "abi.h"

/**
 * Finds the first active voxel along each ray origin + t * direction, t in [t_min, t_max].
 * A voxel is hit if the ray is inside its half-open cell for an interval of positive length: touching only an edge or a
 * corner is not a hit. Directions need not be normalized and may have zero components. A zero or non-finite direction,
 * or an origin that is not finite or 2^46 voxels or more from voxel (0, 0, 0), is a miss.
 */
DVDB_API dvdb_status dvdb_first_active_voxel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    dvdb_buffer out_rows,                         /* i64 [n], row in the batch, -1 for a miss */
    dvdb_buffer out_times,                        /* dtype [n], entry time (t_min when the ray starts inside), -1 for a miss */
    dvdb_buffer out_faces /* u8 [n], 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z side entered, 6 starts inside, 255 miss */) DVDB_NOEXCEPT;

/** Identification of voxels along rays. */
enum dvdb_voxel_form {
  /** Coordinates, i32 [n, 3]. */
  DVDB_VOXEL_IJK = 0,
  /** Rows numbered from each grid's first voxel, i64 [n]. */
  DVDB_VOXEL_ROW_IN_GRID = 1,
  /** Rows numbered over the whole batch, i64 [n]. */
  DVDB_VOXEL_ROW_IN_BATCH = 2
};

/** Counts the voxels that dvdb_voxels_along_rays lists: out_ends[i] is their number for rays 0 to i. */
DVDB_API dvdb_status dvdb_voxels_along_rays_count(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    int64_t most,                                 /* 1 or more, voxels per ray */
    dvdb_buffer out_ends /* i64 [n] */) DVDB_NOEXCEPT;

/**
 * Lists the active voxels along each ray in order of time, with entry and exit times. Voxels whose two times differ by
 * less than eps are left out. If the next voxel follows without a gap, its entry time is the exit time of the voxel
 * before.
 */
DVDB_API dvdb_status dvdb_voxels_along_rays(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    uint32_t form,                                /* dvdb_voxel_form */
    dvdb_buffer ray_ends,                         /* i64 [n], as counted with the same arguments */
    int64_t n_voxels,                             /* ray_ends[n - 1] */
    dvdb_buffer out_voxels,                       /* unsized, i32 [n_voxels, 3] or i64 [n_voxels] */
    dvdb_buffer out_times /* dtype [n_voxels, 2] */) DVDB_NOEXCEPT;

/** Writes for each ray whether dvdb_voxels_along_rays lists any voxel. */
DVDB_API dvdb_status dvdb_rays_intersect_voxels(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    dvdb_buffer out /* bool [n] */) DVDB_NOEXCEPT;

/** The number of segments of each ray that dvdb_segments_along_rays_count stores. */
enum dvdb_kept {
  DVDB_KEPT_SEGMENTS = 8
};

/**
 * Counts the segments that dvdb_segments_along_rays_fill lists: out_ends[i] is their number for rays 0 to i. Also stores the
 * first segments of each ray, so that few rays have to be traversed again.
 */
DVDB_API dvdb_status dvdb_segments_along_rays_count(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    int64_t most,                                 /* 1 or more, segments per ray */
    dvdb_buffer out_ends,                         /* i64 [n] */
    dvdb_buffer out_kept /* dtype [n, DVDB_KEPT_SEGMENTS, 2], undefined after a ray's last segment */) DVDB_NOEXCEPT;

/**
 * Lists the maximal segments of each ray inside active voxels, in order of time; those shorter than eps are left out.
 */
DVDB_API dvdb_status dvdb_segments_along_rays_fill(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    dvdb_buffer ray_ends,                         /* i64 [n], as counted with the same arguments */
    dvdb_buffer kept,                             /* dtype [n, DVDB_KEPT_SEGMENTS, 2], from the same call */
    int64_t n_segments,                           /* ray_ends[n - 1] */
    dvdb_buffer out /* dtype [n_segments, 2] */) DVDB_NOEXCEPT;

/**
 * Does the work of both calls in one, which also creates the result buffers; the host waits only once. Buffers of short
 * lists may be larger than needed.
 */
DVDB_API dvdb_status dvdb_segments_along_rays(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    int64_t most,                                 /* 1 or more, segments per ray */
    DVDB_OUT dvdb_buffer *out_lists,              /* [2]: where the lists of rays end, i64 [n], and times, dtype [total, 2] */
    DVDB_OUT int64_t *out_total /* [1] */) DVDB_NOEXCEPT;

/**
 * Counts the samples that dvdb_uniform_ray_samples lists: out_ends[i] is their number for rays 0 to i. A ray with more
 * than 2^28 samples counts as 2^28 + 2; its samples cannot be listed.
 */
DVDB_API dvdb_status dvdb_uniform_ray_samples_count(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    dvdb_buffer t_min,                            /* dtype [n], a ray whose t_min is not finite has no samples */
    dvdb_buffer t_max,                            /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double step_size,                                  /* above 0 */
    double cone_angle,                                  /* 0 or more */
    double eps,                                   /* 0 or more */
    uint32_t ends,                                /* 0 to 1, whether intervals are cut at the ends of segments */
    dvdb_buffer out_ends /* i64 [n] */) DVDB_NOEXCEPT;

/**
 * Lists sample intervals inside those segments of each ray that are eps or longer. The intervals lie on a sequence of
 * times t, t + dt, .. that starts at t_min and continues from segment to segment, with dt = max(step_size, min(t * cone_angle,
 * 1e10)).
 */
DVDB_API dvdb_status dvdb_uniform_ray_samples(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    dvdb_buffer t_min,                            /* dtype [n], a ray whose t_min is not finite has no samples */
    dvdb_buffer t_max,                            /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double step_size,                                  /* above 0 */
    double cone_angle,                                  /* 0 or more */
    double eps,                                   /* 0 or more */
    uint32_t ends,                                /* 0 to 1, whether intervals are cut at the ends of segments */
    uint32_t midpoints,                           /* 0 to 1, whether to write middles instead of intervals */
    dvdb_buffer ray_ends,                         /* i64 [n], as counted with the same arguments */
    int64_t n_samples,                            /* ray_ends[n - 1] */
    dvdb_buffer out /* dtype [n_samples, 2 - midpoints] */) DVDB_NOEXCEPT;

/**
 * Computes the points origin + t * direction of rays, in double precision, rounded once. The times of all rays are
 * concatenated; offsets start at 0, do not descend and end at n.
 */
DVDB_API dvdb_status dvdb_points_on_rays(
    dvdb_context context,
    dvdb_buffer origins,                          /* dtype [n_rays, 3] */
    dvdb_buffer directions,                       /* dtype [n_rays, 3] */
    dvdb_buffer ts,                               /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_rays + 1] */
    uint32_t n_rays,
    dvdb_buffer out /* dtype [n, 3] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_points_on_rays. Gradients of a ray are sums over its times, in their order, in double precision.
 */
DVDB_API dvdb_status dvdb_points_on_rays_backward(
    dvdb_context context,
    dvdb_buffer directions,                       /* dtype [n_rays, 3] */
    dvdb_buffer ts,                               /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_rays + 1] */
    uint32_t n_rays,
    dvdb_buffer gradients,                        /* dtype [n, 3] */
    dvdb_buffer out_origins,                      /* dtype [n_rays, 3]; 0 for none */
    dvdb_buffer out_directions,                   /* dtype [n_rays, 3]; 0 for none */
    dvdb_buffer out_ts /* dtype [n]; 0 for none */) DVDB_NOEXCEPT;

/** Formulas of the position at which a field crosses a level. */
enum dvdb_ray_root {
  /**
   * By linear interpolation between the values of two voxels, placed at the midpoints of the ray's path through them.
   */
  DVDB_ROOT_CHORD = 0,
  /** At the root of the field interpolated trilinearly between voxel centers. */
  DVDB_ROOT_TRILINEAR = 1
};

/**
 * Finds where each ray first crosses the level `iso_level` of a field with one value for each active voxel.
 *
 * The sign is that of value - iso_level. NaN and values equal to iso_level have no sign and are skipped. A ray starts on the side
 * of the first sign along it, whichever it is; the hit is at the first opposite sign.
 *
 * DVDB_ROOT_CHORD: voxels in which the ray stays for less than eps are skipped. If the voxel with the opposite sign
 * follows the last voxel with a sign without a gap, the time is interpolated; otherwise, and between infinite values,
 * it is the entry time of the voxel. DVDB_ROOT_TRILINEAR: the field is defined where all of the eight surrounding
 * voxels that have non-zero weight are active and finite; if the sign has changed across a gap, the time is that of
 * entering the field again. eps is not used.
 */
DVDB_API dvdb_status dvdb_ray_implicit_intersection(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double eps,                                   /* 0 or more */
    double iso_level,                                   /* finite */
    uint32_t root,                                /* dvdb_ray_root */
    dvdb_buffer out_times /* dtype [n], -1 for a miss */) DVDB_NOEXCEPT;

/** As dvdb_ray_implicit_intersection with DVDB_ROOT_TRILINEAR; also writes the normals of the field at the hits. */
DVDB_API dvdb_status dvdb_ray_trilinear_intersection_with_normals(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer origins,                          /* dtype [n, 3], world space */
    dvdb_buffer directions,                       /* dtype [n, 3], world space */
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double t_min, double t_max,
    double iso_level,                                   /* finite */
    dvdb_buffer out_times,                        /* dtype [n], -1 for a miss */
    dvdb_buffer out_normals /* dtype [n, 3], the field's gradient in world space, scaled to length 1, zero for a miss and
                               where the field has no slope */) DVDB_NOEXCEPT;

#endif
