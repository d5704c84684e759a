/**
 * Values of voxels at points between them.
 *
 * The value at a point is the sum over the eight voxels around it of their values by trilinear weights. Voxels that are
 * not active add nothing, and weights are not scaled up for them; nor are voxels of weight 0 read. Points that are not
 * finite get 0. Trilinear weights and sums are in single precision, or in double for values of f64, in one order; those
 * of other kernels in double. Sums are rounded once to the type of the results, but for slopes by trilinear weights: sums
 * per voxel, in the precision of the sums, are first multiplied by voxels per world unit, rounded to that precision.
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
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
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
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_gradients /* dtype [n, channels, 3] */) DVDB_NOEXCEPT;

/** How much of a voxel reaches a point. */
enum dvdb_kernel {
  /** All of the nearest active voxel of the eight around the point, nothing of the others. */
  DVDB_KERNEL_NEAREST = 0,
  /** The product of 1 - |distance| along each axis, on the eight voxels around the point. */
  DVDB_KERNEL_TRILINEAR = 1,
  /** The quadratic B-spline, on the 27 voxels around the nearest one; weights sum to 1 inside. */
  DVDB_KERNEL_BEZIER = 2,
  /** The same times 8: a product of curves that sum to 2. */
  DVDB_KERNEL_BEZIER_8 = 3
};

/** Sums up values by a kernel; what is not active adds nothing, and nothing of weight 0 is read. */
DVDB_API dvdb_status dvdb_sample_kernel(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/** The same, and how sums change with the point per world unit along x, y and z. */
DVDB_API dvdb_status dvdb_sample_kernel_with_grad(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_gradients /* dtype [n, channels, 3] */) DVDB_NOEXCEPT;

/**
 * Sums up over the channels how samples change with their point, each times a weight.
 *
 * With a trilinear kernel in single precision, or in double for values of f64, by how much the voxels around a point
 * differ: what they have in common costs no digits. Other kernels in double.
 */
DVDB_API dvdb_status dvdb_sample_point_gradients(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer weights,                          /* dtype [n, channels] */
    dvdb_buffer out /* point_dtype [n, 3] */) DVDB_NOEXCEPT;

/** Gives each active voxel of a point's kernel its share of the point's data; voxels sum up cell by cell, in the order of points. */
DVDB_API dvdb_status dvdb_splat(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer data,                             /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** The same in no order, by atomic sums in f64 for f64 and f32 for the others: their rounding is not always the same. */
DVDB_API dvdb_status dvdb_splat_atomic(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer data,                             /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Carries gradients of samples and of their slopes back to voxels: gives each its share of both. Slopes are by unit of length,
 * as dvdb_sample_kernel_with_grad() tells them; voxels sum up as in dvdb_splat().
 */
DVDB_API dvdb_status dvdb_splat_slopes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer data,                             /* dtype [n, channels]; 0 for none */
    dvdb_buffer slopes,                           /* dtype [n, channels, 3]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/** The same in no order, by atomic sums in f64 for f64 and f32 for the others: their rounding is not always the same. */
DVDB_API dvdb_status dvdb_splat_slopes_atomic(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer data,                             /* dtype [n, channels]; 0 for none */
    dvdb_buffer slopes,                           /* dtype [n, channels, 3]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer out /* dtype [n_voxels, channels] */) DVDB_NOEXCEPT;

/**
 * Sums up over the channels how samples and their slopes change with their point, each times a weight, in double. With a
 * trilinear kernel, places in a cell are in single precision, or in double for values of f64.
 */
DVDB_API dvdb_status dvdb_sample_slope_gradients(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer points,                           /* point_dtype [n, 3], world space */
    uint32_t point_dtype,                         /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer values,                           /* dtype [n_voxels, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    uint32_t stencil,                             /* dvdb_kernel */
    dvdb_buffer weights,                          /* dtype [n, channels]; 0 for none */
    dvdb_buffer slope_weights,                    /* dtype [n, channels, 3]; 0 for none */
    dvdb_buffer out /* point_dtype [n, 3] */) DVDB_NOEXCEPT;

#endif
