/**
 * Interpolation of voxel values at points, and its transpose.
 *
 * The value at a point is the sum of the values of the eight surrounding voxels times their trilinear weights. Voxels
 * that are not active contribute nothing, and the other weights are not normalized for that; voxels of weight 0 are not
 * read. Points that are not finite get 0. Trilinear weights and sums are computed in single precision, or in double
 * precision for f64 values, in a fixed order; those of other kernels in double precision. Sums are rounded once to the
 * type of the results, except for slopes (derivatives by the point) with trilinear weights: sums per voxel, in the
 * precision of the sums, are first multiplied by the voxels per world unit, rounded to that precision. Offsets are as
 * in grid.h; they determine the grid of each point.
 */
#ifndef DENOVDB_SAMPLE_H
#define DENOVDB_SAMPLE_H

#include "abi.h"

/** Samples voxel values at world points with trilinear interpolation. */
DVDB_API dvdb_status dvdb_sample_trilinear(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/** As dvdb_sample_trilinear; also writes the gradients of the samples by the point, per world unit along x, y and z. */
DVDB_API dvdb_status dvdb_sample_trilinear_with_grad(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_gradients /* dtype [n, channels, 3] */) DVDB_NOEXCEPT;

/** The kernel: the weight of a voxel at a point. */
enum dvdb_kernel {
  /** 1 for the nearest active voxel of the eight around the point, 0 for the others. */
  DVDB_KERNEL_NEAREST = 0,
  /** The product of 1 - |distance| along each axis, on the eight voxels around the point. */
  DVDB_KERNEL_TRILINEAR = 1,
  /** The quadratic B-spline, on the 27 voxels around the nearest one; weights sum to 1 where all of them are active. */
  DVDB_KERNEL_BEZIER = 2,
  /** The quadratic B-spline times 8: a product of curves that sum to 2. */
  DVDB_KERNEL_BEZIER_8 = 3
};

/**
 * Samples voxel values at world points with a kernel; voxels that are not active contribute nothing, and voxels of
 * weight 0 are not read.
 * Serves: sampleBezier, sampleNearest, splatBezierBackward, splatTrilinearBackward.
 */
DVDB_API dvdb_status dvdb_sample_kernel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/**
 * As dvdb_sample_kernel; also writes the gradients of the samples by the point, per world unit along x, y and z.
 * Serves: sampleBezierWithGrad.
 */
DVDB_API dvdb_status dvdb_sample_kernel_with_grad(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_gradients /* dtype [n, channels, 3] */) DVDB_NOEXCEPT;

/**
 * Backward pass of sampling, to the points: the sum over the channels of the gradient of the sample by the point times
 * a weight.
 *
 * With a trilinear kernel, computed in single precision, or in double precision for f64 values, from the differences
 * between the voxels around a point, so that a common offset costs no precision. Other kernels in double precision.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward, splatBezierBackward, splatTrilinearBackward.
 */
DVDB_API dvdb_status dvdb_sample_point_gradients(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer weights,                          /* dtype [n, channels] */
    dvdb_buffer out /* point_dtype [n, 3] */) DVDB_NOEXCEPT;

/**
 * Adds each point's features to the active voxels of its kernel, times their weights. Each voxel sums cell by cell, in the
 * order of the points.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward, splatBezier, splatNearest, splatTrilinear.
 */
DVDB_API dvdb_status dvdb_splat(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * As dvdb_splat, by atomic additions in no fixed order, in f64 for f64 and in f32 for other types: the rounding may
 * differ from run to run.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward, splatBezier, splatNearest, splatTrilinear.
 */
DVDB_API dvdb_status dvdb_splat_atomic(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of sampling, to the voxels: adds the gradients of samples and of their slopes to the voxels. Slopes are
 * per world unit, as dvdb_sample_kernel_with_grad writes them; voxels sum as in dvdb_splat.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward.
 */
DVDB_API dvdb_status dvdb_splat_slopes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n, channels]; 0 for none */
    dvdb_buffer slopes,                           /* dtype [n, channels, 3]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * As dvdb_splat_slopes, by atomic additions in no fixed order, in f64 for f64 and in f32 for other types: the rounding
 * may differ from run to run.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward.
 */
DVDB_API dvdb_status dvdb_splat_slopes_atomic(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n, channels]; 0 for none */
    dvdb_buffer slopes,                           /* dtype [n, channels, 3]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_sample_kernel_with_grad, to the points: the sum over the channels of the gradients of samples
 * and of their slopes by the point, each times a weight, in double precision. With a trilinear kernel, positions within
 * a cell are in single precision, or in double precision for f64 values.
 * Serves: sampleBezierBackward, sampleBezierWithGradBackward, sampleTrilinearBackward,
 * sampleTrilinearWithGradBackward.
 */
DVDB_API dvdb_status dvdb_sample_slope_gradients(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer features,                         /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t kernel,                              /* dvdb_kernel */
    dvdb_buffer weights,                          /* dtype [n, channels]; 0 for none */
    dvdb_buffer slope_weights,                    /* dtype [n, channels, 3]; 0 for none */
    dvdb_buffer out /* point_dtype [n, 3] */) DVDB_NOEXCEPT;

#endif
