/**
 * Signed distance fields on voxels: fused from depth images, and made distances anew.
 *
 * Image i belongs to grid b when offsets[b] <= i < offsets[b + 1]. A camera looks along its z axis; pixel (column, row)
 * of depth d is at `pose * (inverse(intrinsics) * (column, row, 1) * d)`: whole numbers are the centres of pixels, and
 * depth counts along z. Matrices are row after row. Pixels count whose depth is above 0 and no more than max_depth, and
 * whose weight, where there are weights, is finite and above 0.
 */
#ifndef DENOVDB_SDF_H
#define DENOVDB_SDF_H

#include "abi.h"

/**
 * Adds to each grid the voxels around what its images show: those of a box around the voxel that a pixel is in, which
 * along each axis reaches as many voxels as the truncation is long, rounded up; 1024 at most. The work for a pixel grows
 * with the box.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_tsdf_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], 1 everywhere; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double truncation,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], those of the grids */
    DVDB_IN const double *origins,                /* [n_grids, 3], those of the grids */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Averages what images say about voxels into what was known of them. A voxel asks the pixel that its centre is nearest
 * to: of depth d, at depth z, it says min(1, (d - z) / truncation) if d - z is above -truncation. What is not asked or
 * says nothing leaves a voxel as it was, 0 where it was not active. Sums run in the order of images, in double precision.
 */
DVDB_API dvdb_status dvdb_integrate_tsdf(
    dvdb_context context, dvdb_grid grid, dvdb_grid source,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], 1 everywhere; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double truncation,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    uint32_t n_grids,                             /* as many as both batches have */
    dvdb_buffer tsdf,                             /* dtype [source voxels] */
    dvdb_buffer weights,                          /* dtype [source voxels]; what is not above 0 counts as 0 */
    dvdb_buffer features,                         /* dtype [source voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_features,                   /* image_feature_dtype [n_images, height, width, channels] */
    uint32_t image_feature_dtype,                 /* one of dvdb_dtype */
    int64_t channels,                             /* 0 for no features, of which the buffers are 0 then */
    dvdb_buffer out_tsdf,                         /* dtype [grid voxels], -1 to 1 */
    dvdb_buffer out_weights,                      /* dtype [grid voxels], no more than the largest number of it */
    dvdb_buffer out_features /* dtype [grid voxels, channels] */) DVDB_NOEXCEPT;

/** What pixels say that count but for their depth. */
enum dvdb_depth_background {
  /** Nothing. */
  DVDB_BACKGROUND_UNKNOWN = 0,
  /** That there is no surface. */
  DVDB_BACKGROUND_EMPTY = 1
};

/**
 * Gives the voxels of a fused field a side from which images say nothing near the surface. A voxel without weight gets
 * the largest of what images say, as for dvdb_integrate_tsdf, and of what it had unless that is 0 or NaN; 1 where it is
 * seen against an empty background; -1 where all that look at it see surfaces before it; NaN where nothing is said. One with
 * weight that is below 0 moves up by the weights of empty backgrounds over its own, to 1 at most. Others stay.
 */
DVDB_API dvdb_status dvdb_close_tsdf(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], 1 everywhere; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double truncation,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t background,                          /* dvdb_depth_background */
    dvdb_buffer tsdf,                             /* dtype [n_voxels] */
    dvdb_buffer weights,                          /* dtype [n_voxels]; what is not above 0 counts as 0 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer out /* dtype [n_voxels], -1 to 1, or NaN */) DVDB_NOEXCEPT;

/** How a field is made smoother. */
enum dvdb_smoothing {
  /** Each pass takes every voxel to the mean of its neighbours: surfaces shrink where they are curved. */
  DVDB_SMOOTHING_MEAN_CURVATURE = 0,
  /** Each pass takes every voxel half of the way, then 0.53 of the way back: surfaces keep their volume. */
  DVDB_SMOOTHING_TAUBIN = 1
};

/**
 * Makes a field the signed distance from its own zero level, within a band. Lengths are in the least extent h of the
 * grid's voxels. Values are cut to band * h; then, `steps` times, they move by 0.4 h * s * (1 - |slope|), where s =
 * value / sqrt(value^2 + h^2 * |central slope|^2) and slopes are taken against the flow of distance. Then `smooth`
 * passes, and max(4, smooth) steps more. In steps a neighbour that is not active, or NaN, is as far as the band reaches, on
 * the same side; passes leave it out. A voxel that is NaN stays so.
 */
DVDB_API dvdb_status dvdb_reinitialize_sdf(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels], world units, below 0 inside */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double band,                                  /* least extents of a voxel, above 0 */
    uint32_t order,                               /* of the steps in time: 1 Euler, 2 Heun, 3 Shu and Osher */
    uint32_t steps,
    uint32_t smooth,
    uint32_t smoothing,                           /* dvdb_smoothing */
    dvdb_buffer out /* dtype [n_voxels] */) DVDB_NOEXCEPT;

/**
 * Gives the voxels of a wider grid the values of those of another; those that it does not have get the end of the band,
 * band * h, on the side of the first neighbour across a face that has a side, -x, x, -y, y, -z, z, in so many rounds.
 * What is out of reach is outside.
 */
DVDB_API dvdb_status dvdb_widen_sdf(
    dvdb_context context, dvdb_grid grid, dvdb_grid source,
    dvdb_buffer field,                            /* dtype [source voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double band,                                  /* least extents of a voxel, above 0 */
    uint32_t rounds,
    dvdb_buffer out /* dtype [grid voxels] */) DVDB_NOEXCEPT;

/** Says which voxels are nearer to the zero level than 0.999 of the band. */
DVDB_API dvdb_status dvdb_sdf_band(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double band,                                  /* least extents of a voxel, above 0 */
    dvdb_buffer out /* bool [n_voxels] */) DVDB_NOEXCEPT;

#endif
