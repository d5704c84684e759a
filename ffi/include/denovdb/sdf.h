/**
 * Signed distance fields on voxels: fusion of depth images, and redistancing.
 *
 * Image i belongs to grid b if offsets[b] <= i < offsets[b + 1]. A camera looks along its z axis; pixel (column, row)
 * of depth d is at `pose * (inverse(intrinsics) * (column, row, 1) * d)`: pixel centers have integer coordinates, and
 * depth is measured along z. Matrices are in row-major order. A pixel is valid if its depth is above 0 and at most
 * max_depth and its weight, if there are weights, is finite and above 0.
 */
#ifndef DENOVDB_SDF_H
#define DENOVDB_SDF_H

#include "abi.h"

/**
 * Adds voxels to each grid around the surfaces that its images show: for each valid pixel, a box around its voxel whose
 * half extent along each axis is the half-width in voxels, rounded up; at most 1024. The work for a pixel grows with
 * the box.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_integrate_tsdf_grid(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double half_width,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    DVDB_IN const double *voxel_sizes,            /* [n_grids, 3], those of the grids */
    DVDB_IN const double *origins,                /* [n_grids, 3], those of the grids */
    uint32_t n_grids,                             /* as many as the batch has */
    DVDB_OUT dvdb_grid *out_grid /* [1] */) DVDB_NOEXCEPT;

/**
 * Averages the observations of the images into the field. A voxel reads the pixel nearest to the projection of its
 * center. A pixel of depth d observes min(1, (d - z) / half_width) at a voxel of depth z if d - z is above -half_width.
 * A voxel without observations keeps its values, 0 if it was not active in the source. Sums are in the order of the
 * images, in double precision.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_integrate_tsdf(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_grid source,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double half_width,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    uint32_t n_grids,                             /* as many as grid has */
    dvdb_buffer tsdf,                             /* dtype [n_voxels(source)] */
    dvdb_buffer weights,                          /* dtype [n_voxels(source)], weights not above 0 count as 0 */
    dvdb_buffer features,                         /* dtype [n_voxels(source), channels]; 0 if channels is 0 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_features,                   /* image_feature_dtype [n_images, height, width, channels]; 0 if channels is 0 */
    uint32_t image_feature_dtype,                 /* one of dvdb_dtype */
    int64_t channels,                             /* 0 for no features */
    dvdb_buffer out_tsdf,                         /* dtype [n_voxels(grid)], -1 to 1 */
    dvdb_buffer out_weights,                      /* dtype [n_voxels(grid)], at most the largest number of dtype */
    dvdb_buffer out_features /* dtype [n_voxels(grid), channels]; 0 if channels is 0 */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_integrate_tsdf: gradients of its inputs from gradients of its results. If an image updates a voxel,
 * the gradient of its earlier weight is 0 where that weight is not above 0 or has reached its limit; results at the limit
 * pass no gradient on, and weights of pixels get 0 from 2^500 on. Depth gets nothing from clamped distances. Each pixel sums
 * over the voxels that sample it in row order, in double precision. Waits for the lengths of lists if gradients of images are
 * wanted.
 */
DVDB_API dvdb_status dvdb_integrate_tsdf_backward(
    dvdb_context context, dvdb_grid grid, dvdb_grid source,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double half_width,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    uint32_t n_grids,                             /* as many as grid has */
    dvdb_buffer tsdf,                             /* dtype [n_voxels(source)] */
    dvdb_buffer weights,                          /* dtype [n_voxels(source)], weights not above 0 count as 0 */
    dvdb_buffer features,                         /* dtype [n_voxels(source), channels]; 0 if channels is 0 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_features,                   /* image_feature_dtype [n_images, height, width, channels]; 0 if channels is 0 */
    uint32_t image_feature_dtype,                 /* one of dvdb_dtype; a floating-point type if out_image_features is given */
    int64_t channels,                             /* 0 for no features */
    dvdb_buffer tsdf_gradients,                   /* dtype [n_voxels(grid)]; 0 for none */
    dvdb_buffer weight_gradients,                 /* dtype [n_voxels(grid)]; 0 for none */
    dvdb_buffer feature_gradients,                /* dtype [n_voxels(grid), channels]; 0 for none */
    dvdb_buffer out_tsdf,                         /* dtype [n_voxels(source)]; 0 for none */
    dvdb_buffer out_weights,                      /* dtype [n_voxels(source)]; 0 for none */
    dvdb_buffer out_features,                     /* dtype [n_voxels(source), channels]; 0 for none */
    dvdb_buffer out_depth,                        /* depth_dtype [n_images, height, width]; 0 for none */
    dvdb_buffer out_image_weights,                /* image_weight_dtype [n_images, height, width]; 0 for none */
    dvdb_buffer out_image_features /* image_feature_dtype [n_images, height, width, channels]; 0 for none */) DVDB_NOEXCEPT;

/** Meaning of a pixel that has no valid depth but is otherwise valid. */
enum dvdb_depth_background {
  /** Nothing: it is ignored. */
  DVDB_BACKGROUND_UNKNOWN = 0,
  /** There is no surface along its ray. */
  DVDB_BACKGROUND_EMPTY = 1
};

/**
 * Closes a fused field where images show no surface. A voxel without weight gets the largest of the values from the images,
 * sampled as in dvdb_integrate_tsdf, and of its own value unless that is 0 or NaN; 1 if it is seen against an empty
 * background; -1 if all images that show anything there show surfaces in front of it; NaN if neither says anything. A voxel
 * with weight and a negative value moves up by the weights of empty backgrounds relative to its own, to 1 at most. All other
 * voxels are unchanged.
 */
DVDB_API dvdb_status dvdb_close_tsdf(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer depth,                            /* depth_dtype [n_images, height, width], world units */
    uint32_t depth_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer image_weights,                    /* image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none */
    uint32_t image_weight_dtype,                  /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    uint32_t n_images, int64_t height, int64_t width,
    DVDB_IN const double *intrinsics,             /* [n_images, 3, 3], the last row 0, 0, 1 */
    DVDB_IN const double *poses,                  /* [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1 */
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1], in images */
    double half_width,                            /* world units, above 0 */
    double max_depth,                             /* world units, above 0 */
    uint32_t n_grids,                             /* as many as the batch has */
    uint32_t background,                          /* dvdb_depth_background */
    dvdb_buffer tsdf,                             /* dtype [n_voxels] */
    dvdb_buffer weights,                          /* dtype [n_voxels], weights not above 0 count as 0 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer out /* dtype [n_voxels], -1 to 1, or NaN */) DVDB_NOEXCEPT;

/** Smoothing of a field. */
enum dvdb_smoothing {
  /** Each pass replaces every value by the mean of its neighbors: curved surfaces shrink. */
  DVDB_SMOOTHING_MEAN_CURVATURE = 0,
  /**
   * Each pass moves every value half of the way to that mean, then 0.53 of the way back: surfaces keep their volume.
   */
  DVDB_SMOOTHING_TAUBIN = 1
};

/**
 * Redistances a field: makes it the signed distance from its zero level set, within a band. Lengths are in units of h,
 * the least voxel extent of the grid. Infinite values become the end of the band, half_width_in_voxels * h. Voxels with a neighbor on the
 * other side of the level, where the slope is known, become value / slope and stay so; those beside them are bounded by
 * that, too. The others are clamped to half_width_in_voxels * h; then, `steps` times, they move by 0.4 h * s * (1 - |slope|), where s =
 * value / sqrt(value^2 + h^2 * |central slope|^2) and slopes are upwind differences. Then follow `smooth` smoothing
 * passes, and max(4, smooth) more steps that begin in the same way. In the steps, a neighbor that is not active, or NaN,
 * counts as the end of the band on the same side; smoothing passes leave it out. NaN voxels stay NaN. Without steps,
 * values are clamped only.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_reinitialize_sdf(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels], world units, below 0 inside */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double half_width_in_voxels,                                  /* in least voxel extents, above 0 */
    uint32_t order,                               /* 1 to 3, of the steps in time: 1 Euler, 2 Heun, 3 Shu and Osher */
    uint32_t steps,
    uint32_t smooth,
    uint32_t smoothing,                           /* dvdb_smoothing */
    dvdb_buffer out /* dtype [n_voxels] */) DVDB_NOEXCEPT;

/**
 * Copies a field to a wider grid. Voxels that the source does not have get the end of the band, half_width_in_voxels * h, with the sign
 * of the first neighbor across a face that has one, in the order -x, x, -y, y, -z, z; this is repeated for `rounds`
 * rounds. Voxels that are not reached are outside.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_retopologize_sdf_widen(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_grid source,
    dvdb_buffer field,                            /* dtype [n_voxels(source)] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double half_width_in_voxels,                                  /* in least voxel extents, above 0 */
    uint32_t rounds,
    dvdb_buffer out /* dtype [n_voxels(grid)] */) DVDB_NOEXCEPT;

/** Writes whether each voxel is within 0.999 of the band around the zero level set. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_retopologize_sdf_band(
    dvdb_context context, dvdb_ticket ticket, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double half_width_in_voxels,                                  /* in least voxel extents, above 0 */
    dvdb_buffer out /* bool [n_voxels] */) DVDB_NOEXCEPT;

#endif
